/**
 * `deno task execute`: the sandbox as a pipe. NDJSON in, one program a line; NDJSON out, in the same order.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { readRequest } from "../execution/request_line.ts";
import { executeTwice } from "../execution/repeat.ts";
import { openSandbox } from "../execution/sandbox.ts";
import { setUp } from "../setup/setup.ts";
import { projectSandbox } from "../store/environment.ts";
import { paths } from "../store/paths.ts";
import type { Execution, ExecutionRequest, Outcome } from "../types.ts";
import { decode } from "../values/decode.ts";
import { typeName } from "../values/python_value.ts";
import { toJson } from "../values/json.ts";
import { runCommand } from "../notebook/command_line.ts";

/** Lines read ahead of the oldest unfinished one. */
const AHEAD = 64;

async function execute(): Promise<boolean> {
  await setUp({ environment: paths.environment, notebooks: false });
  await using sandbox = await openSandbox(projectSandbox());
  let good = true;
  const answer = async (text: string, line: number): Promise<string> => {
    try {
      const { id, request } = readRequest(text);
      return answerText(id, request, await executeTwice(sandbox, request));
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)) {
        throw error;
      }
      good = false;
      return JSON.stringify({ line, error: error.message });
    }
  };
  const pending: Promise<string>[] = [];
  let line = 0;
  for await (const text of linesOf(Deno.stdin.readable)) {
    line++;
    if (text.trim() === "") continue;
    pending.push(answer(text, line));
    if (pending.length >= AHEAD) await print(await pending.shift()!);
  }
  for (const text of pending) await print(await text);
  return good;
}

function answerText(id: string, request: ExecutionRequest, { program, outcomes }: Execution): string {
  const sha256 = createHash("sha256").update(request.program.source).digest("hex");
  const report = JSON.stringify({ ...program, sha256 });
  return `{"id":${id},"outcomes":[${outcomes.map(outcomeText)}],"program":${report}}`;
}

function outcomeText(outcome: Outcome): string {
  const { cpuMs } = outcome;
  if (outcome.kind !== "returned") return JSON.stringify(outcome);
  const value = decode(outcome.value);
  return `{"kind":"returned","value":${toJson(value)},"type":${
    JSON.stringify(typeName(value))
  },"cpuMs":${cpuMs}}`;
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (
    const text of stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
  ) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}

async function print(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text + "\n");
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}

if (import.meta.main) await runCommand(execute);
