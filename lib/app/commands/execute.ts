/**
 * `deno task execute`: the sandbox as a pipe. NDJSON in, one program a line; NDJSON out, in the same order.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { readRequest } from "../../execution/request_line.ts";
import { executeTwice } from "../../execution/repeat.ts";
import { openSandbox } from "../../execution/sandbox.ts";
import { answerInput, tellRemarks, usageOr } from "../notebook/answer_input.ts";
import { runCommand } from "../notebook/command_line.ts";
import { requireSetUp } from "../setup/ready.ts";
import { projectSandbox } from "../../store/environment.ts";
import { paths } from "../../store/paths.ts";
import type { Execution, Outcome } from "../../core/types.ts";
import { decode, toJson, typeName } from "../../values/mod.ts";

const USAGE = `Usage: deno task execute < programs.ndjson > answers.ndjson

Runs Python programs in the sandbox. Each line of standard input is a program with its calls,
  {"id": 1, "source": "def add(a, b): return a + b", "entryPoint": "add", "calls": [{"args": [1, 2.0]}]}
and each line of standard output an answer, in the same order, as soon as it is ready,
  {"id":1,"outcomes":[{"kind":"returned","value":3.0,"type":"float","cpuMs":0.01}],"program":{…}}
A bad line gives {"line":…,"error":…}, and in the end exit status 1. README.md has the fields.
`;

async function execute(args: string[]): Promise<boolean> {
  const given = args.filter((argument) => argument !== "-h" && argument !== "--help");
  if (given.length > 0) {
    throw new RangeError(
      `deno task execute takes no arguments, but was given ${given.join(" ")}: it reads standard input`,
    );
  }
  return await usageOr(USAGE, args.length > 0, async () => {
    await requireSetUp(paths.environment, { notebooks: false });
    await using sandbox = await openSandbox(projectSandbox());
    return await answerInput(async (text) => {
      const line = readRequest(text);
      const { id, request } = line;
      tellRemarks(line);
      const sha256 = createHash("sha256").update(request.program.source).digest("hex");
      return answerTexts({ id, sha256, execution: await executeTwice(sandbox, request) });
    });
  });
}

/** The answer to a line. */
interface Answer {
  readonly id: string;
  readonly sha256: string;
  readonly execution: Execution;
}

/** The parts of an answer's text, each made when needed: all together may be too long for a string. */
function* answerTexts(answer: Answer): Generator<string> {
  const { id, sha256, execution: { outcomes, program: { idle: _, ...report } } } = answer;
  yield `{"id":${id},"outcomes":[`;
  for (const [index, outcome] of outcomes.entries()) {
    if (index > 0) yield ",";
    yield outcomeText(outcome);
  }
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
    // The encoding is well-formed: what can fail is an int too large for a BigInt, a text too long for a string.
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    return JSON.stringify({ kind: "output-limit", message: "the value's JSON text is too long", cpuMs });
  }
}

if (import.meta.main) await runCommand(execute);
