/**
 * `deno task fit`: the complexity of series and programs as a pipe. NDJSON in, NDJSON out, in the same order.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { complexityOf } from "../../complexity/ours.ts";
import { fitByAuthorsRule } from "../../complexity/authors_rule.ts";
import type { Series } from "../../complexity/series.ts";
import { readLine, textField } from "../../values/line_fields.ts";
import { openSandbox, type Sandbox } from "../../execution/sandbox.ts";
import { unknownName } from "../../core/nearest.ts";
import { answerInput, BadLine, tellRemarks, usageOr } from "../notebook/answer_input.ts";
import { runCommand } from "../notebook/command_line.ts";
import { complexityOfProgram } from "../../run/profile.ts";
import { requireSetUp } from "../setup/ready.ts";
import { projectSandbox } from "../../store/environment.ts";
import { paths } from "../../store/paths.ts";
import type { ProfiledProgram } from "../../core/types.ts";
import { type ExactJson, JsonFloat } from "../../values/mod.ts";

const USAGE = `Usage: deno task fit [--rule ours|published] < lines.ndjson > answers.ndjson

Says which complexity class fits costs at growing sizes. Each line of standard input is a series,
  {"id": 1, "n": [100, 200, 400, 800, 1600], "t": [0.011, 0.021, 0.041, 0.083, 0.162]}
or a program, which is measured in the sandbox,
  {"id": 2, "source": "def f(x): return sorted(x)", "entryPoint": "f", "generator": "def make(n): return [[…]]"}
and each line of standard output an answer, in the same order, as soon as it is ready,
  {"id":1,"class":"linear","set":["linear"],"score":3,"coefficients":{"constant":0.001,"linear":0.0001}}
The class is null, with a reason, where it is not clear. README.md has the fields.

  --rule RULE  ours (default), or published: what the authors' scripts would say
  -h, --help   this text
`;

type Rule = "ours" | "published";

const RULES: readonly Rule[] = ["ours", "published"];

async function fit(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      rule: { type: "string", default: "ours" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const rule = RULES.find((name) => name === values.rule);
  if (!rule) throw unknownName("rule", values.rule, RULES);
  return await usageOr(USAGE, values.help, async () => {
    await using machine = new Machine();
    return await answerInput(async (text) => [await answerTo(text, rule, machine)]);
  });
}

/** The sandbox, opened for the first program; series need none. */
class Machine implements AsyncDisposable {
  #opening?: Promise<Sandbox>;

  sandbox(): Promise<Sandbox> {
    return this.#opening ??= this.#open();
  }

  async #open(): Promise<Sandbox> {
    await requireSetUp(paths.environment, { notebooks: false });
    return await openSandbox(projectSandbox());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const [opened] = await Promise.allSettled([this.#opening]);
    if (opened.status === "fulfilled") await opened.value?.[Symbol.asyncDispose]();
  }
}

/** The answer to a line. */
interface Fit {
  readonly class: string | null;
  /** Classes that are not excluded. */
  readonly set: readonly string[];
  readonly score: number | null;
  readonly coefficients: Readonly<Record<string, number>> | null;
  readonly reason?: string;
}

const FIELDS = ["n", "t", "source", "entryPoint", "generator"];

async function answerTo(text: string, rule: Rule, machine: Machine): Promise<string> {
  const line = readLine(text, FIELDS);
  const { id, fields } = line;
  tellRemarks(line);
  try {
    const asked = questionOf(fields);
    const fit = "n" in asked ? ofSeries(asked, rule) : await ofProgram(asked, rule, machine);
    return `{"id":${id},${JSON.stringify(fit).slice(1)}`;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new BadLine(error.message, id, { cause: error });
  }
}

function ofSeries(series: Series, rule: Rule): Fit {
  if (rule === "ours") {
    const { class: name, set, score, fits, reason } = complexityOf(series);
    return { class: name, set, score, coefficients: name && coefficientsOf(fits, name), reason };
  }
  const found = fitByAuthorsRule(series);
  if ("reason" in found) return nothing(found.reason);
  const { class: name, score, coefficients } = found;
  return { class: name, set: [name], score, coefficients };
}

async function ofProgram(program: ProfiledProgram, rule: Rule, machine: Machine): Promise<Fit> {
  const { class: name, set, score, fits, reason, profile } = await complexityOfProgram(
    await machine.sandbox(),
    program,
  );
  if (rule === "published" && profile) return ofSeries({ n: profile.n, t: profile.seconds }, rule);
  return { class: name, set, score, coefficients: name && coefficientsOf(fits, name), reason };
}

function nothing(reason: string): Fit {
  return { class: null, set: [], score: null, coefficients: null, reason };
}

function coefficientsOf(
  fits: readonly { readonly class: string; readonly coefficients: Readonly<Record<string, number>> }[],
  name: string,
): Readonly<Record<string, number>> | null {
  return fits.find((fit) => fit.class === name)?.coefficients ?? null;
}

type Fields = ReadonlyMap<string, ExactJson>;

/** Parses a line. @throws {TypeError} Names the field that is missing or wrong. */
function questionOf(fields: Fields): Series | ProfiledProgram {
  if (fields.has("n") || fields.has("t")) return { n: numbers(fields, "n"), t: numbers(fields, "t") };
  if (!fields.has("source")) {
    throw new TypeError(`a line must have "n" and "t", or "source", "entryPoint" and "generator"`);
  }
  return {
    source: textField(fields, "source"),
    entryPoint: textField(fields, "entryPoint"),
    generator: textField(fields, "generator"),
  };
}

function plainNumber(json: ExactJson): number | undefined {
  if (typeof json === "number" || typeof json === "bigint") return Number(json);
  return json instanceof JsonFloat ? json.value : undefined;
}

function numbers(fields: Fields, name: string): number[] {
  const value = fields.get(name);
  const plain = Array.isArray(value) ? value.map(plainNumber) : [undefined];
  if (plain.every((item) => item !== undefined)) return plain;
  throw new TypeError(`"${name}" must be a list of numbers`);
}

if (import.meta.main) await runCommand(fit);
