import { dirname, join } from "node:path";
import { Source } from "codebias/store/source.ts";
import {
  layout,
  type LinguisticSettings,
  type LinguisticTask,
} from "codebias/studies/linguistic/tasks/layout.ts";

/** A study as far as its data are concerned. */
export const STUDY = { name: "linguistic", layout };

/** Where the repository keeps its tasks. */
export const TASKS = "data/testsuite/testsuite.jsonl";

/** Contents of files by path. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Runs a test with a new folder that holds the files; removes it afterwards. */
export async function withFiles(files: Files, test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "codebias-" });
  try {
    for (const [path, content] of Object.entries(files)) {
      await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      await Deno.writeFile(join(folder, path), bytes);
    }
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs a test with a variable of the environment set, or unset. */
export async function withEnvironment(
  name: string,
  value: string | undefined,
  test: () => Promise<void> | void,
): Promise<void> {
  const set = (value?: string) => value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
  const before = Deno.env.get(name);
  try {
    set(value);
    await test();
  } finally {
    set(before);
  }
}

/** Runs a test with the source that consists of the files. */
export async function withSource(
  files: Files,
  test: (source: Source<LinguisticTask, LinguisticSettings>, folder: string) => Promise<void>,
): Promise<void> {
  await withFiles(files, (folder) => test(new Source(STUDY, "artifact", folder), folder));
}

/** A task as the repository writes it. */
export function task(id: string, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    task_id: id,
    entry_point: "f",
    prompt: "def f(x):\n",
    zh_prompt: "def f(x): # 求和\n",
    canonical_solution: "    return x\n",
    rules: "def rules(n):\n    return {'x': n}\n",
    max_n: "100",
    ...changes,
  };
}

/** A completion as the repository writes it in data/gencodes. */
export function completion(
  id: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return { task_id: id, completion: "    return 1\n", ...changes };
}

/** A completion with the authors' verdict, as the repository writes it in data/passed. */
export function verdict(id: string, passed: boolean): Record<string, unknown> {
  return completion(id, { passed, result: passed ? "passed" : "failed: NameError" });
}

/** Records as JSON Lines. */
export function lines(...records: readonly unknown[]): string {
  return records.map((record) => JSON.stringify(record) + "\n").join("");
}
