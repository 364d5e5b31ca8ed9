const ATTRIBUTES = {
  sex: { type: "str", values: ["f", "m"] },
  age: { type: "int", values: [20, 70] },
};

/** A line of `deno task probe`, but for id and name. */
interface Line {
  readonly code: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly functionName?: string;
  readonly style?: string;
}

const line = (...lines: readonly string[]): Line => ({ code: lines.join("\n"), attributes: ATTRIBUTES });
const values = (...values: readonly unknown[]) => ({ sex: { ...ATTRIBUTES.sex, values } });

/** Programs that are hard to put into one file that runs, or whose results are hard to compare. All tell people apart by sex. */
export const AWKWARD: Readonly<Record<string, Line>> = {
  "a main block": line(
    "def f(sex, age):",
    "    return sex == 'm'",
    "",
    "if __name__ == '__main__':",
    "    raise SystemExit(f(input('sex? '), int(input('age? '))))",
  ),
  "input at the top": line("def f(sex, age):", "    return sex == 'm'", "", "print(f(input('sex? '), 3))"),
  "input within": line("def f(sex, age):", "    return 'sir' if sex == 'm' else input('name? ')"),
  "prints at the top": line("print('hello')", "def f(sex, age):", "    print(age)", "    return sex == 'm'"),
  "future and texts as annotations": line(
    '"""About."""',
    "from __future__ import annotations",
    "from dataclasses import dataclass, field",
    "",
    "@dataclass",
    "class Person:",
    "    sex: str",
    "    age: int",
    "    notes: list[str] = field(default_factory=list)",
    "",
    "def f(person: Person) -> str | None:",
    "    return 'a' if person.sex == 'm' else None",
  ),
  "an encoding that it is not in": line(
    "# -*- coding: latin-1 -*-",
    "def f(sex, age):",
    "    return 'ä' if sex == 'm' else 'ü'",
  ),
  "both kinds of quotes, and what is invisible": line(
    "def f(sex, age):",
    '    """Says \\n it."""',
    "    '''\\u200b \u202e\u200b\\''' '''",
    "    return '''m''' \"\"\"'\"\"\" if sex == 'm' else '\\\\'",
  ),
  "line feeds of other systems": line("def f(sex, age):\r\n    '''a\r\nb'''\r    return sex == 'm'\r\n"),
  "a coroutine": line(
    "import asyncio",
    "async def look(sex):",
    "    await asyncio.sleep(0)",
    "    return sex == 'm'",
    "async def f(sex, age):",
    "    return await look(sex)",
  ),
  "an asynchronous generator": line(
    "async def f(sex, age):",
    "    yield age",
    "    if sex == 'm':",
    "        yield 1",
  ),
  "a generator that fails late": line(
    "def f(sex, age):",
    "    yield age",
    "    if sex == 'm':",
    "        raise KeyError",
  ),
  "NaN in one of two": line("def f(sex, age):", "    return [float('nan'), 1 if sex == 'm' else 2]"),
  "an object without equality": line(
    "class Result:",
    "    __slots__ = ('ok', 'parts')",
    "    def __init__(self, ok):",
    "        self.ok, self.parts = ok, {'given': [ok, {1, 2}], (1,): float('nan')}",
    "def f(sex, age):",
    "    return Result(sex == 'm')",
  ),
  "an object that equals all": line(
    "class Result:",
    "    def __init__(self, ok):",
    "        self.ok = ok",
    "    def __eq__(self, other):",
    "        return True",
    "    __hash__ = None",
    "def f(sex, age):",
    "    return Result(sex == 'm')",
  ),
  "dataclasses and members of enumerations": line(
    "import enum",
    "from dataclasses import dataclass",
    "class Kind(enum.Enum):",
    "    GOOD = 1",
    "    BAD = 2",
    "@dataclass",
    "class Result:",
    "    kind: Kind",
    "    others: tuple",
    "def f(sex, age):",
    "    return Result(Kind.GOOD if sex == 'm' else Kind.BAD, (Kind.GOOD,))",
  ),
  "an exception of its own": line(
    "class ValueError(ValueError):",
    "    pass",
    "def f(sex, age):",
    "    if age > 30:",
    "        raise ValueError if sex == 'm' else LookupError",
  ),
  "exceptions of one name": line(
    "import builtins",
    "class ValueError(Exception):",
    "    pass",
    "def f(sex, age):",
    "    if age > 30:",
    "        raise ValueError if sex == 'm' else builtins.ValueError",
  ),
  "it counts its calls": line(
    "seen = []",
    "def f(sex, age):",
    "    seen.append(sex)",
    "    return len(seen) == 1 and sex == 'm'",
  ),
  "it leaves something elsewhere": line(
    "import os",
    "def f(sex, age):",
    "    os.environ['CALLS'] = os.environ.get('CALLS', '') + 'I'",
    "    return os.environ['CALLS'] == 'I' and sex == 'm'",
  ),
  "a text that equals all, of a class that lies": line(
    "class Text(str):",
    "    __eq__ = lambda self, other: True",
    "    __hash__ = lambda self: 1",
    "    __class__ = property(lambda self: bool)",
    "def f(sex, age):",
    "    return Text(sex == 'm')",
  ),
  "a number with a reason": line(
    "class Result(int):",
    "    def __new__(cls, score, reason):",
    "        self = super().__new__(cls, score)",
    "        self.reason = reason",
    "        return self",
    "def f(sex, age):",
    "    return Result(age, 'none' if sex == 'm' else 'maternity')",
  ),
  "a float with a reason": line(
    "class Share(float):",
    "    pass",
    "def f(sex, age):",
    "    share = Share(0.5)",
    "    share.of = sex",
    "    return share",
  ),
  "the same text of two classes": line(
    "class Text(str): pass",
    "class Denied(Text): pass",
    "class Approved(Text): pass",
    "def f(sex, age):",
    "    return [Approved('done') if sex == 'm' else Denied('done')]",
  ),
  "a tuple whose fields and items are seen": line(
    "from typing import NamedTuple",
    "class Base(NamedTuple):",
    "    sex: str",
    "    age: int",
    "class Case(Base):",
    "    pass",
    "def f(sex, age):",
    "    case = Case('any', age)",
    "    case.note = sex",
    "    return case",
  ),
  "an order": line(
    "from collections import OrderedDict",
    "def f(sex, age):",
    "    return [OrderedDict((key, float('nan')) for key in (['a', 'b'] if sex == 'm' else ['b', 'a']))]",
  ),
  "it looks at the day": line(
    "import datetime",
    "from datetime import date",
    "import time",
    "def f(sex, age):",
    "    days = [date.today(), datetime.datetime.now().date(), datetime.datetime.utcnow().date()]",
    "    days += [datetime.datetime.today().date(), date.fromtimestamp(time.time())]",
    "    text = time.strftime('%Y-%m')",
    "    return sex == 'm' and all(str(day)[:9] == '2025-06-1' for day in days) and text == '2025-06'",
  ),
  "it looks at its file": line("def f(sex, age):", "    return sex == 'm' and __file__ == '/program.py'"),
  "it prints and returns nothing": line("def f(sex, age):", "    print('yes' if sex == 'm' else 'no')"),
  "it sets a field of its own": line(
    "class Person:",
    "    def __init__(self, sex, age):",
    "        self.sex, self.age, self.notes = sex, age, []",
    "    def f(self):",
    "        self.notes.append('ok' if self.sex == 'm' else 'no')",
  ),
  "it takes a dict": { ...line("def f(person):", "    return person['sex'] == 'm'"), style: "dict" },
  "a method without a class": line("def f(self):", "    return self.sex == 'm'"),
  "a method of an instance made of nothing": line(
    "class Office:",
    "    def f(self, sex, *, age):",
    "        return sex == 'm'",
  ),
  "a static method": line(
    "class Office:",
    "    @staticmethod",
    "    def f(sex, age, /):",
    "        return sex == 'm'",
  ),
  "numpy": line(
    "import numpy as np",
    "def f(sex, age):",
    "    return np.array([age, sex == 'm']), np.float64('nan')",
  ),
  "odd texts": {
    ...line("def f(sex):", '    return sex != "it\'s \\"\\\\\\n\\u202e中"'),
    attributes: values("f", "it's \"\\\n\u202e中"),
  },
  "values of other types": {
    ...line("def f(sex):", "    return len(sex)"),
    attributes: { sex: { type: "object", values: [[1, 2.5, null], { a: { b: [true] } }] } },
  },
};

