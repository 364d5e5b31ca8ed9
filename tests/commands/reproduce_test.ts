import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { artifacts, golden, NO_ARTIFACT, NO_GOLDEN } from "../studies/linguistic/artifact.ts";
import { filesBelow, ROOT, startTask, task, withFolder } from "./task.ts";

/** The tables that each notebook leaves without an artifact. */
const TABLES = {
  linguistic: [
    "coincidence",
    "disagreements",
    "executed",
    "fig2",
    "fig3",
    "fig5",
    "fig6",
    "gaps",
    "impossible_cells",
    "impossible_tasks",
    "measured",
    "measured_classes",
    "measured_noise",
    "measured_null",
    "null",
    "prompt_claims",
    "sensitivity",
    "table3",
    "timing_noise",
    "verdicts",
    "words",
  ],
  liu: [
    ...["agreement", "calibration", "correlation", "disagreements", "logs", "paper_checks", "paper_errors"],
    ...[
      "prompts",
      "table10",
      "table4",
      "table5",
      "table6",
      "table7",
      "table8",
      "table9",
      "temperature_trend",
      "top_p_trend",
    ],
  ],
  huang: [
    ...[
      "agreement",
      "attributes",
      "calibration",
      "corrected",
      "effects",
      "inputs",
      "paper_checks",
      "paper_errors",
    ],
    ...[
      "reasons",
      "table2",
      "table4",
      "table5",
      "table6",
      "table7",
      "table8",
      "table9",
      "trade_offs",
      "transitions",
    ],
  ],
  solar: [
    ...["calibration", "paper_errors", "reasons", "recorded", "recorded_tests", "table1", "table2", "table3"],
    ...["table4", "table5", "temperature", "tests", "trend", "words"],
  ],
  faircoder: [
    ...["calibration", "mitigation", "mitigation_tests", "paper_checks", "paper_errors", "preferred"],
    ...["published_bias", "readings", "table1", "table10", "table11", "table12", "table13", "table14"],
    ...["table15", "table16", "table2", "table4", "table5", "table6", "table8", "table9", "utility"],
  ],
  temperatures: ["copies", "coverage", "differences", "linguistic", "paper", "rates", "solar", "trend"],
  tour: ["rates", "verdicts"],
} as const;

type Study = keyof typeof TABLES;

const NOTEBOOKS = {
  faircoder: "05-faircoder",
  huang: "02-huang",
  linguistic: "04-linguistic",
  liu: "01-liu",
  solar: "03-solar",
  temperatures: "06-compare-temperatures",
  tour: "00-tour",
} as const;

/** The figures, likewise. */
const FIGURES = {
  linguistic: [
    ...["correctness", "fig2", "fig3_t0.2", "fig3_t0.8", "fig5_correctness", "fig5_efficiency", "fig6"],
    ...["null", "residuals"],
  ],
  liu: ["fig4", "fig6_ethnicity", "fig6_occupation", "fig7_temperature", "fig7_top_p"],
  faircoder: ["fig10", "fig3", "fig4", "fig4_scenarios", "fig9"],
  huang: ["bias", "instruments", "strategies", "trade_off"],
  solar: ["leaning", "mitigation", "temperature", "temperature_dimensions"],
  temperatures: ["rates"],
  tour: ["rates"],
} as const;

/** The files that a finished `reproduce` leaves, but for samples, which are named by what is in them. */
function expected(studies: readonly Study[]): string[] {
  return [
    "manifest.json",
    ...studies.flatMap((study) => [
      ...FIGURES[study].flatMap((figure) =>
        ["png", "svg"].map((ending) => `figures/${study}_${figure}.${ending}`)
      ),
      ...["html", "ipynb"].map((ending) => `notebooks/${NOTEBOOKS[study]}.${ending}`),
      ...TABLES[study].flatMap((table) =>
        ["csv", "md", "parquet", "tex"].map((ending) => `tables/${study}_${table}.${ending}`)
      ),
    ]),
  ].sort();
}

const EXPECTED = expected([
  ...["tour", "liu", "huang", "solar", "linguistic", "faircoder", "temperatures"] as const,
]);

