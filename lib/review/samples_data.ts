import { tQuantile } from "../statistics/distributions/student_t.ts";
import { seedFrom } from "../statistics/random.ts";
import type { ViewColumn, ViewData, ViewLevel, ViewSample, ViewWitness } from "./view/view_data.ts";

/** A sample with its texts; what is not known is left out. */
export type ShownSample =
  & Pick<ViewSample, "entryPoint" | "last" | "facts">
  & {
    readonly [name in "text" | "failed" | "reasoning" | "program" | "finding"]?: string;
  }
  & { readonly prompt?: readonly { readonly role: string; readonly text: string }[] };

/** A witness with its assertion. */
export type ShownWitness = Omit<ViewWitness, "assertion"> & { readonly assertion?: string };

/** Rows of a frame with their samples; samples and witnesses may not be converted for the page yet. */
export interface ShownRows<S = ShownSample, W = ShownWitness>
  extends Pick<ViewData, "title" | "label" | "notices" | "metric" | "sampleOf" | "start"> {
  /** A value for each row. */
  readonly columns: readonly { readonly name: string; readonly values: readonly ViewLevel[] }[];
  /** Why no share is given of the rows that are shown. @default one is */
  readonly noShare?: string;
  readonly samples: readonly S[];
  readonly witnesses: ReadonlyMap<number, W>;
}

/** The data of a page, with one copy of each text and of each value of a column. */
export function samplesData(rows: ShownRows): ViewData {
  const { title, label, notices, metric, noShare = "", sampleOf, start } = rows;
  const places = new Map<string, number>();
  const placeOf = (text: string | undefined) =>
    text === undefined ? undefined : places.getOrInsert(text, places.size);
  const columns = rows.columns.map(columnOfValues);
  const tasks = columns.find(({ name }) => name === "taskId")?.levels.length ?? sampleOf.length;
  const samples = rows.samples.map(({ facts, entryPoint, last, prompt, ...texts }): ViewSample => ({
    ...{ facts, entryPoint, last },
    prompt: prompt?.map(({ role, text }) => ({ role, text: placeOf(text)! })),
    ...Object.fromEntries(Object.entries(texts).map(([kind, text]) => [kind, placeOf(text)])),
  }));
  const witnesses = Object.fromEntries(
    [...rows.witnesses].map(([row, { assertion, ...witness }]) => [
      row,
      { ...witness, assertion: placeOf(assertion) },
    ]),
  );
  return {
    ...{ title, label, notices, columns, metric, noShare, samples, sampleOf, witnesses, start },
    height: sampleOf.length,
    quantiles: Array.from({ length: Math.max(0, tasks - 1) }, (_, at) => tQuantile(0.025, at + 1)),
    texts: [...places.keys()],
  };
}

/** A column with its distinct values in order: numbers by size, others by first occurrence, empty cells last. */
function columnOfValues({ name, values }: ShownRows["columns"][number]): ViewColumn {
  const levels = [...new Set(values)];
  const sorted = levels.every((level) => level === null || typeof level === "number")
    ? levels.toSorted((a, b) => (a as number) - (b as number))
    : levels;
  const known = [...sorted.filter((level) => level !== null), ...(levels.includes(null) ? [null] : [])];
  const codes = new Map(known.map((level, at) => [level, at]));
  return { name, levels: known, codes: values.map((value) => codes.get(value)!) };
}

/** The rows at the given places, in their order, with their samples. */
export function rowsAtPlaces<S, W>(rows: ShownRows<S, W>, places: readonly number[]): ShownRows<S, W> {
  const kept = [...new Set(places.map((row) => rows.sampleOf[row]))];
  const moved = new Map(kept.map((sample, at) => [sample, at]));
  return {
    ...rows,
    columns: rows.columns.map(({ name, values }) => ({ name, values: places.map((row) => values[row]) })),
    samples: kept.map((sample) => rows.samples[sample]),
    sampleOf: places.map((row) => moved.get(rows.sampleOf[row])!),
    witnesses: new Map(places.flatMap((row, at) => {
      const witness = rows.witnesses.get(row);
      return witness === undefined ? [] : [[at, witness]];
    })),
  };
}

/** The share of each kind among the samples of a page that has not room for all. */
const SHARES = { unjudged: 0.2, found: 0.4, others: 0.4 };

/**
 * As many samples as a page takes. Where there are more, some are drawn: shares of those with an unjudged row, of those whose
 * metric is true in some row, and of the others; a kind that has too few leaves its room to the others. As shares of what is
 * drawn are no estimates, the metric is left out, and a notice says so.
 *
 * @param most The number of samples that the page takes.
 */
export function drawnSamples<S, W>(rows: ShownRows<S, W>, most: number): ShownRows<S, W> {
  const { samples, sampleOf, metric } = rows;
  if (samples.length <= most) return rows;
  const values = rows.columns.find(({ name }) => name === metric)?.values;
  const kinds = samples.map((): keyof typeof SHARES => "others");
  sampleOf.forEach((sample, row) => {
    if (values?.[row] === null) kinds[sample] = "unjudged";
    else if (values?.[row] === true && kinds[sample] === "others") kinds[sample] = "found";
  });
  const keys = samples.map((_, at) => seedFrom("samples of a page", at));
  const order = [...samples.keys()].sort((a, b) => keys[a] - keys[b]);
  const ofKind = Map.groupBy(order, (at) => kinds[at]);
  const taken = new Set<number>();
  for (const [kind, share] of Object.entries(SHARES)) {
    const room = kind === "others" ? most - taken.size : Math.round(share * most);
    ofKind.get(kind as keyof typeof SHARES)?.slice(0, room).forEach((at) => taken.add(at));
  }
  order.filter((at) => !taken.has(at)).slice(0, most - taken.size).forEach((at) => taken.add(at));
  const words = Object.keys(SHARES).map((kind) => {
    const all = ofKind.get(kind as keyof typeof SHARES) ?? [];
    const drawn = all.filter((at) => taken.has(at)).length;
    const name = kind === "found" ? metric ?? "found" : kind;
    return `${drawn.toLocaleString("en")} of ${all.length.toLocaleString("en")} ${name}`;
  });
  const notice = `This page has a sample of the samples: ${
    words.join(", ")
  }. It gives no shares, as these are not those of all`;
  const places = [...sampleOf.keys()].filter((row) => taken.has(sampleOf[row]));
  return { ...rowsAtPlaces(rows, places), metric: null, notices: [notice, ...rows.notices] };
}
