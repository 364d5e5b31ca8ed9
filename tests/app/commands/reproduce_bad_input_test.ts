import assert from "node:assert/strict";
import { join } from "node:path";
import { reproduceCommand } from "codebias/app/commands/reproduce.ts";
import { readOptions } from "codebias/app/commands/reproduce/options.ts";
import { statusOf } from "codebias/app/command_line/command.ts";
import { longTest, sized } from "../../long.ts";
import { saidBy } from "./said.ts";
import { filesBelow, ROOT, task, withFolder } from "./task.ts";

const DEMONSTRATION = join(ROOT, "data/linguistic/demonstration");
const SUITE = "BilingualCodeEval/data/testsuite/testsuite.jsonl";
const RECORDING = "BilingualCodeEval/data/gencodes/Handwritten/DI_t0.2-en.jsonl";

/** Runs `reproduce tour` on an artifacts folder made of the demonstration and changed by `change`. */
async function onChangedArtifact(
  change: (artifacts: string) => Promise<void>,
  expected: RegExp,
  options: readonly string[] = [],
): Promise<void> {
  await withFolder(async (folder) => {
    const artifacts = join(folder, "artifacts");
    await Deno.mkdir(artifacts);
    const copy = new Deno.Command("cp", {
      args: ["-r", DEMONSTRATION, join(artifacts, "BilingualCodeEval")],
    });
    assert.ok((await copy.output()).success);
    await change(artifacts);
    const out = join(folder, "out");
    const { code, stdout, stderr } = await task("reproduce", [
      ...["linguistic", "--source", "artifact", "--artifacts", artifacts, "--out", out, ...options],
    ]);
    assert.equal(code, 1, stderr);
    assert.equal(stdout, "");
    assert.match(stderr, expected);
    assert.doesNotMatch(stderr, /\n\s+at /, "a stack trace is not for an analyst");
    await assertWhole(out);
  });
}

/** Nothing half-written: no temporary files, and what is there can be read. */
async function assertWhole(folder: string): Promise<string[]> {
  const files = await filesBelow(folder).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  });
  for (const file of files) {
    assert.doesNotMatch(file, /\.part$/);
    if (file.endsWith(".json") || file.endsWith(".ipynb")) {
      JSON.parse(await Deno.readTextFile(join(folder, file)));
    }
    assert.ok((await Deno.stat(join(folder, file))).size > 0, `${file} is empty`);
  }
  return files;
}

async function edit(path: string, change: (lines: string[]) => string[]): Promise<void> {
  const lines = (await Deno.readTextFile(path)).split("\n");
  await Deno.writeTextFile(path, change(lines).join("\n"));
}

/** What is refused by the options alone, without a look at data or models. */
const OPTIONS: readonly (readonly [what: string, args: string[], expected: RegExp])[] = [
  [
    "an unknown study, with the nearest name",
    ["linguistics"],
    /Unknown study "linguistics": did you mean linguistic\?/,
  ],
  ["an unknown source", ["--source", "artefact"], /Unknown source "artefact": did you mean artifact\?/],
  [
    "to ask models for a study that cannot be asked about",
    ["linguistic", "tour", "--source", "model"],
    /^Cannot ask models for tour: --source model is for liu, huang, solar, linguistic or faircoder alone; leave tour out/,
  ],
  [
    "to ask models for two studies at once",
    ["linguistic", "solar", "--source", "model"],
    /^Cannot ask models for linguistic and solar at once: give a command for each/,
  ],
  [
    "a prompting method twice",
    ["solar", "--source", "model", "--methods", "COT, COT"],
    /^Cannot use --methods COT, COT: COT is there twice; use --epochs/,
  ],
  [
    "an unknown suite",
    ["--source", "model", "--suite", "theirs"],
    /^Unknown suite "theirs": Known: own, published/,
  ],
  [
    "a number of epochs that is none",
    ["--source", "model", "--epochs", "0"],
    /^Cannot use --epochs 0: expected a whole number from 1/,
  ],
  [
    "a limit that is none",
    ["--source", "model", "--limit", "2.5"],
    /^Cannot use --limit 2\.5: expected a whole number from 1/,
  ],
  [
    "a temperature that is none",
    ["--source", "model", "--temperatures", "0.2,"],
    /^Cannot use --temperatures "": expected a number/,
  ],
  [
    "to choose what is executed of models that are asked",
    ["--source", "model", "--executed", "none"],
    /^Cannot choose what is executed: --source model executes all programs; leave out --executed/,
  ],
  [
    "how models are asked where none is",
    ["--source", "demo", "--epochs", "3"],
    /^Option --epochs is about how models are asked; it needs --source model/,
  ],
  [
    "models with a comma",
    ["--source", "model", "--model", "ollama/a,ollama/b"],
    /^Cannot ask the model ollama\/a,ollama\/b: repeat --model for each, without commas/,
  ],
  [
    "an unknown option, with the nearest",
    ["--sauce", "demo"],
    /^Unknown option "--sauce": did you mean --source\? Known: .*--out/,
  ],
  ["an option without its value", ["--out", "--model", "x"], /^Option --out needs a value/],
  ["an empty value", ["--source", "demo", "--out", ""], /^Option --out needs a value/],
];

