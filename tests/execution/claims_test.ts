import assert from "node:assert/strict";
import fc from "fast-check";
import { type Claims, readClaims } from "codebias/execution/claims.ts";
import type { Outcome } from "codebias/core/types.ts";
import { encode, type PythonValue, tuple } from "codebias/values/mod.ts";
import { arbitraryValue } from "../values/arbitrary_value.ts";
import { processorMs } from "../processor_time.ts";

/** A record of a log: its kind, processor time in ns, and payload. */
interface LogRecord {
  readonly kind: string;
  readonly ns: number;
  readonly payload: Uint8Array;
}

/** A log as an honest worker writes it, and what it says. */
interface Honest {
  readonly records: readonly LogRecord[];
  readonly calls: number;
  readonly claims: Claims;
}

const record = (kind: string, content?: PythonValue, ns = 0): LogRecord => ({
  kind,
  ns,
  payload: content === undefined ? new Uint8Array(0) : encode(content),
});

function write(records: readonly LogRecord[]): Uint8Array<ArrayBuffer> {
  const log = new Uint8Array(records.reduce((size, { payload }) => size + 13 + payload.length, 0));
  const view = new DataView(log.buffer);
  let at = 0;
  for (const { kind, ns, payload } of records) {
    view.setUint8(at, kind.charCodeAt(0));
    view.setBigUint64(at + 1, BigInt(ns), true);
    view.setUint32(at + 9, payload.length, true);
    log.set(payload, at + 13);
    at += 13 + payload.length;
  }
  return log;
}

const LOADED = record("L", tuple("loaded", "", ""), 5);
const loaded = { kind: "loaded" } as const;

