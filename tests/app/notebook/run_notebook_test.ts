import assert from "node:assert/strict";
import { join } from "node:path";
import { runNotebook } from "codebias/app/notebook/run_notebook.ts";
import { jupyterEnvironment } from "codebias/app/setup/kernel.ts";
import { paths } from "codebias/store/paths.ts";
import { descendants, leftBehind } from "../commands/processes.ts";
import { withFolder } from "../commands/task.ts";
import { BusyCore } from "../../complexity/ground_truth.ts";
import { longTest, sized } from "../../long.ts";

const python = join(paths.environment, "bin", "python");
const withoutJupyter = await isMissing(join(paths.environment, "bin", "jupyter-nbconvert"));

async function isMissing(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return false;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  }
}

/** @param more Environment variables besides the usual ones. */
async function execute(
  sources: readonly string[],
  folder: string,
  signal?: AbortSignal,
  more: Readonly<Record<string, string>> = {},
) {
  const notebook = join(folder, "sample.ipynb");
  const cells = sources.map((source, index) =>
    source.startsWith("#")
      ? { cell_type: "markdown", id: `c${index}`, metadata: {}, source }
      : { cell_type: "code", id: `c${index}`, metadata: {}, source, outputs: [], execution_count: null }
  );
  const metadata = { kernelspec: { name: "deno", display_name: "Deno", language: "typescript" } };
  await Deno.writeTextFile(notebook, JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }));
  const seen: string[] = [];
  const said: string[] = [];
  const out = join(folder, "out");
  const env = { ...jupyterEnvironment(paths.environment), SAMPLE: "from outside", ...more };
  const finished = runNotebook({
    notebook,
    folder: out,
    python,
    env,
    onCell: ({ cell, cells, title }) => seen.push(`${cell}/${cells} ${title}`),
    onProgress: (text) => said.push(text),
    signal,
  });
  return { finished, seen, said, out };
}

/** What a kernel sends late and in any order: by what cells print, display without waiting, and show. */
const LATE = Array.from(
  { length: 12 },
  (_, index) => ["printed", "displayed", "shown"].map((way) => `${way} ${index}`),
);
const PROGRESS = JSON.stringify(new URL("../../../lib/app/notebook/progress.ts", import.meta.url));

Deno.test({
  name:
    "runNotebook() executes the cells, tells how far it is, and leaves .ipynb and .html with all outputs " +
    "(needs Jupyter in .venv)",
  ignore: withoutJupyter,
  async fn(t) {
    await withFolder(async (folder) => {
      const { finished, seen, said, out } = await execute(
        [
          "# First part",
          'const said: string = Deno.env.get("SAMPLE")!;',
          "# Second part",
          "said.toUpperCase()",
          `import { progress } from ${PROGRESS};`,
          'await Deno.jupyter.broadcast("display_data", { data: { "text/plain": "not transient" }, metadata: {} });' +
          'const tell = progress("Counting"); tell({ done: 0, total: 2 }); tell({ done: 2, total: 2 }); console.log(5);',
          ...LATE.map(([printed, displayed, shown]) =>
            `console.log("${printed}"); Deno.jupyter.display({ "text/plain": "${displayed}" }, { raw: true });` +
            `({ [Symbol.for("Jupyter.display")]: () => ({ "text/plain": "${shown}" }) })`
          ),
        ],
        folder,
      );
      await finished;
      const notebook = await Deno.readTextFile(join(out, "sample.ipynb"));
      await t.step("cells are told as they are run, under their titles", () => {
        assert.deepEqual(seen.slice(0, 3), ["1/16 First part", "2/16 Second part", "3/16 Second part"]);
        assert.equal(seen.length, 16);
      });
      await t.step("variables are handed on, and outputs kept", async () => {
        assert.match(notebook, /FROM OUTSIDE/);
        assert.match(await Deno.readTextFile(join(out, "sample.html")), /FROM OUTSIDE/);
      });
      await t.step("a progress line in a cell is told, and no other output", () => {
        assert.deepEqual(said.map((text) => text.split(",")[0]), ["Counting: 0 of 2", "Counting: 2 of 2"]);
      });
      await t.step("no output is lost, although the kernel sends some late", () => {
        const outputs = JSON.parse(notebook).cells.slice(-LATE.length).map((
          cell: { outputs: { text?: string[]; data?: Record<string, string[]> }[] },
        ) =>
          cell.outputs.map(({ text, data }) => [text ?? data!["text/plain"]].flat().join("").trim()).sort()
        );
        assert.deepEqual(outputs, LATE.map((texts) => texts.toSorted()));
      });
    });
  },
});

Deno.test({
  name:
    "runNotebook() fails with the cell's message and keeps the notebook up to there (needs Jupyter in .venv)",
  ignore: withoutJupyter,
  async fn() {
    await withFolder(async (folder) => {
      const { finished, out } = await execute([
        "# Part",
        '"done"',
        'throw new RangeError("Cannot do that")',
        '"never"',
      ], folder);
      await assert.rejects(finished, /sample\.ipynb: .*Cannot do that/);
      const names = await Array.fromAsync(Deno.readDir(out), ({ name }) => name);
      assert.deepEqual(names, ["sample.failed.ipynb"]);
      assert.match(await Deno.readTextFile(join(out, "sample.failed.ipynb")), /done/);
    });
  },
});

