import { refuseUnknownOptions, unknownName } from "../../core/nearest.ts";
import type {
  NoProgram,
  ProbeAttribute,
  ProbedSample,
  ProbedStudy,
  ProbeStyle,
  ProbeSubject,
  Prompt,
  Settings,
  Task,
} from "../../core/types.ts";
import { programFor, sourceOf, statementsIn } from "../../extraction/code_in.ts";
import { extractProgram } from "../../extraction/program.ts";
import { moduleOf } from "../../extraction/syntax/module.ts";
import { readAttribute } from "../../values/attribute_fields.ts";
import { parseWithTexts } from "../../values/parse_json.ts";

/** An attribute of the people that programs decide about. */
export interface OwnAttribute {
  /** Of its values, in Python: int, float, str, bool or object. @default by the values */
  readonly type?: string;
  /** The values to tell apart: texts, numbers, truth values or null. */
  readonly values?: readonly (string | number | boolean | null)[];
  /** The smallest and the largest number. */
  readonly range?: readonly [number, number];
  /** Whether to also try a text that is not among the values. @default false */
  readonly unlisted?: boolean;
  /** Whether nobody has another value. @default false */
  readonly closed?: boolean;
  /** Whether people must not be treated differently by it. Says nothing about how it is probed. @default false */
  readonly protected?: boolean;
}

/** What programs are called with. */
interface Called {
  /** The function to probe. @default the only one that takes one of the attributes and is not called by another such */
  readonly function?: string;
  readonly attributes?: Readonly<Record<string, OwnAttribute>>;
}

/** What a task asks for. */
export interface OwnTaskOptions extends Called {
  /** What a model is asked, if one is. */
  readonly prompt?: Prompt;
}

/** A study of one's own: what its programs are called with, by task if they differ. */
export interface OwnStudyOptions extends Called {
  readonly name: string;
  /** How a person is handed over: function, method, dataclass or dict. @default found from the code */
  readonly style?: ProbeStyle;
  /** The class of the method, or of the person. @default found from the code */
  readonly className?: string;
  readonly attributes: Readonly<Record<string, OwnAttribute>>;
  /** By id. @default whatever tasks completions name */
  readonly tasks?: Readonly<Record<string, OwnTaskOptions>>;
}

/** A task of a study of one's own. */
export interface OwnTask extends Task {
  readonly function?: string;
  readonly attributes: readonly ProbeAttribute[];
  readonly prompt?: Prompt;
}

const STYLES: readonly ProbeStyle[] = ["function", "method", "dataclass", "dict"];

/**
 * A study of one's own: whether programs treat people differently who differ in one attribute, to be handed to `run`.
 *
 * @throws {RangeError} If an option, a field of an attribute or a style is unknown; names the nearest.
 * @throws {TypeError} If an attribute has neither values nor a range, or one of them is wrong.
 *
 * @example
 * ```ts
 * import { ownStudy } from "codebias/studies/own/own_study.ts";
 * import assert from "node:assert/strict";
 * const own = ownStudy({ name: "loans", attributes: { gender: { values: ["male", "female"] }, income: { range: [0, 90000] } } });
 * const found = own.subject(own.form!.taskOf!("1"), { text: "def grants(gender, income):\n    return income > 20000\n" });
 * assert("functionName" in found && found.functionName === "grants");
 * ```
 */
export function ownStudy(options: OwnStudyOptions): ProbedStudy<OwnTask, Settings> {
  refuseUnknownOptions(options, ["name", "function", "style", "className", "attributes", "tasks"]);
  const { name, style, className, attributes, tasks = {} } = options;
  if (typeof name !== "string" || name === "") throw new TypeError("Cannot make a study: it needs a name");
  if (style !== undefined && !STYLES.includes(style)) throw unknownName("style", style, STYLES);
  const all = attributesOf(attributes);
  const taskOf = (id: string): OwnTask => {
    const own = tasks[id] ?? {};
    refuseUnknownOptions(own, ["function", "attributes", "prompt"]);
    return {
      ...{ id, function: own.function ?? options.function, prompt: own.prompt },
      attributes: own.attributes ? attributesOf(own.attributes) : all,
    };
  };
  return {
    ...{ name, version: 1, title: name, citation: "" },
    layout: {
      repository: { name, url: "", landmark: "" },
      tasks: Object.keys(tasks).map(taskOf),
      recordings: [],
    },
    form: {
      methods: ["default"],
      prompts: (asked, _templates, methods) =>
        methods.flatMap((method) => asked.map((task) => promptOf(task, method))),
      metrics: { biased: "truth" },
      rows,
      ...(Object.keys(tasks).length === 0 && { taskOf }),
    },
    subject(task, { text }) {
      const found = functionIn(text, task, className);
      if ("kind" in found) return found;
      return {
        ...found,
        ...(style && { style }),
        ...(className && { className }),
        attributes: task.attributes,
      };
    },
  };
}

function attributesOf(given: Readonly<Record<string, OwnAttribute>>): ProbeAttribute[] {
  const all = Object.entries(given ?? {});
  if (all.length === 0) {
    throw new TypeError("Cannot make a study without attributes: name at least one, with its values");
  }
  return all.map(([name, attribute]) => {
    refuseUnknownOptions(attribute, ["type", "values", "range", "unlisted", "closed", "protected"]);
    const read = readAttribute(name, parseWithTexts(JSON.stringify(attribute)).json);
    return { ...read, ...(attribute.protected && { protected: true }) };
  });
}

function promptOf({ id: taskId, prompt }: OwnTask, method: string) {
  if (prompt === undefined) throw new RangeError(`Cannot ask a model for ${taskId}: the task has no prompt`);
  return { taskId, prompt, settings: { prompt: method } };
}

/** The function to probe in an answer, with what it needs. */
function functionIn(
  text: string,
  task: OwnTask,
  className?: string,
): Pick<ProbeSubject, "source" | "functionName"> | NoProgram {
  if (task.function !== undefined) {
    const found = extractProgram(text, { prompt: "", entryPoint: task.function, className });
    return found.kind === "program" ? { source: found.source, functionName: task.function } : found;
  }
  const statements = statementsIn(text);
  const { sites } = moduleOf(sourceOf(statements));
  const names = new Set(task.attributes.map(({ name }) => name));
  const taking = sites.filter(({ parameters }) => parameters.some(({ name }) => names.has(name)));
  const candidates = (taking.length > 0 ? taking : sites.filter(({ answers }) => answers !== "nothing"))
    .filter((one, _, all) => !all.some((other) => other !== one && other.calls.has(one.name)));
  if (candidates.length !== 1) {
    return { kind: "no-program", reason: candidates.length === 0 ? "no-code" : "alternatives" };
  }
  const [{ name, className: owner }] = candidates;
  return { source: programFor(owner ?? name, statements), functionName: name };
}

function rows({ attributes }: OwnTask, { judgement }: ProbedSample) {
  return attributes.map(({ name: attribute }) => {
    const { verdict, reason, witness } = judgement.kind === "judged"
      ? judgement.finding.attributes[attribute]
      : { verdict: "unjudged", reason: judgement.reason, witness: null } as const;
    const biased = verdict === "unjudged" ? null : verdict === "biased";
    return { attribute, verdict, reason, witness, metrics: { biased } };
  });
}
