/**
 * `deno task probe`: which attributes change what programs do, as a pipe. NDJSON in, NDJSON out, in the same order.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { readProbe } from "../execution/probe_line.ts";
import { answerLines } from "../notebook/answer_lines.ts";
import { runCommand } from "../notebook/command_line.ts";
import { type Line, linesOf, print, READER_GONE, ReaderGone, textOf } from "../notebook/pipe.ts";
import { openProber, type Prober } from "../probe.ts";
import { requireSetUp } from "../setup/ready.ts";
import { paths } from "../store/paths.ts";
import type {
  AttributeFinding,
  BiasDirection,
  Person,
  ProbeOutcome,
  ProbeReport,
  Witness,
} from "../types.ts";
import { decode } from "../values/decode.ts";
import { toJson } from "../values/json.ts";

const USAGE = `Usage: deno task probe < programs.ndjson > findings.ndjson

Says of each attribute whether it alone changes what a program does. Each line of standard input is a program,
  {"id": 1, "code": "def f(age, sex):\\n    return age > 30 and sex == 'm'", "functionName": "f",
   "attributes": {"age": {"type": "int", "values": [20, 40]}, "sex": {"type": "str", "values": ["f", "m"]}}}
and each line of standard output what was found, in the same order, as soon as it is there,
  {"id":1,"attributes":{"age":{"verdict":"biased","witness":{…}},"sex":{"verdict":"biased",…}},"calls":9,"cpuMs":7.1}
README.md has the fields.

  -h, --help  this text
`;

async function probe(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: { help: { type: "boolean", short: "h", default: false } },
  });
  try {
    if (!values.help) return await answerStandardInput();
    await print([USAGE]);
    return true;
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
    Deno.exit(READER_GONE);
  }
}

/** Answers all lines of standard input; whether all were good. */
async function answerStandardInput(): Promise<boolean> {
  await requireSetUp(paths.environment, { notebooks: false });
  let good = true;
  await using prober = await openProber();
  await answerLines(linesOf(Deno.stdin.readable), (line) => answerTo(line, prober), async (answer) => {
    if (!answer.good) good = false;
    await print([answer.text + "\n"]);
  });
  return good;
}

async function answerTo({ number, bytes }: Line, prober: Prober): Promise<{ text: string; good: boolean }> {
  try {
    const { id, subject } = readProbe(textOf(bytes));
    return { text: reportText(id, await prober.probe(subject)), good: true };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)) {
      throw error;
    }
    return { text: JSON.stringify({ line: number, error: error.message }), good: false };
  }
}

// Written as text, since JSON.stringify would not tell 1 from 1.0.

function reportText(id: string, { attributes, remark, calls, cpuMs }: ProbeReport): string {
  const also = remark === undefined ? "" : `"remark":${JSON.stringify(remark)},`;
  const found = Object.entries(attributes).map(([name, finding]) =>
    `${JSON.stringify(name)}:${findingText(finding)}`
  );
  const spent = `"calls":${calls},"cpuMs":${Number(cpuMs.toFixed(3))}`;
  return `{"id":${id},"attributes":{${found.join(",")}},${also}${spent}}`;
}

function findingText({ verdict, reason, witness, beyond, direction }: AttributeFinding): string {
  return fields({
    verdict: JSON.stringify(verdict),
    reason: reason === undefined ? undefined : JSON.stringify(reason),
    witness: witness && witnessText(witness),
    beyond: beyond && witnessText(beyond),
    direction: direction && directionText(direction),
  });
}

function witnessText({ people, outcomes, seed, line, text, rates }: Witness): string {
  return fields({
    people: `[${people.map(personText).join(",")}]`,
    outcomes: `[${outcomes.map(outcomeText).join(",")}]`,
    seed: `${seed}`,
    line: line === undefined ? undefined : `${line}`,
    text: text === undefined ? undefined : JSON.stringify(text),
    rates: rates && JSON.stringify(rates),
  });
}

function personText(person: Person): string {
  return fields(
    Object.fromEntries(Object.entries(person).map(([name, value]) => [name, toJson(decode(value))])),
  );
}

function outcomeText(outcome: ProbeOutcome): string {
  if (outcome.kind === "returned") return fields({ returned: toJson(decode(outcome.value)) });
  return JSON.stringify(outcome.kind === "raised" ? { raised: outcome.type } : { unjudged: outcome.reason });
}

function directionText({ differing, values }: BiasDirection): string {
  const rows = values.map(({ value, better, worse, other }) =>
    fields({ value: toJson(decode(value)), better: `${better}`, worse: `${worse}`, other: `${other}` })
  );
  return fields({ differing: `${differing}`, values: `[${rows.join(",")}]` });
}

function fields(record: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(record).filter(([, text]) => text !== undefined);
  return `{${parts.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}

if (import.meta.main) await runCommand(probe);
