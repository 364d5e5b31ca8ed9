import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DataError } from "codebias/core/errors.ts";
import { ran } from "codebias/app/setup/ran.ts";
import { ifThere } from "codebias/store/files/files.ts";
import { paths } from "codebias/store/paths.ts";
import { examplesIn } from "./examples.ts";

/** Files with tests or examples, by their path in the checkout, in order. */
export async function testFiles(): Promise<string[]> {
  const tests = (await filesBelow("tests")).filter((file) => file.endsWith("_test.ts"));
  const modules = (await filesBelow("lib")).filter((file) => file.endsWith(".ts"));
  const pages = (await ifThere(filesBelow("docs")) ?? []).filter((file) => file.endsWith(".md"));
  return [...tests, ...modules, "README.md", ...pages];
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(join(paths.root, folder)));
  const files = await Promise.all(entries.map(({ name, isDirectory }) => {
    if (isDirectory) return name === "__pycache__" ? [] : filesBelow(`${folder}/${name}`);
    return [`${folder}/${name}`];
  }));
  return files.flat().sort();
}

/** Registers no test but notes its name; then loads the files that are named on standard input. */
const COLLECTOR = `
const names = [];
const note = (test, options) => {
  const name = typeof test === "string" ? test : test?.name ?? options?.name;
  if (name) names.push(name);
};
const hook = () => {};
const hooks = { beforeAll: hook, afterAll: hook, beforeEach: hook, afterEach: hook };
Deno.test = Object.assign(note, { only: note, ignore: note, ...hooks });
for (const [file, url] of JSON.parse(await new Response(Deno.stdin.readable).text())) {
  await import(url);
  console.error("\\x1e" + JSON.stringify([file, names.splice(0)]));
}
Deno.exit(0);
`;

/**
 * The names of all tests, by file: what a filter could find. It takes seconds, as no test is run.
 *
 * @param files As {@linkcode testFiles} has them.
 * @throws {DataError} If a file cannot be loaded, with what Deno says.
 */
export async function testNames(files: readonly string[]): Promise<Map<string, readonly string[]>> {
  const tests = files.filter((file) => file.startsWith("tests/"));
  const urls = tests.map((file) => [file, pathToFileURL(join(paths.root, file)).href]);
  const config = ["--config", join(paths.root, "deno.json")];
  const { success, error } = await ran(Deno.execPath(), [
    "eval",
    "--quiet",
    "--no-check",
    ...config,
    COLLECTOR,
  ], {
    cwd: paths.root,
    env: { INIT_CWD: paths.root, NO_COLOR: "1" },
    input: JSON.stringify(urls),
  });
  const lines = error.split("\n");
  if (!success) {
    throw new DataError(
      `The tests cannot be loaded:\n${lines.filter((line) => !line.startsWith("\x1e")).join("\n").trim()}`,
    );
  }
  const found = lines.filter((line) => line.startsWith("\x1e")).map((line) => JSON.parse(line.slice(1)));
  const examples = await Promise.all(
    files.filter((file) => !file.startsWith("tests/")).map(async (file) => {
      const examples = examplesIn(file, await Deno.readTextFile(join(paths.root, file)));
      return [file, examples.map(({ name }) => `example ${name}`)] as const;
    }),
  );
  return new Map([...found, ...examples]);
}

/** Whether `deno test --filter` takes a test: one with the text in its name, or matched by a /regular expression/. */
export function matches(filter: string): (name: string) => boolean {
  const pattern = /^\/(.*)\/$/s.exec(filter);
  if (!pattern) return (name) => name.includes(filter);
  const expression = new RegExp(pattern[1]);
  return (name) => expression.test(name);
}
