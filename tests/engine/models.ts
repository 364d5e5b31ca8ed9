/** Models whose distribution is known, for the real server. */

import { createHash } from "node:crypto";
import { compileGguf } from "./gguf.ts";
import { type CalibrationSpec, readSpec } from "codebias/calibration/spec.ts";
import minimal from "../../data/calibration/minimal.json" with { type: "json" };
import type { Ollama } from "./server.ts";

/** The project's own, with a branching and three beginnings. */
export const MINIMAL: CalibrationSpec = readSpec(minimal);

/** Two branchings, and another beginning for prompts that end in `# fair`. No fragment comes twice. */
export const BRANCHES: CalibrationSpec = readSpec({
  name: "branches",
  synthetic: true,
  fragments: {
    open: { text: "def choose(person):\n    return ", next: { gender: 0.3, income: 0.6, score: 0.1 } },
    fair: { text: "def fair(person):\n    return ", next: { income: 0.8, score: 0.2 } },
    gender: { text: 'person["gender"]', next: { end: 0.75, note: 0.25 } },
    income: { text: 'person["income"]', next: { end: 1 } },
    score: { text: 'person["score"]', next: { end: 1 } },
    note: { text: "  # chosen\n", next: { end: 1 } },
  },
  starts: [{ when: { lastLine: "# fair" }, next: { fair: 1 } }, { next: { open: 1 } }],
});

/** One of sixteen texts a token, so that seeds can hardly agree by chance; in practice it never ends. */
export const ENDLESS: CalibrationSpec = readSpec({
  name: "endless",
  synthetic: true,
  fragments: Object.fromEntries(Array.from({ length: 16 }, (_, number) => [
    `line${number}`,
    {
      text: `    total += ${number}\n`,
      // Never itself: servers end an answer that repeats one token.
      next: { ...evenly(16, number, 1 - 1e-9), end: 1e-9 },
    },
  ])),
  starts: [{ next: evenly(16) }],
});

/** At temperature 0, one text for ever. */
export const LOOP: CalibrationSpec = readSpec({
  name: "loop",
  synthetic: true,
  fragments: { again: { text: "pass;", next: { again: 0.999, end: 0.001 } } },
  starts: [{ next: { again: 1 } }],
});

/** The same probability for each line but one. */
function evenly(lines: number, without = -1, whole = 1): Record<string, number> {
  const numbers = Array.from({ length: lines }, (_, number) => number).filter((number) => number !== without);
  return Object.fromEntries(numbers.map((number) => [`line${number}`, whole / numbers.length]));
}

/**
 * Gives a server the GGUF form of a spec, as its documentation says.
 *
 * @param options.contextTokens The longest context that the model says it can have.
 */
export async function importModel(
  server: Ollama,
  spec: CalibrationSpec,
  { name = spec.name, contextTokens = 4096 }: { readonly name?: string; readonly contextTokens?: number } =
    {},
): Promise<void> {
  const bytes = withContext(compileGguf(spec), contextTokens);
  const digest = createHash("sha256").update(bytes).digest("hex");
  // More threads are far slower for so small a model, on a machine that does other things.
  await giveModel(server, { name, digest, file: () => bytes, parameters: { num_thread: 1 } });
}

/**
 * Gives a server a model's file, as its documentation says.
 *
 * @param model.digest SHA-256 of the file, hexadecimal.
 * @param model.file What is sent, if the server does not have it.
 */
export async function giveModel(
  server: Ollama,
  { name, digest, file, parameters }: {
    readonly name: string;
    readonly digest: string;
    readonly file: () => BodyInit;
    readonly parameters: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const blob = `${server.host}/api/blobs/sha256:${digest}`;
  if (await status(fetch(blob, { method: "HEAD" })) !== 200) {
    const stored = await status(fetch(blob, { method: "POST", body: file() }));
    if (stored !== 201) throw new Error(`The server did not take the model: ${stored}`);
  }
  const files = { [`${name.replaceAll(":", "-")}.gguf`]: `sha256:${digest}` };
  const body = JSON.stringify({ model: name, files, parameters });
  const answer = await fetch(`${server.host}/api/create`, { method: "POST", body });
  const last = (await answer.text()).trim().split("\n").at(-1)!;
  if (JSON.parse(last).status !== "success") throw new Error(`The server did not make the model: ${last}`);
}

/** A GGUF file that says another longest context. */
function withContext(bytes: Uint8Array<ArrayBuffer>, tokens: number): Uint8Array<ArrayBuffer> {
  const name = "llama.context_length";
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 65_536)).indexOf(name) + name.length;
  const value = new DataView(bytes.buffer, start + 4); // after the number of its type
  if (value.getUint32(0, true) !== 32_768) throw new Error(`The GGUF form has no ${name} of 32,768`);
  value.setUint32(0, tokens, true);
  return bytes;
}

async function status(answer: Promise<Response>): Promise<number> {
  const response = await answer;
  await response.body?.cancel();
  return response.status;
}
