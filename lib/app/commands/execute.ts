/**
 * `deno task execute`: the sandbox as a pipe. NDJSON in, one program a line; NDJSON out, in the same order.
 *
 * @module
 */

import { hash } from "node:crypto";
import { readRequest, type RequestLine } from "../../execution/request_line.ts";
import { executeTwice } from "../../execution/repeat.ts";
import { openSandbox } from "../../execution/sandbox.ts";
import { runCommand } from "../command_line/command.ts";
import { pipe } from "../command_line/pipe.ts";
import { projectSandbox } from "../../store/environment.ts";
import type { Execution, Outcome } from "../../core/types.ts";
import { decode, toJson, typeName } from "../../values/mod.ts";

const execute = pipe({
  name: "execute",
  usage: "< programs.ndjson > answers.ndjson",
  about: `
Runs Python programs in the sandbox. Each line of standard input is a program with its calls,
  {"id": 1, "source": "def add(a, b): return a + b", "entryPoint": "add", "calls": [{"args": [1, 2.0]}]}
and each line of standard output an answer, in the same order, as soon as it is ready,
  {"id":1,"outcomes":[{"kind":"returned","value":3.0,"type":"float","cpuMs":0.01}],"program":{…}}
A bad line gives {"line":…,"error":…}, and in the end exit status 1. docs/pipes.md has the fields.`,
  async open(_, use) {
    const sandbox = await use(() => openSandbox(projectSandbox()));
    return {
      read: readRequest,
      answer: async ({ request }: RequestLine) =>
        answerTexts(request.program.source, await executeTwice(sandbox, request)),
    };
  },
});

/** The parts of an answer's text, made one after another, since the whole text may be too long for a string. */
function* answerTexts(
  source: string,
  { outcomes, program: { idle: _, ...report } }: Execution,
): Generator<string> {
  yield '{"outcomes":[';
  for (const [index, outcome] of outcomes.entries()) {
    if (index > 0) yield ",";
    yield outcomeText(outcome);
  }
  const sha256 = hash("sha256", source);
  yield `],"program":${JSON.stringify({ ...report, sha256 })}}`;
}

function outcomeText(outcome: Outcome): string {
  const { cpuMs, mutated } = outcome;
  if (outcome.kind !== "returned") return JSON.stringify({ ...outcome, idle: undefined });
  try {
    const value = decode(outcome.value);
    const rest = JSON.stringify({ type: typeName(value), cpuMs, mutated }).slice(1);
    return `{"kind":"returned","value":${toJson(value)},${rest}`;
  } catch (error) {
    // The encoding is well-formed; only an int too large for a BigInt or a text too long for a string can fail.
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    return JSON.stringify({ kind: "output-limit", message: "the value's JSON text is too long", cpuMs });
  }
}

if (import.meta.main) await runCommand(execute);