for (const [what, args, expected] of OPTIONS) {
  Deno.test(`deno task reproduce refuses ${what}`, () => {
    assert.throws(
      () => readOptions(args),
      (error) => error instanceof RangeError && expected.test(error.message),
    );
  });
}

async function assertRefused(args: readonly string[], expected: RegExp): Promise<void> {
  const { status, out, error } = await saidBy(ROOT, () => statusOf(reproduceCommand, [...args]));
  assert.equal(status, 1);
  assert.equal(out, "");
  assert.match(error, expected);
  assert.equal(error.trim().split("\n").length, 1, "one sentence");
}

Deno.test("deno task reproduce says in one sentence which option it refuses, and ends with 1", async () => {
  const { code, stdout, stderr } = await task("reproduce", ["--source", "artefact"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^Unknown source "artefact": did you mean artifact\?.*\n$/);
});

const refused = (name: string, args: string[], expected: RegExp) =>
  Deno.test(`deno task reproduce refuses ${name}`, () => assertRefused(args, expected));

refused(
  "an unknown model, with the nearest name",
  ["--source", "demo", "--model", "Handwriten"],
  /Unknown model "Handwriten": did you mean Handwritten\?/,
);
refused(
  "an unknown model to execute",
  ["--source", "demo", "--executed", "Handwriting"],
  /Unknown model "Handwriting"/,
);
refused(
  "to ask a model that is none",
  ["--source", "model", "--model", "gpt"],
  /^Cannot open the model gpt: expected ollama\//,
);
refused("to ask for completions in a file that is not there", [
  "--source",
  "model",
  "--model",
  "recorded/nowhere.jsonl",
], /nowhere\.jsonl: there is no such file/);
refused(
  "a prompting method of another study",
  ["solar", "--source", "model", "--methods", "DI"],
  /^Unknown prompting method "DI": Known: COT, P-COT, default/,
);
refused(
  "a model of a study without recorded completions",
  ["solar", "--model", "StarCoder"],
  /^Cannot look at StarCoder alone: solar has no recorded completions to choose from; add --source model to ask it/,
);
refused(
  "an unknown prompting method, with the nearest",
  ["--source", "model", "--methods", "DI,Cot"],
  /^Unknown prompting method "Cot": did you mean CoT/,
);
refused(
  "a temperature below 0",
  ["--source", "model", "--temperatures=-1"],
  /^Cannot sample with temperature -1: temperature must be >= 0/,
);
refused(
  "a temperature that is there twice",
  ["--source", "model", "--temperatures", "1,1"],
  /^Cannot generate twice at a temperature: 1, 1; use epochs/,
);
refused(
  "to write to the checkout",
  ["--source", "demo", "--out", "."],
  /: this is the checkout itself; .*--out DIR/,
);
refused(
  "to write to a folder that holds other things",
  ["--source", "demo", "--out", "tests"],
  /^tests: this folder holds other things, not results; .*--out DIR/,
);
refused(
  "an artifacts folder that is a file",
  ["--artifacts", "/etc/passwd"],
  /^\/etc\/passwd: this is a file, not a folder; .* data\/artifacts\/BilingualCodeEval$/m,
);
refused(
  "a missing artifacts folder",
  ["--artifacts", "nowhere/at/all"],
  /nowhere\/at\/all: there is no such artifacts folder.*git clone/,
);
refused(
  "an artifacts folder without the repository",
  ["--artifacts", "lib"],
  /lib: this artifacts folder has no BilingualCodeEval; get it with: git clone/,
);

Deno.test("deno task reproduce refuses to ask the synthetic model for the published suite", () =>
  withFolder(async (folder) => {
    const copy = new Deno.Command("cp", { args: ["-r", DEMONSTRATION, join(folder, "BilingualCodeEval")] });
    assert.ok((await copy.output()).success);
    const args = ["--source", "model", "--suite", "published", "--artifacts", folder];
    const { code, stderr } = await task("reproduce", args);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^Cannot ask the synthetic model for the published suite: it answers only ours; name another/,
    );
  }));