/** The claims, or undefined if the log is refused; anything but a SyntaxError goes up. */
function claimed(log: Uint8Array<ArrayBuffer>, calls: number): Claims | undefined {
  try {
    return readClaims(log, calls, 1);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What must hold of any log at all. */
function holds(log: Uint8Array<ArrayBuffer>, calls: number): Claims | undefined {
  const claims = claimed(log, calls);
  if (!claims) return undefined;
  assert(claims.outcomes.length <= calls);
  if (claims.outcomes.length > 0) assert.equal(claims.report?.kind, "loaded");
  if (claims.complete) assert.equal(claims.outcomes.length, calls);
  return claims;
}

const times = fc.nat(2_000_000_000);
const words = fc.string({ maxLength: 8 });
const places = fc.array(fc.oneof(fc.nat(9), words), { minLength: 1, maxLength: 3 });

/** What the records of some calls say: the records, then the outcomes. */
type Part = readonly [readonly LogRecord[], readonly Outcome[]];

const single: fc.Arbitrary<Part> = fc.tuple(
  fc.oneof(
    fc.tuple(arbitraryValue, times).map(([value, ns]): [LogRecord, Outcome] => [
      record("R", value, ns),
      { kind: "returned", value: encode(value), cpuMs: ns / 1e6 },
    ]),
    fc.tuple(fc.constantFrom("raised" as const, "unserialisable" as const), words, words, times)
      .map(([kind, type, message, ns]): [LogRecord, Outcome] => [
        record(kind === "raised" ? "X" : "U", tuple(type, message), ns),
        { kind, type, message, cpuMs: ns / 1e6 } as Outcome,
      ]),
    fc.tuple(
      fc.constantFrom("memory-limit" as const, "output-limit" as const, "process-limit" as const),
      words,
      times,
    )
      .map(([kind, message, ns]): [LogRecord, Outcome] => [
        record("S", tuple(kind, message), ns),
        { kind, message, cpuMs: ns / 1e6 },
      ]),
  ),
  fc.option(places),
).map(([[end, outcome], mutated]) =>
  mutated ? [[record("M", tuple(...mutated)), end], [{ ...outcome, mutated }]] : [[end], [outcome]]
);

const scalars: fc.Arbitrary<PythonValue> = fc.oneof(fc.integer(), words, fc.constantFrom(null, true, false));

const batch: fc.Arbitrary<Part> = fc.tuple(
  fc.array(fc.tuple(fc.oneof(scalars, fc.array(scalars, { maxLength: 3 })), fc.option(places)), {
    minLength: 2,
    maxLength: 5,
  }),
  times,
).map(([items, ns]) => {
  const changed = items.flatMap(([, mutated], index) => mutated ? [tuple(index, tuple(...mutated))] : []);
  const outcomes = items.map(([value, mutated]): Outcome => ({
    kind: "returned",
    value: encode(value),
    cpuMs: ns / 1e6 / items.length,
    ...(mutated && { mutated }),
  }));
  return [[record("B", [items.map(([value]) => value), tuple(...changed)], ns)], outcomes];
});

/** Logs of programs that loaded: of all calls, or of those up to where the child was stopped. */
const run: fc.Arbitrary<Honest> = fc.tuple(fc.array(fc.oneof(single, batch), { maxLength: 6 }), fc.nat(2))
  .map(([parts, missing]) => {
    const outcomes = parts.flatMap(([, outcomes]) => outcomes);
    const end = missing === 0 ? [record(".")] : [];
    return {
      records: [LOADED, ...parts.flatMap(([records]) => records), ...end],
      calls: outcomes.length + missing,
      claims: { report: loaded, outcomes, complete: missing === 0 },
    };
  });

/** Logs of programs that did not load. */
const unloaded: fc.Arbitrary<Honest> = fc.tuple(
  fc.oneof(
    fc.tuple(
      fc.constantFrom("syntax-error" as const, "no-entry-point" as const, "raised" as const),
      words,
      words,
    )
      .map(([kind, type, message]) => ({
        records: [record("L", tuple(kind, type, message))],
        report: { kind, ...(type && { type }), ...(message && { message }) },
      })),
    words.map((message) => ({
      records: [record("S", tuple("memory-limit", message))],
      report: { kind: "memory-limit" as const, message },
    })),
    fc.constant({ records: [], report: undefined }),
  ),
  fc.nat(5),
).map(([{ records, report }, calls]) => ({
  records,
  calls,
  claims: { report, outcomes: [], complete: false },
}));

const honest = fc.oneof({ weight: 4, arbitrary: run }, { weight: 1, arbitrary: unloaded });

Deno.test("readClaims() reads an honest log exactly", () => {
  fc.assert(
    fc.property(honest, ({ records, calls, claims }) => {
      assert.deepEqual(readClaims(write(records), calls, 1), claims);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("readClaims() reads a log inside a larger buffer", () => {
  fc.assert(fc.property(honest, ({ records, calls, claims }) => {
    const larger = Uint8Array.of(76, 1, 2, ...write(records), 46, 0);
    assert.deepEqual(readClaims(larger.subarray(3, larger.length - 2), calls, 1), claims);
  }));
});

Deno.test("readClaims() reads an honest log that ends after any of its records, as far as it goes", () => {
  fc.assert(fc.property(run, ({ records, calls, claims }) => {
    for (let count = 0; count < records.length; count++) {
      const { report, outcomes, complete } = readClaims(write(records.slice(0, count)), calls, 1);
      assert.deepEqual(report, count > 0 ? claims.report : undefined);
      assert.deepEqual(outcomes, claims.outcomes.slice(0, outcomes.length));
      assert(!complete);
    }
  }));
});

Deno.test("readClaims() refuses an honest log that ends within a record", () => {
  fc.assert(fc.property(honest, fc.nat(), ({ records, calls }, choice) => {
    fc.pre(records.length > 0);
    const last = write(records.slice(-1)).length;
    const log = write(records);
    assert.equal(claimed(log.slice(0, log.length - 1 - choice % (last - 1)), calls), undefined);
  }));
});

Deno.test("readClaims() throws a SyntaxError or keeps its word, for random bytes", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      fc.nat(3),
      (bytes, calls) => void holds(Uint8Array.from(bytes), calls),
    ),
    { numRuns: 3000 },
  );
});

Deno.test("readClaims() throws a SyntaxError or keeps its word, for records of any kinds and contents", () => {
  const contents = fc.oneof(
    fc.constantFrom<PythonValue>(
      tuple("loaded", "", ""),
      tuple("raised", "A", "b"),
      tuple("a", "b"),
      tuple(0),
    ),
    fc.constantFrom<PythonValue>(tuple("memory-limit", ""), [[1, 2], tuple()], [
      [1, 2],
      tuple(tuple(1, tuple(0))),
    ]),
    arbitraryValue,
  );
  const forged = fc.array(
    fc.oneof(
      fc.constantFrom(LOADED, record(".")),
      fc.tuple(fc.constantFrom(..."LRBXUSM.Q\0"), contents, times).map((parts) => record(...parts)),
    ),
    { maxLength: 8 },
  );
  let [accepted, refused] = [0, 0];
  fc.assert(
    fc.property(forged, fc.boolean(), fc.nat(6), (records, isLoaded, calls) => {
      if (holds(write(isLoaded ? [LOADED, ...records] : records), calls)) accepted++;
      else refused++;
    }),
    { numRuns: 5000 },
  );
  assert(accepted > 200 && refused > 200, `${accepted} accepted, ${refused} refused`);
});

Deno.test("readClaims() throws a SyntaxError or keeps its word, for honest logs with changed bytes", () => {
  let [accepted, refused] = [0, 0];
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.nat(4)), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(honest, edits, fc.integer({ min: -1, max: 1 }), ({ records, calls }, edits, more) => {
      let bytes = [...write(records)];
      for (const [where, byte, action] of edits) {
        const at = where % Math.max(1, bytes.length);
        if (action === 0) bytes[at] = byte;
        else if (action === 1) bytes[at] ^= 1 << byte % 8;
        else if (action === 2) bytes.splice(at, 0, byte);
        else if (action === 3) bytes.splice(at, 1);
        else bytes = bytes.slice(0, at);
      }
      if (holds(Uint8Array.from(bytes), Math.max(0, calls + more))) accepted++;
      else refused++;
    }),
    { numRuns: 3000 },
  );
  assert(accepted > 100 && refused > 1000, `${accepted} accepted, ${refused} refused`);
});

Deno.test("readClaims() throws a SyntaxError or keeps its word, for honest logs with moved records", () => {
  let [accepted, refused] = [0, 0];
  fc.assert(
    fc.property(run, fc.nat(), fc.nat(), fc.nat(3), ({ records, calls }, from, to, action) => {
      const moved = [...records];
      const [start, end] = [from % moved.length, to % moved.length];
      if (action === 0) moved.splice(end, 0, moved[start]);
      else if (action === 1) [moved[start], moved[end]] = [moved[end], moved[start]];
      else if (action === 2) moved.splice(start, 1);
      else moved.reverse();
      if (holds(write(moved), calls)) accepted++;
      else refused++;
    }),
    { numRuns: 3000 },
  );
  assert(accepted > 100 && refused > 1000, `${accepted} accepted, ${refused} refused`);
});

const value = record("R", 1);
const changed = record("M", tuple(0));
const pair = record("B", [[1, 2], tuple()]);
const raw = (kind: string, hex: string): LogRecord => ({ kind, ns: 0, payload: Uint8Array.fromHex(hex) });

/** Logs of two calls that no honest worker writes. */
const FORGED: Readonly<Record<string, readonly LogRecord[]>> = {
  "a value before the program is loaded": [value],
  "a message that is far too long": [LOADED, record("X", tuple("E", "x".repeat(70_000)))],
  "changed arguments that are far too many": [LOADED, record("M", tuple(...Array(20_000).fill(0)))],
  "a remark on a program that loaded": [record("L", tuple("loaded", "", "well"))],
  "a batch of more values than calls": [LOADED, record("B", [[1, 2, 3], tuple()])],
  "changed arguments before the program is loaded": [changed],
  "an end before the program is loaded": [record(".")],
  "a program that is loaded twice": [LOADED, LOADED],
  "a value of a program that did not load": [record("L", tuple("raised", "A", "")), value],
  "a value after loading met a limit": [record("S", tuple("memory-limit", "")), value],
  "an unknown way to load": [record("L", tuple("done", "", ""))],
  "a way to load of two texts": [record("L", tuple("loaded", ""))],
  "a way to load that is a list": [record("L", ["loaded", "", ""])],
  "a limit that only the zygote may name": [record("S", tuple("wall-limit", ""))],
  "a limit of a call that only the zygote may name": [LOADED, record("S", tuple("cpu-limit", ""))],
  "a value too many": [LOADED, value, value, value],
  "a batch with a value too many": [LOADED, value, pair],
  "a batch of one": [LOADED, record("B", [[1], tuple()])],
  "a batch of none": [LOADED, record("B", [[], tuple()])],
  "a batch without the second part": [LOADED, record("B", [[1, 2]])],
  "a batch with a third part": [LOADED, record("B", [[1, 2], tuple(), tuple()])],
  "a batch that is a tuple": [LOADED, record("B", tuple([1, 2], tuple()))],
  "a batch with values in a tuple": [LOADED, record("B", [tuple(1, 2), tuple()])],
  "a batch with changes of no value": [LOADED, record("B", [[1, 2], tuple(tuple(2, tuple(0)))])],
  "a batch with changes of the value -1": [LOADED, record("B", [[1, 2], tuple(tuple(-1, tuple(0)))])],
  "a batch with changes of the value True": [LOADED, record("B", [[1, 2], tuple(tuple(true, tuple(0)))])],
  "a batch with changes that are none": [LOADED, record("B", [[1, 2], tuple(tuple(0, tuple()))])],
  "a batch with an object": [LOADED, record("B", [[{ $type: "object", class: "A", value: 1 }, 2], tuple()])],
  "a batch with a set": [LOADED, record("B", [[{ $type: "set", items: [] }, 2], tuple()])],
  "a batch of more values than bytes": [LOADED, raw("B", "005b02000000" + "5bffffff7f" + "4e")],
  "a batch that claims more parts than bytes": [LOADED, raw("B", "005bffffff7f")],
  "an end before all calls": [LOADED, value, record(".")],
  "an end with a payload": [LOADED, value, value, record(".", null)],
  "records after the end": [LOADED, value, value, record("."), record(".")],
  "changed arguments twice": [LOADED, changed, changed, value],
  "changed arguments of no call": [LOADED, value, value, changed],
  "changed arguments before a batch": [LOADED, changed, pair],
  "changed arguments before the end": [LOADED, value, changed, record(".")],
  "changed arguments that are none": [LOADED, record("M", tuple()), value],
  "changed arguments in a list": [LOADED, record("M", [0]), value],
  "a changed argument at -1": [LOADED, record("M", tuple(-1)), value],
  "a changed argument at None": [LOADED, record("M", tuple(null)), value],
  "an exception without a message": [LOADED, record("X", tuple("A"))],
  "an exception whose message is bytes": [
    LOADED,
    record("X", tuple("A", { $type: "bytes", bytes: new Uint8Array(1) })),
  ],
  "an exception in a list": [LOADED, record("X", ["A", "b"])],
  "a value with bytes to spare": [LOADED, raw("R", "004e4e")],
  "a value without bytes": [LOADED, raw("R", "")],
  "a value with a flag alone": [LOADED, raw("R", "00")],
  "a value in a form that Python does not write": [LOADED, raw("R", "006c010000000100")],
  "a value above its size limit": [LOADED, record("R", "x".repeat(1 << 20))],
  "a batch above its size limit": [
    LOADED,
    record("B", [["x".repeat(1 << 19), "y".repeat(1 << 19)], tuple()]),
  ],
  "an unknown kind of record": [LOADED, record("Q", 1)],
};

for (const [what, records] of Object.entries(FORGED)) {
  Deno.test(`readClaims() refuses ${what}`, () => {
    assert.throws(() => readClaims(write(records), 2, 1), SyntaxError);
  });
}

Deno.test("readClaims() reads a value as large as the limit", () => {
  const largest = encode("x".repeat((1 << 20) - 6));
  const { outcomes } = readClaims(write([LOADED, { kind: "R", ns: 0, payload: largest }]), 1, 1);
  assert.deepEqual(outcomes, [{ kind: "returned", value: largest, cpuMs: 0 }]);
});

Deno.test("readClaims() is done with a large forged log in seconds of processor time", async () => {
  const size = 1 << 20;
  const repeated = (...hex: string[]) => Uint8Array.fromHex(hex.join(""));
  const payloads = [
    repeated("00", "5b01000000".repeat(size / 5 - 1)),
    repeated("01", "28030000002e7500000000".repeat(size / 11 - 1)),
    repeated("01", "28030000002e7503000000" + "736574" + "2802000000".repeat(size / 5 - 10)),
    repeated("00", "75", "f8ff0f00", "eda080".repeat(size / 3 - 4), "4142"),
    repeated("00", "7b", "4e4e".repeat(size / 2 - 4), "30"),
    repeated("00", "6c", "00ff0700", "ff7f".repeat(size / 2 - 8)),
    repeated("00", "5b", "00ff0f00", "4e".repeat(size - 256)),
    repeated("00", "5b02000000", "5b", "f0ff0f00", "4e".repeat(size - 32), "2800000000"),
  ];
  const ms = await processorMs(() => {
    for (const kind of "LRBXUSM") {
      for (const payload of payloads) holds(write([LOADED, { kind, ns: 0, payload }]), 2 ** 31);
    }
    const many = write([LOADED]);
    const log = new Uint8Array(many.length + 15 * 100_000);
    log.set(many);
    for (let at = many.length; at < log.length; at += 15) {
      log.set([82, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 78], at);
    }
    assert.equal(holds(log, 100_000)?.outcomes.length, 100_000);
    assert.equal(holds(log, 99_999), undefined);
  });
  assert(ms < 10_000, `${Math.round(ms)} ms`);
});
