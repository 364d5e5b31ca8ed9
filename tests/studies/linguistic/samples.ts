import fc from "fast-check";
import type { LinguisticSettings, LinguisticTask } from "codebias/studies/linguistic/tasks/layout.ts";
import type { Verdict, VerdictKind } from "codebias/studies/linguistic/judge/verdict.ts";
import type { Completion, Judgement, Sample } from "codebias/core/types.ts";

export type LinguisticSample = Sample<Verdict, LinguisticSettings>;

/** What a sample is, where it is not the usual. */
export type Given =
  & Partial<Pick<LinguisticSample, "taskId" | "model" | "epoch" | "text" | "recorded">>
  & Partial<LinguisticSettings>;

/** A task that asks for twice a number, or what is given. */
export function doubling(given: Partial<LinguisticTask> = {}): LinguisticTask {
  return {
    id: "test/1",
    entryPoint: "double",
    prompts: { en: 'def double(x):\n    """Twice x."""\n', zh: 'def double(x):\n    """x 的两倍。"""\n' },
    reference: "    return 2 * x\n",
    generator: "def rules(n):\n    return {'x': n}\n",
    maxSize: 100,
    ...given,
  };
}

/** A completion, without a recorded verdict unless one is given. */
export function completion(given: Given = {}): Completion<LinguisticSettings> {
  const { taskId = "test/1", model = "A", epoch = 1, text = "    return 2 * x\n", recorded } = given;
  const { prompt = "DI", temperature = 0.2, language = "en" } = given;
  return {
    taskId,
    model,
    epoch,
    text,
    settings: { prompt, temperature, language },
    ...(recorded && { recorded }),
  };
}

/** A sample with a verdict, or one that could not be judged. */
export function sample(verdict: VerdictKind | "unjudged", given: Given = {}): LinguisticSample {
  return { ...completion(given), judgement: judgement(verdict) };
}

function judgement(verdict: VerdictKind | "unjudged"): Judgement<Verdict> {
  return verdict === "unjudged"
    ? { kind: "unjudged", reason: "infrastructure-error" }
    : { kind: "judged", finding: { kind: verdict, detail: "", draws: 0 } };
}

/**
 * Samples of one model written in short: for each task, one letter a sample and language.
 *
 * `p` passed, `w` wrong, `i` invalid task, `u` unjudged; e.g. `{ a: { en: "pw", zh: "ww" } }`.
 */
export function samples(
  tasks: Readonly<Record<string, Partial<Record<"en" | "zh", string>>>>,
  given: Given = {},
): LinguisticSample[] {
  const verdicts = { p: "passed", w: "wrong", i: "invalid-task", u: "unjudged" } as const;
  return Object.entries(tasks).flatMap(([taskId, languages]) =>
    (["en", "zh"] as const).flatMap((language) =>
      [...languages[language] ?? ""].map((letter, index) =>
        sample(verdicts[letter as keyof typeof verdicts], { ...given, taskId, language, epoch: index + 1 })
      )
    )
  );
}

/** Verdict letters of some tasks, as `samples` takes them, in both languages with at least one sample. */
export function arbitraryTasks(
  letters: readonly string[],
): fc.Arbitrary<Record<string, { en: string; zh: string }>> {
  const verdicts = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 }).map((all) =>
    all.join("")
  );
  return fc.array(fc.record({ en: verdicts, zh: verdicts }), { minLength: 1, maxLength: 12 })
    .map((tasks) => Object.fromEntries(tasks.map((task, index) => [`task${index}`, task])));
}
