/**
 * `deno task execute`: the sandbox as a pipe. NDJSON in, one program a line; NDJSON out, in the same order.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { readRequest, type RequestLine } from "../execution/request_line.ts";
import { executeTwice } from "../execution/repeat.ts";
import { openSandbox, type Sandbox } from "../execution/sandbox.ts";
import { runCommand } from "../notebook/command_line.ts";
import { answerLines } from "../notebook/answer_lines.ts";
import { type Line, linesOf, print, READER_GONE, ReaderGone, textOf } from "../notebook/pipe.ts";
import { requireSetUp } from "../setup/ready.ts";
import { projectSandbox } from "../store/environment.ts";
import { paths } from "../store/paths.ts";
import type { Execution, Outcome } from "../types.ts";
import { decode } from "../values/decode.ts";
import { toJson } from "../values/json.ts";
import { typeName } from "../values/python_value.ts";

const USAGE = `Usage: deno task execute < programs.ndjson > answers.ndjson

Runs Python programs in the sandbox. Each line of standard input is a program with its calls,
  {"id": 1, "source": "def add(a, b): return a + b", "entryPoint": "add", "calls": [{"args": [1, 2.0]}]}
and each line of standard output an answer, in the same order, as soon as it is there,
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
  try {
    if (args.length === 0) return await answerStandardInput();
    await print([USAGE]);
    return true;
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
    Deno.exit(READER_GONE); // by now the programs that ran have been stopped
  }
}

/** Answers all lines of standard input; whether all were good. */
async function answerStandardInput(): Promise<boolean> {
  await requireSetUp(paths.environment, { notebooks: false });
  await using sandbox = await openSandbox(projectSandbox());
  let good = true;
  await answerLines(linesOf(Deno.stdin.readable), (line) => answerTo(line, sandbox), async (answer) => {
    if ("error" in answer) good = false;
    await print(answerTexts(answer));
  });
  return good;
}

/** What a line is answered with. */
type Answer = BadLine | { readonly id: string; readonly sha256: string; readonly execution: Execution };

interface BadLine {
  readonly line: number;
  readonly error: string;
}

async function answerTo(line: Line, sandbox: Sandbox): Promise<Answer> {
  const read = readLine(line);
  if ("error" in read) return read;
  const { id, request } = read;
  const sha256 = createHash("sha256").update(request.program.source).digest("hex");
  return { id, sha256, execution: await executeTwice(sandbox, request) };
}

function readLine({ number, bytes }: Line): RequestLine | BadLine {
  try {
    return readRequest(textOf(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)) {
      throw error;
    }
    return { line: number, error: error.message };
  }
}

/** The parts of an answer's text, each made when it is needed: all of them may be longer than a string can be. */
function* answerTexts(answer: Answer): Generator<string> {
  if ("error" in answer) return yield JSON.stringify(answer) + "\n";
  const { id, sha256, execution: { outcomes, program: { idle: _, ...report } } } = answer;
  yield `{"id":${id},"outcomes":[`;
  for (const [index, outcome] of outcomes.entries()) {
    if (index > 0) yield ",";
    yield outcomeText(outcome);
  }
  yield `],"program":${JSON.stringify({ ...report, sha256 })}}\n`;
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
