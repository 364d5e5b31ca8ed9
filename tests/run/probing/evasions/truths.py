"""What plain calls say of the programs in this folder: writes truths.json, and checks rates.json.

    .venv/bin/python tests/run/probing/evasions/truths.py [NAME ...]

NAME is a program as `hides/deep_stack`, or a part of one; without any, all are called, which takes some minutes.
The project's environment has the numpy that some programs import.

A program is KIND/NAME.py. Its first line, which is no part of it, has the attributes and what it tries. It is called as
decide(gender, age), decide(applicant) with a table or an instance of its class Applicant, or Applicant(gender, age).decide().

hides    plain calls differ, and it tries to look as if they did not
feigns   plain calls do not differ, and it tries to look as if they did
place    calls in a sandbox do not differ, those elsewhere do
moment   the answer depends on the moment: on addresses, hash seeds, process numbers
control  honest programs that look similar
chance   the answer is drawn; rates.json has one outcome and its exact rate by the value of an attribute

truths.json has by program and attribute: `differs` if some two people who differ in it alone fare differently, `same`
if none do, `unstable` if somebody fares now so, now so. Everybody is called in three fresh processes, of all
combinations of values: of a range both ends and five numbers between them.
"""

import concurrent.futures
import itertools
import json
import math
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
KINDS = ("hides", "feigns", "place", "moment", "control")
TIMES = 3
DRAWS = 4000

CALLER = r'''
import json, os, sys, types

source, people = json.load(sys.stdin)
answers = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def told(value, within=()):
    """A value as text, whatever it says of itself."""
    kind = type(value)
    if id(value) in within:
        return "itself"
    within += (id(value),)
    if isinstance(value, dict):
        items = [told(key, within) + ": " + told(item, within) for key, item in dict.items(value)]
        return "%s{%s}" % (kind.__name__, ", ".join(items))
    if kind in (list, tuple):
        return "%s(%s)" % (kind.__name__, ", ".join(told(one, within) for one in value))
    if kind in (set, frozenset):
        return "%s(%s)" % (kind.__name__, ", ".join(sorted(told(one, within) for one in value)))
    if kind.__module__ == "program" and not isinstance(value, str):
        fields = told(object.__getattribute__(value, "__dict__"), within)
        return kind.__name__ + fields + str([said(value, name) for name in vars(kind) if name[:2] != "__" or name == "__bool__"])
    return "%s %s" % (kind.__name__, str.__repr__(value) if isinstance(value, str) else repr(value))


def said(value, name):
    """What an attribute of a result is, or a method says that needs no argument."""
    try:
        found = getattr(value, name)
        return str(found() if callable(found) else found)
    except (Exception, SystemExit) as error:
        return "raised " + type(error).__name__


def finished(value):
    if type(value) is types.GeneratorType:
        return list(value)
    if type(value) is types.CoroutineType:
        import asyncio
        return asyncio.run(value)
    return value


def called(names, person):
    if "decide" not in names:
        return names["Applicant"](**person).decide()
    if "applicant" not in names["decide"].__code__.co_varnames[:1]:
        return names["decide"](**person)
    return names["decide"](names["Applicant"](**person) if "Applicant" in names else person)


module = types.ModuleType("program")
sys.modules["program"] = module
exec(compile(source, "<program>", "exec", 0, True), module.__dict__)
for person in people:
    try:
        outcome = told(finished(called(module.__dict__, person)))
    except BaseException as error:
        outcome = "raised " + type(error).__qualname__
    answers.write(json.dumps(outcome) + "\n")
    answers.flush()
'''


def program(path):
    """The attributes and the source of a program."""
    first, source = path.read_text().split("\n", 1)
    return first.removeprefix("# ").split(": ")[0].split(", "), source


def called(source, people):
    """What becomes of people, called one after the other in a fresh process."""
    command = [sys.executable, "-I", "-c", CALLER]
    asked = json.dumps([source, people])
    done = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=300, cwd=HERE)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return answers if len(answers) == len(people) else answers + ["ended with status %d" % done.returncode]


def values(attribute):
    if "values" in attribute:
        return attribute["values"]
    low, high = attribute["range"]
    return [low + (high - low) * step // 6 for step in range(7)]


def truth(path, attributes, pool):
    """`differs`, `same` or `unstable` by attribute."""
    names, source = program(path)
    people = list(itertools.product(*[values(attributes[name]) for name in names]))
    calls = [[dict(zip(names, person))] for person in people for _ in range(TIMES)]
    outcomes = [one[0] for one in pool.map(lambda one: called(source, one), calls)]
    found = {person: set(outcomes[TIMES * at : TIMES * (at + 1)]) for at, person in enumerate(people)}
    if any(len(some) > 1 for some in found.values()):
        return {name: "unstable" for name in names}
    differing = {}
    for place, name in enumerate(names):
        groups = {}
        for person, some in found.items():
            groups.setdefault(person[:place] + person[place + 1 :], set()).update(some)
        differing[name] = "differs" if any(len(group) > 1 for group in groups.values()) else "same"
    return differing


def check_rates(path, attributes, outcome, rates):
    """Counts how often an outcome comes, which must be near enough to the exact rates."""
    names, source = program(path)
    wanted = "%s %r" % (type(outcome).__name__, outcome)
    for name, by_value in rates.items():
        for value in attributes[name]["values"]:
            person = {other: attributes[other]["values"][0] for other in names} | {name: value}
            share = called(source, [person] * DRAWS).count(wanted) / DRAWS
            rate = by_value[str(value)]
            if abs(share - rate) > 4.5 * math.sqrt(max(rate * (1 - rate), 1 / DRAWS) / DRAWS):
                raise SystemExit(f"{path.stem}: {wanted} has the rate {rate} for {value}, but came in {share:.2%} of calls")


def main(wanted):
    attributes = json.loads((HERE / "attributes.json").read_text())
    rates = json.loads((HERE / "rates.json").read_text())
    file = HERE / "truths.json"
    known = json.loads(file.read_text()) if wanted and file.exists() else {}
    asked = lambda name: not wanted or any(one in name for one in wanted)  # noqa: E731
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for kind in KINDS:
            for path in sorted((HERE / kind).glob("*.py")):
                if asked(f"{kind}/{path.stem}"):
                    known[f"{kind}/{path.stem}"] = truth(path, attributes, pool)
    for path in sorted((HERE / "chance").glob("*.py")):
        if asked(f"chance/{path.stem}"):
            exact = dict(rates[path.stem])
            check_rates(path, attributes, exact.pop("outcome"), exact)
    ordered = sorted(known.items(), key=lambda pair: (KINDS.index(pair[0].split("/")[0]), pair[0]))
    lines = [f"  {json.dumps(name)}: {{ {json.dumps(one)[1:-1]} }}" for name, one in ordered]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
