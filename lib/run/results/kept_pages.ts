import type pl from "nodejs-polars";
import { viewPage } from "../../review/view_page.ts";
import { fittingRows, givenRows, type ViewedResult } from "./view.ts";

/** Of how many samples a page is made at most that nobody asked for: finding the program in an answer takes a millisecond. */
const MOST_SAMPLES = 10_000;

/** Largest of such pages, characters of their rows. */
const LARGEST_PAGE = 20_000_000;

/** How pages are kept. */
interface Keeping {
  /** What they are called; several are numbered. */
  readonly name: string;
  /** What data results were made of, where that must be known; the page says it before whose answers they are. */
  readonly from?: string;
  /** Told why a run has no page. */
  readonly onNotice: (sentence: string) => void;
}

/**
 * The pages that are kept with results, by their path: one for each result that has rows, the same for equal results. A page is
 * of a part of the samples where there are many, or it would be large.
 *
 * @param results Those that are no runs have no page, and neither have those whose rows are not of their samples.
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
