/**
 * `deno task test:engine [--current] [FILTER]`: tests the clients against a real Ollama server, ends with the totals.
 * `deno task test:model [FILTER]`: the same command with --model, which asks a real model.
 *
 * @module
 */

import { join } from "node:path";
import { command, runCommand } from "codebias/app/command_line/command.ts";
import { type Engine, ensureEngine } from "./test_engine/engine.ts";
import { ensureRealModel, REAL_MODEL } from "./test_engine/real_model.ts";
import { paths } from "codebias/store/paths.ts";
import { testCases, type Totals, totalsLine, totalsOf } from "./test_report.ts";

const testEngine = command({
  name: "test:engine",
  usage: `[--current] [FILTER]
       deno task test:model [FILTER]`,
  about: `
Builds an Ollama server, once, in a cache folder (CODEBIAS_ENGINES, or codebias/engines in the user's cache), and
tests against it the code that asks models. Tests that need a tool missing here are skipped, and say so.`,
  takes: {
    FILTER: "only tests with this in their name, or that match it if it is a /regular expression/",
  },
  options: {
    current: `Ollama 0.33.0, which runs llama-server: 10 minutes to build, with Go 1.26, cmake and npm
      (default: 0.9.6: 4 minutes, with Go 1.24)`,
    model: "a real model, as test:model asks it",
  },
  more:
    `test:model fetches a real model, ${REAL_MODEL.name}, once (1.1 GB), and asks it three prompts of each study.`,
  async does(values, words) {
    const filter = words.join(" ");
    const engine = await ensureEngine(values.current || values.model ? "0.33.0" : "0.9.6");
    console.log(
      engine.kind === "ready"
        ? `Ollama ${engine.version}: ${engine.ollama}`
        : `No Ollama ${engine.version}, so its tests are skipped: ${engine.reason}`,
    );
    const model = values.model && engine.kind === "ready" ? await ensureRealModel() : undefined;
    if (model?.kind === "missing") console.log(`No model, so its tests are skipped: ${model.reason}`);
    const totals = await runTests(filter, {
      files: await testFiles(values.model ? "model" : "cases"),
      env: { ...environment(engine), ...model?.kind === "ready" && { CODEBIAS_REAL_MODEL: model.path } },
    });
    const { passed, failed, skipped } = totals;
    if (passed + failed + skipped === 0) console.error(`No test has "${filter}" in its name`);
    console.log(totalsLine(totals));
    return failed === 0 && passed + skipped > 0;
  },
});

/** Runs the tests in a process of their own; they end with this one, and their servers with them. */
async function runTests(
  filter: string,
  { files, env }: { readonly files: readonly string[]; readonly env: Readonly<Record<string, string>> },
): Promise<Totals> {
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      ...["test", "-A", `--junit-path=${report}`],
      ...filter ? [`--filter=${filter}`] : [],
      ...files,
    ],
    cwd: paths.root,
    env: { INIT_CWD: paths.root, ...env },
  }).spawn();
  const end = () => process.kill("SIGTERM");
  globalThis.addEventListener("unload", end);
  const { success } = await process.status;
  globalThis.removeEventListener("unload", end);
  const totals = totalsOf(testCases(await Deno.readTextFile(report), { filtered: filter !== "" }));
  await Deno.remove(report);
  // A file that does not even load fails the run without a failed test.
  return success || totals.failed > 0 ? totals : { ...totals, failed: 1 };
}

/** Tells the tests which server they are for, or why there is none. All their servers are on this machine. */
function environment(engine: Engine): Record<string, string> {
  const [ollama, reason] = engine.kind === "ready" ? [engine.ollama, ""] : ["", engine.reason];
  return {
    CODEBIAS_ENGINE: ollama,
    CODEBIAS_ENGINE_VERSION: engine.version,
    CODEBIAS_ENGINE_MISSING: reason,
    NO_PROXY: "127.0.0.1",
  };
}

/** They are named one by one: `deno test` does not find them, as other runs must not run them. */
async function testFiles(name: string): Promise<string[]> {
  const folder = join(paths.root, "tests", "engine", name);
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  return names.filter((name) => name.endsWith(".ts")).sort().map((name) => join(folder, name));
}

if (import.meta.main) await runCommand(testEngine);
