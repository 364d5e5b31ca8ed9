/**
 * Shows samples: writes a page on which all of them can be filtered, compared side by side and opened, and shows it in a
 * notebook.
 *
 * @module
 */

import { hash } from "node:crypto";
import { join, relative } from "node:path";
import pl from "nodejs-polars";
import { protectedIn } from "../../core/frame.ts";
import { refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions, unknownName } from "../../core/nearest.ts";
import { syntheticNote } from "../../core/recipe.ts";
import type { ReviewItem } from "../../core/types.ts";
import { JUPYTER_DISPLAY, type MediaBundle } from "../../report/display.ts";
import { drawnSamples, samplesData, type ShownRows } from "../../review/samples_data.ts";
import { levelText } from "../../review/view/view_data.ts";
import { viewPage } from "../../review/view_page.ts";
import { checkFileName, writeWholeSync } from "../../store/files/files.ts";
import { paths } from "../../store/paths.ts";
import type { Run } from "../../store/run_store/run.ts";
import type { StoredSample } from "../../store/run_store/samples.ts";
import { openStore } from "../../store/run_store/run_store.ts";
import {
  type GivenRows,
  type Rows,
  rowsOfFrame,
  rowsOfSamples,
  rowsOfTable,
  withTexts,
} from "./shown_rows.ts";
import type { GivenSample } from "./shown_sample.ts";
import { cellOf, packedRows } from "./view_cell.ts";

/**
 * The input of {@linkcode view}: the result of `run` or `generate`, samples of either, rows of a frame alone, a run of
 * a store, or the id or name of a run in this checkout's store.
 */
export type Viewable = ViewedResult | readonly GivenSample[] | pl.DataFrame | ViewedRun | string;

/** The result of `run`, with all rows of its frame or some, or a frame without its samples; or the result of `generate`. */
export interface ViewedResult {
  readonly samples: readonly GivenSample[];
  readonly frame?: pl.DataFrame;
  /** Further columns for a result without a frame, with a row for each sample. */
  readonly carried?: pl.DataFrame;
  readonly label?: string;
  readonly notices?: readonly string[];
  /** The tasks, which may state which attributes are protected. */
  readonly about?: readonly object[];
}

/** A run of a store, or an exported run. */
export interface ViewedRun extends Pick<Run, "id" | "name" | "model" | "synthetic"> {
  samples(options: { readonly prompts: true }): readonly StoredSample[];
}

/** The options of {@linkcode view}. */
export interface ViewOptions {
  /** A column, e.g. temperature, whose values are shown side by side at first. @default the table of samples */
  readonly by?: string | readonly [string];
  /**
   * Values of columns that rows must have at first, e.g. `{ attribute: "gender", biased: true }`; true and false are
   * allowed even where no row has them. @default all rows
   */
  readonly where?: Readonly<Record<string, string | number | boolean | null>>;
  /** The title of the page. @default a description of the input */
  readonly title?: string;
  /** Items to label on the same page, e.g. from `huang.review`. @default none */
  readonly items?: readonly ReviewItem[];
  /** The file name without ending. @default made from the title and the content */
  readonly name?: string;
  /** The folder; the page is written to `views` in it. @default outputs */
  readonly out?: string;
}

/**
 * Writes a page of samples: one HTML file that works without a network and without a server, and shows it in a
 * notebook. Its rows can be filtered, sorted and compared side by side; an opened sample shows its prompt, completion
 * and program, the two people of its witness, and the line that decides.
 *
 * @param what The result of `run` or `generate`, samples, a frame, or a run in the store, whose answers have no
 * verdicts; a run is given itself or by its id or name.
 * @throws {RangeError} If there are no samples, an option is wrong, there is no such column, value or run, or a row of
 * the frame belongs to no sample.
 * @throws {DataError} If the page cannot be written.
 *
 * @example
 * ```ts ignore
 * view(result, { by: "temperature", where: { attribute: "gender" } });
 * ```
 */
export function view(what: Viewable, options: ViewOptions = {}) {
  refuseUnknownOptions(options, ["by", "where", "title", "items", "name", "out"]);
  const { where = {} } = options;
  refuseOther("show first", where, "an object");
  const found = givenRows(what);
  if (found.sampleOf.length === 0) throw new RangeError("Cannot view 0 samples: run or generate some first");
  const { title = found.title, out, items } = options;
  if (typeof title !== "string" || title.trim() === "") {
    throw new RangeError("Cannot write a page of samples without a title: say what is looked at");
  }
  refuseOther("label", items ?? [], "a list");
  const start = startOf(found, options);
  const alone = found.columns.find((one) => one.name === `${options.by}` && new Set(one.values).size < 2);
  const notices = alone
    ? [`All rows have ${alone.name} ${levelText(alone.values[0])}: nothing stands side by side by it`]
    : [];
  const { rows, packed } = fittingRows({ ...found, title, start, notices: [...notices, ...found.notices] });
  const name = options.name ??
    `${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}-${hash("sha256", packed).slice(0, 8)}`;
  checkFileName(name, "write a view named");
  const page = viewPage(rows, packed, items);
  const file = join(out ?? paths.outputs, "views", `${name}.html`);
  writeWholeSync(file, page);
  return {
    /** The path of the page, and its numbers of rows and samples. */
    ...{ file, rows: rows.sampleOf.length, samples: rows.samples.length },
    [JUPYTER_DISPLAY](): MediaBundle {
      // The current folder is the notebook's, but `reproduce` puts the notebook's copy into a folder beside the page's.
      const isCopied = out !== undefined && out === Deno.env.get("CODEBIAS_OUT");
      const link = isCopied ? `../views/${name}.html` : relative(".", file);
      return cellOf(rows, page, { file, link, where });
    },
  };
}

