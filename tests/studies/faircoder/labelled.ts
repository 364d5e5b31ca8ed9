import { labels } from "codebias/studies/faircoder/judge/labelled_sets.ts";
import { recordsOf } from "./artifact.ts";

export { labels as LABELLED };

/** The answers of a model, in the order of its file. */
export async function answersOf(model: string): Promise<readonly string[]> {
  return (await recordsOf(model)).map((record) => (record as { readonly code: string }).code);
}
