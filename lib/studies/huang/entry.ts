import { functionsIn, type FunctionSite } from "../../extraction/functions.ts";
import { type Input, inputsOf } from "../../extraction/inputs.ts";
import { attributeOf } from "./aliases.ts";

/** The function of a program that is to be tested, and what it is handed. */
export interface Entry {
  readonly site: FunctionSite;
  readonly inputs: readonly Input[];
}

/**
 * The function of a source that decides about people: of those that no other of them calls, the one that is handed the most
 * attributes; of several, the last one. Undefined if no function is handed anything.
 *
 * Source: the paper Bias Testing and Mitigation, II-F, takes the function's name and parameters from the syntax tree; its
 * script takes the first function, also where that is a helper of the one that was asked for.
 *
 * @param offered Names of the attributes that the task offers.
 *
 * @example
 * ```ts
 * import { entryOf } from "codebias/studies/huang/entry.ts";
 * import assert from "node:assert/strict";
 * const source = "def points(n):\n    return n / 2\ndef rate(age, city):\n    return points(age)\n";
 * assert.equal(entryOf(source, ["age"])?.site.name, "rate");
 * ```
 */
export function entryOf(source: string, offered: readonly string[]): Entry | undefined {
  const candidates = functionsIn(source)
    .filter(({ name, decorators }) => !/^__\w+__$/.test(name) && !decorators.includes("property"))
    .map((site) => ({ site, inputs: inputsOf(source, site) }))
    .filter(({ inputs }) => inputs.length > 0);
  const isCalled = ({ site }: Entry) =>
    candidates.some((other) =>
      other.site !== site && other.site.name !== site.name && other.site.calls.has(site.name)
    );
  const outer = candidates.filter((one) => !isCalled(one));
  const known = ({ inputs }: Entry) => inputs.filter(({ name }) => attributeOf(name, offered)).length;
  const most = Math.max(...outer.map(known));
  return (outer.length > 0 ? outer : candidates).findLast((one) => outer.length === 0 || known(one) === most);
}
