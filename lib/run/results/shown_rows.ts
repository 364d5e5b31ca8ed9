import type pl from "nodejs-polars";
import type { AttributeFinding, ProbeReport } from "../../core/types.ts";
import type { ShownRows, ShownSample } from "../../review/samples_data.ts";
import type { ViewLevel } from "../../review/view/view_data.ts";
import { isObject, jsonIn } from "../../values/plain_json.ts";
import { witnessText } from "../probing/finding_text.ts";
import { type GivenSample, type Identified, idOf, shownSample, turnsOf } from "./shown_sample.ts";
import { isWitness, shownWitness } from "./shown_witness.ts";

/** Rows and their samples; a sample is not read before it is known that the page takes it. */
export type GivenRows = ShownRows<GivenSample | ShownSample, string>;

/** The rows without a title and notices. */
export type Rows = Pick<GivenRows, "columns" | "metric" | "noShare" | "samples" | "sampleOf" | "witnesses">;

/** The columns that are shown in another form. */
const NOT_SHOWN = ["programHash", "witness"];

/** The columns of true and false that are not metrics. */
const NO_METRICS = ["study", "synthetic", "judged"];

/** The columns of true and false that are the metric of their study. */
const METRICS = ["biased", "passed"];

/** The columns that identify samples. */
const KEYS = ["model", "taskId", "prompt", "language", "temperature", "topP", "round", "epoch"];

/**
 * The rows of a run's frame, each with its sample.
 *
 * @param frame The frame of `run`, or some of its rows.
 * @throws {RangeError} If a row belongs to no sample, or may belong to several.
 */
export function rowsOfFrame(frame: pl.DataFrame, samples: readonly GivenSample[]): Rows {
  const columns = columnsOf(frame);
  const keys = KEYS.flatMap((key) => columns.find(({ name }) => name === key) ?? []);
  const places = Map.groupBy(
    samples.keys(),
    (at) => keyOf(keys.map(({ name }) => settingOf(idOf(samples[at]), name))),
  );
  const kept = new Map<number, number>();
  const sampleOf = Array.from({ length: frame.height }, (_, row) => {
    const [place, another] = places.get(keyOf(keys.map(({ values }) => values[row]))) ?? [];
    if (place !== undefined && another === undefined) return kept.getOrInsert(place, kept.size);
    const [why, more] = place === undefined
      ? ["the result has no sample of it", ""]
      : ["several samples may be its own", ", with all columns that tell them apart"];
    const remedy = `pass the frame and the samples of one run${more}`;
    throw new RangeError(`Cannot show row ${row + 1}: ${why}; ${remedy}`);
  });
  const own = [...kept.keys()].map((at) => samples[at]);
  return { ...judgedColumns(columns), samples: own, sampleOf };
}

/** The columns that are shown, the metric among them, and the witnesses from a column of their own. */
function judgedColumns(columns: Rows["columns"]): Pick<Rows, "columns" | "metric" | "witnesses"> {
  const texts = columns.find(({ name }) => name === "witness")?.values ?? [];
  const witnesses = new Map(
    [...texts.entries()].filter((cell): cell is [number, string] => isWitness(cell[1])),
  );
  const isOther = texts.some((text, row) => text !== null && !witnesses.has(row));
  const shown = columns.filter(({ name }) => !NOT_SHOWN.includes(name) || (name === "witness" && isOther));
  const isTruth = (value: ViewLevel) => typeof value === "boolean";
  // A study's own metric is used even where nothing is judged, so that no measure replaces it.
  const metric =
    shown.find(({ name, values }) =>
      METRICS.includes(name) && values.every((value) => value === null || isTruth(value))
    ) ?? shown.find(({ name, values }) => !NO_METRICS.includes(name) && values.some(isTruth));
  return { columns: shown, metric: metric?.name ?? null, witnesses };
}

/**
 * The rows of a frame without samples: the columns that identify samples replace them, with the texts that the frame has.
 *
 * @param frame The frame of `run`, a frame kept with results, or any other.
 */
export function rowsOfTable(frame: pl.DataFrame): Rows {
  const all = columnsOf(frame);
  const texts = all.filter(({ name }) => Object.hasOwn(TEXTS, name));
  const columns = all.filter((column) => !texts.includes(column)).flatMap((column) =>
    column.name === "settings" ? settingsIn(column) : [column]
  );
  const isKeyed = columns.some(({ name }) => name === "taskId");
  const keys = isKeyed ? KEYS.flatMap((key) => columns.find(({ name }) => name === key) ?? []) : columns;
  const places = new Map<string, number>();
  const samples: ShownSample[] = [];
  const sampleOf = Array.from({ length: frame.height }, (_, row) => {
    const key = isKeyed ? keyOf([...keys, ...texts].map(({ values }) => values[row])) : `${row}`;
    const place = places.getOrInsert(key, places.size);
    samples[place] ??= {
      facts: keys.flatMap(({ name, values }) => values[row] === null ? [] : [[name, `${values[row]}`]]),
      ...Object.fromEntries(texts.map(({ name, values }) => textOf(name, values[row]))),
    };
    return place;
  });
  return { ...judgedColumns(columns), samples, sampleOf };
}

