import type {
  FieldReport,
  FunctionalEnd,
  FunctionalReport,
  FunctionalSubject,
  TestedField,
  TestedValue,
} from "../core/types/functional_test.ts";
import {
  decode,
  dict,
  encode,
  fieldsOf,
  float,
  isList,
  numberOf,
  type PythonValue,
  tuple,
} from "../values/mod.ts";
import { askHarness, endOf, type Executor, FUNCTIONAL_TESTER } from "./harness.ts";
import { FUNCTIONAL_TEST_CALL } from "./limits.ts";

/**
 * What a function returns for people made for its task.
 *
 * Tasks do not say how fields are given, so it looks for a convention that raises nothing; then, field by
 * field and with all others at their worst, middle and best, for one by which the score rises. People are
 * objects and dicts at once; a field answers to any name with its words.
 *
 * Like every answer of a program, this is a claim.
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
  const request = { harness: FUNCTIONAL_TESTER, entryPoint: "examine", calls, limits: FUNCTIONAL_TEST_CALL };
  const end = endOf(await askHarness(executor, request, signal), "test a function");
  const fields = end.kind === "returned" ? fieldsOf(decode(end.value)) : undefined;
  return fields ? readReport(fields) : { kind: "stopped", end: "limit", about: end.kind };
}

function asked({ names, rises, ladders }: TestedField): PythonValue {
  const each = ladders.map(({ convention, values }) => tuple(convention, values.map(valueOf)));
  return tuple([...names], rises, each);
}

function valueOf(value: TestedValue): PythonValue {
  if (typeof value === "number") return Number.isInteger(value) ? value : float(value);
  return typeof value === "object" ? [...value] : value;
}

const ENDS: readonly string[] = [
  ...["not-loaded", "asks-more", "unknown-field", "raises", "no-number", "limit"] satisfies FunctionalEnd[],
];

/** What the harness returned, or what a hostile program put in its place. */
function readReport(fields: ReadonlyMap<PythonValue, PythonValue>): FunctionalReport {
  const end = fields.get("end");
  const told = fields.get("field");
  const chain = numbersOf(fields.get("chain"));
  if (end === "scores" && chain.length > 0) {
    const each = fields.get("fields");
    const read = (isList(each) ? each : []).flatMap((one) => fieldsOf(one) ?? []).map(readField);
    return { kind: "scores", chain, steady: fields.get("steady") === true, fields: read };
  }
  const why = typeof end === "string" && ENDS.includes(end) ? end as FunctionalEnd : "limit";
  return {
    kind: "stopped",
    end: why,
    about: String(fields.get("about")),
    ...(typeof told === "string" && { field: told }),
  };
}

function readField(fields: ReadonlyMap<PythonValue, PythonValue>): FieldReport {
  const falls = fields.get("falls");
  const [worse, low, better, high] = isList(falls) ? falls : [];
  const scores = numbersOf([low ?? null, high ?? null]);
  return {
    name: String(fields.get("name")),
    read: fields.get("read") === true,
    convention: String(fields.get("convention")),
    ...(scores.length === 2 && {
      falls: { values: [String(worse), String(better)], scores: [scores[0], scores[1]] },
    }),
  };
}

function numbersOf(value: PythonValue | undefined): number[] {
  return isList(value) ? value.flatMap((one) => numberOf(one) ?? []) : [];
}
