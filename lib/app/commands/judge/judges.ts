import { openClassifier } from "../../../run/results/classifying.ts";
import { openSandbox } from "../../../execution/sandbox.ts";
import { unknownName } from "../../../core/nearest.ts";
import { openProber } from "../../../run/probing/probe.ts";
import { witnessText } from "../../../run/probing/finding_text.ts";
import { withoutObserver } from "../../../run/probing/subject.ts";
import { run } from "../../../run/run.ts";
import { openScorer } from "../../../run/scoring.ts";
import { projectSandbox } from "../../../store/environment.ts";
import { openSource } from "../../../store/source.ts";
import { type FairCoderFinding } from "../../../studies/faircoder/judge/finding.ts";
import { METHODS } from "../../../studies/faircoder/tasks/prompts.ts";
import { faircoder } from "../../../studies/faircoder/study.ts";
import type { FairCoderTask } from "../../../studies/faircoder/tasks/task.ts";
import { huang } from "../../../studies/huang/study.ts";
import { linguistic } from "../../../studies/linguistic/study.ts";
import { automaticInstruments } from "../../../studies/liu/judge/automatic.ts";
import { trainedStudy } from "../../../studies/liu/judge/classifier/trained_study.ts";
import { PROMPT_VARIANTS } from "../../../studies/liu/tasks/prompt_variants.ts";
import { codeOf } from "../../../studies/liu/judge/samples.ts";
import { liu } from "../../../studies/liu/study.ts";
import { solar } from "../../../studies/solar/study.ts";
import type {
  Completion,
  FindingRow,
  ProbedSample,
  ProbedStudy,
  Settings,
  Task,
  Witness,
} from "../../../core/types.ts";
import { objectText } from "../../../values/mod.ts";
import type { JudgeLine, LineSettings } from "./line.ts";

/** Which tasks a study has; by default its own suite. */
export type Suite = "own" | "published";

/** Judges answers to the tasks of a study. */
export interface Judge extends AsyncDisposable {
  /** Prompting methods, the usual one first. */
  readonly methods: readonly string[];
  /**
   * The verdict on an answer: fields as JSON, by name.
   * @throws {RangeError} If there is no such task.
   */
  readonly judge: (line: JudgeLine) => Promise<Fields>;
}

/** Fields as JSON; undefined for those that are left out. */
type Fields = Readonly<Record<string, string | undefined>>;

/** Opens the judge of answers for each study. */
export const JUDGES: Readonly<Record<string, (suite: Suite) => Promise<Judge>>> = {
  solar: (suite) => openProbed(solar, suite, ["feedback"]),
  huang: (suite) => openProbed(huang, suite, []),
  liu: openLiu,
  faircoder: openFairCoder,
  linguistic: openLinguistic,
};

/** A completion of the line's answer, as a run takes it. */
function completionOf<S extends Settings>({ task, text }: JudgeLine, settings: S): Completion<S> {
  return { taskId: task, model: "judged", settings, epoch: 1, text };
}

/** A judge of answers to some tasks, by a tool that is closed with it. */
function judgeOf<T extends Task>(
  { methods, tasks, tool }: {
    readonly methods: readonly string[];
    readonly tasks: readonly T[];
    readonly tool: AsyncDisposable;
  },
  judged: (task: T, line: JudgeLine) => Promise<Fields>,
): Judge {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return {
    methods,
    async judge(line) {
      const task = byId.get(line.task);
      if (!task) throw unknownTask(line.task, [...byId.keys()]);
      return await judged(task, line);
    },
    [Symbol.asyncDispose]: () => tool[Symbol.asyncDispose](),
  };
}

/** Names only the nearest: there are hundreds. */
function unknownTask(id: string, known: readonly string[]): RangeError {
  const { message } = unknownName("task", id, known);
  return new RangeError(message.split(" Known: ")[0] + ` It is one of ${known.length}, e.g. ${known[0]}`);
}

async function openProbed<T extends Task, S extends LineSettings & { readonly temperature: number }>(
  study: ProbedStudy<T, Omit<S, "language"> & Settings>,
  suite: Suite,
  moreMethods: readonly string[],
): Promise<Judge> {
  const source = await openSource(study, { source: "model", suite });
  const methods = [...Object.keys(await source.methods()), ...moreMethods];
  return await openProbing(study, await source.tasks(), methods);
}

/** Judges by probing. */
async function openProbing<T extends Task, S extends Settings>(
  study: ProbedStudy<T, S>,
  tasks: readonly T[],
  methods: readonly string[],
  more: (task: T, completion: Completion<S>) => Fields = () => ({}),
): Promise<Judge> {
  const prober = await openProber();
  return judgeOf({ methods, tasks, tool: prober }, async (task, line) => {
    const { prompt, round } = line.settings;
    const completion = completionOf(line, { prompt, round, temperature: 0 } as unknown as S);
    const { samples: [sample] } = await run(study, { tasks: [task], completions: [completion], prober });
    const subject = study.judge.subject(task, completion);
    const { judgement } = sample;
    return {
      ...toldFields(usualRows(study, task, sample)),
      ...more(task, completion),
      ...inJson({
        program: "kind" in subject ? undefined : withoutObserver(subject),
        remark: judgement.kind === "judged" ? judgement.finding.remark : undefined,
      }),
    };
  });
}

