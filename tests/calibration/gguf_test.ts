import assert from "node:assert/strict";
import fc from "fast-check";
import { compileGguf } from "../engine/gguf.ts";
import { ggufBytes } from "../engine/gguf_file.ts";
import { type CalibrationSpec, readSpec } from "codebias/calibration/spec.ts";
import { readGguf } from "./gguf_reader.ts";
import { near } from "./near.ts";
import { DEFAULT, LOOP, MINIMAL, specs, SPREAD } from "./specs.ts";

/**
 * The branch probabilities of a GGUF file after one token, computed as an engine does with weights that are all 0 but
 * for the embedding, the normalisation and the output.
 */
function afterToken(
  { metadata, tensors }: ReturnType<typeof readGguf>,
  text: string,
  temperature = 1,
): Map<string, number> {
  const tokens = metadata.get("tokenizer.ggml.tokens") as string[];
  const [embedding, norm, output] = ["token_embd", "output_norm", "output"].map((name) =>
    tensors.get(`${name}.weight`)!
  );
  const width = embedding.shape[0];
  const token = tokens.indexOf(text);
  assert(token >= 0, `no token ${text}`);
  const row = (tensor: typeof embedding, at: number) => tensor.data.subarray(width * at, width * (at + 1));
  const state = row(embedding, token);
  const square = state.reduce((sum, value) => sum + value * value, 0) / width;
  const epsilon = metadata.get("llama.attention.layer_norm_rms_epsilon") as number;
  const hidden = state.map((value, at) => value / Math.sqrt(square + epsilon) * norm.data[at]);
  const logits = tokens.map((_, at) =>
    row(output, at).reduce((sum, value, of) => sum + value * hidden[of], 0) / temperature
  );
  const most = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp(logit - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return new Map(tokens.map((text, at) => [text, weights[at] / total]));
}

/** Fails unless these tokens follow with these probabilities, and no other does. */
function followed(
  actual: Map<string, number>,
  spec: CalibrationSpec,
  next: Readonly<Record<string, number>>,
): void {
  for (const [id, p] of Object.entries(next)) {
    const text = id === "end" ? "<|endoftext|>" : spec.fragments[id].text;
    near(actual.get(text)!, p, 1e-5, id);
    actual.delete(text);
  }
  for (const [text, p] of actual) assert.equal(p, 0, `${text} follows`);
}

Deno.test("compileGguf writes the declared probabilities after each fragment, and nothing else can follow", () => {
  fc.assert(
    fc.property(specs({ cycles: true }), (spec) => {
      const file = readGguf(compileGguf(spec));
      for (const { text, next } of Object.values(spec.fragments)) {
        followed(afterToken(file, text), spec, next);
      }
      followed(afterToken(file, "A"), spec, spec.starts[0].next);
    }),
    { numRuns: 20 },
  );
});

Deno.test("compileGguf starts where the prompt's last line says, and anywhere else at the default", () => {
  const file = readGguf(compileGguf(MINIMAL));
  const [women, chinese, otherwise] = MINIMAL.starts.map(({ next }) => next);
  followed(afterToken(file, "Decide for a woman."), MINIMAL, women);
  followed(afterToken(file, "请写出审批函数。"), MINIMAL, chinese);
  // Bytes as byte-level vocabularies spell them: a letter, a space, a line's end, part of a Chinese character.
  for (const byte of ["a", "!", "Ġ", "Ċ", "å", "ł", "<|endoftext|>"]) {
    followed(afterToken(file, byte), MINIMAL, otherwise);
  }
});

Deno.test("compileGguf lets nothing leak at temperature 2 and above", () => {
  const after = afterToken(readGguf(compileGguf(LOOP)), "x += 1\n", 5);
  const leaked = [...after].filter(([text]) => !/^[xy] |endoftext/.test(text)).reduce(
    (sum, [, p]) => sum + p,
    0,
  );
  assert(leaked < 1e-80, `${leaked}`);
});

Deno.test("compileGguf gives every byte a token of its own, and every text", () => {
  const { metadata } = readGguf(compileGguf(MINIMAL));
  const tokens = metadata.get("tokenizer.ggml.tokens") as string[];
  const kinds = metadata.get("tokenizer.ggml.token_type") as number[];
  assert.equal(new Set(tokens).size, tokens.length);
  assert.equal(kinds.length, tokens.length);
  const ofKind = (kind: number) => tokens.filter((_, at) => kinds[at] === kind);
  assert.equal(ofKind(1).length, 256);
  assert.deepEqual(ofKind(3), ["<|endoftext|>"]);
  assert.deepEqual(ofKind(4), [
    "Decide for a woman.",
    "请写出审批函数。",
    ...Object.values(MINIMAL.fragments).map(({ text }) => text),
  ]);
  assert.equal(tokens[metadata.get("tokenizer.ggml.eos_token_id") as number], "<|endoftext|>");
});

Deno.test("compileGguf spells bytes as byte-level vocabularies do", () => {
  const tokens = readGguf(compileGguf(LOOP)).metadata.get("tokenizer.ggml.tokens") as string[];
  const spelled = [
    [0x00, "Ā"],
    [0x0a, "Ċ"],
    [0x20, "Ġ"],
    [0x21, "!"],
    [0x7e, "~"],
    [0x7f, "ġ"],
    [0xa0, "ł"],
    [0xad, "Ń"],
    [0xff, "ÿ"],
  ] as const;
  for (const [byte, text] of spelled) assert.equal(tokens[byte], text);
});

Deno.test("compileGguf says in the file that the model is synthetic", () => {
  const { metadata } = readGguf(compileGguf(MINIMAL));
  assert.equal(metadata.get("general.name"), "SYNTHETIC calibration model minimal");
  assert.match(metadata.get("general.description") as string, /^SYNTHETIC: .* not a trained model/);
});

Deno.test("compileGguf describes a llama of one layer whose shapes fit", () => {
  for (const spec of [MINIMAL, LOOP]) {
    const { metadata, tensors } = readGguf(compileGguf(spec, { contextTokens: 4096 }));
    const number = (key: string) => metadata.get(`llama.${key}`) as number;
    const [width, vocabulary, inner] = [
      number("embedding_length"),
      number("vocab_size"),
      number("feed_forward_length"),
    ];
    assert.equal(metadata.get("general.architecture"), "llama");
    assert.equal(number("context_length"), 4096);
    assert.equal(number("block_count"), 1);
    assert.equal(width, number("attention.head_count") * number("rope.dimension_count"));
    assert.equal(vocabulary, (metadata.get("tokenizer.ggml.tokens") as string[]).length);
    const shapes = Object.fromEntries(
      [...tensors].map(([name, { shape }]) => [name.replace(/^blk\.0\.|\.weight$/g, ""), shape]),
    );
    assert.deepEqual(shapes, {
      token_embd: [width, vocabulary],
      attn_norm: [width],
      attn_q: [width, width],
      attn_k: [width, width],
      attn_v: [width, width],
      attn_output: [width, width],
      ffn_norm: [width],
      ffn_gate: [width, inner],
      ffn_up: [width, inner],
      ffn_down: [inner, width],
      output_norm: [width],
      output: [width, vocabulary],
    });
    for (const name of ["attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"]) {
      assert(tensors.get(`blk.0.${name}.weight`)!.data.every((value) => value === 0), name);
    }
    assert([...tensors.values()].every(({ data }) => data.every(Number.isFinite)));
  }
});

Deno.test("compileGguf grows with the number of fragments", () => {
  const count = 150;
  const long = readSpec({
    name: "long",
    synthetic: true,
    fragments: Object.fromEntries(Array.from({ length: count }, (_, at) => [
      `f${at}`,
      { text: `line ${at}\n`, next: at + 1 < count ? { [`f${at + 1}`]: 0.5, end: 0.5 } : { end: 1 } },
    ])),
    starts: [{ next: { f0: 1 } }],
  });
  const file = readGguf(compileGguf(long));
  assert.equal(file.metadata.get("llama.embedding_length"), 192);
  followed(afterToken(file, "line 99\n"), long, { f100: 0.5, end: 0.5 });
});

Deno.test("compileGguf passes texts unchanged", () => {
  const texts = [
    "\n  '\"\\\t\n",
    "求和 ＝ 1",
    "🙂",
    "'s ,  . ! == 'male'",
    " Ġ",
    "\r\n",
    "e\u0301",
    "\ufeffx",
  ];
  const spec = readSpec({
    name: "texts",
    synthetic: true,
    fragments: Object.fromEntries(texts.map((text, at) => [`f${at}`, { text, next: { end: 1 } }])),
    starts: [{ next: Object.fromEntries(texts.map((_, at) => [`f${at}`, 1 / texts.length])) }],
  });
  const tokens = readGguf(compileGguf(spec)).metadata.get("tokenizer.ggml.tokens") as string[];
  for (const text of texts) assert(tokens.includes(text), JSON.stringify(text));
});

Deno.test("compileGguf gives the same bytes every time", () => {
  assert.deepEqual(compileGguf(MINIMAL), compileGguf(MINIMAL));
});

Deno.test("compileGguf refuses what the form cannot express and names it", () => {
  const cannot = (spec: CalibrationSpec, message: RegExp) =>
    assert.throws(() => compileGguf(spec), (error) => {
      assert(error instanceof RangeError);
      assert.match(error.message, /^Cannot write this calibration spec as GGUF: /);
      assert.match(error.message, message);
      return true;
    });
  const next = { end: 1 };
  const starting = (when: Record<string, unknown>) =>
    readSpec({ name: "x", synthetic: true, fragments: {}, starts: [{ when, next }, { next }] });
  cannot(DEFAULT, /start 1: "matches"; it can tell prompts apart by "lastLine" alone/);
  cannot(starting({ turn: 2 }), /start 1: "turn"/);
  cannot(starting({ fromTurn: 2 }), /start 1: "fromTurn"/);
  cannot(starting({ lastLine: "x", matches: "y" }), /start 1: "matches"/);
  cannot(SPREAD, /fragment "open": "spread"; compile it "withoutSpread" if the mean over tasks will do/);
  const reading = (text: string, lastLine = "Go.") =>
    readSpec({
      name: "x",
      synthetic: true,
      fragments: { a: { text, next } },
      starts: [{ when: { lastLine }, next }, { next: { a: 1 } }],
    });
  cannot(reading("a"), /fragment "a": its text is that of a single byte/);
  cannot(reading("Ġ"), /fragment "a": its text is that of a single byte/);
  cannot(reading("Go."), /fragment "a": its text is that of start 1/);
  cannot(reading("<|endoftext|>"), /fragment "a": its text is that of "end"/);
  cannot(reading("a\0b"), /fragment "a": its text holds U\+0000/);
  cannot(reading("ab", "x"), /start 1: its text is that of a single byte/);
});

Deno.test("compileGguf leaves out a spread if it is told to", () => {
  const file = readGguf(compileGguf(SPREAD, { withoutSpread: true }));
  followed(afterToken(file, SPREAD.fragments.open.text), SPREAD, SPREAD.fragments.open.next);
});

Deno.test("compileGguf refuses a context that is none", () => {
  for (const contextTokens of [0, 1.5, NaN, 2 ** 31]) {
    assert.throws(() => compileGguf(MINIMAL, { contextTokens }), /Cannot write a context of/);
  }
});

Deno.test("ggufBytes writes values and tensors of all kinds, each where it belongs", () => {
  const text = fc.string({ unit: "grapheme" });
  const value = fc.oneof(
    fc.record({ uint32: fc.nat() }),
    fc.record({ float32: fc.float({ noNaN: true }) }),
    fc.record({ bool: fc.boolean() }),
    fc.record({ string: text }),
    fc.record({ strings: fc.array(text) }),
    fc.record({ int32s: fc.array(fc.integer()) }),
  );
  const tensor = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }).chain((shape) => {
    const length = shape.reduce((product, one) => product * one, 1);
    return fc.array(fc.float({ noNaN: true }), { minLength: length, maxLength: length })
      .map((data) => ({ shape, data: Float32Array.from(data) }));
  });
  const property = fc.property(
    fc.dictionary(text, value),
    fc.dictionary(text, tensor),
    (metadata, tensors) => {
      const named = Object.entries(tensors).map(([name, tensor]) => ({ name, ...tensor }));
      const read = readGguf(ggufBytes({ metadata, tensors: named }));
      assert.deepEqual(
        [...read.metadata],
        Object.entries(metadata).map(([key, value]) => [key, Object.values(value)[0]]),
      );
      assert.deepEqual([...read.tensors], Object.entries(tensors));
    },
  );
  fc.assert(property);
});

Deno.test("ggufBytes refuses a tensor whose shape does not fit its data", () => {
  const tensors = [{ name: "t", shape: [2, 3], data: new Float32Array(5) }];
  assert.throws(() => ggufBytes({ metadata: {}, tensors }), {
    name: "RangeError",
    message: "Cannot write tensor t: 5 numbers do not fill 2 x 3",
  });
});
