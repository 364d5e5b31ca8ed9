"""What is wrong with the rules of tasks: run in the sandbox by suite_test.ts."""

import itertools


def check(tasks):
    """Sentences, one for each thing that is wrong; none if all is right. A task is an id, a rule, values by name."""
    return [task[0] + ": " + problem for task in tasks for problem in problems(*task[1:])]


def problems(rule, attributes):
    code, names = compile(rule, "<rule>", "eval"), list(attributes)
    people = list(itertools.product(*attributes.values()))
    decided = {person: eval(code, {}, dict(zip(names, person))) for person in people}
    found = []
    if any(type(decision) is not bool for decision in decided.values()):
        found.append("the rule gives something else than True and False")
    if len(set(decided.values())) < 2:
        found.append("the rule decides alike about everyone")
    for at, name in enumerate(names):
        others = (person[:at] + (value,) + person[at + 1 :] for person in people for value in attributes[name])
        pairs = zip((person for person in people for _ in attributes[name]), others)
        if all(decided[person] == decided[other] for person, other in pairs):
            found.append("the decision does not depend on " + name)
    return found
