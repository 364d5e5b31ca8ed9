/**
 * `deno task check`: formatting, lint (with the import table) and types, of the notebooks too.
 *
 * @module
 */

import { join } from "node:path";
import { notebookModule, uncleared } from "./check/notebooks.ts";
import { command, runCommand } from "codebias/app/command_line/command.ts";
import { temporaryFolder } from "codebias/store/files/files.ts";
import { ran } from "codebias/app/setup/ran.ts";
import { paths } from "codebias/store/paths.ts";

const check = command({
  name: "check",
  usage: "",
  about: "",
  async does() {
    const checks: [string, () => Promise<string>][] = [
      [
        "formatting",
        () => deno("fmt", "--check", "--quiet", "lib", "tests", "docs", "README.md", "deno.json"),
      ],
      ["formatting of notebooks", checkNotebookFormat],
      ["lint", () => deno("lint", "--quiet")],
      // Of the examples, too.
      [
        "types",
        async () => await deno("check", "--quiet", "--frozen", "--doc", "lib", "tests", ...await pages()),
      ],
      ["types of notebooks", checkNotebooks],
      ["notebooks without outputs", checkCleared],
    ];
    const results = await Promise.all(checks.map(async ([name, run]) => [name, await run()] as const));
    for (const [name, complaint] of results) {
      console.log(`${complaint === "" ? "ok    " : "FAILED"}  ${name}${complaint && `\n${complaint}`}`);
    }
    return results.every(([, complaint]) => complaint === "");
  },
});

/** Runs a subcommand of this Deno; returns its output if it fails, else nothing. */
async function deno(...args: string[]): Promise<string> {
  const { success, out, error } = await ran(Deno.execPath(), args, { cwd: paths.root });
  if (success) return "";
  return [out.trim(), error.trim()].filter((part) => part).join("\n") || `deno ${args[0]} failed`;
}

/**
 * Formats copies: deno.json excludes notebooks, as `deno fmt --check` refuses every notebook with a markdown
 * cell, even right after `deno fmt`.
 */
async function checkNotebookFormat(): Promise<string> {
  await using folder = await temporaryFolder();
  const names = await notebooks();
  const copies = names.map((name) => join(folder.path, name));
  await Promise.all(names.map((name, at) => Deno.copyFile(join(paths.notebooks, name), copies[at])));
  const complaint = await deno("fmt", "--quiet", "--config", join(paths.root, "deno.json"), ...copies);
  const changed = await Promise.all(
    names.map(async (name, at) =>
      await Deno.readTextFile(copies[at]) === await Deno.readTextFile(join(paths.notebooks, name)) ? [] : [
        `notebooks/${name} is not formatted: run deno fmt --no-config --line-width 110 notebooks/${name}`,
      ]
    ),
  );
  return [...complaint ? [complaint] : [], ...changed.flat()].join("\n");
}

async function checkNotebooks(): Promise<string> {
  await using folder = await temporaryFolder();
  const modules = await Promise.all((await notebooks()).map(async (name) => {
    const module = join(folder.path, name.replace(/ipynb$/, "ts"));
    await Deno.writeTextFile(module, await notebookModule(join(paths.notebooks, name)));
    return module;
  }));
  return await deno("check", "--quiet", "--config", join(paths.root, "deno.json"), ...modules);
}

async function checkCleared(): Promise<string> {
  const complaints = await Promise.all((await notebooks()).map(async (name) => {
    return (await uncleared(join(paths.notebooks, name))).map((complaint) =>
      `notebooks/${name}: ${complaint}`
    );
  }));
  return complaints.flat().join("\n");
}

async function notebooks(): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(paths.notebooks));
  return entries.map(({ name }) => name).filter((name) => name.endsWith(".ipynb")).sort();
}

/** The pages of the documentation; Deno looks for none in a folder. */
async function pages(): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(join(paths.root, "docs")));
  const names = entries.map(({ name }) => `docs/${name}`).filter((name) => name.endsWith(".md"));
  return ["README.md", ...names.sort()];
}

if (import.meta.main) await runCommand(check);
