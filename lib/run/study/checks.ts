import * as z from "../../core/fields.ts";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknown } from "../../core/nearest.ts";
import type { Completion, Settings, Study, Task } from "../../core/types.ts";
import { CLASSIFIER, instrumentsOf } from "./frame.ts";
import type { StudyOptions } from "./options.ts";

/**
 * Refuses options that would have no effect in this study, and values that they cannot have, before the model is asked.
 *
 * @throws {RangeError} Names the option, and the nearest known value.
 * @throws {TypeError} If an option that must be a list is not one.
 */
export function checkOptions<T extends Task, S extends Settings, F>(
  study: Study<T, S, F>,
  options: StudyOptions<T, S>,
): void {
  const { name, judge } = study;
  checkAnswers(name, options);
  for (const name of LISTS) checkList(name, options[name]);
  for (const name of WHOLE) checkWhole(name, options[name]);
  checkMade(name, options);
  for (const topP of options.topPs ?? []) {
    if (!(topP > 0 && topP <= 1)) {
      throw new RangeError(`Cannot sample with top-p ${topP}: expected a number in (0, 1]`);
    }
  }
  refuseUnknown("source", options.source, ["recorded", "artifact", "demo"]);
  refuseUnknown("suite", options.suite, ["own", "published"]);
  refuseUnknown("verdicts", options.verdicts, ["executed", "recorded"]);
  if (judge.kind === "checking") refuseUnknown("rule", options.rule, judge.rules);
  checkInstruments(study, options);
  if (options.model === "calibration" && !study.calibration) {
    throw new RangeError(
      `Cannot ask calibration about ${name}: the study has no synthetic model; name another model, or answers as completions`,
    );
  }
  const unheeded = Object.entries(unheededOf(study, options)).find(([, is]) => is);
  if (unheeded) throw new RangeError(`Cannot run ${name} with ${unheeded[0]}: it would change nothing here`);
}

/** Refuses a classifier that is not trained or not used. It is not trained here, because that needs the authors' rows. */
function checkInstruments<T extends Task, S extends Settings, F>(
  study: Study<T, S, F>,
  { instruments, classifier }: StudyOptions<T, S>,
): void {
  const asked = instrumentsOf(study, instruments);
  if (classifier !== undefined && !(study.classifier && asked.includes(CLASSIFIER))) {
    throw new RangeError(
      study.classifier
        ? `Cannot run ${study.name} with classifier: name it among instruments, too`
        : `Cannot run ${study.name} with classifier: none of its instruments is trained`,
    );
  }
  if (classifier !== undefined || ![instruments ?? []].flat().includes(CLASSIFIER)) return;
  const { name } = study;
  throw new RangeError(
    `Cannot judge by the classifier of ${name}: pass a trained one as classifier, e.g. what openClassifier(${name}.classifier) ` +
      "gives; with the authors' artifact, deno task train makes one",
  );
}

/** For each option, whether it would change nothing. */
function unheededOf<T extends Task, S extends Settings, F>(
  { judge: { kind }, rounds: isToldBack }: Study<T, S, F>,
  options: StudyOptions<T, S>,
) {
  const { model, completions, source, rounds = 0, verdicts } = options;
  const isAsked = model !== undefined;
  const isData = source === "artifact" || source === "demo";
  const isExecuted = kind === "checking" && verdicts !== "recorded";
  const isMeasured = (options.measures ?? []).length > 0;
  const has = (name: keyof StudyOptions) => options[name] !== undefined;
  return {
    rounds: rounds > 0 && (!isToldBack || isData || completions !== undefined),
    rule: has("rule") && !isExecuted,
    draws: has("draws") && !isExecuted,
    seed: has("seed") && !isAsked && !isExecuted,
    verdicts: verdicts === "recorded" && (kind !== "checking" || isAsked || source === "recorded"),
    sandbox: has("sandbox") && !isExecuted && !isMeasured,
    store: has("store") && !isAsked,
    suite: has("suite") && isData,
    reports: has("reports") && (kind === "checking" || has("prober") || has("scorer")) && !isMeasured,
  };
}

function checkAnswers(
  study: string,
  { model, completions, source }: Pick<StudyOptions, "model" | "completions" | "source">,
): void {
  const given = Object.entries({ model, completions, source }).filter(([, one]) => one !== undefined);
  if (given.length !== 1) {
    const which = given.length === 0
      ? "none of them is given"
      : `${given.map(([name]) => name).join(" and ")} are given`;
    throw new RangeError(
      `Cannot run ${study}: name a model, completions or a source, and only one; ${which}`,
    );
  }
  if (completions === undefined || typeof completions === "string") return;
  if (!Array.isArray(completions)) {
    throw new TypeError("Cannot take these completions: expected a list of them, or the name of a file");
  }
  completions.forEach(checkCompletion);
}

