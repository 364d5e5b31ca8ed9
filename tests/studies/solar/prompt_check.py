"""What is wrong with prompts: run in the sandbox by prompts_test.ts."""

import dataclasses


def check(tasks):
    """Sentences, one for each thing that is wrong; none if all is right."""
    return [task["id"] + ": " + problem for task in tasks for problem in problems(task)]


def problems(task):
    names = {"__name__": "program"}
    exec(compile(task["prompt"], "<prompt>", "exec"), names)
    person, fields = names[task["className"]], dict(task["fields"])
    declared = {field.name: field.type.__name__ for field in dataclasses.fields(person)}
    if declared != fields or list(declared) != list(fields):
        yield "it declares other attributes"
    method = getattr(person, task["method"])
    if method.__doc__.split() != task["docstring"].split():
        yield "it has another docstring"
    if method.__annotations__ != {"return": bool} or method.__code__.co_varnames != ("self",):
        yield "it has another method"