Deno.test("deno task reproduce refuses a CODEBIAS_ARTIFACTS that does not hold the repository", async () => {
  const { code, stdout, stderr } = await task("reproduce", [], { env: { CODEBIAS_ARTIFACTS: "lib" } });
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /^lib: this artifacts folder has no BilingualCodeEval; get it with: git clone/);
});

Deno.test("deno task reproduce refuses to execute a model that was not chosen", () =>
  onChangedArtifact(
    async (artifacts) => {
      const models = join(artifacts, "BilingualCodeEval/data/gencodes");
      const copy = new Deno.Command("cp", {
        args: ["-r", join(models, "Handwritten"), join(models, "Other")],
      });
      assert.ok((await copy.output()).success);
    },
    /^Cannot execute the programs of Other: --model leaves only Handwritten; add --model Other/,
    ["--model", "Handwritten", "--executed", "Other"],
  ));

Deno.test("deno task reproduce says so when it is given the repository itself", async () => {
  await withFolder(async (folder) => {
    const copy = new Deno.Command("cp", { args: ["-r", DEMONSTRATION, join(folder, "BilingualCodeEval")] });
    assert.ok((await copy.output()).success);
    const { code, stderr } = await task("reproduce", ["--artifacts", join(folder, "BilingualCodeEval")]);
    assert.equal(code, 1);
    assert.match(stderr, /this is BilingualCodeEval itself; give the folder that contains it/);
  });
});

Deno.test("deno task reproduce names file and line of a truncated JSON line", () =>
  onChangedArtifact(
    (artifacts) =>
      edit(join(artifacts, RECORDING), (lines) => [...lines.slice(0, 40), lines[40].slice(0, 30)]),
    /DI_t0\.2-en\.jsonl:41: the file is cut off in this line.*fetch the file again/,
  ));

longTest("deno task reproduce names file and line of a duplicate task id", () =>
  onChangedArtifact(
    (artifacts) =>
      edit(join(artifacts, SUITE), (lines) => [...lines.slice(0, 3), lines[0], ...lines.slice(3)]),
    /testsuite\.jsonl:4: task demo\/1 appears twice/,
  ));

longTest(
  "deno task reproduce names file and line of an unknown task id, with the nearest",
  () =>
    onChangedArtifact(
      (artifacts) =>
        edit(join(artifacts, RECORDING), (lines) => [lines[0].replace("demo/1", "dmo/1"), ...lines.slice(1)]),
      /DI_t0\.2-en\.jsonl:1: Unknown task "dmo\/1": did you mean demo\/1/,
    ),
);

longTest(
  "deno task reproduce names file, line and field of a line with a missing field",
  () =>
    onChangedArtifact(
      (artifacts) =>
        edit(join(artifacts, SUITE), (lines) => [lines[0].replace('"rules"', '"rulez"'), ...lines.slice(1)]),
      /testsuite\.jsonl:1: "rules" must be a text/,
    ),
);

