import assert from "node:assert/strict";
import { brotliCompressSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { ModelError } from "codebias/core/errors.ts";
import { Allowance, completionLimits, type Limits } from "codebias/generation/requests/allowance.ts";
import { BoundedBody } from "codebias/generation/requests/bounded_body.ts";
import { isTangled } from "codebias/generation/json.ts";
import { Watch } from "codebias/generation/requests/timeouts.ts";

const WHO = "The server at http://127.0.0.1:1/v1";

/** Above what is read at a time. */
const ROOM = 16_384;

function limitsOf(bytes: number): Limits {
  return { body: bytes, piece: bytes, text: bytes, expected: "a test" };
}

/** A body of these pieces, over and over if it is endless; how many were taken of it. */
function bodyOf(pieces: readonly Uint8Array[], endless = false) {
  const counts = { taken: 0, closed: false };
  let next = 0;
  const stream = new ReadableStream({
    type: "bytes",
    pull(controller) {
      if (next === pieces.length && endless) next = 0;
      if (next === pieces.length) {
        controller.close();
        controller.byobRequest?.respond(0);
        return;
      }
      const piece = pieces[next++];
      counts.taken += piece.length;
      controller.enqueue(piece.slice());
    },
    cancel: () => void (counts.closed = true),
  });
  return { response: new Response(stream), counts };
}

async function withBody<R>(
  response: Response,
  limit: number,
  action: (body: BoundedBody) => Promise<R>,
): Promise<R> {
  using watch = new Watch(WHO, 60_000);
  const body = new BoundedBody(response, watch, new Allowance(WHO, limitsOf(limit)));
  try {
    return await action(body);
  } finally {
    body.close();
  }
}

const isExcess = (error: unknown) => {
  assert(error instanceof ModelError, String(error));
  assert.deepEqual([error.failure, error.retry], ["garbage", false]);
  assert.match(
    error.message,
    /^The server at \S+ sent more than [\d.]+ MiB(?: in one piece| of text)? where a test was expected; check that/,
  );
  return true;
};

const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40_000, size: "max" }), { maxLength: 8 });

Deno.test("BoundedBody gives the bytes of a body as they are, or refuses it close to its limit", () =>
  fc.assert(
    fc.asyncProperty(pieces, fc.nat({ max: 200_000 }), async (all, limit) => {
      const { response, counts } = bodyOf(all);
      const whole = all.flatMap((piece) => [...piece]);
      const read: number[] = [];
      const reading = withBody(response, limit, async (body) => {
        for (let bytes; (bytes = await body.read());) read.push(...bytes);
        assert(body.ended);
      });
      if (whole.length > limit) {
        await assert.rejects(reading, isExcess);
        assert(counts.taken <= limit + ROOM + 2 * 40_000, `${counts.taken} of ${limit}`);
        assert(counts.closed || counts.taken === whole.length);
      } else await reading;
      assert.deepEqual(read, whole.slice(0, read.length));
      assert(read.length === whole.length || whole.length > limit);
    }),
    { numRuns: 60 },
  ));

Deno.test("BoundedBody gives a text as it is, wherever its bytes are cut, or refuses it", () =>
  fc.assert(fc.asyncProperty(
    fc.string({ unit: "grapheme", maxLength: 2_000, size: "max" }),
    fc.integer({ min: 1, max: 50 }),
    fc.nat({ max: 4_000 }),
    async (text, size, limit) => {
      const bytes = new TextEncoder().encode(text);
      const count = Math.ceil(bytes.length / size);
      const cut = Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
      const reading = withBody(bodyOf(cut).response, limit, (body) => body.text());
      if (bytes.length > limit) await assert.rejects(reading, isExcess);
      else assert.equal(await reading, text.replace(/^\ufeff/, ""));
    },
  )));