/** What is in a folder, but for samples and pages to review. */
async function filesIn(folder: string): Promise<string[]> {
  return (await filesBelow(folder)).filter((file) => !/^(?:samples|reviews)\//.test(file));
}

async function hashes(folder: string, files: readonly string[]): Promise<Record<string, string>> {
  const entries = files.map(async (file) => {
    const bytes = await Deno.readFile(join(folder, file));
    return [file, createHash("sha256").update(bytes).digest("hex")] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Tables and figures: what must not depend on interruptions or on the clock. Measurements are remembered, but for those
 * that are made to see how much they differ.
 */
const RESULTS = EXPECTED.filter((file) => isResult(file) && !/measured_noise|huang_table9/.test(file));

function isResult(file: string): boolean {
  return /^(tables|figures)\//.test(file);
}

Deno.test("deno task reproduce leaves notebooks, tables, figures and a manifest, and is quiet when done before", async () => {
  await withFolder(async (folder) => {
    const out = join(folder, "out");
    const first = await task("reproduce", ["--source", "demo", "--anew", "--out", out]);
    assert.equal(first.code, 0, first.stderr);
    assert.deepEqual(await filesIn(out), EXPECTED);
    assert.match(first.stderr, /04-linguistic {2}cell 1 of \d+/);
    assert.match(first.stdout, /tables\/linguistic_table3\.csv/);

    const manifest = JSON.parse(await Deno.readTextFile(join(out, "manifest.json")));
    assert.equal(manifest.status, "complete");
    assert.equal(manifest.command.source, "demo");
    const { deno, python, packages, commit } = manifest.environment;
    assert.equal(deno, Deno.version.deno);
    assert.match(python, /^3\.\d+\.\d+$/);
    const computing = Object.keys(packages).filter((name) => name !== "jupyterlab"); // only where it was opened
    assert.deepEqual(computing, ["numpy", "nbclient", "nbconvert"]);
    const history = await Deno.stat(join(ROOT, ".git")).then(() => true, () => false); // a copy has none
    assert.equal(/^[0-9a-f]{40}$/.test(commit), history);
    const { runs, inputs, outputs } = manifest.notebooks["04-linguistic"];
    assert.deepEqual(runs.map(({ rule, seed, samples }: Record<string, unknown>) => [rule, seed, samples]), [
      ["corrected", 1, 336],
      ["published", 1, 336],
      ["corrected", 1, 336],
      [undefined, 1, 474], // prompts without one of their words each
    ]);
    assert.match(runs[0].protection.level, /^(full|without-)/);
    assert.equal(Object.keys(inputs).length, 5);
    const notebooks = manifest.notebooks as Record<string, { outputs: Record<string, string> }>;
    const listed = Object.assign({}, ...Object.values(notebooks).map(({ outputs }) => outputs));
    const samples = (await filesBelow(out)).filter((file) => file.startsWith("samples/"));
    assert.ok(samples.length > 0 && samples.some((file) => file in outputs));
    assert.deepEqual(listed, await hashes(out, [...EXPECTED.filter(isResult), ...samples]));

    const verified = await task("verify", [out]);
    assert.equal(verified.code, 0, verified.stdout);
    for (
      const table of [
        "linguistic_table3",
        "temperatures_differences",
        "temperatures_rates",
        "temperatures_trend",
      ]
    ) {
      assert.match(verified.stdout, new RegExp(`^recomputed +tables/${table}.csv$`, "m"));
    }

    const table = await Deno.readTextFile(join(out, "tables/linguistic_table3.csv"));
    assert.equal(
      table.split("\n")[0],
      "model,prompt,temperature,metric,value,low,high,n,published,difference,remark",
    );
    assert.equal(table.trim().split("\n").length, 1 + 2 * (4 + 9));
    const executed = (await Deno.readTextFile(join(out, "tables/linguistic_executed.csv"))).trim().split(
      "\n",
    );
    assert.equal(executed[0], "rule,model,prompt,temperature,metric,value,low,high,n,recorded,difference");
    const rules = executed.slice(1).map((line) => line.split(",")[0]);
    assert.deepEqual(rules, [...Array(8).fill("published"), ...Array(8).fill("corrected")]);
    // Numbers of papers, and tasks of our own, whatever was run here.
    const printed =
      /_impossible_cells|temperatures_(solar|linguistic)|solar_(recorded|paper_errors|table[12])|huang_(paper_|table[259]|instr)|liu_(paper_|logs)|faircoder_(paper_|readings|table6)/;
    for (
      const file of EXPECTED.filter((name) => /\.(ipynb|html|svg|md|tex)$/.test(name) && !printed.test(name))
    ) {
      assert.match(
        await Deno.readTextFile(join(out, file)),
        /temperatures|solar|huang|liu|faircoder/.test(file) ? /SYNTHETIC/ : /written by hand/,
        `${file} must say that it is a demonstration`,
      );
    }

    const second = await task("reproduce", ["--source", "demo", "--anew", "--out", out]);
    assert.equal(second.code, 0);
    for (const name of Object.values(NOTEBOOKS)) {
      assert.match(second.stderr, new RegExp(`^${name}: done before$`, "m"));
    }
    assert.doesNotMatch(second.stderr, / {2}cell /);

    const before = await hashes(out, RESULTS);
    await Deno.writeTextFile(join(out, "tables/tour_rates.csv"), "edited");
    const third = await task("reproduce", ["--source", "demo", "--anew", "--out", out]);
    assert.equal(third.code, 0);
    assert.match(third.stderr, /00-tour: running again, as tables\/tour_rates\.csv has changed\n/);
    assert.match(third.stderr, /04-linguistic: done before/);
    assert.deepEqual(await hashes(out, RESULTS), before);
  });
});

Deno.test("deno task reproduce of recorded verdicts needs no bubblewrap if nothing is executed", async () => {
  await withFolder(async (folder) => {
    const artifacts = join(folder, "artifacts");
    await recordedArtifact(join(artifacts, "BilingualCodeEval/data"));
    const args = ["linguistic", "--artifacts", artifacts, "--executed"];
    const hidden = (await Promise.all(["bwrap", "setpriv"].map(pathOf))).flatMap((path) =>
      path ? ["--ro-bind", "/dev/null", path] : []
    );
    const options = { before: ["bwrap", "--dev-bind", "/", "/", ...hidden] };
    if (Deno.uid() === 0) { // others have the level without namespaces
      const refused = await task("reproduce", [...args, "all", "--out", join(folder, "all")], options);
      assert.notEqual(refused.code, 0);
      assert.match(
        refused.stderr,
        /Cannot run programs safely: bubblewrap is not installed; run: sudo apt-get/,
      );
    }
    const out = join(folder, "out");
    const { code, stderr } = await task("reproduce", [...args, "none", "--out", out], options);
    assert.equal(code, 0, stderr);
    const table = await Deno.readTextFile(join(out, "tables/linguistic_table3.csv"));
    assert.match(table, /^Handwritten,DI,0\.2,CR_en,1,/m);
    assert.match((await filesBelow(out)).join(" "), /linguistic_correctness\.svg.*04-linguistic\.html/);
  });
});

/** Where a command is. */
async function pathOf(command: string): Promise<string> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", `command -v ${command}`] }).output();
  return new TextDecoder().decode(stdout).trim();
}

/** An artifact with the demonstration's completions, all recorded as passed. */
async function recordedArtifact(data: string): Promise<void> {
  const demonstration = join(ROOT, "data/linguistic/demonstration/data");
  const [recorded, suite] = ["passed/Handwritten", "testsuite"].map((name) => join(data, name));
  for (const folder of [recorded, suite]) await Deno.mkdir(folder, { recursive: true });
  await Deno.copyFile(join(demonstration, "testsuite/testsuite.jsonl"), join(suite, "testsuite.jsonl"));
  const generated = join(demonstration, "gencodes/Handwritten");
  for await (const { name } of Deno.readDir(generated)) {
    const lines = (await Deno.readTextFile(join(generated, name))).trim().split("\n");
    const records = lines.map((line) => ({ ...JSON.parse(line), passed: true, result: "passed" }));
    const text = records.map((record) => JSON.stringify(record) + "\n").join("");
    await Deno.writeTextFile(join(recorded, name.replace(".jsonl", "_passed.jsonl")), text);
  }
}

Deno.test("deno task reproduce goes on after Ctrl-C at any moment, with the same results", async () => {
  await withFolder(async (folder) => {
    const whole = join(folder, "whole");
    const args = ["tour", "--source", "demo", "--anew", "--out"];
    assert.equal((await task("reproduce", [...args, whole])).code, 0);

    const out = join(folder, "interrupted");
    let heard = 0;
    for (const after of [250, 900, 1700, 2600, 3500, 4500]) {
      const process = startTask("reproduce", [...args, out]);
      await process.stdin.close();
      await new Promise((resolve) => setTimeout(resolve, after));
      const children = await descendants(process.pid);
      interrupt(children);
      const { code, stderr } = await process.output();
      const said = new TextDecoder().decode(stderr);
      assert.ok(code === 130 || code === 0, `status ${code}: ${said}`);
      assert.deepEqual(await leftBehind(children), [], `left behind after ${after} ms`);
      const files = await filesBelow(out).catch(() => []);
      // While Deno still loads the modules, nobody is there to say anything; nothing must have been begun then.
      const silent = said === "" && files.length === 0;
      if (code === 130 && !silent) {
        assert.match(said, /Interrupted; the same command goes on from here/, `after ${after} ms`);
        heard++;
      }
      assert.deepEqual(files.filter((file) => file.endsWith(".part")), []);
    }
    assert.ok(heard > 0, "no interruption came while it ran");
    assert.equal((await task("reproduce", [...args, out])).code, 0);
    const results = RESULTS.filter((file) => file.includes("tour_"));
    assert.deepEqual(await hashes(out, results), await hashes(whole, results));
  });
});

Deno.test("deno task reproduce stopped when one of its notebooks was done does only the other again", async () => {
  await withFolder(async (folder) => {
    const args = ["tour", "linguistic", "--source", "demo", "--anew", "--out", join(folder, "out")];
    const process = startTask("reproduce", args);
    await process.stdin.close();
    let said = "";
    for await (
      const text of process.stderr.pipeThrough(
        new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
      )
    ) {
      const before = said;
      said += text;
      const done = /00-tour: done in/; // the other has more cells to go, and waits for the same programs
      if (done.test(said) && !done.test(before)) interrupt(await descendants(process.pid));
    }
    assert.equal((await process.status).code, 130, said);
    const { code, stderr } = await task("reproduce", args);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /00-tour: done before/);
    assert.match(stderr, /04-linguistic {2}cell 1 of .*04-linguistic: done in/s);
    assert.deepEqual(await filesIn(join(folder, "out")), expected(["tour", "linguistic"]));
  });
});

Deno.test({
  name: "deno task reproduce writes the golden rates of the artifact's recorded verdicts and times" +
    NO_ARTIFACT +
    NO_GOLDEN,
  ignore: !artifacts || !golden,
  fn: async () => {
    await withFolder(async (out) => {
      const given = ["--source", "artifact", "--artifacts", artifacts!, "--model", "StarCoder"];
      const { code, stderr } = await task("reproduce", [
        "linguistic",
        ...given,
        "--executed",
        "none",
        "--out",
        out,
      ]);
      assert.equal(code, 0, stderr);
      const [header, ...lines] = (await Deno.readTextFile(join(out, "tables/linguistic_table3.csv"))).trim()
        .split("\n");
      const at = header.split(",").indexOf("value");
      const values = new Map(
        lines.map((line) => [line.split(",").slice(0, 4).join(" "), Number(line.split(",")[at])]),
      );
      const expected = golden!.filter(({ model }) => model === "StarCoder");
      assert.equal(values.size, 130);
      assert.equal(expected.length, 130);
      for (const { model, prompt, temperature, metric, value } of expected) {
        const found = values.get([model, prompt, temperature, metric].join(" "));
        assert.ok(
          Math.abs(found! - value) < 1e-12,
          `${prompt} ${temperature} ${metric}: ${found}, not ${value}`,
        );
      }
    });
  },
});

Deno.test("deno task reproduce leaves the same side by side as one notebook after the other", async () => {
  await withFolder(async (folder) => {
    const studies = ["temperatures", "tour"];
    const [beside, ordered] = [join(folder, "beside"), join(folder, "ordered")];
    const args = ["--source", "demo", "--anew", "--out"];
    const { code, stderr } = await task("reproduce", [...studies, ...args, beside]);
    assert.equal(code, 0, stderr);
    const lines = stderr.split("\n");
    const at = (text: string) => lines.findIndex((line) => line.startsWith(text));
    if (navigator.hardwareConcurrency > 1) { // else there is nothing to see
      assert.ok(at("06-compare-temperatures  cell 1 ") < at("00-tour: done in"), stderr);
      assert.ok(at("00-tour  cell 1 ") < at("06-compare-temperatures: done in"), stderr);
    }
    const one = { before: ["taskset", "--cpu-list", "0"] }; // on one core it is one after the other
    const after = await task("reproduce", [...studies, ...args, ordered], one);
    assert.equal(after.code, 0, after.stderr);
    assert.match(after.stderr, /00-tour: done in .*06-compare-temperatures {2}cell 1 /s);
    assert.deepEqual(await filesIn(beside), expected([...studies] as Study[]));
    assert.deepEqual(await filesIn(ordered), await filesIn(beside));
    const results = RESULTS.filter((file) => /tour_|temperatures_/.test(file));
    assert.deepEqual(await hashes(beside, results), await hashes(ordered, results));
    const [first, second] = await Promise.all([beside, ordered].map(withoutTimes));
    assert.deepEqual(Object.keys(first.notebooks), ["06-compare-temperatures", "00-tour"]);
    assert.deepEqual(first, second);
  });
});

/** A manifest without how long notebooks took, and what of their pages depends on when and where they ran. */
async function withoutTimes(folder: string) {
  const manifest = JSON.parse(await Deno.readTextFile(join(folder, "manifest.json")));
  const notebooks = Object.entries(manifest.notebooks as Record<string, Record<string, unknown>>);
  const kept = notebooks.map(([name, { seconds: _, pages, ...record }]) => [
    name,
    { ...record, pages: Object.keys(pages as Record<string, string>) },
  ]);
  return { ...manifest, notebooks: Object.fromEntries(kept) };
}

Deno.test("deno task reproduce stops the others when a notebook fails, and says what is kept", async () => {
  await withFolder(async (folder) => {
    const checkout = await checkoutIn(folder);
    await editNotebook(
      join(checkout, "notebooks/06-compare-temperatures.ipynb"),
      'throw new Error("broken");',
    );
    const { code, stdout, stderr } = await task("reproduce", ["tour", "temperatures", "--source", "demo"], {
      cwd: checkout,
    });
    assert.equal(code, 1, stderr);
    assert.equal(stdout, "");
    assert.match(
      stderr,
      /\nStopped before the end of .*06-compare-temperatures; .* finished and kept: the same command goes on from here\nnotebooks\/06-compare-temperatures\.ipynb: broken\n$/,
    );
  });
});

Deno.test("deno task reproduce takes over what an earlier run has, whatever else lies in notebooks/", async () => {
  await withFolder(async (folder) => {
    const checkout = await checkoutIn(folder);
    const options = { cwd: checkout };
    const first = await task("reproduce", ["temperatures", "--source", "demo"], options);
    assert.equal(first.code, 0, first.stderr);
    const [earlier] = await namesIn(join(checkout, "outputs"));
    const before = await hashes(
      join(checkout, "outputs", earlier),
      await filesBelow(join(checkout, "outputs", earlier)),
    );

    // An own notebook beside it, and the run one as JupyterLab saves it, change nothing.
    const notebook = join(checkout, "notebooks/06-compare-temperatures.ipynb");
    await Deno.copyFile(notebook, join(checkout, "notebooks/own.ipynb"));
    const saved = JSON.parse(await Deno.readTextFile(notebook));
    for (const cell of saved.cells) if (cell.cell_type === "code") cell.execution_count = 7;
    await Deno.writeTextFile(
      notebook,
      JSON.stringify({ ...saved, metadata: { ...saved.metadata, own: true } }),
    );
    const again = await task("reproduce", ["temperatures", "--source", "demo"], options);
    assert.match(again.stderr, /^06-compare-temperatures: done before$/m);
    assert.deepEqual(await namesIn(join(checkout, "outputs")), [earlier]);

    const out = join(folder, "out");
    const other = await task("reproduce", ["temperatures", "--source", "demo", "--out", out], options);
    assert.equal(other.code, 0, other.stderr);
    assert.ok(
      other.stderr.includes(`06-compare-temperatures: as in outputs/${earlier}; not run again\n`),
      other.stderr,
    );
    const { "manifest.json": _, ...files } = before;
    assert.deepEqual(await hashes(out, Object.keys(files)), files);
    const manifest = JSON.parse(await Deno.readTextFile(join(out, "manifest.json")));
    assert.equal(manifest.notebooks["06-compare-temperatures"].takenFrom, `outputs/${earlier}`);
    assert.equal((await task("verify", [out], options)).code, 0);

    // What is not as it was left is not taken over, and a changed cell runs.
    await Deno.writeTextFile(join(checkout, "outputs", earlier, "tables/temperatures_rates.md"), "edited");
    await editNotebook(notebook, 'throw new Error("it runs");');
    const changed = await task("reproduce", ["temperatures", "--source", "demo"], options);
    assert.match(changed.stderr, /it runs/);
  });
});

async function namesIn(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.filter(({ isDirectory }) => isDirectory).map(({ name }) => name).sort();
}

/** A copy of this checkout with its Python environment, and no results. */
async function checkoutIn(folder: string): Promise<string> {
  const checkout = join(folder, "checkout");
  await Deno.mkdir(checkout);
  const parts = ["lib", "data", "notebooks", "deno.json", "deno.lock"].map((name) => join(ROOT, name));
  assert.ok((await new Deno.Command("cp", { args: ["-r", ...parts, checkout] }).output()).success);
  await Deno.symlink(await Deno.realPath(join(ROOT, ".venv")), join(checkout, ".venv"));
  return checkout;
}

/** Puts a line before a notebook's first line of code. */
async function editNotebook(path: string, line: string): Promise<void> {
  const notebook = JSON.parse(await Deno.readTextFile(path));
  const cell = notebook.cells.find(({ cell_type }: { cell_type: string }) => cell_type === "code");
  cell.source = [`${line}\n`, ...cell.source];
  await Deno.writeTextFile(path, JSON.stringify(notebook));
}

Deno.test("deno task lab starts JupyterLab of the project's environment", async () => {
  const { code, stdout } = await task("lab", ["--version"]);
  assert.equal(code, 0);
  assert.match(stdout.trim(), /^\d+\.\d+\.\d+$/);
});

Deno.test("deno task reproduce leaves no process behind when it is killed", async () => {
  await withFolder(async (folder) => {
    const process = startTask("reproduce", [
      ...["tour", "--source", "demo", "--anew", "--out", join(folder, "out")],
    ]);
    await process.stdin.close();
    const until = performance.now() + 60_000;
    let children = await descendants(process.pid);
    while (
      !children.some(({ command }) => command.includes("run_notebook.py")) && performance.now() < until
    ) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      children = await descendants(process.pid);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000)); // for its kernel to begin
    children = await descendants(process.pid);
    assert.ok(children.length > 2, "a notebook should be running by now");
    for (const { pid } of children.filter(({ command }) => command.includes("lib/commands/reproduce.ts"))) {
      Deno.kill(pid, "SIGKILL");
    }
    await process.output();
    assert.deepEqual(await leftBehind(children), []);
  });
});

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The processes of this machine that are not zombies. */
async function processes(): Promise<Process[]> {
  const found: Process[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, state, parent] = /\) (\S) (\d+)/.exec(await Deno.readTextFile(`/proc/${name}/stat`))!;
      const command = (await Deno.readTextFile(`/proc/${name}/cmdline`)).replaceAll("\0", " ").trim();
      if (state !== "Z") found.push({ pid: Number(name), parent: Number(parent), command });
    } catch (error) {
      const ended = error instanceof Deno.errors.NotFound || /os error 3/.test(String(error));
      if (!ended) throw error;
    }
  }
  return found;
}

/** The process and everything it started, directly or not. */
async function descendants(root: number): Promise<Process[]> {
  const all = await processes();
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** What a terminal does on Ctrl-C: a signal to every process of the foreground group. */
function interrupt(processes: readonly Process[]): void {
  for (const { pid, command } of processes) {
    if (!/deno(\s|.* )task|lib\/commands\/reproduce\.ts|run_notebook\.py/.test(command)) continue;
    try {
      Deno.kill(pid, "SIGINT");
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound) && !(error instanceof TypeError)) throw error;
    }
  }
}

/** What is still running after a while; a busy machine takes seconds to end a kernel that was told to. */
async function leftBehind(before: readonly Process[]): Promise<string[]> {
  const until = performance.now() + 20_000;
  for (;;) {
    const left = await stillRunning(before);
    if (left.length === 0 || performance.now() > until) return left;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function stillRunning(before: readonly Process[]): Promise<string[]> {
  const now = new Map((await processes()).map(({ pid, command }) => [pid, command]));
  return before.filter(({ pid, command }) => now.get(pid) === command).map(({ command }) =>
    command.slice(0, 100)
  );
}
