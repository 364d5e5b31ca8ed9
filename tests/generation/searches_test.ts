import assert from "node:assert/strict";
import { nearestFirst, quote } from "codebias/generation/requests/failures.ts";
import { literalText } from "codebias/generation/ollama/context.ts";
import { stopsOf } from "codebias/generation/ollama/describe.ts";
import { readComplaint } from "codebias/generation/openai/complaint.ts";
import { Key } from "codebias/generation/openai/key.ts";
import { sameModel } from "codebias/generation/openai/description.ts";
import { processorMs } from "../processor_time.ts";

const LONG = 1 << 17;

/** What takes the square of a text's length, or more, where it is not done with care: hours for what a server may send. */
const SEARCHES: Readonly<Record<string, () => unknown>> = {
  "the stop texts of a model": () => stopsOf(`stop a${" ".repeat(LONG)}b\nstop ${" ".repeat(LONG)}\u2028`),
  "a template that is not closed": () => literalText("{{".repeat(LONG)),
  "a template of quotes": () => literalText(`{{ ${'\\"'.repeat(LONG)}\\`),
  "a name of colons": () => sameModel(`${":".repeat(LONG)}/`, "m"),
  "very many names": () => nearestFirst("model", Array.from({ length: LONG }, (_, at) => `m${at}`), 10),
  "a long name": () => nearestFirst("model".repeat(20), ["m".repeat(100 * LONG)], 10),
  "a page of titles": () => readComplaint("<title".repeat(LONG)),
  "words without an end": () => Key.read().redact("a".repeat(LONG)),
  "words of white space": () => quote(`a${" ".repeat(LONG)}b`),
};

for (const [name, search] of Object.entries(SEARCHES)) {
  Deno.test(`${name} takes no time to read`, async () => {
    const ms = await processorMs(search);
    assert(ms < 2_000, `${ms} ms of processor time`);
  });
}
