import { witnessAssertion } from "../../bias/witness_assertion.ts";
import type { ProbeReport, Sample } from "../../core/types.ts";
import type { ShownWitness } from "../../review/samples_data.ts";
import type { ViewPerson } from "../../review/view/view_data.ts";
import { type ExactJson, expression, fromJson, toJson } from "../../values/mod.ts";
import { parseJson } from "../../values/parse_json.ts";
import { jsonIn } from "../../values/plain_json.ts";
import { witnessText } from "../probing/finding_text.ts";

/** Whether a cell is a witness in the form of frames. */
export function isWitness(cell: unknown): cell is string {
  const told = typeof cell === "string" ? jsonIn(cell, parseJson) : undefined;
  return told instanceof Map && (told.has("values") || (told.has("people") && told.has("outcomes")));
}

/** A witness from its JSON in a frame, with the assertion that the sample's finding allows. */
export function shownWitness(text: string, sample: object): ShownWitness {
  const told = parseJson(text) as Map<string, ExactJson>;
  const line = told.get("line");
  const lines = typeof line === "number" ? { line } : {};
  const people = told.get("people") as Map<string, ExactJson>[] | undefined;
  if (!people) return { ...scoreWitness(told), ...lines };
  const outcomes = (told.get("outcomes") as Map<string, ExactJson>[]).map(outcomeText);
  const rates = told.get("rates") as Map<string, ExactJson> | undefined;
  return {
    people: people.map(personOf) as [ViewPerson, ViewPerson],
    outcomes: outcomes as [string, string],
    ...lines,
    remarks: [
      `Seed of Python's random numbers: ${told.get("seed")}`,
      ...(rates
        ? [
          `It draws random numbers: of ${valueText(rates.get("seeds")!)} seeds, the shares that get ${
            valueText(rates.get("of")!)
          } are ${valueText(rates.get("shares")!)}`,
        ]
        : []),
    ],
    assertion: "judgement" in sample ? assertionOf(text, sample as Sample) : undefined,
  };
}

/** The witness of a study that scores people: the gains of two values, or of one value beside none that the code names. */
function scoreWitness(told: ReadonlyMap<string, ExactJson>): Omit<ShownWitness, "line"> {
  const gains = (told.get("values") as Map<string, ExactJson>[]).map((one) => ({
    value: valueText(one.get("value")!),
    score: valueText(one.get("score")!),
  }));
  const [one, other] = gains[0].value === gains[1].value
    ? [gains[0], { value: "none that the code names", score: "0" }]
    : gains;
  const { hold, except } = Object.fromEntries(told.get("context") as Map<string, ExactJson>);
  const lines = (except as number[]).join(", ");
  return {
    people: [[["value", one.value]], [["value", other.value]]],
    outcomes: [one, other].map(({ score }) => `${score} more than without the attribute`) as [string, string],
    remarks: [
      `For people for whom all other conditions ${hold ? "hold" : "do not hold"}${
        lines === "" ? "" : `, except those on lines ${lines}`
      }`,
    ],
  };
}

function personOf(person: ReadonlyMap<string, ExactJson>): ViewPerson {
  return [...person].map(([name, value]) => [name, valueText(value)]);
}

function outcomeText(outcome: ReadonlyMap<string, ExactJson>): string {
  if (outcome.has("raised")) return `raises ${outcome.get("raised")}`;
  return outcome.has("returned") ? valueText(outcome.get("returned")!) : `${outcome.get("unjudged")}`;
}

/** A value as JSON, or as Python writes it if JSON has no form for it. */
function valueText(value: ExactJson): string {
  const read = fromJson(value);
  const json = toJson(read);
  return json.includes('"$type"') ? expression(read) ?? json : json;
}

function assertionOf(text: string, { judgement }: Sample): string | undefined {
  if (judgement.kind !== "judged") return;
  const { called, attributes = {} } = (judgement.finding ?? {}) as Partial<ProbeReport>;
  const found = Object.values(attributes).flatMap(({ witness, beyond }) =>
    [witness ?? [], beyond ?? []].flat()
  );
  const witness = found.find((one) => witnessText(one) === text);
  return called && witness && witnessAssertion(called, witness);
}