/** The most samples on a page. */
const MOST_SAMPLES = 50_000;

/** The largest total length of a page's texts, in characters of JSON: a browser limits the length of a string. */
const LONGEST_TEXTS = 200_000_000;

/**
 * The rows that a page takes, with their texts, and packed; a part of the samples where there are too many or they are too
 * long.
 *
 * @param most The most samples.
 * @param largest The most characters of the packed rows.
 */
export function fittingRows(
  found: GivenRows,
  { most = MOST_SAMPLES, largest = Infinity } = {},
): { readonly rows: ShownRows; readonly packed: string } {
  for (let count = Math.min(found.samples.length, most);; count = Math.floor(count / 2)) {
    const rows = withTexts(drawnSamples(found, count));
    const length = samplesData(rows).texts.reduce((sum, text) => sum + JSON.stringify(text).length, 0);
    if (count > 1 && length > LONGEST_TEXTS) continue;
    const packed = packedRows(rows);
    if (count <= 1 || packed.length <= largest) return { rows, packed };
  }
}

/**
 * The rows to view, with samples that are not yet read.
 *
 * @throws As {@linkcode view}.
 */
export function givenRows(what: Viewable): GivenRows {
  if (typeof what === "string") {
    using store = openStore();
    return storedRows(store.openRun(what));
  }
  if (pl.DataFrame.isDataFrame(what)) return described(rowsOfTable(what), { title: "Rows", notices: [] });
  if (what && typeof what === "object" && "samples" in what && typeof what.samples === "function") {
    return storedRows(what as ViewedRun);
  }
  const result = Array.isArray(what) ? { samples: what as readonly GivenSample[] } : what as ViewedResult;
  if (
    !Array.isArray(result?.samples) ||
    !result.samples.every((one) => "sample" in Object(one) || "settings" in Object(one))
  ) {
    throw new TypeError(
      "Cannot view this: pass what run or generate gave, samples, a frame, or the name of a run in the store",
    );
  }
  const { samples, frame, carried, label, notices = [], about = [] } = result;
  const rows = !frame
    ? rowsOfSamples(samples, carried)
    : samples.length === 0
    ? rowsOfTable(frame)
    : rowsOfFrame(frame, samples);
  const studies = [...new Set(rows.columns.find(({ name }) => name === "study")?.values)].join(", ");
  const title = studies ? `Samples of ${studies}` : "Samples";
  return described({ ...rows, columns: withProtected(rows.columns, about) }, { title, label, notices });
}

/** The columns, with one that says which rows are about a protected attribute, if some are and others are not. */
function withProtected(columns: Rows["columns"], about: readonly object[]): Rows["columns"] {
  const [tasks, attributes] = ["taskId", "attribute"].map((name) =>
    columns.find((one) => one.name === name)?.values ?? []
  );
  const isProtected = protectedIn(about, false); // pages of published studies agree with summarize
  const values = attributes.map((attribute, row) => isProtected(tasks[row], attribute) ?? null);
  const isTold = new Set(values).size > 1 && columns.every(({ name }) => name !== "protected");
  return isTold ? [...columns, { name: "protected", values }] : columns;
}

function storedRows(run: ViewedRun): GivenRows {
  const rows = rowsOfSamples(run.samples({ prompts: true }));
  const notice = "These are answers as they came: run(study, { completions }) judges them";
  const label = run.synthetic ? `SYNTHETIC: ${run.model}` : run.model;
  return described(rows, { title: `Run ${run.name ?? run.id}`, label, notices: [notice] });
}

function described(
  rows: Rows,
  { title, label, notices }: Pick<GivenRows, "title" | "notices"> & { label?: string },
): GivenRows {
  const models = new Set(rows.columns.find(({ name }) => name === "model")?.values);
  const names = [...models].map((model) => syntheticNote([{ model }]) ?? model);
  return { ...rows, title, label: label ?? names.join(", "), notices, start: "" };
}

/**
 * The initial state of the page, as a part of its address.
 *
 * @throws {RangeError} If there is no such column or value; names the nearest.
 */
function startOf({ columns }: GivenRows, { by: named, where = {} }: ViewOptions): string {
  const [by, ...more] = [named ?? []].flat();
  if (more.length > 0) throw new RangeError("Cannot put several columns side by side: name one with by");
  const known = columns.map(({ name }) => name);
  const unknown = [...by === undefined ? [] : [by], ...Object.keys(where)].find((name) =>
    !known.includes(name)
  );
  if (unknown !== undefined) throw unknownName("column", unknown, known);
  const isVaried = new Set(columns.find(({ name }) => name === by)?.values).size > 1;
  const start = new URLSearchParams(by !== undefined && isVaried ? { mode: "sides", by } : {});
  for (const [name, value] of Object.entries(where)) {
    const levels = [...new Set(columns.find((column) => column.name === name)!.values)];
    const isTruth = typeof value === "boolean" &&
      levels.every((one) => one === null || typeof one === "boolean");
    const words = levels.map(levelText);
    if (!words.includes(levelText(value)) && !isTruth) throw unknownName(name, levelText(value), words);
    start.set(`is.${name}`, levelText(value));
  }
  return `${start}`;
}
