import { gunzipSync } from "node:zlib";
import type { ViewData } from "codebias/review/view/view_data.ts";

/** What a page of samples holds. */
export function dataOf(page: string): ViewData {
  const [, packed] = /id="data">([^<]*)</.exec(page)!;
  return JSON.parse(gunzipSync(Uint8Array.fromBase64(packed)).toString());
}

/** The values of a column of a page, a row for each. */
export function cellsOf(page: string, name: string): readonly unknown[] {
  const { levels, codes } = dataOf(page).columns.find((column) => column.name === name)!;
  return codes.map((code) => levels[code]);
}
