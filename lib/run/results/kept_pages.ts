import type pl from "nodejs-polars";
import { viewPage } from "../../review/view_page.ts";
import { fittingRows, givenRows, type ViewedResult } from "./view.ts";

/** The most samples on a page that was not requested: finding the program in an answer takes a millisecond. */
const MOST_SAMPLES = 10_000;

/** The largest size of such pages, in characters of their rows. */
const LARGEST_PAGE = 20_000_000;

/** The options of {@linkcode keptPages}. */
interface Keeping {
  /** The name of the pages; several are numbered. */
  readonly name: string;
  /** The data behind the results, where that must be known; the page states it before the label of the answers. */
  readonly from?: string;
  /** Called with the reason why a run has no page. */
  readonly onNotice: (sentence: string) => void;
}

/**
 * The pages that are kept with results, by their path: one for each result with rows, identical for equal results. A
 * page shows a part of the samples where there are many, or the page would be large.
 *
 * @param results Results that are not runs have no page; neither have those whose rows do not belong to their samples.
 */
export function keptPages(
  results: readonly object[],
  { name, from, onNotice }: Keeping,
): Map<string, string> {
  const viewed = results.filter((one): one is ViewedResult =>
    "samples" in one && "frame" in one && (one.frame as pl.DataFrame).height > 0
  );
  const pages = new Map<string, string>();
  for (const [at, result] of viewed.entries()) {
    const path = `views/${name}${viewed.length > 1 ? `-${at + 1}` : ""}.html`;
    try {
      pages.set(path, keptPage(result, from));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      onNotice(`${error.message}; without ${path}`);
    }
  }
  return pages;
}

function keptPage(result: ViewedResult, from: string | undefined): string {
  const given = givenRows(result);
  const isSaid = from === undefined || given.label.includes(from);
  const found = isSaid ? given : { ...given, label: `${from}; ${given.label}` };
  const { rows, packed } = fittingRows(found, { most: MOST_SAMPLES, largest: LARGEST_PAGE });
  return viewPage(rows, packed);
}
