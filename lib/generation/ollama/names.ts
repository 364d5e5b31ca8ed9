/** The parts of a name that may be left out, as Ollama fills them in. */
const DEFAULTS = { host: "registry.ollama.ai", namespace: "library", tag: "latest" };

const NAME =
  /^(?:(?:(?:https?:\/\/)?(\w[\w.:-]{0,349})\/)?(\w[\w-]{0,79})\/)?(\w[\w.-]{0,79})(?::(\w[\w.-]{0,79}))?$/;

/**
 * The whole name of a model, with which names can be compared: Ollama ignores case and fills in what is left out.
 *
 * @param name `model`, `model:tag`, `namespace/model:tag` or `host/namespace/model:tag`.
 * @throws {RangeError} If Ollama accepts no such name.
 *
 * @example
 * ```ts
 * import { wholeName } from "codebias/generation/ollama/names.ts";
 * import assert from "node:assert/strict";
 * assert.equal(wholeName("Llama3.2"), "registry.ollama.ai/library/llama3.2:latest");
 * assert.equal(wholeName("hf.co/ann/model-GGUF:Q4_K_M"), "hf.co/ann/model-gguf:q4_k_m");
 * ```
 */
export function wholeName(name: string): string {
  const match = NAME.exec(name);
  if (!match) {
    throw new RangeError(
      `Cannot name an Ollama model ${JSON.stringify(name)}: expected [[host/]namespace/]model[:tag] ` +
        "of letters, digits and . _ -, e.g. qwen2.5-coder:7b",
    );
  }
  const [, host = DEFAULTS.host, namespace = DEFAULTS.namespace, model, tag = DEFAULTS.tag] = match;
  return `${host}/${namespace}/${model}:${tag}`.toLowerCase();
}

/** Whether two names mean the same model to a server; an invalid name is like no other. */
export function sameModel(one: string, other: string): boolean {
  return NAME.test(one) && NAME.test(other) && wholeName(one) === wholeName(other);
}
