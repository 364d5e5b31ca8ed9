import type { AttributeFinding, BiasDirection, Person, ProbeOutcome, Witness } from "../../core/types.ts";
import { decode, objectText, toJson } from "../../values/mod.ts";

// Values are written as text, because JSON.stringify does not distinguish 1 from 1.0.

/** The finding on an attribute, as JSON. */
export function findingText({ verdict, reason, witness, beyond, direction }: AttributeFinding): string {
  return objectText({
    verdict: JSON.stringify(verdict),
    reason: reason === undefined ? undefined : JSON.stringify(reason),
    witness: witness && witnessText(witness),
    beyond: beyond && witnessText(beyond),
    direction: direction && directionText(direction),
  });
}

/** A witness, as JSON. */
export function witnessText({ people, outcomes, seed, line, text, rates }: Witness): string {
  return objectText({
    people: `[${people.map(personText).join(",")}]`,
    outcomes: `[${outcomes.map(outcomeText).join(",")}]`,
    seed: `${seed}`,
    line: line === undefined ? undefined : `${line}`,
    text: text === undefined ? undefined : JSON.stringify(text),
    rates: rates && JSON.stringify(rates),
  });
}

function personText(person: Person): string {
  return objectText(
    Object.fromEntries(Object.entries(person).map(([name, value]) => [name, toJson(decode(value))])),
  );
}

function outcomeText(outcome: ProbeOutcome): string {
  if (outcome.kind === "returned") return objectText({ returned: toJson(decode(outcome.value)) });
  return JSON.stringify(outcome.kind === "raised" ? { raised: outcome.type } : { unjudged: outcome.reason });
}

function directionText({ differing, values }: BiasDirection): string {
  const rows = values.map(({ value, better, worse, other }) =>
    objectText({ value: toJson(decode(value)), better: `${better}`, worse: `${worse}`, other: `${other}` })
  );
  return objectText({ differing: `${differing}`, values: `[${rows.join(",")}]` });
}
