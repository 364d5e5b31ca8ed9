import type { Executor } from "../core/types.ts";
import type {
  FunctionalEnd,
  FunctionalReport,
  FunctionalSubject,
  TestedField,
  TestedValue,
} from "../core/types/functional_test.ts";
import * as z from "../core/fields.ts";
import { dataIn, decode, dict, encode, float, type PythonValue, tuple } from "../values/mod.ts";
import { askHarness, endOf, FUNCTIONAL_TESTER } from "./harness.ts";
import { SCORE_CALL } from "./limits.ts";

/**
 * The scores that a function returns for people made for its task.
 *
 * Tasks do not specify how fields are represented, so it searches for a convention with which the function raises no
 * exception; then, field by field and with all others at their worst, middle and best values, for a convention by which the
 * score rises. A person is an object and a dict at once; a field is found by any name that contains its words.
 *
 * Like every answer of a program, the report is a claim.
 *
 * @throws {SandboxError} If the sandbox fails.
 */
export async function functionalTestOnce(
  executor: Executor,
  { source, functionName, className, test }: FunctionalSubject,
  signal?: AbortSignal,
): Promise<FunctionalReport> {
  const { fillers, families, ranks } = test.words;
  const rankOf = dict(Object.fromEntries(Object.entries(ranks).map(([word, rank]) => [word, float(rank)])));
  const words = tuple([...fillers], families.map((family) => [...family]), rankOf);
  const args = encode(tuple(source, functionName, className ?? null, test.fields.map(asked), words));
  const calls = [{ args, seed: 0 }];
  const request = { harness: FUNCTIONAL_TESTER, entryPoint: "examine", calls, limits: SCORE_CALL };
  const end = endOf(await askHarness(executor, request, signal), "test a function");
  const found = end.kind === "returned" ? dataIn(decode(end.value)) : undefined;
  // A hostile program may have put anything in the place of a report.
  return z.safeParse(REPORT, found).data ?? { kind: "stopped", end: "limit", about: end.kind };
}

function asked({ names, rises, ladders }: TestedField): PythonValue {
  const each = ladders.map(({ convention, values }) => tuple(convention, values.map(valueOf)));
  return tuple([...names], rises, each);
}

function valueOf(value: TestedValue): PythonValue {
  if (typeof value === "number") return Number.isInteger(value) ? value : float(value);
  return typeof value === "object" ? [...value] : value;
}

const ENDS = [
  "not-loaded",
  "asks-more",
  "unknown-field",
  "raises",
  "no-number",
  "limit",
] as const satisfies readonly FunctionalEnd[];

const FIELD = z.object({
  name: z.text,
  read: z.boolean(),
  convention: z.text,
  falls: z.optional(z.object({
    values: z.tuple([z.text, z.text]),
    scores: z.tuple([z.number(), z.number()]),
  })),
});

/** The schema of the harness's report. */
const REPORT: z.Schema<FunctionalReport> = z.union([
  z.object({
    kind: z.literal("scores"),
    chain: z.array(z.number()).check(z.minLength(1)),
    steady: z.boolean(),
    fields: z.array(FIELD),
  }),
  z.object({ kind: z.literal("stopped"), end: z.oneOf(ENDS), about: z.text, field: z.optional(z.text) }),
]);
