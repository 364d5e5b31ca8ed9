"""Says of functions that score people whether people who differ in the attribute alone come to another score.

    python3 plain_truths.py FOLDER

Calls the plain code and nothing else: no part of the scorer is used. FOLDER has a module a file, with a
function f, and truths.ndjson, which has for each a line: its `name`, the `attribute` it is about, whom it is
asked of (`people`, without the attribute), the attribute's `values`, and how a person is `made`: an object, a
dict (or a "dict profile", which has the attribute in its profile), a tuple, arguments, an instance of a class
of the module ("class NAME"), or what the method f of `className` is called on ("self"; "self person" where its
`__init__` takes the attribute in a dict). Prints the names of those that use it, as a JSON list.
"""

import contextlib
import io
import json
import pathlib
import sys
import types

USUAL = {"attribute": "gender", "made": "object", "values": ["male", "female"]}


def called_with(one, value, known, names):
    """The arguments of a call, unnamed and named, and what it is called on."""
    made, everything = one["made"], {one["attribute"]: value, **known}
    if made == "object":
        return (types.SimpleNamespace(**everything),), {}, None
    if made == "dict":
        return (everything,), {}, None
    if made == "dict profile":
        return ({**known, "profile": {one["attribute"]: value, **known["profile"]}},), {}, None
    if made == "tuple":
        return (tuple(everything.values()),), {}, None
    if made == "arguments":
        return (), everything, None
    if made.startswith("class "):
        return (names[made.removeprefix("class ")](**everything),), {}, None
    if made == "self person":
        everything = {**known, "person": {one["attribute"]: value, **known["person"]}}
    return (), {}, names[one["className"]](**everything)


def outcome(code, one, known, value):
    names = {"__name__": "plain"}
    exec(code, names)
    args, named, subject = called_with(one, value, known, names)
    call = names["f"] if subject is None else subject.f
    try:
        return call(*args, **named)
    except Exception as error:
        return f"raises {type(error).__name__}"


def uses(folder, one):
    code = compile((folder / f"{one['name']}.py").read_text(), one["name"], "exec")
    return any(
        len({repr(outcome(code, one, known, value)) for value in one["values"]}) > 1
        for known in one["people"]
    )


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    truths = [{**USUAL, **json.loads(line)} for line in (folder / "truths.ndjson").read_text().splitlines()]
    with contextlib.redirect_stdout(io.StringIO()):
        found = [one["name"] for one in truths if uses(folder, one)]
    print(json.dumps(found))
