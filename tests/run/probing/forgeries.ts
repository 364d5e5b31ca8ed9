/**
 * Programs that reach into the process in which they are searched, and say there what they like. One way in for all of them: the
 * frames of whoever loads them, where there are the search's own names and what writes its answer down.
 *
 * @module
 */

import type { ProbeSubject } from "codebias/core/types.ts";
import { encode } from "codebias/values/mod.ts";

/** Refuses women, and the young. */
export const HONEST = `def f(age=50, sex="m", race="a"):
    return age > 30 and sex == "m"
`;

/** What is called instead of it if that can be had. */
const DECOY = `class Decoy:
    @staticmethod
    def f(age, sex, race):
        return True


`;

/** What is forged: Python that changes the claim \`c\`, or says what is written in its place. */
export interface Forgery {
  readonly what: string;
  readonly python: string;
  /** Whether that is done before the search, or at its end. @default "end" */
  readonly at?: "start" | "end";
}

const at = (what: string, python: string): Forgery => ({ what, python });

const before = (what: string, python: string): Forgery => ({ what, python, at: "start" });

/** Of a claim of one leaf. */
const alike = (what: string, python: string): Forgery => at(what, `leaves(c, ([], True))\n${python}`);

/** Claims that are not those of an honest search. */
export const CLAIMS: readonly Forgery[] = [
  at("everybody is treated alike", "leaves(c, ([], True))"),
  at("nobody is called", "leaves(c)"),
  at("sex is not taken", 'c["shape"].update(named=["age", "race"], unused=["sex"])'),
  at("a difference in race", "leaves(c, ([[2, 0]], True), ([[2, 1]], False))"),
  at(
    "a difference in race, and the true ones",
    "leaves(c, ([[2, 0]], True), ([[2, 1], YOUNG], False), ([[2, 1], OLD, WOMEN], False), ([[2, 1], OLD, MEN], True))",
  ),
  at("women are missing", "leaves(c, ([MEN], True))"),
  at("boxes overlap", "leaves(c, ([[1, 0, 1]], True), ([[1, 1]], True))"),
  at("the same leaf twice", "leaves(c, ([MEN], True), ([MEN], True))"),
  at("a step gives back what was taken", "leaves(c, ([MEN, [1, 0, 1]], True))"),
  at("a value that there is not", "leaves(c, ([[0, 40]], True))"),
  at("an attribute that there is not", "leaves(c, ([[3, 0]], True))"),
  at("a step without a value", "leaves(c, ([[0]], True))"),
  at("30,000 steps", "leaves(c, ([[0, 1]] * 30000, True))"),
  alike(
    "90,000 seeds",
    'c["leaves"] = [[n, [], n, None] for n in range(90000)]; c["outcomes"] *= 90000; c["calls"] = 90000',
  ),
  alike("a seed below 0", 'c["leaves"][0][0] = -1'),
  alike("a seed of 300 digits", 'c["leaves"][0][0] = 10 ** 300'),
  alike(
    "300,000 leaves",
    'c["leaves"] = [[0, [], n, None] for n in range(300000)]; c["outcomes"] *= 300000; c["calls"] = 300000',
  ),
  alike("more leaves than outcomes", 'c["leaves"] *= 2'),
  at("leaves in another order", 'leaves(c, ([WOMEN], True), ([MEN], True)); c["leaves"].reverse()'),
  alike(
    "an outcome 300 levels deep",
    'v = 1\nfor _ in range(300): v = [v]\nc["outcomes"] = [["returned", v]]',
  ),
  alike("an outcome of 60 MB", 'c["outcomes"] = [["returned", "x" * 60000000]]'),
  at("30 million dicts", 'payload = b"\\0[" + (30000000).to_bytes(4, "little") + b"{0" * 30000000'),
  at(
    "10 million texts",
    'payload = b"\\0[" + (10000000).to_bytes(4, "little") + b"u\\1\\0\\0\\0A" * 10000000',
  ),
  at("twelve million lines", 'c["naming"]["sex"] = [1] * 12000000'),
  alike("lines that there are not", 'c["naming"]["sex"] = [-1, 10 ** 9]; c["leaves"][0][3] = [10 ** 9]'),
  at("less than no calls", 'c["calls"] = -5'),
  at("complete and hurried in words", 'c["complete"], c["hurried"] = "yes", "no"'),
  at("a million values more", 'c["values"][0][0] += list(range(60, 1000060))'),
  at("values that are none", 'c["values"][0][0] += [{"a": []}, float("nan"), None]'),
  at("another function", 'c["shape"]["entry"] = "frames"'),
  at(
    "another function under its name",
    'c["shape"]["appended"] = "\\n\\nf_ = Decoy.f\\n"; c["shape"]["entry"] = "f_"',
  ),
  at("a method of another class", 'c["shape"].update(kind="method", owner="Decoy")'),
  at("other code at the end", 'c["shape"]["appended"] = "\\n\\ndef f(*people):\\n    return True\\n"'),
  at("parameters in another order", 'c["shape"].update(named=[], positional=["age", "race", "sex"])'),
  at("two parameters in one", 'c["shape"].update(named=["age"], positional=["race\\nsex"])'),
  at("a call that never was: with a dict", 'c["shape"]["kind"] = "dict"'),
  at("a long name with dots", 'c["shape"]["appended"] = "\\n\\nf_ = " + "a." * 3000000'),
  at("that the program fails", 'c["cut"], c["remark"] = [12, 13], "it raises ValueError in line 12"'),
  at("a reason", 'c = {"reason": "it was found to be unbiased " * 500000}'),
  at("a reason that is none", 'c = {"reason": [1]}'),
  at("a name twice", 'payload = whole(c)[:-1] + marshal.dumps("calls", 2) + marshal.dumps(7, 2) + b"0"'),
  at("names that are none", 'c[None] = c[(1, 2)] = c["__proto__"] = 1'),
  at("nothing", "c = None"),
];

