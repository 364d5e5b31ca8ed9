import type { Model } from "codebias/generation/model.ts";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import { type FakeOpenAI, fakeOpenAI, says, type Script } from "../fake_openai.ts";

/** Where nothing is to be silent; generous, as machines may be busy. */
export const PATIENCE = { connectMs: 60_000, firstTokenMs: 60_000, idleMs: 60_000 };

/** Variables that the client reads. */
const VARIABLES = [
  "OPENAI_API_KEY",
  "CODEBIAS_API_KEY",
  "OPENAI_BASE_URL",
  "OPENAI_ORG_ID",
  "OPENAI_LOG",
] as const;

/**
 * Runs a test with these variables of the environment and no others that the client reads. Fails if anything is
 * written to the console.
 */
export async function withEnvironment(
  variables: Readonly<Partial<Record<typeof VARIABLES[number], string>>>,
  test: () => Promise<void>,
): Promise<void> {
  const before = VARIABLES.map((name) => [name, Deno.env.get(name)] as const);
  const set = (name: string, value?: string) =>
    value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
  const printed: unknown[] = [];
  const methods = ["debug", "error", "info", "log", "warn"] as const;
  const consoles = methods.map((name) => console[name]);
  try {
    for (const name of VARIABLES) set(name, variables[name]);
    for (const name of methods) {
      console[name] = (...words: unknown[]) => {
        if (!/^Deno\.serve: /.test(String(words[0]))) printed.push(words); // a remark on the fake server's own signals
      };
    }
    await test();
  } finally {
    for (const [name, value] of before) set(name, value);
    methods.forEach((name, index) => console[name] = consoles[index]);
  }
  if (printed.length > 0) throw new Error(`The client wrote to the console: ${Deno.inspect(printed)}`);
}

/** Runs a test with a model on a fake server. */
export function withModel(
  script: Script,
  test: (model: Model, server: FakeOpenAI) => Promise<void>,
  name = "m",
): Promise<void> {
  return withEnvironment({}, async () => {
    await using server = fakeOpenAI({ "/v1/chat/completions": says("a"), ...script });
    await test(openOpenAI(name, { baseUrl: server.baseUrl, patience: PATIENCE }), server);
  });
}
