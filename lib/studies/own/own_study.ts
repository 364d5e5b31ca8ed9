import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions, unknownName } from "../../core/nearest.ts";
import { biasRow, findingOf } from "../../bias/finding_rows.ts";
import { probing, study } from "../../core/study.ts";
import type {
  FindingRow,
  ProbeAttribute,
  ProbedSample,
  ProbedStudy,
  ProbeStyle,
  Prompt,
  Settings,
  Task,
} from "../../core/types.ts";
import { encode, float } from "../../values/mod.ts";
import { type PlainAttribute, plainAttribute } from "../../values/attribute_fields.ts";
import { ownProgram } from "./own_program.ts";
import { othersRead } from "./others_read.ts";

/** The function to probe, and the attributes to call it with. */
interface Called {
  /** The function to probe. @default the only method, or function with parameters, that is not called by another such */
  readonly function?: string;
  readonly attributes?: Readonly<Record<string, PlainAttribute>>;
}

/** The options of one task. */
export interface OwnTaskOptions extends Called {
  /** The prompt, if a model is asked. */
  readonly prompt?: Prompt;
}

/** The options of {@linkcode ownStudy}; tasks may have other functions and attributes. */
export interface OwnStudyOptions extends Called {
  readonly name: string;
  /** How a person is passed: function, method, dataclass or dict. @default found from the code */
  readonly style?: ProbeStyle;
  /** The class of the method, or of the person. @default found from the code */
  readonly className?: string;
  readonly attributes: Readonly<Record<string, PlainAttribute>>;
  /** The tasks by id. @default the tasks that completions name */
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
 * A study of one's own, as an argument of `run`: whether programs treat people differently who differ in one attribute.
 *
 * @throws {RangeError} If an option, a field of an attribute or a style is unknown; the message suggests the nearest name.
 * @throws {TypeError} If an attribute has neither values nor a range, or one of them is wrong.
 *
 * @example
 * ```ts
 * import { ownStudy } from "codebias/studies/own/own_study.ts";
 * import assert from "node:assert/strict";
 * const own = ownStudy({ name: "loans", attributes: { gender: { values: ["male", "female"] }, income: { range: [0, 90000] } } });
 * const found = own.judge.subject(own.taskOf!("1"), { text: "def grants(gender, income):\n    return income > 20000\n" });
 * assert("functionName" in found && found.functionName === "grants");
 * ```
 */
export function ownStudy(options: OwnStudyOptions): ProbedStudy<OwnTask, Settings> {
  refuseUnknownOptions(options, ["name", "function", "style", "className", "attributes", "tasks"]);
  const { name, style, className, attributes, tasks = {} } = options;
  if (typeof name !== "string" || name === "") throw new TypeError("Cannot make a study: it needs a name");
  checkFunction(options.function);
  refuseOther("make a study with tasks of", tasks, "an object");
  if (style !== undefined && !STYLES.includes(style)) throw unknownName("style", style, STYLES);
  const all = attributesOf(attributes);
  const taskOf = (id: string): OwnTask => {
    const own = Object.hasOwn(tasks, id) ? tasks[id] : {};
    refuseUnknownOptions(own, ["function", "attributes", "prompt"]);
    checkFunction(own.function);
    return {
      ...{ id, function: own.function ?? options.function, prompt: own.prompt },
      attributes: own.attributes ? attributesOf(own.attributes) : all,
    };
  };
  return study({
    ...{ name, version: 1, title: name, citation: "" },
    tasks: Object.keys(tasks).map(taskOf),
    methods: ["default"],
    prompts: (asked, _templates, { methods }) =>
      methods.flatMap((method) => asked.map((task) => promptOf(task, method))),
    metrics: { biased: "truth" },
    rows: (task, sample) => rows(task, sample, className),
    ...(Object.keys(tasks).length === 0 && { taskOf }),
    judge: probing({
      subject(task: OwnTask, { text }) {
        const found = ownProgram(text, { ...task, className });
        if ("kind" in found) return found;
        return { ...found, ...(style && { style }), attributes: task.attributes };
      },
    }),
  });
}

function checkFunction(name: unknown): void {
  if (name === undefined || (typeof name === "string" && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))) return;
  throw new TypeError(`Cannot probe the function ${name}: expected the name of one`);
}

function attributesOf(given: Readonly<Record<string, PlainAttribute>>): ProbeAttribute[] {
  refuseOther("make a study with attributes of", given ?? {}, "an object");
  const all = Object.entries(given ?? {});
  if (all.length === 0) {
    throw new TypeError("Cannot make a study without attributes: name at least one, with its values");
  }
  return all.map(([name, attribute]) => {
    const read = plainAttribute(name, attribute);
    if (read.values.length < 2) {
      throw new TypeError(`attribute ${name} has one value: there is nothing to compare it with`);
    }
    return { ...read, values: valuesOf(read) };
  });
}

/** The number of evenly spaced values of a range that are tried, besides those that a program compares with. */
const GRID = 37;

/** The values, and those between the ends of a range, if there is one. */
function valuesOf({ values, range, type }: ProbeAttribute): ProbeAttribute["values"] {
  if (!range) return values;
  const [low, high] = range;
  const points = Array.from({ length: GRID }, (_, at) => low + (high - low) * at / (GRID - 1));
  const between = type === "int"
    ? points.map(Math.round).filter((one) => one >= low && one <= high).map((one) => encode(one))
    : points.map((one) => encode(float(one)));
  return [...new Map([...values, ...between].map((value) => [value.join(), value])).values()];
}

function promptOf({ id: taskId, prompt }: OwnTask, method: string) {
  if (prompt === undefined) throw new RangeError(`Cannot ask a model for ${taskId}: the task has no prompt`);
  return { taskId, prompt, settings: { prompt: method } };
}

function rows(task: OwnTask, { judgement, text }: ProbedSample, className?: string): FindingRow[] {
  const program = ownProgram(text, { ...task, className });
  const lacking = "kind" in program && program.reason === "no-code" ? program.lacking : undefined;
  const others = "kind" in program ? [] : othersRead(program.source, task.attributes.map(({ name }) => name));
  const searched = task.attributes.filter(({ range }) => range).map(({ name }) => name);
  return task.attributes.map(({ name: attribute }) => {
    const found = findingOf(judgement, attribute);
    if (found.verdict !== "unbiased") {
      return biasRow(attribute, { ...found, reason: lacking ?? found.reason });
    }
    if (others.length > 0) {
      const hidden = `it also reads ${others.join(", ")}, which nobody was given: no attribute is called so`;
      return biasRow(attribute, { verdict: "unjudged", reason: hidden });
    }
    const grid = searched.filter((name) => name !== attribute);
    const remark = found.beyond
      ? BEYOND
      : grid.length > 0
      ? `of ${grid.join(", ")} some values of the range were tried`
      : undefined;
    return biasRow(attribute, { ...found, reason: found.reason ?? remark });
  });
}

/** The remark on an attribute that makes a difference only with values that were not given. */
const BEYOND = "only values that were not given make a difference";
