import { amongGiven, isNothing } from "../../bias/judge.ts";
import { LOOKING, OBSERVER, SHOWING } from "../../bias/looking.ts";
import { decode, isList, PLAIN } from "../../values/mod.ts";
import type { CallShape, Exploration, Leaf, ProbeReport, ProbeSubject } from "../../core/types.ts";

/** Whether a program returns nothing to anybody with given values, but does not fail for everybody. */
export function returnsNothing(found: Pick<Exploration, "attributes" | "leaves">): boolean {
  const returned = amongGiven(found).filter(({ outcome }) => outcome.kind !== "raised");
  return returned.length > 0 && returned.every(isNothing);
}

/** Whether a report has an attribute that makes no difference. */
export function isFair({ attributes }: ProbeReport): boolean {
  return Object.values(attributes).some(({ verdict }) => verdict === "unbiased");
}

/** Whether some result may be, or hold, an object of one of the program's own classes. */
function returnsOwn({ leaves, source }: Pick<Exploration, "leaves" | "source">): boolean {
  return /class|type/.test(source) &&
    leaves.some(({ outcome }) => outcome.kind === "returned" && outcome.value[0] !== PLAIN);
}

/**
 * Turns a program that returns nothing into one that returns what its call prints and what it changes in the person or
 * object passed to it: a dict of `prints` and `leaves`, without empty entries; None if there is neither. Turns a
 * program with results of its own classes, which may hold more than their fields, into one that returns each result
 * with the values of its properties and methods, and whether these may say more, see {@linkcode saysMore}.
 *
 * @param found The program, and the way to call it.
 * @returns Undefined where there is nothing more to observe, or the program has a function of that name already.
 */
export function observed(
  subject: ProbeSubject,
  found: Pick<Exploration, "source" | "shape" | "attributes" | "leaves">,
): ProbeSubject | undefined {
  const { source, shape } = found;
  const isSilent = returnsNothing(found);
  if (source.includes(OBSERVER) || !(isSilent || returnsOwn(found))) return undefined;
  const { attributes } = subject;
  return {
    source: `${source}\n\n${observer(shape, isSilent)}`,
    submitted: subject.submitted ?? source,
    functionName: OBSERVER,
    style: "function",
    attributes: attributes.filter(({ name }) => !shape.unused.includes(name)),
  };
}

/** Whether an observed result has methods that remember more of the call than its fields hold. */
export function saysMore({ outcome }: Pick<Leaf, "outcome">): boolean {
  const value = outcome.kind === "returned" && decode(outcome.value);
  return isList(value) && value[2] === true;
}

function observer({ kind, entry, owner, positional, named }: CallShape, isSilent: boolean): string {
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
${LOOKING}${isSilent ? "" : SHOWING}
    _handed = ${handed}
    _before = _copy.deepcopy(_fields_of(_handed))
    _came, _prints = _printed(lambda: _finished(${call}))
    if _came is not None:
        return ${isSilent ? "_came" : "[_came, _shown(_came), bool(_unasked)]"}
    _seen = {"prints": _prints, "leaves": _changes(_fields_of(_handed), _before)}
    return {_name: _seen[_name] for _name in _seen if _seen[_name]} or None
`;
}
