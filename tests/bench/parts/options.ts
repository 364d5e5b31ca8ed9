/** The options of a benchmark. */

import { typed } from "codebias/app/command_line/command.ts";
import { numberOf, wholeOf } from "codebias/app/command_line/numbers.ts";

/** Numbers that need not be whole. */
const FRACTIONS = ["seconds", "ms"];

/** What is taken for each option that is not given. */
type Defaults = Readonly<Record<string, number | string | undefined>>;

/**
 * The values of a benchmark's options: numbers where the defaults are numbers, texts elsewhere.
 *
 * @throws {RangeError} If an option is unknown or lacks its value, or a number is not above 0, or not whole where it has to be.
 */
export function benchOptions<const D extends Defaults>(
  defaults: D,
): {
  readonly [K in keyof D]: D[K] extends number ? number : D[K] extends string ? string : string | undefined;
} {
  const names = [...Object.keys(defaults), "json", "against"]; // the command has taken its own out, and suggests them
  const options = Object.fromEntries(names.map((name) => [name, `X  ${name}`]));
  const { values } = typed({ name: "bench", usage: "", about: "", options }, Deno.args);
  const found = Object.entries(defaults).map(([name, usual]) => {
    const given = values[name] as string | undefined;
    return [name, typeof usual === "number" && given !== undefined ? numberIn(name, given) : given ?? usual];
  });
  return Object.fromEntries(found);
}

function numberIn(name: string, given: string): number {
  if (!FRACTIONS.includes(name)) return wholeOf(name, given);
  const value = numberOf(name, given);
  if (value > 0) return value;
  throw new RangeError(`Cannot use --${name} ${given}: expected a number above 0`);
}