/** The columns of frames that hold a text of a sample, with the kind of text. */
const TEXTS = { text: "text", reasoning: "reasoning", finding: "finding", promptText: "prompt" } as const;

function textOf(column: string, value: ViewLevel): [string, ShownSample[keyof ShownSample]] {
  const kind = TEXTS[column as keyof typeof TEXTS];
  return [kind, value === null ? undefined : kind === "prompt" ? turnsOf(`${value}`) : `${value}`];
}

/** The settings that a frame has as JSON, as a column each; the column itself if it holds something else. */
function settingsIn(column: Rows["columns"][number]): Rows["columns"] {
  const settings = column.values.map((text) => jsonIn(`${text}`) as Record<string, ViewLevel>);
  if (!settings.every(isObject)) return [column];
  const names = [...new Set(settings.flatMap((one) => Object.keys(one)))];
  return names.map((name) => ({ name, values: settings.map((one) => one[name] ?? null) }));
}

/**
 * The rows of samples without a frame: one for each probed attribute, else one for each sample.
 *
 * @param carried Further columns, with a row for each sample. @default none
 */
export function rowsOfSamples(given: readonly GivenSample[], carried?: pl.DataFrame): Rows {
  const rows = given.flatMap((one, at) => foundIn(one).map((found) => ({ one, at, found })));
  const settings = [...new Set(given.flatMap((one) => Object.keys(idOf(one).settings)))];
  const column = (name: string, value: (row: (typeof rows)[number]) => ViewLevel) => ({
    name,
    values: rows.map(value),
  });
  const columns = [
    ...["model", "taskId", ...settings, "epoch"].map((name) =>
      column(name, ({ one }) => settingOf(idOf(one), name))
    ),
    column("turn", ({ one }) => "turn" in one ? one.turn : null),
    column("answer", ({ one }) => {
      if ("error" in one && one.error) return "failed";
      return "answer" in one ? one.answer ?? null : null;
    }),
    ...(["attribute", "verdict", "reason"] as const).map((name) =>
      column(name, ({ found }) => found[name] ?? null)
    ),
    column(
      "biased",
      ({ found: { attribute, verdict } }) =>
        attribute === undefined || verdict === "unjudged" ? null : verdict === "biased",
    ),
    column("witness", ({ found: { witness } }) => witness ? witnessText(witness) : null),
    ...(carried ? columnsOf(carried) : []).map(({ name, values }) => ({
      name,
      values: rows.map(({ at }) => values[at]),
    })),
  ].filter(({ values }) => values.some((value) => value !== null));
  const noShare = "no share of samples alone: a run's frame says which rows count";
  return { ...judgedColumns(columns), noShare, samples: given, sampleOf: rows.map(({ at }) => at) };
}

/** The findings on each attribute of a probed sample; for another sample, whether it is judged, if it has a judgement. */
function foundIn(one: GivenSample): readonly ({ readonly attribute?: string } & Partial<Found>)[] {
  if (!("judgement" in one)) return [{}];
  const { judgement } = one;
  if (judgement.kind === "unjudged") return [{ verdict: "unjudged", reason: judgement.reason }];
  const attributes = Object.entries((judgement.finding as Partial<ProbeReport> | null)?.attributes ?? {});
  const probed = attributes.every(([, { verdict }]) => typeof verdict === "string");
  if (attributes.length === 0 || !probed) return [{ verdict: "judged" }];
  return attributes.map(([attribute, found]) => ({ attribute, ...found }));
}

type Found = Omit<AttributeFinding, "verdict"> & { readonly verdict: string };

/** The rows with their samples and witnesses as texts. */
export function withTexts(rows: GivenRows): ShownRows {
  const { samples, sampleOf, witnesses } = rows;
  return {
    ...rows,
    samples: samples.map((one) => "facts" in one ? one : shownSample(one)),
    witnesses: new Map(
      [...witnesses].map(([row, text]) => [row, shownWitness(text, samples[sampleOf[row]])]),
    ),
  };
}

function columnsOf(frame: pl.DataFrame): Rows["columns"] {
  return frame.columns.map((name) => ({ name, values: frame.getColumn(name).toArray().map(levelOf) }));
}

/** A cell as a page has it; lists and objects as JSON. */
function levelOf(value: unknown): ViewLevel {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return value === undefined || Number.isNaN(value) ? null : value as ViewLevel;
}

function keyOf(values: readonly ViewLevel[]): string {
  return JSON.stringify(values);
}

function settingOf(sample: Identified, name: string): ViewLevel {
  if (name === "taskId" || name === "model" || name === "epoch") return sample[name] ?? null;
  return sample.settings[name] ?? null;
}