Deno.test("deno task reproduce says what to do when there are no completions", () =>
  onChangedArtifact(
    (artifacts) => Deno.remove(join(artifacts, "BilingualCodeEval/data/gencodes"), { recursive: true }),
    /BilingualCodeEval: there are no recorded completions in data\/passed or data\/gencodes/,
  ));

Deno.test("deno task reproduce refuses a folder that cannot be written", async () => {
  const { code, stderr } = await task("reproduce", ["tour", "--out", "/proc/nowhere"]);
  assert.equal(code, 1);
  assert.match(stderr, /\/proc\/nowhere: cannot write here.*--out DIR/);
});

Deno.test("deno task reproduce refuses a folder that is read-only", async () => {
  await withFolder(async (folder) => {
    const before = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", folder, folder];
    const { code, stderr } = await task("reproduce", ["tour", "--out", join(folder, "out")], { before });
    assert.equal(code, 1);
    assert.match(stderr, /cannot write here: no permission; choose another folder with --out DIR/);
  });
});

Deno.test("deno task reproduce refuses a folder that holds other results", async () => {
  await withFolder(async (folder) => {
    const manifest = { runId: "other", status: "complete", command: {}, environment: {}, notebooks: {} };
    await Deno.writeTextFile(join(folder, "manifest.json"), JSON.stringify(manifest));
    const { code, stderr } = await task("reproduce", ["tour", "--source", "demo", "--out", folder]);
    assert.equal(code, 1);
    assert.match(stderr, /this folder holds other results \(run other\); choose an empty one with --out DIR/);
  });
});

Deno.test("deno task reproduce says in a sentence that a manifest is damaged", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, "manifest.json"), '{"runId": "tour-demo-');
    const { code, stderr } = await task("reproduce", ["tour", "--source", "demo", "--out", folder]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^\S+manifest\.json: this is not a whole manifest of results; choose .*--out DIR.*\n$/,
    );
  });
});

/** Bytes of a disk on which there is room for the manifest alone, or for that and the tables but not for the notebooks. */
const DISK = sized({ small: 4 << 10, long: 96 << 10 });

Deno.test("deno task reproduce says that the disk is full and leaves nothing half-written", async () => {
  await withFolder(async (folder) => {
    const before = ["bwrap", "--dev-bind", "/", "/", "--size", String(DISK), "--tmpfs", folder];
    const keep = `${folder}-kept`;
    const script = 'cd "$1"; shift; "$@"; code=$?; cp -r "$0" "$OUT_COPY"; exit $code';
    const wrapped = [...before, "bash", "-c", script, folder, ROOT];
    const { code, stderr } = await task("reproduce", [
      "tour",
      "--source",
      "demo",
      "--anew",
      "--out",
      join(folder, "out"),
    ], {
      before: wrapped,
      env: { OUT_COPY: keep },
    });
    try {
      assert.equal(code, 1, stderr);
      assert.match(stderr, /disk is full; free some space and run the same command again/);
      assert.ok((await assertWhole(keep)).length > 0, "what fitted is there");
    } finally {
      await Deno.remove(keep, { recursive: true });
    }
  });
});

Deno.test("deno task execute says which Python it needs when there is only an old one", async () => {
  await withFolder(async (folder) => {
    const old = join(folder, "python3");
    await Deno.writeTextFile(old, "#!/bin/sh\necho 3.9.18\necho True\n", { mode: 0o755 });
    const checkout = join(folder, "checkout");
    await Deno.mkdir(checkout);
    const parts = ["lib", "data", "deno.json", "deno.lock"].map((name) => join(ROOT, name));
    assert.ok((await new Deno.Command("cp", { args: ["-r", ...parts, checkout] }).output()).success);
    const { code, stdout, stderr } = await task("execute", [], {
      cwd: checkout,
      env: { CODEBIAS_PYTHON: old },
    });
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, /Python 3\.10 or newer is needed \(.*python3 is 3\.9\.18\).*CODEBIAS_PYTHON/);
  });
});
