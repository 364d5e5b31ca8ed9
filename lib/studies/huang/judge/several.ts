import { LOOKING, OBSERVER } from "../../../bias/looking.ts";
import {
  callText,
  handedIn,
  handedText,
  type People,
  type PersonCall,
} from "../../../extraction/person_call.ts";
import type { ProbeSubject } from "../../../core/types.ts";
import { literal, type PythonValue } from "../../../values/mod.ts";
import type { Pool } from "./pools.ts";
import code from "./several.py" with { type: "text" };

/**
 * The parts of several.py: the observer, which describes a person passed to a call by its changes and, if wanted, by
 * its values before the call; and its two ends.
 */
const [OBSERVING, FOR_ONE, ADDS_UP] = code.split(/^ {4}# .*\n/m);

/** The remark on a program that decides about several people at once. */
const CALLED_WITH_SEVERAL =
  "it takes several people: it was called with one, and compared with calls with others";

/** The reason for an unjudged program whose result for several people is not made of its results for each alone. */
const BY_OTHERS =
  "what it does for several people is not what it does for each of them, or it reads what is not known to be theirs";

/** An input, with the values tried for it. */
interface TriedInput {
  readonly name: string;
  readonly pool: Pick<Pool, "values">;
}

/**
 * The people that a call passes, if any; undefined also for two lists of people, or where the call has to
 * be awaited.
 */
export function severalIn(call: PersonCall): People | undefined {
  const [people, ...others] = handedIn(call).filter((one) => one.kind === "people");
  return others.length > 0 || call.isAsync || call.as !== "function" ? undefined : people;
}

/**
 * A program that takes several people, as one that takes the inputs of one person. The result is what is returned
 * for a list, or a frame, with that person alone, in which the person is described by the changes that the call made
 * to it; or what is printed, if nothing is returned; and what is changed.
 *
 * For everybody, the result for two must consist of the results for each of them, one after the other or both together.
 * This is tried for the person before and after each of two others, before a crowd of each, and before a crowd of
 * copies. A rank, a mean or a maximum fails this.
 */
export function severalSubject(
  source: string,
  call: PersonCall,
  people: People,
  inputs: readonly TriedInput[],
): Omit<ProbeSubject, "attributes"> {
  const own = new Set(
    handedIn({ given: { positional: [people.one], named: [] } }).flatMap((one) =>
      one.kind === "input" || one.kind === "member" ? [one.name] : []
    ),
  );
  const others = [0, -1].map((at) =>
    inputs.filter(({ name }) => own.has(name)).map((
      { name, pool },
    ): [string, PythonValue] => [name, pool.values.at(at)!])
  );
  const written = others.map((values) =>
    `{**_values, ${values.map(([name, value]) => `${literal(name)}: ${literal(value)}`).join(", ")}}`
  );
  const text = (name: string) => `_values[${literal(name)}]`;
  const places: Readonly<Record<string, string>> = {
    ...{ OBSERVER, "# LOOKING": LOOKING, IS_FRAME: people.isFrame ? "True" : "False" },
    PERSON: handedText(people.one, text),
    CALL: callText(call, text, "_several"),
    OTHERS: `[${written.join(", ")}]`,
    CROWD: `${crowdFor(source)}`,
  };
  const program = (code: string) =>
    `${source}\n\n\n${code.replaceAll(/# LOOKING|\b[A-Z_]{4,}\b/g, (place) => places[place])}`;
  return {
    source: program(OBSERVING + FOR_ONE),
    submitted: source,
    functionName: OBSERVER,
    style: "function",
    holds: {
      source: program(OBSERVING + ADDS_UP),
      reason: BY_OTHERS,
      remark: CALLED_WITH_SEVERAL,
    },
  };
}

/**
 * The number of identical people that make a crowd: enough that a different one stands out by some standard deviations,
 * and more than any limit in the program.
 */
function crowdFor(source: string): number {
  const numbers = (source.match(/(?<![\w.])\d{1,3}(?![\w.])/g) ?? []).map(Number);
  return Math.max(CROWD, ...numbers.filter((number) => number <= MAX_LIMIT)) + 1;
}

const CROWD = 60;
const MAX_LIMIT = 400;