/** What a cell does, and the file that cannot be written then. */
const DISK_FULL = sized({
  small: [['throw new Error("x")', "sample.failed.ipynb"]],
  long: [["1", "sample.ipynb"], ['throw new Error("x")', "sample.failed.ipynb"]],
});

Deno.test({
  name: "runNotebook() says that the disk is full and leaves nothing half-written (needs Jupyter in .venv)",
  ignore: withoutJupyter,
  async fn() {
    for (const [source, name] of DISK_FULL) {
      await withFolder(async (folder) => {
        // /dev/full refuses every write as a full disk does; the file is written to a neighbour first.
        await Deno.mkdir(join(folder, "out"));
        await Deno.symlink("/dev/full", join(folder, `out/.${name}.part`));
        const { finished, out } = await execute(["# Part", source], folder);
        await assert.rejects(finished, {
          name: "DataError",
          message: `${
            join(out, name)
          }: cannot write: the disk is full; free some space and run the same command again`,
        });
        assert.deepEqual(await Array.fromAsync(Deno.readDir(out)), []);
      });
    }
  },
});

Deno.test({
  name: "runNotebook() fails when the kernel dies (needs Jupyter in .venv)",
  ignore: withoutJupyter,
  async fn() {
    await withFolder(async (folder) => {
      const { finished, out } = await execute(["# Part", "Deno.exit(3)"], folder);
      await assert.rejects(finished, /sample\.ipynb: /);
      assert.equal(await isMissing(join(out, "sample.ipynb")), true);
    });
  },
});

Deno.test({
  name: "runNotebook() starts a kernel again that ended before it answered (needs Jupyter in .venv)",
  ignore: withoutJupyter,
  async fn(t) {
    const installed = join(paths.environment, "share/jupyter/kernels/deno/kernel.json");
    const { argv, ...spec } = JSON.parse(await Deno.readTextFile(installed));
    for (
      const [failures, ends] of [[2, undefined], [
        3,
        /sample\.ipynb: Deno's kernel did not start, 3 times/,
      ]] as const
    ) {
      await t.step(`${failures} times`, () =>
        withFolder(async (folder) => {
          // As one does for whose port another process was quicker.
          const started = join(folder, "started");
          const first = `echo >> "$0"; [ $(wc -l < "$0") -gt ${failures} ] || exit 1; exec "$@"`;
          const kernel = { ...spec, argv: ["/bin/sh", "-c", first, started, ...argv] };
          await Deno.mkdir(join(folder, "jupyter/kernels/deno"), { recursive: true });
          await Deno.writeTextFile(join(folder, "jupyter/kernels/deno/kernel.json"), JSON.stringify(kernel));
          const where = { JUPYTER_PATH: join(folder, "jupyter") };
          const { finished, seen } = await execute(["# Part", "1 + 1"], folder, undefined, where);
          await (ends ? assert.rejects(finished, ends) : finished);
          assert.deepEqual(seen, ends ? [] : ["1/1 Part"]);
          assert.equal(await Deno.readTextFile(started), "\n".repeat(3));
        }));
    }
  },
});

Deno.test({
  name: "runNotebook() stops with the signal's reason, and its kernel with it (needs Jupyter in .venv)",
  ignore: withoutJupyter,
  async fn() {
    await withFolder(async (folder) => {
      const stop = new AbortController();
      const pid = join(folder, "pid");
      const endless = `await Deno.writeTextFile(${JSON.stringify(pid)}, String(Deno.pid));\nwhile (true) {}`;
      const { finished } = await execute([endless], folder, stop.signal);
      const ended = assert.rejects(finished, /another one failed/);
      let over = false;
      Promise.allSettled([ended]).then(() => over = true);
      while (!over && (await isMissing(pid) || await Deno.readTextFile(pid) === "")) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      if (over) await ended; // says why
      const kernel = await descendants(Number(await Deno.readTextFile(pid)));
      assert.ok(kernel.length > 0);
      stop.abort(new Error("another one failed"));
      await ended;
      assert.deepEqual(await leftBehind(kernel), []);
    });
  },
});

// Of four such notebooks two stood still when marks were sent on the connection whose answers nbclient awaits.
longTest({
  name: "runNotebook() comes to an end, whatever the machine does besides (needs Jupyter in .venv)",
  ignore: withoutJupyter,
  async fn() {
    using _one = new BusyCore();
    using _other = new BusyCore();
    const cells = Array.from({ length: 2_500 }, (_, index) => `console.log(${index}); ${index}`);
    await Promise.all(Array.from({ length: 4 }, () =>
      withFolder(async (folder) => {
        const { finished, seen } = await execute(cells, folder, AbortSignal.timeout(600_000));
        await finished;
        assert.equal(seen.length, cells.length);
      })));
  },
});
