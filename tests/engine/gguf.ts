import { type GgufVocabulary, ggufVocabulary, inexpressible } from "./gguf_vocabulary.ts";
import { ggufBytes, type GgufTensor, type GgufValue } from "./gguf_file.ts";
import {
  type Branches,
  type CalibrationSpec,
  END,
  fragmentName,
  startName,
} from "codebias/calibration/spec.ts";

/**
 * Log-probability of a token that is no branch. Finite, as engines may turn infinite ones into NaN; e to this power is
 * 0 in single precision up to temperature 9, so that nothing leaks; and half precision can still hold it.
 */
const NEVER = -1000;

/** Width of a head: attention kernels of all engines know it. */
const HEAD = 64;

const EPSILON = 1e-12;

/** The last message alone, so that the prompt ends with its last line whatever came before. */
const CHAT_TEMPLATE =
  "{% for message in messages %}{% if loop.last %}{{ message['content'] }}{% endif %}{% endfor %}";

/** How to write a spec as GGUF. */
export interface GgufOptions {
  /**
   * Whether to leave out a declared spread between tasks, which no engine can follow: every task then has the mean.
   * @default false
   */
  readonly withoutSpread?: boolean;
  /** Longest prompt and completion together, tokens; a prompt has a token a byte. @default 32,768 */
  readonly contextTokens?: number;
}

/**
 * The GGUF form of a spec: a file that llama.cpp and Ollama run as a language model, with the declared probabilities.
 * SYNTHETIC, as its metadata say.
 *
 * A llama of one layer whose attention and feed-forward weights are all 0, so that the next token depends on the last one
 * alone. The last token's embedding is one-hot for its state, the final normalisation leaves it as it is, and the output
 * weights of that state are the log-probabilities of its branches. Each fragment is one token; so is each `lastLine`.
 * Every other byte of a prompt leads to the default start.
 *
 * Where this differs from the other forms: a prompt that ends with the text of a `lastLine` starts there also if other
 * text stands before it in that line, one that ends with a fragment's text goes on from this fragment, the engine decides
 * which of equally probable branches goes first where the settings keep only some, it counts the end as a token of the
 * completion, and its guard against repetition may end long cycles.
 *
 * @param spec Its starts may look at `lastLine` alone.
 * @throws {RangeError} If the spec has what this form cannot express; names the start or fragment.
 *
 * @example
 * ```ts
 * import { compileGguf } from "./gguf.ts";
 * import { readSpec } from "codebias/calibration/spec.ts";
 * import assert from "node:assert/strict";
 * const spec = readSpec({
 *   name: "one",
 *   synthetic: true,
 *   fragments: { one: { text: "return 1", next: { end: 1 } } },
 *   starts: [{ next: { one: 1 } }],
 * });
 * assert(compileGguf(spec).length > 100_000);
 * ```
 */
export function compileGguf(
  spec: CalibrationSpec,
  { withoutSpread = false, contextTokens = 32_768 }: GgufOptions = {},
): Uint8Array<ArrayBuffer> {
  if (!(Number.isSafeInteger(contextTokens) && contextTokens >= 1 && contextTokens < 2 ** 31)) {
    throw new RangeError(
      `Cannot write a context of ${contextTokens} tokens: expected an integer of at least 1`,
    );
  }
  checkExpressible(spec, withoutSpread);
  const vocabulary = ggufVocabulary(spec);
  const width = HEAD * Math.ceil(vocabulary.states / HEAD);
  return ggufBytes({
    metadata: metadataOf(spec, vocabulary, { width, contextTokens }),
    tensors: tensorsOf(spec, vocabulary, width),
  });
}

function checkExpressible({ starts, fragments }: CalibrationSpec, withoutSpread: boolean): void {
  for (const [at, { when = {} }] of starts.entries()) {
    for (const field of Object.keys(when)) {
      if (field !== "lastLine") {
        throw inexpressible(startName(at), `"${field}"; it can tell prompts apart by "lastLine" alone`);
      }
    }
  }
  const places = [
    ...starts.map(({ spread }, at) => [startName(at), spread] as const),
    ...Object.entries(fragments).map(([id, { spread }]) => [fragmentName(id), spread] as const),
  ];
  const spreading = places.find(([, spread]) => spread !== undefined);
  if (spreading && !withoutSpread) {
    throw inexpressible(spreading[0], `"spread"; compile it "withoutSpread" if the mean over tasks will do`);
  }
}

