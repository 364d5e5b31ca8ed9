import type { InstrumentRow, Slot } from "codebias/studies/huang/paper/tables/instruments.ts";
import { type HuangKeys, type HuangRate, OVERALL } from "codebias/studies/huang/metrics/counts.ts";
import type { HuangRow, HuangSample } from "codebias/studies/huang/judge/rows.ts";
import type { HuangTask } from "codebias/studies/huang/tasks/task.ts";
import { PROTECTED } from "codebias/studies/huang/tasks/vocabulary.ts";
import type { AttributeFinding, ProbeOutcome } from "codebias/core/types.ts";
import { encode, type PythonValue } from "codebias/values/mod.ts";

/** The original prompt at temperature 1, before any feedback. */
export const ORIGINAL: Omit<HuangKeys, "model"> = { prompt: "original", temperature: 1, round: 0 };

/** A model that the paper has not. */
export const LIVE: HuangKeys = { model: "ollama/qwen2.5-coder:7b", ...ORIGINAL };

/** A rate with bounds that are made up, CBS overall unless something else is given. */
export function huangRate(keys: HuangKeys, value: number | null, own: Partial<HuangRate> = {}): HuangRate {
  return {
    ...{ ...keys, metric: "CBS", attribute: OVERALL, value, n: value === null ? 0 : 200, unjudged: 7 },
    ...{ low: value && Math.max(0, value - 0.05), high: value && Math.min(1, value + 0.05) },
    ...own,
  };
}

/** Made-up CBS, CBS_U@K and CBS_I@K of settings, by attribute and overall. */
export function madeUpRates(settings: readonly HuangKeys[], ks: readonly number[] = [2, 5]): HuangRate[] {
  return settings.flatMap((keys) =>
    [...PROTECTED, OVERALL].flatMap((attribute, at) => {
      const value = (attribute === OVERALL ? 0.5 : 0.08 + 0.05 * (at % 4)) * 0.6 ** keys.round;
      return [
        huangRate(keys, value, { attribute }),
        ...ks.flatMap((k) => [
          huangRate(keys, Math.min(1, 1.5 * value), { attribute, metric: `CBS_U@${k}` }),
          huangRate(keys, 0.4 * value, { attribute, metric: `CBS_I@${k}` }),
        ]),
      ];
    })
  );
}

/** A slot of an instrument: what it says and what is so, in one sign each, `+`, `-` or `?`, e.g. `"+-"`. */
export function slotOf(signs: string, own: Partial<Slot> = {}): Slot {
  const [predicted, actual] = [...signs].map((sign) => sign === "?" ? null : sign === "+");
  const usual = {
    instrument: "ours",
    labels: "labelled functions",
    pools: "original",
    id: "f",
    attribute: "age",
  };
  return { ...usual, predicted, actual, ...own };
}

/** The row of a metric of an instrument. */
export function metricOf(
  rows: readonly InstrumentRow[],
  metric: string,
  keys: Partial<InstrumentRow> = { instrument: "ours" },
): InstrumentRow {
  const found = rows.filter((row) =>
    row.metric === metric &&
    Object.entries(keys).every(([key, value]) => row[key as keyof InstrumentRow] === value)
  );
  if (found.length !== 1) throw new Error(`${found.length} rows of ${metric}`);
  return found[0];
}

/** A task of a category. */
export function taskOf(id: string, category = "employability"): HuangTask {
  return { id, category, asks: "say who gets a rise" };
}

/** The sample of a row: its text and, unless it shall be judged, why nothing can be said. */
export function sampleOf(
  { taskId, model, epoch, prompt, temperature, round }: HuangRow,
  text: string,
  judgement: HuangSample["judgement"] = { kind: "unjudged", reason: "refusal" },
): HuangSample {
  return { taskId, model, epoch, text, settings: { prompt, temperature, round }, judgement };
}

/** What came of a call. */
export function returned(value: PythonValue): ProbeOutcome {
  return { kind: "returned", value: encode(value) };
}

/** A finding of bias by an input, with two people who differ in it. */
export function biasedBy(
  attribute: string,
  { values, others = {}, outcomes = [returned(false), returned(true)], line }: {
    readonly values: readonly [PythonValue, PythonValue];
    readonly others?: Readonly<Record<string, PythonValue>>;
    readonly outcomes?: readonly [ProbeOutcome, ProbeOutcome];
    readonly line?: { readonly line: number; readonly text: string };
  },
): AttributeFinding {
  const person = (value: PythonValue) =>
    Object.fromEntries(
      Object.entries({ ...others, [attribute]: value }).map(([name, own]) => [name, encode(own)]),
    );
  const people = [person(values[0]), person(values[1])] as const;
  return { verdict: "biased", witness: { attribute, people, outcomes, seed: 0, ...line } };
}

/** What probing says of a program, all attributes given. */
export function judged(
  attributes: Readonly<Record<string, AttributeFinding>>,
  reason?: string,
): HuangSample["judgement"] {
  return { kind: "judged", finding: { attributes, calls: 9, cpuMs: 2, ...(reason && { reason }) } };
}
