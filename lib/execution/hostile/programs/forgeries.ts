import { callOf, ends, type Hostile, outOfTime, returnsOne, violation, waitedTooLong } from "../hostile.ts";
import { HOSTILE_LONG, HOSTILE_SHORT, HOSTILE_WAITING } from "../../limits.ts";
import { FALSE_BATCHES, FALSE_CHANGES, FALSE_RECORDS, FALSE_VALUES } from "./false_records.ts";

/** Programs that forge what the worker writes down. */
export const FORGERIES: readonly Hostile[] = [
  {
    name: "forged record",
    rows: ["E5"],
    source: `def f(): forge(record("R", b"\\0i\\x09\\0\\0\\0"))`,
    // A claim like any other: the call that was asked for returned 9, and no end was reached.
    expect: ends("early-exit", "protocol-violation", "program protocol-violation"),
  },
  {
    name: "forged value that is none",
    rows: ["E5"],
    source: `def f():\n  forge(bytes([ord('R')]) + bytes(8) + (2).to_bytes(4, 'little') + b'\\0?')`,
    expect: violation,
  },
  {
    name: "forged value above its limit",
    rows: ["E5", "A8"],
    source:
      "def f():\n  size = 2 << 20\n  forge(bytes([ord('R')]) + bytes(8) + (size + 6).to_bytes(4, 'little') + " +
      "b'\\0s' + size.to_bytes(4, 'little') + bytes(size))",
    expect: violation,
  },
  {
    name: "forged record and end",
    rows: ["E5"],
    source: `def f(): forge(record("R", b"\\0i\\x09\\0\\0\\0"), record("."))`,
    expect: ends("returned 9"), // a claim like any other: it must be right to be of use
  },
  {
    name: "forged record and two ends",
    rows: ["E5"],
    source: `def f(): forge(record("R", b"\\0i\\x09\\0\\0\\0"), record(".") * 2)`,
    expect: violation,
  },
  {
    name: "too many forged records",
    rows: ["E5"],
    source: `def f(): forge(record("R", b"\\0i\\x09\\0\\0\\0") * 3)`,
    expect: violation,
  },
  {
    name: "log that is longer than its memory",
    rows: ["E5"],
    limits: HOSTILE_LONG,
    source: "def f():\n  log()[0:8] = (1 << 63).to_bytes(8, 'little')\n  os._exit(0)",
    expect: violation,
  },
  {
    name: "log of noise",
    rows: ["E5"],
    limits: HOSTILE_LONG,
    source:
      "import random\ndef f():\n  m = log()\n  m[24:4024] = random.Random(1).randbytes(4000)\n  m[0:8] = (4000).to_bytes(8, 'little')\n  os._exit(0)",
    expect: violation,
  },
  {
    name: "log of zeros",
    rows: ["E5"],
    source: "def f():\n  m = log()\n  m[0:len(m)] = bytes(len(m))\n  os._exit(0)",
    expect: ends("program early-exit"),
  },
  {
    name: "log found by the collector",
    rows: ["E5"],
    limits: HOSTILE_LONG,
    source:
      "import gc, mmap\ndef f():\n  gc.unfreeze()\n  for o in gc.get_objects():\n    for m in gc.get_referents(o):\n" +
      "      if type(m) is mmap.mmap and not m.closed: m[0:64] = b'\\xff' * 64\n  os._exit(0)",
    expect: violation,
  },
  {
    name: "clock of the processor time set to the future",
    rows: ["E5"],
    source: "def f():\n  m = log()\n  while True: m[16:24] = (1 << 62).to_bytes(8, 'little')",
    expect: outOfTime,
    limits: HOSTILE_SHORT,
  },
  {
    name: "elapsed time begun again and again",
    rows: ["E5"],
    source:
      "def f():\n  m = log()\n  for i in range(1000000):\n    m[8:16] = (i % 1000).to_bytes(8, 'little')\n    time.sleep(0.05)",
    // Its pauses are so long that it counts as one that waits, which has no second try.
    limits: HOSTILE_WAITING,
    expect: waitedTooLong,
  },
  {
    name: "hard exit that pretends not to have been confined",
    rows: ["E3", "E5"],
    source: "def f():\n  m = log()\n  m[0:64] = bytes(64)\n  os._exit(74)",
    expect: ends("program early-exit"),
  },
  {
    name: "hard exit that takes back that it was confined",
    rows: ["E3", "E5"],
    source: "def f():\n  attempt(local('ready').__setitem__, 0, 0)\n  os._exit(0)",
    expect: ends("early-exit"),
  },
  {
    name: "shared memory unmapped",
    rows: ["E5"],
    source: "def f():\n  log().close()\n  return 1",
    expect: ends("early-exit", "raised BufferError"),
  },
  {
    name: "all descriptors closed",
    rows: ["E5"],
    source: "def f():\n  os.closerange(0, 1000)\n  return 1",
    expect: returnsOne,
  },
  {
    name: "writing to every descriptor",
    rows: ["E5", "A6"],
    source: "def f(): return [d for d in range(3, 64) if attempt(os.write, d, b'\\0' * 64) == 64]",
    expect: ends("returned []"),
  },
  {
    name: "answers to calls that were not made yet",
    rows: ["E5", "E10"],
    calls: [callOf(0), callOf(1), callOf(2)],
    source: `def f(n): forge(record("R", b"\\0i\\x09\\0\\0\\0") * 3, record("."))`,
    expect: ends("returned 9, returned 9, returned 9"), // claims: the judge is outside, and this is wrong at least once
  },
  {
    name: "answers before the program has loaded",
    rows: ["E5", "E10"],
    source: `
import marshal
forge(record("L", b"\\0" + marshal.dumps(("loaded", "", ""), 2)), record("R", b"\\0i\\x09\\0\\0\\0"), record("."))
`,
    expect: ends("returned 9"),
  },
  {
    name: "an answer of a program that never said that it loaded",
    rows: ["E5", "E7"],
    source: `forge(record("R", b"\\0i\\x09\\0\\0\\0"), record("."))`,
    expect: violation,
  },
  {
    name: "an end without answers",
    rows: ["E5", "E7"],
    source: `def f(): forge(record("."))`,
    expect: violation,
  },
  {
    name: "a batch of as many values as there are calls",
    rows: ["E5"],
    calls: [callOf(0), callOf(1)],
    source:
      `import marshal\ndef f(n): forge(record("B", b"\\0" + marshal.dumps([[9, 9], ()], 2)), record("."))`,
    expect: ends("returned 9, returned 9"),
  },
  ...FALSE_BATCHES.map(([what, batch]): Hostile => ({
    name: `a batch ${what}`,
    rows: ["E5"],
    calls: [callOf(0), callOf(1)],
    source: `import marshal\ndef f(n): forge(record("B", ${batch}), record("."))`,
    expect: violation,
  })),
  ...FALSE_CHANGES.map(([what, records]): Hostile => ({
    name: `changed arguments ${what}`,
    rows: ["E5", "F8"],
    source:
      `import marshal\nV = b"\\0i\\x09\\0\\0\\0"\ndef m(v): return record("M", b"\\0" + marshal.dumps(v, 2))\ndef f(): forge(${records})`,
    expect: violation,
  })),
  ...FALSE_RECORDS.map(([what, records]): Hostile => ({
    name: `a record ${what}`,
    rows: ["E5"],
    source: `import marshal\ndef p(v): return b"\\0" + marshal.dumps(v, 2)\ndef f(): forge(${records})`,
    expect: violation,
  })),
  ...FALSE_VALUES.map(([what, payload]): Hostile => ({
    name: `a forged value ${what}`,
    rows: ["E5", "E11"],
    source: `import marshal, struct\nE = Ellipsis\ndef t(v): return b"\\1" + marshal.dumps(v, 2)\n` +
      `def f(): forge(record("R", ${payload}), record("."))`,
    expect: violation,
  })),
  {
    name: "processor time of six hundred years",
    rows: ["E5", "A20"],
    source: `def f(): forge(record("R", b"\\0i\\x09\\0\\0\\0", (1 << 64) - 1), record("."))`,
    expect: ends("cpu-limit"),
  },
  {
    name: "another running call than the real one",
    rows: ["E5"],
    calls: [callOf(0), callOf(1), callOf(2)],
    source: "def f(n):\n  log()[8:16] = (3).to_bytes(8, 'little')\n  os._exit(0)",
    expect: ends("early-exit, early-exit, early-exit"),
  },
  {
    name: "a running call that there is not",
    rows: ["E5"],
    calls: [callOf(0), callOf(1)],
    source: "def f(n):\n  log()[8:16] = b'\\xff' * 8\n  os._exit(0)",
    expect: ends("early-exit, early-exit"),
  },
  {
    name: "a running call that is behind the others, with a loop",
    rows: ["E5", "A17"],
    limits: HOSTILE_SHORT,
    calls: [callOf(0), callOf(1)],
    source:
      "def f(n):\n  if n == 0: return 1\n  m = log()\n  m[8:16] = (1).to_bytes(8, 'little')\n  while True: m[0:8] = bytes(8)",
    expect: ends(
      /^(returned 1|cpu-limit|wall-limit|program cpu-limit|program wall-limit)(, (cpu|wall)-limit)?$/,
    ),
  },
  {
    name: "a log that is taken back",
    rows: ["E5"],
    calls: [callOf(0), callOf(1)],
    source: "def f(n):\n  log()[0:24] = bytes(24)\n  return n",
    expect: ends("returned 0, returned 1"), // the worker knows where it was
  },
  {
    name: "a log that is full to the brim",
    rows: ["E5", "A6"],
    source: `
def f():
    m = log(); room = len(m) - 24
    m[24:] = (record("U") * (room // 13 + 1))[:room]
    m[0:8] = room.to_bytes(8, "little"); os._exit(72)
`,
    expect: violation,
  },
  {
    name: "a log whose length is just above its memory",
    rows: ["E5", "C13"],
    source: "def f():\n  m = log(); m[0:8] = (len(m) + 1).to_bytes(8, 'little'); os._exit(0)",
    expect: violation,
  },
  {
    name: "infinitely many fresh processes asked for",
    rows: ["E5", "E3"],
    calls: [callOf(0), callOf(1), callOf(2)],
    source: "def f(n): os._exit(72)",
    expect: ends("output-limit, output-limit, output-limit"),
  },
  {
    name: "the worker's counters changed",
    rows: ["E5", "E6"],
    calls: [callOf(0), callOf(1)],
    source: `
def f(n):
    recorder = local("recorder")
    recorder.at = -1 if n else 1 << 40
    recorder.made = recorder.room = 1 << 40
    return n
`,
    expect: ends(
      /^(returned 0|early-exit|output-limit|program \S+|protocol-violation)(, (returned 1|early-exit|output-limit|signal|protocol-violation))?$/,
    ),
  },
  {
    name: "the encoder's tools changed in their cells",
    rows: ["E5", "E6"],
    calls: [
      callOf("dumps", 0),
      callOf("dumps", 1),
      callOf("dumps", 2),
      callOf("scalars", 3),
      callOf("plain", 0),
    ],
    source: `
def f(name, n):
    encode = local("recorder").encode
    cells = dict(zip(encode.__code__.co_freevars, encode.__closure__))
    false = [lambda *a: b"", lambda *a: b"?", lambda *a: bytes(9 << 20), frozenset([type(f)])][n]
    if name in cells: cells[name].cell_contents = false
    return [n]
`,
    // What its own process says of itself is worth no more than a forged record.
    expect: ({ program, outcomes }) =>
      program.kind === "protocol-violation" ||
      outcomes.every((outcome) => outcome.kind !== "returned" || outcome.value.length < 1 << 20),
  },
];