function metadataOf(
  spec: CalibrationSpec,
  { tokens, tokenOf }: GgufVocabulary,
  { width, contextTokens }: { readonly width: number; readonly contextTokens: number },
): Record<string, GgufValue> {
  const end = { uint32: tokenOf.get(END)! };
  return {
    "general.architecture": { string: "llama" },
    "general.name": { string: `SYNTHETIC calibration model ${spec.name}` },
    "general.description": {
      string:
        "SYNTHETIC: declared probabilities of code fragments, not a trained model. Nothing it writes is a finding.",
    },
    "general.file_type": { uint32: 0 },
    "llama.context_length": { uint32: contextTokens },
    "llama.embedding_length": { uint32: width },
    "llama.block_count": { uint32: 1 },
    "llama.feed_forward_length": { uint32: HEAD },
    "llama.attention.head_count": { uint32: width / HEAD },
    "llama.attention.head_count_kv": { uint32: width / HEAD },
    "llama.attention.layer_norm_rms_epsilon": { float32: EPSILON },
    "llama.rope.dimension_count": { uint32: HEAD },
    "llama.vocab_size": { uint32: tokens.length },
    "tokenizer.ggml.model": { string: "gpt2" },
    // The pre-tokenizer decides whether spaces before punctuation survive; this one leaves text as it is.
    "tokenizer.ggml.pre": { string: "qwen2" },
    "tokenizer.ggml.tokens": { strings: tokens.map(({ text }) => text) },
    "tokenizer.ggml.token_type": { int32s: tokens.map(({ kind }) => kind) },
    "tokenizer.ggml.merges": { strings: [] },
    "tokenizer.ggml.bos_token_id": end,
    "tokenizer.ggml.eos_token_id": end,
    "tokenizer.ggml.add_bos_token": { bool: false },
    "tokenizer.ggml.add_space_prefix": { bool: false },
    "tokenizer.chat_template": { string: CHAT_TEMPLATE },
  };
}

function tensorsOf(spec: CalibrationSpec, vocabulary: GgufVocabulary, width: number): GgufTensor[] {
  const { tokens } = vocabulary;
  const embedding = new Float32Array(width * tokens.length);
  for (const [at, { state }] of tokens.entries()) embedding[width * at + state] = 1;
  const zeros = (name: string, ...shape: [number, number]) => ({
    name,
    shape,
    data: new Float32Array(shape[0] * shape[1]),
  });
  const all = (name: string, value: number) => ({
    name,
    shape: [width],
    data: new Float32Array(width).fill(value),
  });
  return [
    { name: "token_embd.weight", shape: [width, tokens.length], data: embedding },
    all("blk.0.attn_norm.weight", 1),
    ...["attn_q", "attn_k", "attn_v", "attn_output"].map((part) =>
      zeros(`blk.0.${part}.weight`, width, width)
    ),
    all("blk.0.ffn_norm.weight", 1),
    zeros("blk.0.ffn_gate.weight", width, HEAD),
    zeros("blk.0.ffn_up.weight", width, HEAD),
    zeros("blk.0.ffn_down.weight", HEAD, width),
    // A one-hot vector is divided by its root mean square, 1 / sqrt(width).
    all("output_norm.weight", 1 / Math.sqrt(width)),
    { name: "output.weight", shape: [width, tokens.length], data: outputOf(spec, vocabulary, width) },
  ];
}

function outputOf(spec: CalibrationSpec, vocabulary: GgufVocabulary, width: number): Float32Array {
  const { tokens, tokenOf, stateOf, startStates } = vocabulary;
  const output = new Float32Array(width * tokens.length).fill(NEVER);
  const declare = (state: number, next: Branches) => {
    for (const [target, p] of Object.entries(next)) {
      output[width * tokenOf.get(target)! + state] = Math.log(p);
    }
  };
  for (const [at, { next }] of spec.starts.entries()) declare(startStates[at], next);
  for (const [id, { next }] of Object.entries(spec.fragments)) declare(stateOf.get(id)!, next);
  return output;
}
