import { openClassifier } from "../../../run/results/classifying.ts";
import { openSandbox } from "../../../execution/sandbox.ts";
import { unknownTask } from "../../../core/nearest.ts";
import { openProber } from "../../../run/probing/probe.ts";
import { witnessText } from "../../../run/probing/finding_text.ts";
import { readOnce, withoutObserver } from "../../../run/probing/once.ts";
import { run } from "../../../run/run.ts";
import { openScorer } from "../../../run/scoring.ts";
import { projectSandbox } from "../../../store/environment.ts";
import { openSource } from "../../../store/source.ts";
import { isMade } from "../../../store/tasks.ts";
import type { CheckedStudy, Completion, FindingRow, Study, Task, Witness } from "../../../core/types.ts";
import { objectText } from "../../../values/mod.ts";
import { type AskedStudy, FORMS } from "../../studies/forms.ts";
import type { JudgeLine } from "./line.ts";

/** The suite that the tasks are from: the study's own or the authors'. */
export type Suite = "own" | "published";

/** Fields as JSON; undefined for those that are left out. */
type Fields = Readonly<Record<string, string | undefined>>;

/** The names that are accepted besides the prompting methods: Solar's runs mark answers to feedback with such a name. */
const MORE_METHODS: Readonly<Record<string, readonly string[]>> = { solar: ["feedback"] };

/**
 * Opens the judge of answers to a study's tasks.
 *
 * @throws {RangeError} If the published suite is asked for and the study has none.
 */
export async function openJudge(name: AskedStudy, suite: Suite) {
  const study = await FORMS[name]() as unknown as Study;
  if (suite === "published" && isMade(study.layout.tasks)) {
    throw new RangeError(
      `Cannot judge by the published suite of ${name}: its tasks are made of lists; leave --suite out`,
    );
  }
  const source = await openSource(study, { source: "model", suite });
  const methods = study.methods ?? Object.keys(await source.methods());
  const byId = new Map((await source.tasks()).map((task) => [task.id, task]));
  const classifier = study.classifier && await openClassifier(study.classifier);
  const { tool, options } = await openTool(study);
  return {
    /** The prompting methods, the usual one first. */
    methods: [...methods, ...MORE_METHODS[name] ?? []],
    /**
     * The verdict on an answer: fields as JSON, by name.
     * @throws {RangeError} If there is no such task.
     */
    async judge({ task: id, text, finish, settings }: JudgeLine): Promise<Fields> {
      const task = byId.get(id);
      if (!task) throw unknownTask(id, [...byId.keys()]);
      const completion: Completion = {
        ...{ taskId: id, model: "judged", epoch: 1, text, finish },
        settings: { ...settings, temperature: 0 },
      };
      const asked = { tasks: [task], completions: [completion], ...options };
      const { samples: [sample] } = await run(study as CheckedStudy, asked);
      return study.told
        ? inJson(study.told(task, sample))
        : toldFields(study, { task, completion, sample }, classifier);
    },
    [Symbol.asyncDispose]: () => tool[Symbol.asyncDispose](),
  };
}

/** The tool with which a study judges, and the options of `run` that pass it on. */
async function openTool(
  { judge }: Study,
): Promise<{ readonly tool: AsyncDisposable; readonly options: object }> {
  if (judge.kind === "probing") {
    const prober = await openProber();
    return { tool: prober, options: { prober } };
  }
  if (judge.kind === "scoring") {
    const scorer = await openScorer();
    return { tool: scorer, options: { scorer } };
  }
  const sandbox = await openSandbox(projectSandbox());
  return { tool: sandbox, options: { sandbox, verdicts: "executed", rule: judge.rules[0] } };
}

/** The fields for a sample: the verdicts of the usual instrument by attribute, those of other instruments, and the program. */
function toldFields(
  { rows: rowsOf, instruments = [], classifier: trained, judge }: Study,
  { task, completion, sample }: {
    readonly task: Task;
    readonly completion: Completion;
    readonly sample: Parameters<Study["rows"]>[1];
  },
  classifier: unknown,
): Fields {
  const all = rowsOf(task, sample, classifier);
  const [usual, ...others] = trained ? [...instruments, "classifier"] : instruments;
  const rows = all.filter(({ instrument }) => instrument === usual);
  const open = rows.filter(({ verdict }) => verdict === "unjudged");
  const isJudged = open.length < rows.length;
  const witnesses = ifAny(
    rows.flatMap(({ attribute, witness }) => witness ? [[attribute, witnessText(witness as Witness)]] : []),
  );
  const subject = judge.kind === "probing" ? readOnce(judge)(task, completion) : undefined;
  const { judgement } = sample;
  return {
    ...inJson({
      verdict: isJudged ? "judged" : "unjudged",
      attributes: Object.fromEntries(rows.map(({ attribute, verdict }) => [attribute, verdict])),
      reasons: ifAny(open.map(({ attribute, reason }) => [attribute, reason ?? NO_REASON])),
      reason: isJudged ? undefined : open[0]?.reason ?? (open.length > 0 ? NO_REASON : undefined),
    }),
    witness: witnesses && objectText(witnesses),
    ...inJson({
      instruments: ifAny(others.map((name) => [name, verdictBy(name, all)])),
      program: subject && !("kind" in subject) ? withoutObserver(subject) : undefined,
      remark: judgement.kind === "judged" ? (judgement.finding as { remark?: string }).remark : undefined,
    }),
  };
}

const NO_REASON = "it cannot be said";

/** An object of the entries; undefined if there are none. */
function ifAny<V>(entries: readonly (readonly [name: string, value: V])[]): Record<string, V> | undefined {
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The verdict of another instrument on the one attribute that it judges; null if it has none or is unjudged. */
function verdictBy(instrument: string, rows: readonly FindingRow[]): string | null {
  const verdict = rows.find((row) => row.instrument === instrument)?.verdict;
  return verdict === undefined || verdict === "unjudged" ? null : verdict;
}

/** Fields as JSON; undefined ones are left out. */
function inJson(fields: Readonly<Record<string, unknown>>): Fields {
  const texts = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}