/** What the usual instrument says. */
function usualRows<T extends Task, S extends Settings>(
  study: ProbedStudy<T, S>,
  task: T,
  sample: ProbedSample<S>,
): readonly FindingRow[] {
  return study.rows(task, sample).filter(({ instrument }) => instrument === study.instruments?.[0]);
}

function toldFields(rows: readonly FindingRow[]): Fields {
  const open = rows.filter(({ verdict }) => verdict === "unjudged");
  const isJudged = open.length < rows.length;
  const witnesses = rows.flatMap(({ attribute, witness }) =>
    witness ? [[attribute, witnessText(witness as Witness)] as const] : []
  );
  const reasons = open.map(({ attribute, reason }) => [attribute, reason ?? "it cannot be said"] as const);
  return {
    ...inJson({
      verdict: isJudged ? "judged" : "unjudged",
      attributes: Object.fromEntries(rows.map(({ attribute, verdict }) => [attribute, verdict])),
      reasons: reasons.length > 0 ? Object.fromEntries(reasons) : undefined,
      reason: isJudged ? undefined : reasons[0]?.[1],
    }),
    witness: witnesses.length > 0 ? objectText(Object.fromEntries(witnesses)) : undefined,
  };
}

async function openLiu(suite: Suite): Promise<Judge> {
  refuseAuthorsSuite("liu", suite);
  const { instruments: { lexicon, classifier } } = automaticInstruments(await openClassifier(trainedStudy));
  return await openProbing(
    liu,
    liu.layout.tasks as Parameters<typeof codeOf>[0][],
    PROMPT_VARIANTS.map(({ name }) => name),
    (task, completion) => {
      const code = codeOf(task, completion);
      const said = (judge: ((code: string) => string) | undefined) =>
        judge && typeof code === "string" ? judge(code) : null;
      return {
        instruments: JSON.stringify({
          lexicon: said(lexicon && ((one) => lexicon(one).verdict)),
          classifier: said(classifier && ((one) => classifier(one) ? "biased" : "unbiased")),
        }),
      };
    },
  );
}

async function openFairCoder(suite: Suite): Promise<Judge> {
  refuseAuthorsSuite("faircoder", suite);
  const scorer = await openScorer();
  const tasks = faircoder.layout.tasks as FairCoderTask[];
  return judgeOf({ methods: METHODS, tasks, tool: scorer }, async (task, line) => {
    const completion = completionOf(line, { prompt: line.settings.prompt, temperature: 0 });
    const asked = { tasks: [task], completions: [completion], scorer };
    const { samples: [{ judgement }] } = await run(faircoder, asked);
    const found = judgement.kind === "judged"
      ? fairCoderFields(judgement.finding)
      : { ...UNJUDGED_FIELDS[task.kind], reason: judgement.reason };
    return inJson({ kind: task.kind, ...found });
  });
}

/** The verdict on an answer that cannot be judged. */
const UNJUDGED_FIELDS = {
  function: { scores: null, usesSensitive: null, refuses: null },
  test: { groups: null, refuses: null },
  counterfactual: { filled: null },
} as const;

function fairCoderFields(finding: FairCoderFinding): Readonly<Record<string, unknown>> {
  switch (finding.kind) {
    case "function": {
      const { scores, uses, otherValues, without, reason, witness } = finding;
      return { scores, usesSensitive: uses, otherValues, refuses: without !== undefined, reason, witness };
    }
    case "test": {
      const named = Object.entries(finding.groups);
      const reasons = named.flatMap(([name, { reason }]) => reason === undefined ? [] : [[name, reason]]);
      return {
        groups: Object.fromEntries(named.map(([name, { group }]) => [name, group])),
        refuses: named.some(([, { reason }]) => reason === "refusal"),
        ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) }),
      };
    }
    case "counterfactual":
      return { filled: { held: finding.held, failed: finding.failed } };
  }
}

/** Names of verdicts here. */
const OUTCOMES: Readonly<Record<string, string>> = {
  "timed-out": "timed out",
  "no-program": "no program",
  "invalid-task": "invalid task",
};

async function openLinguistic(suite: Suite): Promise<Judge> {
  const source = await openSource(linguistic, { source: "model", suite });
  const [tasks, methods] = [await source.tasks(), Object.keys(await source.methods())];
  const sandbox = await openSandbox(projectSandbox());
  return judgeOf({ methods, tasks, tool: sandbox }, async (task, line) => {
    const { prompt, language } = line.settings;
    const completion = completionOf(line, { prompt, language, temperature: 0 });
    const { samples: [{ judgement }] } = await run(linguistic, {
      ...{ tasks: [task], completions: [completion], verdicts: "executed", rule: "corrected", sandbox },
    });
    if (judgement.kind === "unjudged") return inJson({ outcome: "unjudged", reason: judgement.reason });
    const { kind, detail, draws } = judgement.finding;
    const found = linguistic.judge.program(task, completion, "corrected");
    return inJson({
      outcome: OUTCOMES[kind] ?? kind,
      detail: detail === "" ? undefined : detail,
      draws,
      program: "source" in found ? found.source : undefined,
    });
  });
}

/** @throws {RangeError} If the published suite is asked for and the study has none. */
function refuseAuthorsSuite(study: string, suite: Suite): void {
  if (suite === "published") {
    throw new RangeError(
      `Cannot judge by the published suite of ${study}: its tasks are made of lists; leave --suite out`,
    );
  }
}

/** Fields as JSON; undefined ones are left out. */
function inJson(fields: Readonly<Record<string, unknown>>): Fields {
  const texts = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}
