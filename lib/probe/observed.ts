import { isNothing } from "../bias/judge.ts";
import type { CallShape, Exploration, ProbeSubject } from "../types.ts";

/** The function that stands for one that returns nothing; the prober leaves it as it is, see prober/instrument.py. */
const OBSERVER = "_observed_call";

/** Whether a program returns nothing to anybody, but does not fail for everybody. */
export function returnsNothing({ leaves }: Pick<Exploration, "leaves">): boolean {
  const returned = leaves.filter(({ outcome }) => outcome.kind !== "raised");
  return returned.length > 0 && returned.every(isNothing);
}

/**
 * A program that returns nothing, as one that returns what its call prints and what it changes in the person, or in the
 * object, that it was handed: a dict of `prints` and `leaves`, without what is empty; None where there is neither.
 *
 * @param found The program, and how it is called.
 * @returns Undefined where the program has a function of that name already.
 */
export function observed(
  subject: ProbeSubject,
  { source, shape }: Pick<Exploration, "source" | "shape">,
): ProbeSubject | undefined {
  if (source.includes(OBSERVER)) return undefined;
  const { attributes } = subject;
  return {
    source: `${source}\n\n${observer(shape)}`,
    functionName: OBSERVER,
    style: "function",
    attributes: attributes.filter(({ name }) => !shape.unused.includes(name)),
  };
}

function observer({ kind, entry, owner, positional, named }: CallShape): string {
  const fields = `{_name: _values[_name] for _name in ${JSON.stringify(named)}}`;
  const places = `*[_values[_name] for _name in ${JSON.stringify(positional)}]`;
  const [handed, call] = {
    function: ["None", `${entry}(${places}, **${fields})`],
    dict: [fields, `${entry}(_handed)`],
    argument: [`${owner}(**${fields})`, `${entry}(_handed)`],
    method: [`${owner}(**${fields})`, `_handed.${entry}()`],
    member: [`${owner}()`, `_handed.${entry}(${places}, **${fields})`],
  }[kind];
  return `
def ${OBSERVER}(**_values):
    import copy as _copy, io as _io, sys as _sys

    def _unlike(_one, _other):
        if _one is _other:
            return False
        if type(_one) is type(_other):
            if isinstance(_one, dict):
                return _one.keys() != _other.keys() or any(_unlike(_one[_name], _other[_name]) for _name in _one)
            if isinstance(_one, (list, tuple)):
                return len(_one) != len(_other) or any(map(_unlike, _one, _other))
            if hasattr(_one, "__dict__"):
                return _unlike(vars(_one), vars(_other))
        return _one != _other

    def _finished(_one):
        while hasattr(_one, "cr_await"):
            try:
                _one.send(None)
            except StopIteration as _done:
                return _done.value
        return _one

    _handed = ${handed}
    _fields = _handed if isinstance(_handed, dict) else getattr(_handed, "__dict__", {})
    _before = _copy.deepcopy(_fields)
    _kept, _printed = (_sys.stdout, _sys.stderr), _io.StringIO()
    _sys.stdout = _sys.stderr = _printed
    try:
        _came = _finished(${call})
    finally:
        _sys.stdout, _sys.stderr = _kept
    if _came is not None:
        return _came
    _prints = _printed.getvalue()
    if len(_prints) > ${MOST_LETTERS}:
        raise MemoryError
    _leaves = {_name: _fields[_name] for _name in _fields if _name not in _before or _unlike(_fields[_name], _before[_name])}
    _leaves.update({_name: "(deleted)" for _name in _before if _name not in _fields})
    _seen = {"prints": _prints, "leaves": _leaves}
    return {_name: _seen[_name] for _name in _seen if _seen[_name]} or None
`;
}

/** Of what a call prints. */
const MOST_LETTERS = 10_000;