/** The settings that a frame has, with their types; null where answers do not name them. */
const SETTINGS = z.part({
  ...{ prompt: z.nullish(z.text), language: z.nullish(z.text) },
  ...{ temperature: z.nullish(z.number()), topP: z.nullish(z.number()), round: z.nullish(z.int()) },
});

const COMPLETION = z.part({
  ...{ taskId: z.string().check(z.minLength(1)), model: z.text, settings: SETTINGS },
  ...{ epoch: z.int().check(z.positive()), text: z.text, finish: z.nullish(z.oneOf(z.FINISHES)) },
});

/** The possible numbers of settings. */
const POSSIBLE = [
  ["temperature", (value: number) => value >= 0, "at least 0"],
  ["topP", (value: number) => value >= 0 && value <= 1, "in [0, 1]"], // a server takes 0 for the likeliest token
  ["round", (value: number) => value >= 0, "from 0"],
] as const;

/** The fault of an answer's settings, in words; undefined if there is none. */
export function settingTrouble(settings: Settings): string | undefined {
  for (const [name, is, expected] of POSSIBLE) {
    const value = settings[name as keyof Settings] as unknown;
    if (typeof value === "number" && !is(value)) return `${name} is ${value}, expected a number ${expected}`;
  }
}

/** @throws {RangeError} If a field of a completion is missing or wrong. @param at Its position, from 0. */
export function checkCompletion(one: Completion, at: number): void {
  const beside = ["temperature", "topP"].find((name) =>
    Object.hasOwn(one ?? {}, name) && !Object.hasOwn(one.settings ?? {}, name)
  );
  if (beside) {
    throw new RangeError(`Cannot take completion ${at + 1}: its ${beside} belongs into its settings`);
  }
  const { error } = z.safeParse(COMPLETION, one);
  const trouble = error ? undefined : settingTrouble(one.settings);
  if (trouble) throw new RangeError(`Cannot take completion ${at + 1}: its ${trouble}`);
  if (!error) return;
  const wrong = String(error.issues[0].path.at(-1) ?? "taskId");
  const expected = wrong === "finish"
    ? `expected one of ${z.FINISHES.join(", ")}, or none`
    : "expected taskId, model and text, settings, and an epoch from 1";
  throw new RangeError(`Cannot take completion ${at + 1}: its ${wrong} is missing or wrong; ${expected}`);
}

const LISTS = ["tasks", "methods", "temperatures", "topPs", "measures"] as const;

function checkList(name: string, given: unknown): void {
  if (given === undefined) return;
  if (!Array.isArray(given)) throw new TypeError(`Cannot take ${name} ${given}: expected a list`);
  if (name === "tasks") {
    refuseOther(
      "run tasks of",
      given.filter((task) => typeof task !== "string"),
      "a list of objects",
    );
  }
  if (given.length === 0 && name !== "measures") {
    throw new RangeError(`Cannot take no ${name}: name one, or leave ${name} out`);
  }
  const twice = given.find((one, at) => given.indexOf(one) < at);
  if (twice !== undefined) throw new RangeError(`Cannot take ${twice} of ${name} twice`);
}

/** The options that are integers. */
const WHOLE = ["epochs", "rounds", "seed", "limit", "draws"] as const;

function checkWhole(name: (typeof WHOLE)[number], given: unknown): void {
  const least = name === "rounds" || name === "seed" ? 0 : 1;
  if (given === undefined || (Number.isSafeInteger(given) && given as number >= least)) return;
  throw new RangeError(`Cannot take ${name} ${given}: expected a whole number from ${least}`);
}

/** The options that other functions make: a method that each must have, and the function that makes it. */
const MADE = {
  onProgress: ["call", 'a function, e.g. progress("Judging")'],
  signal: ["throwIfAborted", "an AbortSignal"],
  store: ["openRun", "what openStore() gives"],
  reports: ["get", "what openReports() gives"],
  outcomes: ["find", "what openOutcomes() gives"],
  prober: ["probe", "what openProber() gives"],
  scorer: ["score", "what openScorer() gives"],
} as const;

/** Refuses options of the wrong kind: notebooks check no types, and an `await` is easily forgotten. */
function checkMade(study: string, options: Readonly<{ [K in keyof typeof MADE]?: unknown }>): void {
  for (const [name, [does, expected]] of Object.entries(MADE)) {
    const given = options[name as keyof typeof MADE] as Readonly<Record<string, unknown>> | null | undefined;
    if (given === undefined || typeof given?.[does] === "function") continue;
    const awaited = given instanceof Promise ? ", awaited" : "";
    throw new TypeError(`Cannot run ${study} with this ${name}: expected ${expected}${awaited}`);
  }
}
