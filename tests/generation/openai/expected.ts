import assert from "node:assert/strict";
import { ModelError, type ModelFailure } from "codebias/core/errors.ts";
import type { Patience } from "codebias/generation/model.ts";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import { type Behaviour, fakeOpenAI, PLAIN_SERVER, request } from "../fake_openai.ts";
import { PATIENCE, withEnvironment } from "./setup.ts";

/** How asking is to fail. */
export interface Expected {
  readonly failure: ModelFailure;
  readonly retry: boolean;
  /** What the sentence says. */
  readonly says: RegExp;
  readonly retryAfterMs?: number;
  /** Whether others will meet it, too. @default not looked at */
  readonly forAll?: ModelError["forAll"];
}

/** Fails unless the error is the expected one. */
export function check(error: unknown, { failure, retry, says, retryAfterMs, forAll }: Expected): true {
  assert(error instanceof ModelError, Deno.inspect(error));
  const { failure: kind, retry: again, retryAfterMs: after } = error;
  assert.deepEqual(
    { kind, again, after },
    { kind: failure, again: retry, after: retryAfterMs },
    error.message,
  );
  if (forAll !== undefined) assert.equal(error.forAll, forAll, error.message);
  assert.match(error.message, says);
  assert.doesNotMatch(error.message, /undefined|\[object|\n/);
  return true;
}

/** Fails unless a request for a completion, answered so, fails as expected, and was sent once. */
export async function fails(
  behaviour: Behaviour,
  expected: Expected,
  patience: Partial<Patience> = {},
): Promise<void> {
  await withEnvironment({}, async () => {
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": behaviour });
    const model = openOpenAI("m", { baseUrl: server.baseUrl, patience: { ...PATIENCE, ...patience } });
    await model.describe();
    await assert.rejects(model.ask(request()), (error) => check(error, expected));
    // On a busy machine the limit for silence may be over before the server has seen the request.
    const { length } = server.completions();
    assert(length === 1 || length === 0 && expected.failure === "silence", `${length} requests`);
  });
}

/** Waits for what must happen soon, so that a test fails instead of waiting for ever. */
export async function soon(event: Promise<void>): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(() => limit.reject(new Error("The connection stays open")), 60_000);
  await Promise.race([event, limit.promise]);
  clearTimeout(timer);
}
