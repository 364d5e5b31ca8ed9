/**
 * `deno task contract [DIR]`: whether tables, figures and pipes still give what they gave.
 *
 * @module
 */

import { join } from "node:path";
import { DataError } from "codebias/core/errors.ts";
import { command, oneOf, runCommand } from "codebias/app/command_line/command.ts";
import { setUp } from "codebias/app/setup/setup.ts";
import { readManifest } from "codebias/store/manifest.ts";
import { fileError, temporaryFolder } from "codebias/store/files/files.ts";
import { paths, typedPath } from "codebias/store/paths.ts";
import { totalsLine } from "./test_report.ts";
import type { Measured } from "./contract/kept.ts";
import { differences, keepOutputs, readKept, readOutputs } from "./contract/outputs.ts";
import { answerDifferences, callTask, keepAnswer, keptAnswer, keptCalls } from "./contract/pipes.ts";

const FOLDER = join(paths.root, "tests", "contract");

const contract = command({
  name: "contract",
  usage: "[DIR | --artifacts DIR] [--keep] [--only outputs|pipes]",
  about: `
Compares the results in DIR, left by deno task reproduce, with those kept in tests/contract: every value of every table
and every LaTeX and SVG file; then what each pipe and verify answer to the lines kept there. Says what differs. Measured
values are left out: tests/contract/measured.json says which and why.`,
  takes: {
    DIR: "results of deno task reproduce, with or without the authors' data (default: makes a run without)",
  },
  options: {
    artifacts: "DIR  makes a run with the authors' data, in a folder with one folder per repository",
    keep: "keeps what is there now; say in the commit which values change, and why",
    only: "PART  outputs or pipes alone",
  },
  async does(values, words) {
    if (words.length > 1) {
      throw new RangeError(`Name one folder of results, not ${words.join(" and ")}`);
    }
    if (words.length > 0 && values.artifacts !== undefined) {
      throw new RangeError(`Name either a folder of results or --artifacts, for which results are made`);
    }
    const only = values.only === undefined ? undefined : oneOf("part", values.only, ["outputs", "pipes"]);
    const found: [string, readonly string[]][] = [];
    if (only !== "pipes") found.push(...await checkOutputs(words[0], values));
    if (only !== "outputs") found.push(...await checkPipes(values.keep));
    for (const [name, different] of found) {
      if (different.length > 0) {
        console.log(`FAILED  ${name}\n${different.map((one) => `          ${one}`).join("\n")}`);
      }
    }
    const failed = found.filter(([, different]) => different.length > 0).length;
    console.log(totalsLine({ passed: found.length - failed, failed, skipped: 0 }));
    return failed === 0;
  },
});

/** How the results in a folder differ from those kept; without a folder, a run is made. */
async function checkOutputs(
  given: string | undefined,
  { artifacts, keep }: { readonly artifacts?: string; readonly keep?: boolean },
): Promise<[string, readonly string[]][]> {
  await using made = given === undefined ? await temporaryFolder() : undefined;
  const folder = made ? join(made.path, "results") : typedPath(given!);
  if (made) await reproduce(folder, artifacts);
  const measured: Measured[] = JSON.parse(await Deno.readTextFile(join(FOLDER, "measured.json")));
  const kept = join(FOLDER, await sourceOf(folder));
  if (keep) await keepOutputs(folder, kept, measured);
  return [...differences(await readKept(kept, measured), await readOutputs(folder, measured))];
}

/** The data of results, by their manifest: the name of the folder in tests/contract. */
async function sourceOf(folder: string): Promise<string> {
  const manifest = await readManifest(folder);
  if (manifest?.status === "complete" && typeof manifest.command.source === "string") {
    return manifest.command.source;
  }
  throw fileError(folder, "these results are not finished; run deno task reproduce");
}

async function reproduce(out: string, artifacts?: string): Promise<void> {
  const data = artifacts === undefined ? [] : ["--source", "artifact", "--artifacts", artifacts];
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "reproduce", ...data, "--out", out],
    cwd: paths.root,
    env: { CODEBIAS_ARTIFACTS: "" },
    stdout: "null",
    stderr: "inherit",
  }).output();
  if (!success) throw new DataError("deno task reproduce failed; its output is above");
}

/** How the answers of pipes differ from those kept. */
async function checkPipes(keep?: boolean): Promise<[string, readonly string[]][]> {
  await setUp({ environment: paths.environment, notebooks: false });
  const folder = join(FOLDER, "pipes");
  const calls = await keptCalls(folder);
  const found: [string, readonly string[]][] = [];
  const waiting = calls.entries();
  await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, async () => {
    for (const [at, call] of waiting) {
      const said = await callTask(folder, call);
      if (keep) await keepAnswer(folder, call, said);
      found[at] = [`deno task ${call.name}`, answerDifferences(await keptAnswer(folder, call), said)];
    }
  }));
  return found;
}

if (import.meta.main) await runCommand(contract);