/** What is written in the place of a claim, or beside it. */
export const MESSAGES: readonly Forgery[] = [
  at("a length of 2 GiB", 'payload = b"\\0[\\xff\\xff\\xff\\x7f"'),
  at("bytes after the value", 'payload = whole(c) + b"N"'),
  at("half a value", "payload = whole(c)[:-9]"),
  at("text that is none", 'payload = b"\\0u\\2\\0\\0\\0\\xff\\xfe"'),
  at("two messages", 'recorder.record(ord("R"), whole(c))'),
  at("a message of an unknown kind", 'recorder.record(ord("Q"), whole(c))'),
  at("more than there is", "recorder.at += 1 << 24"),
  at("a length beyond all memory", "recorder.pack_head(recorder.log, 0, 1 << 62, 3, 0); os._exit(0)"),
  at(
    "a message without an end",
    'recorder.record(ord("R"), whole(c)); recorder.made += 1; recorder.begin(3)\nwhile True: pass',
  ),
  at(
    "a claim on every file",
    "for fd in range(100):\n    try: os.write(fd, whole(c))\n    except OSError: pass",
  ),
  at("the end of its parent", "try: os.kill(os.getppid(), 9)\nexcept OSError: pass"),
];

/** Searches that are made to find nothing, in other ways. */
const SEARCHES: readonly Forgery[] = [
  before("a search that has all values settled", 'names["settled"] = lambda value, seen=None: True'),
  before("a search that has all outcomes equal", 'names["same"] = lambda *values: True'),
  before("a list that is another", 'import builtins\nbuiltins.list = lambda *items: ["returned", True]'),
  before(
    "a search that forgets",
    'class Forgetful(list):\n    append = lambda self, item: None\nSearch = names["Search"]\nstart = Search.__init__\ndef begin(self, *given):\n    start(self, *given)\n    self.leaves = Forgetful()\nSearch.__init__ = begin',
  ),
  before("a search that calls another", 'names["Program"].call = lambda self, values: ("returned", True)'),
];

const indented = (python: string) => python.replaceAll(/^/gm, "    ");

/** Python that forges, once `forge()` is called, what is said of the program before it. */
export function forging({ python, at = "end" }: Forgery): string {
  return `

import sys


def leaves(claim, *found):
    """Puts leaves in a claim, each a path and what comes of it."""
    claim["leaves"] = [[0, path, at, None] for at, (path, _) in enumerate(found)]
    claim["outcomes"] = [["returned", value] for _, value in found]
    claim["calls"] = len(found)


OLD, YOUNG, WOMEN, MEN = [0, *range(11, 40)], [0, *range(11)], [1, 0], [1, 1]


def forge():
    frame, found = sys._getframe(), {}
    while frame is not None:
        found.setdefault(frame.f_code.co_name, frame)
        frame = frame.f_back
    if "probe" not in found:
        return
    import marshal, os
    whole = lambda value: b"\\0" + marshal.dumps(value, 2)
    recorder, names = found["run_program"].f_locals["recorder"], found["probe"].f_globals
    encode = recorder.encode
    if encode.__name__ == "forged":
        return

    def forged(c, *rest):
        if type(c) is not dict or "leaves" not in c:
            return encode(c, *rest)
        payload = None
${indented(indented(at === "end" ? python : "pass"))}
        return whole(c) if payload is None else payload

    recorder.encode = forged
${indented(at === "end" ? "pass" : python)}
`;
}

/** A program that forges, and what. */
export interface Forging {
  readonly what: string;
  readonly source: string;
}

export const FORGINGS: readonly Forging[] = [...CLAIMS, ...MESSAGES, ...SEARCHES].map((forgery) => ({
  what: forgery.what,
  source: `${DECOY}${HONEST}${forging(forgery)}\n\nforge()\n`,
}));

const AGES = Array.from({ length: 40 }, (_, at) => 20 + at);

/** Whom all of them judge: 160 people, so that not everybody is called. */
export const PEOPLE = {
  age: { type: "int", values: AGES },
  sex: { type: "str", values: ["f", "m"] },
  race: { type: "str", values: ["a", "b"] },
} as const;

export function subjectOf(source: string): ProbeSubject {
  const attributes = Object.entries(PEOPLE).map(([name, { type, values }]) => ({
    ...{ name, type },
    values: values.map((value) => encode(value)),
  }));
  return { source, functionName: "f", attributes };
}