Deno.test("what fetch decompresses is counted as it is then, and the rest is not taken", async () => {
  const nothing = new Uint8Array(2 ** 24);
  const encodings = {
    gzip: new Uint8Array(gzipSync(nothing)),
    br: new Uint8Array(brotliCompressSync(nothing)),
  };
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const encoding = new URL(request.url).pathname.slice(1) as keyof typeof encodings;
    return new Response(encodings[encoding], { headers: { "content-encoding": encoding } });
  });
  for (const encoding of Object.keys(encodings)) {
    const response = await fetch(`http://127.0.0.1:${server.addr.port}/${encoding}`);
    let read = 0;
    await assert.rejects(
      withBody(response, 100_000, async (body) => {
        for (let bytes; (bytes = await body.read());) read += bytes.length;
      }),
      isExcess,
    );
    assert(read > 0 && read <= 100_000, `${encoding}: ${read}`);
  }
});

Deno.test("BoundedBody lets timers and signals have their turn while bytes are always there", async () => {
  const { response } = bodyOf([new Uint8Array(ROOM)], true);
  let fired = false;
  setTimeout(() => fired = true, 0);
  await withBody(response, Infinity, async (body) => {
    for (let reads = 0; reads < 500_000 && !fired; reads++) await body.read();
  });
  assert(fired);
});

Deno.test("BoundedBody reads the words of a refusal as far as anybody would", async () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const words = (response: Response) => new BoundedBody(response).words();
  assert.equal(await words(new Response("no")), "no");
  assert.equal(await words(new Response(null)), "");
  const { response, counts } = bodyOf([encode("model ".repeat(1_000))], true);
  assert.equal((await words(response)).length, 65_536);
  assert(counts.taken < 65_536 + 3 * ROOM && counts.closed, `${counts.taken}`);
  assert((await words(new Response("[".repeat(30_000) + "]".repeat(30_000)))).length <= 1_000);
});

Deno.test("the text of an answer has 64 bytes a token and 1 MiB more, and the prompt's length", () => {
  const most = 64 * 100 + 2 ** 20 + 10;
  const allowance = new Allowance(WHO, completionLimits(100, 10));
  allowance.wrote("é".repeat((most - 2) / 2));
  allowance.wrote("ab");
  assert.throws(() => allowance.wrote("c"), (error) => {
    assert(error instanceof ModelError);
    assert.equal(
      error.message,
      `${WHO} sent more than 1 MiB of text where an answer of at most 100 tokens was expected; raise maxTokens if it ` +
        "may be that long, else check that a model server answers there and that nothing changes its answers",
    );
    return true;
  });
});

/** Levels of lists and objects in a value. */
function levels(value: unknown): number {
  if (value === null || typeof value !== "object") return 0;
  return 1 + Object.values(value).reduce((most: number, each) => Math.max(most, levels(each)), 0);
}

Deno.test("no usual JSON is tangled, whatever its texts have", () =>
  fc.assert(fc.property(
    fc.jsonValue(),
    fc.array(fc.constantFrom("[", "{", '"', "\\", "]", "x"), { maxLength: 600, size: "max" }),
    (value, marks) =>
      assert.equal(isTangled(JSON.stringify([value, { [marks.join("")]: marks.join("") }])), false),
  )));

Deno.test("JSON of more than 256 levels is tangled, and no other of the same length", () =>
  fc.assert(fc.property(fc.integer({ min: 200, max: 320 }), fc.boolean(), (depth, listed) => {
    const [open, close] = listed ? ["[", "]"] : ['{"a":', "}"];
    const text = open.repeat(depth) + '"["' + close.repeat(depth);
    assert.equal(levels(JSON.parse(text)), depth);
    assert.equal(isTangled(text), depth > 256);
  })));

Deno.test("a failure keeps no stack, with which everything that was read would be kept", () => {
  const cause = new Error("within", { cause: new TypeError("at first") });
  const error = new ModelError("A sentence.", { failure: "garbage", retry: false, cause });
  const stacks = [error, cause, cause.cause as Error].map(({ stack }) => stack);
  assert.deepEqual(stacks, ["ModelError: A sentence.", "Error: within", "TypeError: at first"]);
  assert.match(new Error("another").stack!, /\n {4}at /);
});
