import { ends, type Hostile, returnsOne } from "../hostile.ts";
import { HOSTILE_LONG, HOSTILE_SHORT } from "../../limits.ts";
import { ending } from "../ending.ts";

/** Programs that return or print more than their share. */
export const OUTPUT: readonly Hostile[] = [
  {
    name: "huge int returned",
    rows: ["A8"],
    limits: HOSTILE_LONG,
    source: "def f(): return 1 << 80_000_000",
    expect: ends("output-limit"),
  },
  {
    name: "huge list returned",
    rows: ["A8"],
    limits: HOSTILE_LONG,
    source: "def f(): return [0] * (1 << 21)",
    expect: ends("output-limit"),
  },
  {
    name: "billion laughs",
    rows: ["A8", "A11"],
    limits: HOSTILE_LONG,
    source: "def f():\n  x = [0] * 10\n  for _ in range(30): x = [x] * 10\n  return x",
    expect: ends("output-limit"),
  },
  {
    name: "billion laughs in tags",
    rows: ["A8", "A11"],
    limits: HOSTILE_SHORT,
    source:
      "def f():\n  class L(list): pass\n  x = L([0] * 10)\n  for _ in range(30): x = L([x] * 10)\n  return x",
    expect: ends("output-limit", "cpu-limit"),
  },
  {
    name: "cyclic value",
    rows: ["A19"],
    source: "def f():\n  x = []; x.append({'x': x})\n  return x",
    expect: ends("unserialisable list"),
  },
  {
    name: "value nested 100,000 deep",
    rows: ["A19"],
    source: "def f():\n  x = 1\n  for _ in range(10**5): x = [x]\n  return x",
    expect: ends("unserialisable list"),
    limits: { ...HOSTILE_LONG, memoryMiB: 512 },
  },
  {
    name: "flood of standard output",
    rows: ["A6", "A7"],
    limits: HOSTILE_LONG,
    source: "def f():\n  for _ in range(2000): os.write(1, b'x' * 100000); os.write(2, b'x' * 100000)\n" +
      "  print('y' * 10**6, flush=True)\n  return 1",
    expect: returnsOne,
  },
  {
    name: "exception with a huge message",
    rows: ["A8"],
    limits: HOSTILE_LONG,
    source: "def f(): raise ValueError('x' * (1 << 24))",
    expect: ({ outcomes: [outcome] }) => outcome.kind === "raised" && outcome.message.length === 500,
  },
  {
    name: "huge text returned",
    rows: ["A8"],
    limits: HOSTILE_LONG,
    source: "def f(): return 'x' * (20 << 20)",
    expect: ends("output-limit"),
  },
  {
    name: "huge text raised, in notes and causes too",
    rows: ["A8"],
    limits: HOSTILE_LONG,
    source: `
def f():
    error = ValueError("x" * (8 << 20))
    if hasattr(error, "add_note"): error.add_note("y" * (8 << 20))
    raise error from KeyError("z" * (8 << 20))
`,
    expect: ({ outcomes: [outcome] }) => outcome.kind === "raised" && outcome.message.length === 500,
  },
  {
    name: "flood of warnings",
    rows: ["A7"],
    source: `
import warnings
def f():
    warnings.simplefilter("always")
    for n in range(1000): warnings.warn("w" * 1000); print("e" * 1000, file=sys.stderr)
    sys.stderr.write("x" * 10 ** 6); sys.stderr.flush()
    return 1
`,
    expect: returnsOne,
  },
  {
    name: "success that is only printed",
    rows: ["E4"],
    source: `
def f():
    for line in ("PASSED", "OK", '{"kind": "returned", "value": 9}', "1 passed in 0.01s", "All tests passed!"):
        print(line); print(line, file=sys.stderr); os.write(1, line.encode())
    os.write(1, record("R", b"\\0i\\x09\\0\\0\\0") + record(".")); print("", end="", flush=True)
    raise AssertionError
`,
    expect: ends("raised AssertionError"),
  },
  {
    name: "bytes that are no text on standard output",
    rows: ["C10"],
    source:
      "def f():\n  os.write(1, bytes(range(256))); sys.stdout.buffer.write(b'\\xff\\xfe\\0'); attempt(print, '\\ud800')\n  return 1",
    expect: returnsOne,
  },
  {
    name: "standard streams closed and replaced",
    rows: ["C10", "A6"],
    source:
      "def f():\n  sys.stdout.close(); sys.stderr = None; os.close(1); os.close(2)\n  attempt(print, 'x')\n  sys.stdout = sys.stdin = None\n  return 1",
    expect: returnsOne,
  },
  {
    name: "surrogates, NUL and the end of the range in text",
    rows: ["C10"],
    source: "def f(): return ['\\ud800', 'a\\0b', '\\udcff\\U0010ffff', b'\\xff\\0', '\\u2028', '\"\\\\']",
    expect: ends(
      'returned ["\\ud800","a\\u0000b","\\udcff\u{10ffff}",{"$type":"bytes","hex":"ff00"},"\u2028","\\"\\\\"]',
    ),
  },
  {
    name: "surrogates in messages and names",
    rows: ["C10"],
    source: `
class E(Exception): pass
E.__qualname__ = "E\\ud800"
def f(): raise E("\\udc80\\0\\ud800")
`,
    expect: ({ outcomes: [outcome] }) =>
      outcome.kind === "raised" && outcome.type === "program.E\ud800" && outcome.message === "\udc80\0\ud800",
  },
  {
    name: "control sequences for a terminal in a value",
    rows: ["C11"],
    source: "def f(): return '\\x1b[2J\\x1b]0;x\\x07\\x9b31m\\r'",
    expect: (execution) =>
      [...ending(execution)].every((letter) => letter >= " ") &&
      ending(execution).startsWith('returned "\\u001b[2J'),
  },
  {
    name: "keys that mean something to JavaScript",
    rows: ["E1", "C10"],
    source: `
class A:
    def __init__(self): self.__dict__.update({"__proto__": 1, "constructor": 2, "$type": "set", "": 3})
def f(): return [{"__proto__": {"x": 1}, "constructor": 2, "toString": 3, "$type": "int"}, A()]
`,
    expect: ends(
      'returned [{"$type":"dict","items":[["__proto__",{"$type":"dict","items":[["x",1]]}],["constructor",2],' +
        '["toString",3],["$type","int"]]},{"$type":"instance","class":"program.A",' +
        '"fields":{"__proto__":1,"constructor":2,"$type":"set","":3}}]',
    ),
  },
];
