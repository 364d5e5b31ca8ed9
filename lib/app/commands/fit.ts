/**
 * `deno task fit`: the complexity of series and programs as a pipe. NDJSON in, NDJSON out, in the same order.
 *
 * @module
 */

import { complexityOf } from "../../complexity/ours.ts";
import { fitByAuthorsRule } from "../../complexity/authors_rule.ts";
import type { Series } from "../../complexity/series.ts";
import { type PipeLine, readLine, textField } from "../../values/line_fields.ts";
import { openSandbox, type Sandbox } from "../../execution/sandbox.ts";
import { oneOf, runCommand } from "../command_line/command.ts";
import { pipe } from "../command_line/pipe.ts";
import { complexityOfProgram } from "../../run/profile.ts";
import { projectSandbox } from "../../store/environment.ts";
import type { ProfiledProgram } from "../../core/types.ts";
import { type ExactJson, JsonFloat } from "../../values/mod.ts";

const RULES = ["ours", "published"] as const;
type Rule = (typeof RULES)[number];

const fit = pipe({
  name: "fit",
  usage: "[--rule ours|published] < lines.ndjson > answers.ndjson",
  about: `
Says which complexity class fits costs at growing sizes. Each line of standard input is a series,
  {"id": 1, "n": [100, 200, 400, 800, 1600], "t": [0.011, 0.021, 0.041, 0.083, 0.162]}
or a program, which is measured in the sandbox,
  {"id": 2, "source": "def f(x): return sorted(x)", "entryPoint": "f", "generator": "def make(n): return [[…]]"}
and each line of standard output an answer, in the same order, as soon as it is ready,
  {"id":1,"class":"linear","set":["linear"],"score":3,"coefficients":{"constant":0.001,"linear":0.0001}}
The class is null, with a reason, where it is not clear. docs/pipes.md has the fields.`,
  options: { rule: "RULE  ours (default), or published: what the authors' scripts would say" },
  open({ rule: typed = "ours" }, use) {
    const rule = oneOf("rule", typed, RULES);
    let opening: Promise<Sandbox> | undefined; // opened for the first program, as series need no sandbox
    const sandbox = () => opening ??= use(() => openSandbox(projectSandbox()));
    return {
      read: (text) => readLine(text, ["n", "t", "source", "entryPoint", "generator"]),
      namesWrong: true,
      answer: async ({ fields }: PipeLine) => {
        const asked = questionOf(fields);
        return JSON.stringify(
          "n" in asked ? ofSeries(asked, rule) : await ofProgram(asked, rule, await sandbox()),
        );
      },
    };
  },
});

/** The answer to a line; its `set` are the classes that are not excluded. */
function ofSeries(series: Series, rule: Rule) {
  if (rule === "ours") return fitOf(complexityOf(series));
  const found = fitByAuthorsRule(series);
  if ("reason" in found) {
    return { class: null, set: [], score: null, coefficients: null, reason: found.reason };
  }
  const { class: name, score, coefficients } = found;
  return { class: name, set: [name], score, coefficients };
}

async function ofProgram(program: ProfiledProgram, rule: Rule, sandbox: Sandbox) {
  const { profile, ...found } = await complexityOfProgram(sandbox, program);
  return rule === "published" && profile
    ? ofSeries({ n: profile.n, t: profile.seconds }, rule)
    : fitOf(found);
}

/** The answer of this project's rule, with only the coefficients of the class. */
function fitOf({ class: name, set, score, fits, reason }: ReturnType<typeof complexityOf>) {
  const coefficients = fits.find((fit) => fit.class === name)?.coefficients ?? null;
  return { class: name, set, score, coefficients, reason };
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
