import { join } from "node:path";
import { readText } from "codebias/store/files/json_lines.ts";
import { paths } from "codebias/store/paths.ts";
import { firstOf, SHARED } from "../golden_file.ts";

/** Where the artifact has the completions that it records; undefined where there is no artifact. */
export const recordings: string | undefined = await firstOf(
  [Deno.env.get("CODEBIAS_ARTIFACTS"), paths.artifacts, join(SHARED, "artifacts")].map((folder) =>
    folder && join(folder, "CBS", "json_save")
  ),
  isFolder,
);

/** What a test without them says in its name. */
export const NO_RECORDINGS = recordings ? "" : " (skipped: there is no CBS artifact)";

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** The completions of a file, without the prompts, which the authors recorded with them. */
export async function completionsOf(file: string): Promise<string[]> {
  const { text } = await readText(file);
  const records: { readonly input: string; readonly output: string }[] = JSON.parse(text);
  return records.map(({ input, output }) => {
    const end = output.indexOf(`${input}Output:`);
    if (end < 0) throw new TypeError(`${file}: a record does not begin with its prompt`);
    return output.slice(end + input.length + "Output:".length);
  });
}
