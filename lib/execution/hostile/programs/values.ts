import { ends, type Hostile } from "../hostile.ts";

/** Programs that return values that lie about what they are. */
export const VALUES: readonly Hostile[] = [
  {
    name: "value that equals everything",
    rows: ["E1"],
    source: "class A:\n  __eq__ = lambda s, o: True\n  __hash__ = lambda s: 1\ndef f(): return A()",
    expect: ends('returned {"$type":"instance","class":"program.A","fields":{}}'),
  },
  {
    name: "int that equals everything",
    rows: ["E1"],
    source:
      "class I(int):\n  __eq__ = lambda s, o: True\n  __hash__ = __pos__ = __int__ = __index__ = lambda s: 5\ndef f(): return I(3)",
    expect: ends('returned {"$type":"object","class":"program.I","value":3}'),
  },
  {
    name: "str that is another to everybody",
    rows: ["E1"],
    source:
      "class S(str):\n  __str__ = __repr__ = __getitem__ = encode = lambda s, *a: 'forged'\ndef f(): return S('own')",
    expect: ends('returned {"$type":"object","class":"program.S","value":"own"}'),
  },
  {
    name: "list and dict with other insides",
    rows: ["E1"],
    source:
      "class L(list):\n  __iter__ = lambda s: iter(int, 1)\n  __len__ = lambda s: 0\n  __getitem__ = lambda s, i: 1 / 0\n" +
      "class D(dict):\n  items = keys = __iter__ = lambda s: 1 / 0\ndef f(): return [L([1]), D(a=1)]",
    expect: ends(
      'returned [{"$type":"object","class":"program.L","value":[1]},' +
        '{"$type":"object","class":"program.D","value":{"$type":"dict","items":[["a",1]]}}]',
    ),
  },
  {
    name: "class that claims to be int",
    rows: ["E1"],
    source:
      "class A:\n  __class__ = property(lambda s: int)\n  __index__ = __int__ = lambda s: 7\ndef f(): return A()",
    expect: ends('returned {"$type":"instance","class":"program.A","fields":{}}'),
  },
  {
    name: "class whose type passes for int",
    rows: ["E1"],
    source: "class M(type):\n  __hash__ = lambda c: hash(int)\n  __eq__ = lambda c, o: True\n" +
      "class A(metaclass=M): pass\ndef f(): return [A()]",
    expect: ends("unserialisable list"),
  },
  {
    name: "class that forges its name",
    rows: ["E1"],
    source: "class A(int): pass\nA.__module__ = 'builtins'; A.__qualname__ = 'int'\ndef f(): return A(3)",
    expect: ends('returned {"$type":"object","class":"builtins.int","value":3}'),
  },
  {
    name: "class with a name of a megabyte",
    rows: ["E1", "A8"],
    source: "A = type('A' * (1 << 20), (int,), {})\ndef f(): return A(3)",
    expect: ends(/^returned \{"\$type":"object","class":"program.A{192}","value":3\}$/),
  },
];