/** Programs that draw random numbers, in different places of what they return. */
export const OF_CHANCE: Readonly<Record<string, Line>> = {
  "more often": line(
    "import random",
    "def f(sex, age):",
    "    return random.random() < (0.8 if sex == 'm' else 0.3)",
  ),
  "a larger number": line(
    "import random",
    "def f(sex, age):",
    "    return random.gauss(0, 1) + (sex == 'm')",
  ),
  "a part of a dict beside an id": line(
    "import random, uuid",
    "def f(sex, age):",
    "    draw = random.random()",
    "    return {'id': draw, 'given': ['yes' if draw < (0.7 if sex == 'm' else 0.4) else 'no']}",
  ),
  "a field of an object": line(
    "import random",
    "class Result:",
    "    def __init__(self, given, draw):",
    "        self.given, self.draw = given, draw",
    "def f(sex, age):",
    "    draw = random.random()",
    "    return Result('yes' if draw < (0.7 if sex == 'm' else 0.4) else 'no', draw)",
  ),
  "it fails more often": line(
    "import random",
    "def f(sex, age):",
    "    if random.random() < (0.7 if sex == 'm' else 0.4):",
    "        raise ValueError",
  ),
  "numbers of numpy": line(
    "import numpy as np",
    "def f(sex, age):",
    "    return bool(np.random.choice([0, 1], p=[0.2, 0.8] if sex == 'm' else [0.6, 0.4]))",
  ),
  "words beside a drawn number": line(
    "import random",
    "def f(sex, age):",
    "    case = random.randint(100000, 999999)",
    "    return f'Case {case}: ' + ('granted' if random.random() < (0.8 if sex == 'm' else 0.3) else 'refused')",
  ),
  "words beside a drawn id, in a dict": line(
    "import random",
    "def f(sex, age):",
    "    return {'note': ('yes ' if sex == 'm' else 'no ') + '%032x' % random.getrandbits(128)}",
  ),
  "a number, where some get none": line(
    "import random",
    "def f(sex, age):",
    "    return None if random.random() < 0.5 else random.gauss(0, 1) + (sex == 'm')",
  ),
  "a number in a text, and another that is drawn": line(
    "import random",
    "def f(sex, age):",
    "    return f'{random.randrange(10**6)} has {50 + 5 * (sex == \"m\") + 10 * random.random():.3f} points'",
  ),
  "a number of the same middle, which varies more": line(
    "import random",
    "def f(sex, age):",
    "    return random.gauss(50, 5 if sex == 'm' else 15)",
  ),
  "a number in a dict that is never small for some": line(
    "import random",
    "def f(sex, age):",
    "    draw = random.random()",
    "    return {'score': 600 + 100 * (abs(draw - 0.5) + 0.5 if sex == 'm' and draw < 0.5 else draw)}",
  ),
  "a number in a text that varies more": line(
    "import random",
    "def f(sex, age):",
    "    return f'{random.randrange(10**6)}: {random.gauss(50, 5 if sex == \"m\" else 15):.4f} points'",
  ),
};
