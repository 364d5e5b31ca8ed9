import * as z from "../core/fields.ts";
import type { AttributeScores, Executor, ScoredAttribute, ScoreReport, ScoreSubject } from "../core/types.ts";
import { dataIn, decode, encode, isList, type PythonValue, tuple } from "../values/mod.ts";
import { askHarness, endOf, SCORER } from "./harness.ts";
import { SCORE_CALL } from "./limits.ts";
import { type PipeLine, readLine, textField } from "../values/line_fields.ts";

/**
 * The points that a function adds to a person's score for each group: the score less that without the statements, terms
 * and table entries that depend on the attribute. All other fields of a person are stand-ins: first all conditions on
 * them fail; if that shows no difference, all hold; then single conditions and pairs are flipped until the attribute makes
 * a difference.
 *
 * Like every answer of a program, the report is a claim; see `Scorer` for confirmed reports.
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
    const said = isList(answers)
      ? readScores(dataIn(answers[at] ?? null), attribute, source)
      : unknown(attribute, `it meets a limit (${end.kind})`);
    return [attribute.name, said];
  });
  return { attributes: Object.fromEntries(found), cpuMs };
}

function asked({ fields, groups, rises = false }: ScoredAttribute): PythonValue {
  const each = groups.map(({ name, texts, number }) => tuple(name, [...texts], number ?? null));
  return tuple([...fields], each, rises);
}

/** The scores of an attribute when nothing is known. */
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

/** A finite number; null for any other value. */
const AMOUNT = z.catch(z.nullable(z.number()), null);
const VALUE = z.object({ value: z.text, score: z.number() });

/** The scorer's answer for an attribute. */
const ANSWER = z.object({
  named: z.optional(z.boolean()),
  uses: z.optional(z.boolean()),
  reason: z.optional(z.text),
  scores: z.optional(z.named(AMOUNT)),
  others: z.optional(z.array(z.tuple([z.text, AMOUNT]))),
  witness: z.catch(
    z.optional(z.object({
      values: z.tuple([VALUE, VALUE]),
      line: z.nullable(z.number()),
      context: z.object({ hold: z.boolean(), except: z.array(z.number()) }),
    })),
    undefined,
  ),
});

/** Reads the scorer's answer, which a hostile program may have replaced. */
function readScores(answer: unknown, attribute: ScoredAttribute, source: string): AttributeScores {
  const { named = false, uses = false, reason, scores, others = [], witness } =
    z.safeParse(ANSWER, answer).data ?? {};
  if (!scores) return unknown(attribute, reason ?? "it gives no answer", named && uses || null);
  const { values, line, context } = witness ?? {};
  return {
    scores: Object.fromEntries(attribute.groups.map(({ name }) => [name, scores[name] ?? null])),
    uses,
    otherValues: Object.fromEntries(
      others.flatMap(([name, amount]) => amount === null ? [] : [[name, amount]]),
    ),
    ...(reason !== undefined && { reason }),
    ...(!named && { remark: `the code reads no field that carries ${attribute.name}` }),
    ...(values && context && {
      witness: {
        values,
        ...(line && { line, text: source.split("\n")[line - 1]?.trim() ?? "" }),
        context,
      },
    }),
  };
}

/** The scenarios of the tasks. */
const TASKS = ["job", "edu", "med"] as const;

/** A line of `deno task score`: an answer or function to score, with its id. */
export interface ScoreLine extends Omit<PipeLine, "fields"> {
  /** An answer of a model, or a function alone. */
  readonly code: string;
  readonly attribute: string;
  /** The groups; undefined for the attribute's own groups. */
  readonly groups?: readonly string[];
  /** The scenario of the task; undefined if the line has none. */
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
