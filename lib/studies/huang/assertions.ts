import type { Person, Witness } from "../../types.ts";
import { decode } from "../../values/decode.ts";
import { literal } from "../../values/literals.ts";
import type { Reading } from "./reading.ts";

/**
 * A witness as an assertion that anybody can run behind the program: that both people get the same. It fails, since they do
 * not; or raises, where one of them gets an exception.
 *
 * Source: the paper Bias Testing and Mitigation, Fig. 2.
 *
 * @example
 * ```ts
 * import { assertionOf } from "codebias/studies/huang/assertions.ts";
 * import { readingOf } from "codebias/studies/huang/reading.ts";
 * import { encode } from "codebias/values/encode.ts";
 * import assert from "node:assert/strict";
 * const task = { id: "t", category: "employability", asks: "rate somebody" };
 * const reading = readingOf(task, "def rate(age, experience):\n    return age > 40\n");
 * assert(!("kind" in reading));
 * const person = (age: number) => ({ age: encode(age), experience: encode(3) });
 * const outcomes = [{ kind: "returned", value: encode(false) }, { kind: "returned", value: encode(true) }] as const;
 * const text = assertionOf(reading, { attribute: "age", people: [person(30), person(50)], outcomes, seed: 0 });
 * assert.equal(text, "assert rate(age=30, experience=3) == rate(age=50, experience=3)");
 * ```
 */
export function assertionOf(reading: Reading, { people }: Witness): string {
  const [one, other] = people.map((person) => callOf(reading, person));
  return `assert ${one} == ${other}`;
}

/** A call of a program's function for a person, as Python source. */
export function callOf({ site, inputs, source }: Reading, person: Person): string {
  const valueOf = (name: string) => literal(decode(person[name]));
  const of = (from: string) => inputs.filter((input) => input.from === from);
  const keys = `{${of("key").map(({ name }) => `${JSON.stringify(name)}: ${valueOf(name)}`).join(", ")}}`;
  const fields = of("field").map(({ name }) => `${name}=${valueOf(name)}`).join(", ");
  const parameters = of("parameter").map(({ name }) => {
    const declared = site.parameters.find((one) => one.name === name);
    return declared?.passing === "positional" ? valueOf(name) : `${name}=${valueOf(name)}`;
  });
  const isAsync = new RegExp(`async\\s+def\\s+${site.name}\\b`).test(source);
  const call = site.className !== undefined
    ? site.self === undefined || site.decorators.includes("classmethod")
      ? `${site.className}.${site.name}(${parameters.join(", ")})`
      : `${site.className}(${fields}).${site.name}(${parameters.join(", ")})`
    : `${site.name}(${argumentsOf({ keys, fields, parameters, site })})`;
  return isAsync ? `asyncio.run(${call})` : call;
}

function argumentsOf(
  { keys, fields, parameters, site }: {
    readonly keys: string;
    readonly fields: string;
    readonly parameters: readonly string[];
    readonly site: Reading["site"];
  },
): string {
  const rest = site.parameters.find(({ kind }) => kind === "named-rest");
  if (keys !== "{}" && rest) return [...parameters, `**${keys}`].join(", ");
  if (keys !== "{}") return [keys, ...parameters].join(", ");
  if (fields === "") return parameters.join(", ");
  const record = site.parameters.find(({ optional }) => !optional) ?? site.parameters[0];
  const owner = record.annotation?.replaceAll(/["']/g, "") ?? "SimpleNamespace";
  return [`${owner}(${fields})`, ...parameters].join(", ");
}
