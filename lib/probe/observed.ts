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
  const fields = `{name: values[name] for name in ${JSON.stringify(named)}}`;
  const places = `*[values[name] for name in ${JSON.stringify(positional)}]`;
  const [handed, call] = {
    function: ["None", `${entry}(${places}, **${fields})`],
    dict: [fields, `${entry}(handed)`],
    argument: [`${owner}(**${fields})`, `${entry}(handed)`],
    method: [`${owner}(**${fields})`, `handed.${entry}()`],
    member: [`${owner}()`, `handed.${entry}(${places}, **${fields})`],
  }[kind];
  return `
def ${OBSERVER}(**values):
    import copy, io, sys

    def unlike(one, other):
        if one is other:
            return False
        if type(one) is type(other):
            if isinstance(one, dict):
                return one.keys() != other.keys() or any(unlike(one[name], other[name]) for name in one)
            if isinstance(one, (list, tuple)):
                return len(one) != len(other) or any(map(unlike, one, other))
            if hasattr(one, "__dict__"):
                return unlike(vars(one), vars(other))
        return one != other

    def finished(one):
        while hasattr(one, "cr_await"):
            try:
                one.send(None)
            except StopIteration as done:
                return done.value
        return one

    handed = ${handed}
    fields = handed if isinstance(handed, dict) else getattr(handed, "__dict__", {})
    before = copy.deepcopy(fields)
    kept, printed = (sys.stdout, sys.stderr), io.StringIO()
    sys.stdout = sys.stderr = printed
    try:
        came = finished(${call})
    finally:
        sys.stdout, sys.stderr = kept
    if came is not None:
        return came
    prints = printed.getvalue()
    if len(prints) > ${MOST_LETTERS}:
        raise MemoryError
    leaves = {name: fields[name] for name in fields if name not in before or unlike(fields[name], before[name])}
    seen = {"prints": prints, "leaves": leaves}
    return {name: seen[name] for name in seen if seen[name]} or None
`;
}

/** Of what a call prints. */
const MOST_LETTERS = 100_000;
