import assert from "node:assert/strict";
import { join } from "node:path";
import { examplesIn } from "../commands/test/examples.ts";
import { testFiles } from "../commands/test/known_tests.ts";
import { taskFiles } from "../commands/test/tasks.ts";
import { exists } from "codebias/store/files/files.ts";
import { paths } from "codebias/store/paths.ts";
import { task } from "../app/commands/task.ts";
import { type Block, blocksOf, type Document, documents } from "./documents.ts";

const pages = await documents();
const blocks = pages.flatMap(blocksOf);

Deno.test("every block of TypeScript in README.md and docs/ is run as a test, or asks for what is not here", async () => {
  const run = pages.flatMap(({ file, text }) => examplesIn(file, text)).map(({ name }) => name);
  const written = blocks.filter(({ kind }) => kind.startsWith("ts"));
  const unrun = written.filter(({ where }) => !run.includes(where)).map(({ kind }) => kind);
  assert(run.length > 12, `${run.length} examples`);
  assert.deepEqual(new Set(unrun), new Set(["ts no_run"])); // types are checked, by deno task check
  assert.equal(unrun.length, 4, "a model, the authors' data, people, and what was merged");
  const known = await testFiles();
  assert.deepEqual(pages.map(({ file }) => file).filter((file) => !known.includes(file)), []);
});

Deno.test("examplesIn() names an example by its place, and makes its imports such as can stand in a function", () => {
  const [example] = examplesIn("README.md", 'Words.\n```ts\nimport { a } from "b";\na();\n```\n');
  assert.equal(example.name, "README.md:2");
  assert.match(example.body, /^const { a } = await import\("b"\);\na\(\);\n/);
});

Deno.test("there are no other blocks than those that are checked here", () => {
  const kinds = new Set(blocks.map(({ kind }) => kind));
  assert.deepEqual(kinds, new Set(["ts", "ts no_run", "sh", "ndjson", "text"]));
  const indented = pages.filter(({ text }) => /\n\n {4}\S/.test(text)).map(({ file }) => file);
  assert.deepEqual(indented, ["docs/architecture.md"], "code in fences is checked; what is indented, is not");
});

/** The commands that pages name, with what is typed behind them up to a sign of the shell or the end of the line. */
function commandsIn({ text }: Document): { readonly name: string; readonly options: readonly string[] }[] {
  return [...text.matchAll(/deno task ([a-z:]+)([^\n`<>#|]*)/g)].map(([, name, rest]) => {
    return { name, options: [...rest.matchAll(/(?<![\w-])--([a-z][\w-]*)/g)].map(([, option]) => option) };
  });
}

const commands = await taskFiles();

/** The text of a command with that of its folder, where its options are. */
async function sourceOf(task: string): Promise<string> {
  const file = join(paths.root, commands.get(task)!);
  const folder = file.replace(/\.ts$/, "");
  const names = exists(folder) ? await Array.fromAsync(Deno.readDir(folder), ({ name }) => name) : [];
  const files = [file, ...names.filter((one) => one.endsWith(".ts")).map((one) => join(folder, one))];
  return (await Promise.all(files.map((file) => Deno.readTextFile(file)))).join("\n");
}

Deno.test("commands that pages name are tasks, with options that they have", async () => {
  const named = pages.flatMap((page) => commandsIn(page).map((one) => ({ file: page.file, ...one })));
  assert(named.length > 60, `${named.length} commands`);
  assert.deepEqual(named.filter(({ name }) => !commands.has(name)), []);
  for (const { file, name, options } of named) {
    const source = options.length === 0 ? "" : await sourceOf(name);
    // `deno task lab` hands on to Jupyter what it does not know itself.
    const unknown = name === "lab"
      ? []
      : options.filter((one) => !new RegExp(`\\b${one}\\b"?:`).test(source));
    assert.deepEqual(unknown, [], `${file}: deno task ${name}`);
  }
});

/** The lines of a block in which one that begins with a brace is a new one. */
function linesOf({ code }: Block): string[] {
  return code.trimEnd().split(/\n(?=\{)/).map((line) => line.replaceAll(/\n\s*/g, " "));
}

/** Whether a line is what a page says, in which `…` is anything; blanks are of the page, and times and seeds differ. */
function isAsSaid(line: string, said: string): boolean {
  const plain = (text: string) =>
    text.replaceAll(/("(?:cpuMs|seed)":)[\d.e-]+/g, "$10").replaceAll(/\s/g, "");
  const pattern = plain(said).split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(
    ".*",
  );
  return new RegExp(`^${pattern}$`, "s").test(plain(line));
}

const pipes = pages.find(({ file }) => file === "docs/pipes.md")!;
const sections = pipes.text.split(/^## /m).slice(1);

Deno.test("docs/pipes.md has a section for each pipe", () => {
  const names = sections.map((section) => section.slice(0, section.indexOf(":")));
  assert.deepEqual(names, ["execute", "probe", "score", "fit", "judge", "generate"]);
});

for (const section of sections) {
  const [{ code }, given, answered] = blocksOf({ file: "docs/pipes.md", text: section });
  const [, name, args] = /^deno task (\w+) ?(.*?) ?</.exec(code)!;
  Deno.test(`deno task ${name} answers the lines of docs/pipes.md as is said there`, async () => {
    const stdin = linesOf(given).join("\n") + "\n";
    const { code, stdout } = await task(name, args.split(" ").filter(Boolean), { stdin });
    assert.equal(code, 0);
    const [lines, said] = [stdout.trimEnd().split("\n"), linesOf(answered)];
    assert.equal(lines.length, said.length);
    lines.forEach((line, at) => assert(isAsSaid(line, said[at]), `${line}\nis not\n${said[at]}`));
  });
}

Deno.test("isAsSaid() tells what is said from what is not", () => {
  const line = '{"id":1,"kind":"returned","value":3.0,"cpuMs":0.5}';
  assert(isAsSaid(line, '{"id":1,"kind":"returned",…"cpuMs":0.01}'));
  assert(!isAsSaid(line, '{"id":1,"kind":"raised",…}'));
  assert(!isAsSaid(line, '{"id":1,"kind":"returned"}'));
});
