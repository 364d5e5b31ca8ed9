"""What is wrong with a task of the suite: run in the sandbox by suite_test.ts."""

import copy
import json
import math
import random

SIZES = [*range(1, 34), 64, 97, 100, 127, 128, 255, 256, 500, 1000]


def check(task, count):
    """Sentences, one for each thing that is wrong; none if all is right. `count`: how many random inputs are tried."""
    task = json.loads(task)
    solutions = [defined(reference["source"], task["entryPoint"]) for reference in task["references"]]
    make = defined(task["generator"], "make")
    problems = [*cases(task, solutions), *sizes(task, make), *draws(task, make, solutions, count)]
    return list(dict.fromkeys(problems))[:10]


def defined(source, name):
    names = {"__name__": "program"}
    exec(compile(source, "<" + name + ">", "exec"), names)
    return names[name]


def same(task, one, other):
    if task["compare"] == "any-order":
        return isinstance(one, list) and sorted(map(repr, one)) == sorted(map(repr, other))
    if task["compare"] == "close" and isinstance(one, float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    return type(one) is type(other) and one == other


def cases(task, solutions):
    """Both references give what examples and tests say."""
    for case in task["examples"] + task["tests"]:
        args, result = eval(case["args"]), eval(case["result"])
        for at, solution in enumerate(solutions):
            found = solution(*copy.deepcopy(args))
            if not same(task, found, result):
                yield "reference %d gives %r for %s, not %s" % (at + 1, found, case["args"], case["result"])


def sizes(task, make):
    """The generator makes a list of arguments at every size, of another weight at a larger one."""
    for n in SIZES + [task["maxSize"]]:
        for seed in range(2):
            random.seed(seed)
            args = make(n)
            if type(args) is not list:
                yield "make(%d) returns %s, not a list" % (n, type(args).__name__)
    random.seed(1)
    if not 3 < weight(make(200)) / weight(make(20)):
        yield "input of size 200 is hardly larger than input of size 20"


def weight(value):
    if isinstance(value, dict):
        return sum(weight(key) + weight(item) for key, item in value.items()) + 1
    return sum(map(weight, value)) + 1 if isinstance(value, (list, tuple, set)) else len(value) if isinstance(value, str) else 1


def draws(task, make, solutions, count):
    """The references agree on random inputs, leave them as they are, and no trivial program does as well."""
    slow = task["references"][1]["class"] == "exponential"
    results, lazy = [], [TRIVIAL[name] for name in TRIVIAL]
    failed = [False] * len(lazy)
    for draw in range(count):
        random.seed(draw)
        n = random.randint(1, 14 if slow else 60)
        args = make(n)
        before = repr(args)
        found = []
        for at, solution in enumerate(solutions):
            found.append(solution(*args))
            if repr(args) != before:
                yield "reference %d changes its arguments" % (at + 1)
        if not same(task, *found):
            yield "the references give %r and %r for an input of size %d" % (*found, n)
        if any(found[0] is arg and isinstance(arg, (list, dict)) for arg in args):
            yield "a reference returns one of its arguments"
        results.append(repr(found[0]))
        failed = [was or not same(task, program(*args), found[0]) for was, program in zip(failed, lazy)]
    common = max(map(results.count, set(results)))
    if common > 0.75 * count:
        yield "%d of %d random inputs have the same result" % (common, count)
    for name, wrong in zip(TRIVIAL, failed):
        if not wrong:
            yield "a program that returns %s is right on all random inputs" % name


TRIVIAL = {
    "nothing": lambda *args: None,
    "0": lambda *args: 0,
    "1": lambda *args: 1,
    "-1": lambda *args: -1,
    "true": lambda *args: True,
    "false": lambda *args: False,
    "an empty text": lambda *args: "",
    "an empty list": lambda *args: [],
    "its first argument": lambda *args: args[0],
    "the length of its first argument": lambda *args: len(args[0]) if hasattr(args[0], "__len__") else args[0],
}
