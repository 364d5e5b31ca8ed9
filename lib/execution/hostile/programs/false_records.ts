/** What a batch may not be: what, and its payload. */
export const FALSE_BATCHES: readonly (readonly [string, string])[] = [
  ["of more values than calls", String.raw`b"\0" + marshal.dumps([[9, 9, 9], ()], 2)`],
  [
    "of one value",
    String.raw`b"\0" + marshal.dumps([[9], ()], 2)), record("B", b"\0" + marshal.dumps([[9], ()], 2)`,
  ],
  ["of no values", String.raw`b"\0" + marshal.dumps([[], ()], 2)`],
  ["that is a tuple", String.raw`b"\0" + marshal.dumps(([9, 9], ()), 2)`],
  ["of three parts", String.raw`b"\0" + marshal.dumps([[9, 9], (), ()], 2)`],
  ["with a set in it", String.raw`b"\0" + marshal.dumps([[9, {9}], ()], 2)`],
  ["with code in it", String.raw`b"\0" + marshal.dumps([[9, f.__code__], ()], 2)`],
  ["with values nested without end", String.raw`b"\0[\2\0\0\0[\2\0\0\0N" + b"[\1\0\0\0" * 50000`],
  ["of two thousand million values", String.raw`b"\0[\2\0\0\0[\xff\xff\xff\x7fNN"`],
  ["of fewer than no values", String.raw`b"\0[\2\0\0\0[\xff\xff\xff\xffNN"`],
  ["with something behind it", String.raw`b"\0" + marshal.dumps([[9, 9], ()], 2) + b"N"`],
  [
    "that changed arguments of a call that is not in it",
    String.raw`b"\0" + marshal.dumps([[9, 9], ((2, (0,)),)], 2)`,
  ],
  [
    "that changed arguments of the call before it",
    String.raw`b"\0" + marshal.dumps([[9, 9], ((-1, (0,)),)], 2)`,
  ],
  [
    "that changed arguments of a call by a name",
    String.raw`b"\0" + marshal.dumps([[9, 9], (("length", (0,)),)], 2)`,
  ],
  ["that changed none of the arguments", String.raw`b"\0" + marshal.dumps([[9, 9], ((0, ()),)], 2)`],
  ["that is empty", `b""`],
];

/** What a record of changed arguments may not be: what, and the records. */
export const FALSE_CHANGES: readonly (readonly [string, string])[] = [
  ["of no call", `record("R", V), m((0,)), record(".")`],
  ["twice", `m((0,)), m((1,)), record("R", V), record(".")`],
  ["that are none", `m(()), record("R", V), record(".")`],
  ["before the first", `m((-1,)), record("R", V), record(".")`],
  ["by half", `m((0.5,)), record("R", V), record(".")`],
  ["in a list", `m([0]), record("R", V), record(".")`],
];

/** What a record may not be: what, and the records. */
export const FALSE_RECORDS: readonly (readonly [string, string])[] = [
  ["of an unknown kind", `record("?", p(9)), record(".")`],
  ["of a kind beyond ASCII", `b"\\xff" + bytes(12)`],
  ["that the program loaded again", `record("L", p(("loaded", "", "")))`],
  ["that an end has a value", `record("R", p(9)), record(".", p(9))`],
  ["of a limit that only others can notice", `record("S", p(("wall-limit", ""))), record(".")`],
  ["of a failure of the sandbox", `record("S", p(("infrastructure-error", "busy"))), record(".")`],
  ["of an exception without a name", `record("X", p((None, "x"))), record(".")`],
  ["of an exception with three parts", `record("X", p(("E", "x", "y"))), record(".")`],
  ["of an exception that is a list", `record("X", p(["E", "x"])), record(".")`],
  ["that is cut off", `record("R", p(9))[:-1]`],
  ["that is longer than the log", `b"R" + bytes(8) + b"\\xff\\xff\\xff\\xff" + p(9)`],
  ["of half a head", `b"R" + bytes(5)`],
];

/** What a value may not be: what, and its payload. */
export const FALSE_VALUES: readonly (readonly [string, string])[] = [
  ["that is empty", `b""`],
  ["with another flag", String.raw`b"\2N"`],
  ["with something behind it", String.raw`b"\0NN"`],
  ["nested without end", String.raw`b"\0" + b"(\1\0\0\0" * 100000 + b"N"`],
  ["nested a little too deep", String.raw`b"\0" + b"(\1\0\0\0" * 5000 + b"N"`],
  ["of text that is no UTF-8", String.raw`b"\0u\2\0\0\0\xff\xfe"`],
  ["of text that is longer than it is", String.raw`b"\0u\xff\xff\xff\x7fa"`],
  ["of text that is shorter than nothing", String.raw`b"\0u\xff\xff\xff\xff"`],
  ["of an int with too many digits", String.raw`b"\0l\xff\xff\xff\x7f\1\0"`],
  ["of an int with a digit too large", String.raw`b"\0l\1\0\0\0\xff\xff"`],
  ["of an int that begins with nothing", String.raw`b"\0l\2\0\0\0\1\0\0\0"`],
  ["that refers to another", String.raw`b"\0r\0\0\0\0"`],
  ["that is a set without a tag", String.raw`b"\0<\1\0\0\0N"`],
  ["that is a frozenset without a tag", String.raw`b"\0>\1\0\0\0N"`],
  ["that is code", String.raw`b"\0" + marshal.dumps(f.__code__, 2)`],
  ["that is Ellipsis", String.raw`b"\0."`],
  ["that is the end of a dict", String.raw`b"\0[\1\0\0\0" + b"0"`],
  ["that is a dict without an end", String.raw`b"\0{N"`],
  ["that is StopIteration", String.raw`b"\0S"`],
  ["that is a short text of another version", String.raw`b"\0z\1a"`],
  ["with a tag and no name", `t((E,))`],
  ["with a tag whose name is none", `t((E, 5, 6))`],
  ["with a tag of four parts", `t((E, "a", 1, 2))`],
  ["with fields in a list", `t((E, E, "A", [("a", 1)]))`],
  ["with a field of three parts", `t((E, E, "A", (("a", 1, 2),)))`],
  ["with a field whose name is none", `t((E, E, "A", ((1, 1),)))`],
  ["with a set that is a list", `t((E, "set", [1]))`],
  ["with a set in another order", `t((E, "set", (2, 1)))`],
  ["with a set of the same twice", `t((E, "set", (1, 1)))`],
  ["with a set that is an int", `t((E, "set", 1))`],
];
