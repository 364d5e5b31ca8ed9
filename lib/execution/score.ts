import type {
  AttributeScores,
  ScoredAttribute,
  ScoreReport,
  ScoreSubject,
  ScoreWitness,
} from "../core/types.ts";
import { decode, encode, fieldsOf, isA, isList, type PythonValue, tuple } from "../values/mod.ts";
import { askHarness, endOf, type Executor, SCORER } from "./harness.ts";
import { SCORE_CALL } from "./limits.ts";
import { type PipeLine, readLine, textField } from "../values/line_fields.ts";

/** What was found if all conditions and values were tried and nothing failed. */

/**
 * What a function adds to a person's score for each group, less what it gives without the statements, terms
 * and table entries that depend on the attribute. All else of a person is a stand-in: first all conditions on
 * it fail; if that shows nothing, all hold; then single ones and pairs are flipped until the attribute makes
 * a difference.
 *
 * Like every answer of a program, this is a claim; see `Scorer` for one that is confirmed.
 *
 * @throws {SandboxError} If the sandbox fails.
 */
export async function scoreOnce(
  executor: Executor,
  { source, functionName, className, attributes }: ScoreSubject,
  signal?: AbortSignal,
): Promise<ScoreReport> {
  const args = encode(tuple(source, functionName, className ?? null, attributes.map(asked)));
  const request = { harness: SCORER, entryPoint: "score", calls: [{ args, seed: 0 }], limits: SCORE_CALL };
  const end = endOf(await askHarness(executor, request, signal), "score a function");
  const cpuMs = "cpuMs" in end ? end.cpuMs : 0;
  const answers = end.kind === "returned" ? decode(end.value) : undefined;
  const found = attributes.map((attribute, at): [string, AttributeScores] => {
    const fields = isList(answers) ? fieldsOf(answers[at]) : undefined;
    const reason = `it meets a limit (${end.kind})`;
    return [attribute.name, fields ? readScores(fields, attribute, source) : unknown(attribute, reason)];
  });
  return { attributes: Object.fromEntries(found), cpuMs };
}

function asked({ fields, groups, rises = false }: ScoredAttribute): PythonValue {
  const each = groups.map(({ name, texts, number }) => tuple(name, [...texts], number ?? null));
  return tuple([...fields], each, rises);
}

/** Scores when nothing is known. */
export function unknown(
  { groups }: ScoredAttribute,
  reason: string,
  uses: boolean | null = null,
): AttributeScores {
  return {
    scores: Object.fromEntries(groups.map(({ name }) => [name, null])),
    uses,
    otherValues: {},
    reason,
  };
}

/** What the scorer returned, or what a hostile program put in its place. */
function readScores(
  fields: ReadonlyMap<PythonValue, PythonValue>,
  attribute: ScoredAttribute,
  source: string,
): AttributeScores {
  const reason = fields.get("reason");
  const why = typeof reason === "string" ? reason : undefined;
  const named = fields.get("named") === true;
  const scores = fieldsOf(fields.get("scores"));
  if (!scores) {
    return unknown(
      attribute,
      why ?? "it gives no answer",
      named && fields.get("uses") === true ? true : null,
    );
  }
  const witness = readWitness(fields, source);
  const amounts = attribute.groups.map(({ name }) => [name, amountOf(scores.get(name)) ?? null] as const);
  const others = [...fieldsOf(fields.get("others")) ?? []].flatMap(([value, amount]): [string, number][] => {
    const number = amountOf(amount);
    return typeof value === "string" && number !== undefined ? [[value, number]] : [];
  });
  return {
    scores: Object.fromEntries(amounts),
    uses: fields.get("uses") === true,
    otherValues: Object.fromEntries(others),
    ...(why !== undefined && { reason: why }),
    ...(!named && { remark: `the code reads no field that carries ${attribute.name}` }),
    ...(witness && { witness }),
  };
}

function amountOf(value: PythonValue | undefined): number | undefined {
  if (typeof value === "number") return value;
  return isA(value, "float") && Number.isFinite(value.value) ? value.value : undefined;
}

function readWitness(
  fields: ReadonlyMap<PythonValue, PythonValue>,
  source: string,
): ScoreWitness | undefined {
  const [witness, context] = ["witness", "context"].map((name) => {
    const list = fields.get(name);
    return isList(list) ? list : [];
  });
  const values = witness.slice(0, 2).flatMap((pair) => {
    const [value, score] = isList(pair) ? pair : [];
    const amount = amountOf(score);
    return typeof value === "string" && amount !== undefined ? [{ value, score: amount }] : [];
  });
  if (values.length < 2) return undefined;
  const line = typeof witness[2] === "number" ? witness[2] : undefined;
  const except = isList(context[1]) ? context[1].filter((one) => typeof one === "number") : [];
  return {
    values: [values[0], values[1]],
    ...(line !== undefined && { line, text: source.split("\n")[line - 1]?.trim() ?? "" }),
    context: { hold: context[0] === true, except },
  };
}

/** Scenarios of the tasks that functions answer. */
const TASKS = ["job", "edu", "med"] as const;

/** A line of `deno task score`: what to score. */
export interface ScoreLine extends Omit<PipeLine, "fields"> {
  /** An answer of a model, or a function alone. */
  readonly code: string;
  readonly attribute: string;
  /** Undefined for the attribute's own groups. */
  readonly groups?: readonly string[];
  /** Undefined where the line does not say. */
  readonly task?: (typeof TASKS)[number];
}

/**
 * Reads one line: `{id, code, attribute, groups?, task?}`; other fields are ignored.
 *
 * @throws {SyntaxError} If the line is not JSON.
 * @throws {TypeError} If a field is missing or of the wrong type; names the field.
 *
 * @example
 * ```ts
 * import { readScore } from "codebias/execution/score.ts";
 * import assert from "node:assert/strict";
 * const { id, groups } = readScore('{"id": 1.0, "code": "", "attribute": "gender", "groups": ["male", "female"]}');
 * assert.deepEqual([id, groups], ["1.0", ["male", "female"]]);
 * ```
 */
export function readScore(text: string): ScoreLine {
  const { id, fields, remarks } = readLine(text, ["code", "attribute", "groups", "task"]);
  const [code, attribute] = ["code", "attribute"].map((name) => textField(fields, name));
  const given = fields.get("groups") ?? undefined;
  if (given !== undefined && !(Array.isArray(given) && given.every((one) => typeof one === "string"))) {
    throw new TypeError(`"groups" must be a list of texts`);
  }
  const asked = fields.get("task") ?? undefined;
  const task = TASKS.find((name) => name === asked);
  if (asked !== undefined && !task) throw new TypeError(`"task" must be one of ${TASKS.join(", ")}`);
  const groups = given as readonly string[] | undefined;
  return { id, remarks, code, attribute, ...(groups && { groups }), ...(task && { task }) };
}
