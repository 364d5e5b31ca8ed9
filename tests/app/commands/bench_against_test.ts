import assert from "node:assert/strict";
import { join } from "node:path";
import { pairedRatio } from "../../commands/bench/ratio.ts";
import { makeCheckout } from "./bench_checkout.ts";
import { ROOT, task, withFolder } from "./task.ts";

/** The run that does not count, then those that do, for {@linkcode toy}. */
const OURS = [50, 10.2, 9.8, 10.5, 11.9, 10.1, 9.9, 10.4];
const THEIRS = [90, 12.1, 12.4, 11.8, 12.9, 12.2, 12.0, 13.1];

/** A benchmark that takes its figures from a list, one a run, and keeps a diary of all runs. */
function toy(figures: string): string {
  return `import { figure, missedAim } from "../commands/bench/figures.ts";
    const diary = new URL("../../../diary", import.meta.url);
    const own = new URL("../../runs", import.meta.url);
    const run = Deno.readTextFileSync(own).length;
    Deno.writeTextFileSync(own, "x", { append: true });
    Deno.writeTextFileSync(diary, import.meta.url.includes("/other/") ? "o" : "t", { append: true });
    ${figures}`;
}

/** Compares two toys. @param theirTask What `deno task bench` runs in the other checkout, if not its toy. */
async function compared(
  { ours, theirs, theirTask }: {
    readonly ours: string;
    readonly theirs: string;
    readonly theirTask?: string;
  },
) {
  let found: { code: number; stdout: string; stderr: string; diary: string } | undefined;
  await withFolder(async (folder) => {
    const [here, other] = ["here", "other"].map((name) => join(folder, name));
    await makeCheckout(here, { "toy.ts": ours });
    await makeCheckout(other, { "toy.ts": theirs });
    if (theirTask !== undefined) {
      await Deno.writeTextFile(join(other, "deno.json"), JSON.stringify({ tasks: { bench: theirTask } }));
    }
    const ended = await task("bench", ["toy", "--against", "../other"], { cwd: here });
    found = { ...ended, diary: await Deno.readTextFile(join(folder, "diary")) };
  });
  return found!;
}

Deno.test("pairedRatio() agrees with SciPy's t interval of the logarithms of the ratios", () => {
  // exp of scipy.stats.ttest_1samp(log(ours / theirs), 0).confidence_interval(0.95), SciPy 1.17.1
  const cases: [number[], number[], number[]][] = [
    [OURS.slice(1), THEIRS.slice(1), [0.8405821849294876, 0.7973651084830399, 0.8861416208254619]],
    [[1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1], [1, 0.29405887696701566, 3.4006795180414473]],
    [[0.012, 0.013], [0.5, 0.6], [0.022803508501982754, 0.011906999342334988, 0.04367179211568062]],
    [[1, 2, 4], [2, 4, 8], [0.5, 0.5, 0.5]],
    [[2e6, 2.1e6, 1.9e6], [1, 1.1, 0.8], [2085323.3510381824, 1567042.5800728688, 2775019.3477084087]],
  ];
  for (const [ours, theirs, expected] of cases) {
    const { ratio, low, high } = pairedRatio(ours, theirs);
    [ratio, low, high].forEach((value, at) => assert.ok(Math.abs(value / expected[at] - 1) < 1e-12));
  }
});

const LOOP = (values: readonly number[]) => `figure("a loop", [${values}][run], "ms");`;

Deno.test("bench --against runs both checkouts in turn and prints the ratio of each figure with its interval", async () => {
  const { code, stdout, stderr, diary } = await compared({
    ours: toy(`${LOOP(OURS)} figure("new", 1, "s"); missedAim();`),
    theirs: toy(`${LOOP(THEIRS)} if (run !== 3) figure("old", 1, "s");`),
  });
  assert.equal(code, 0, stderr);
  assert.equal(diary, "ot".concat("to", "ot", "to", "ot", "to", "ot", "to"));
  const lines = stdout.trimEnd().split("\n");
  assert.match(lines[0], /^median of 7 rounds +this checkout +\S+other +ratio \[95 %\]$/);
  assert.match(lines[1], /^whole command, wall time, s +[\d.]+ +[\d.]+ +[\d.]+ \[[\d.]+, [\d.]+\]$/);
  assert.match(lines[2], /^whole command, processor time, s +[\d.]+ +[\d.]+ +[\d.]+ \[[\d.]+, [\d.]+\]$/);
  assert.match(lines[3], /^a loop, ms +10\.2\d* +12\.2\d* +0\.841 \[0\.797, 0\.886\]$/); // as SciPy says
  assert.match(lines[4], /^"new, s" cannot be compared: missing in 7 rounds of \S+other$/);
  assert.match(
    lines[5],
    /^"old, s" cannot be compared: missing in 7 rounds of this checkout and 1 rounds of \S+other$/,
  );
  const told = stderr.trimEnd().split("\n");
  assert.match(told[0], /^to set up, not counted: \S+other [\d.]+ s, this checkout [\d.]+ s$/);
  assert.match(told.at(-1)!, /^round 7 of 7: this checkout [\d.]+ s, \S+other [\d.]+ s$/);
});

Deno.test("bench --against compares whole commands where a checkout reports no figures", async () => {
  const { code, stdout, stderr } = await compared({
    ours: toy(LOOP(OURS)),
    theirs: "",
    theirTask: "echo old",
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^No figures are reported by \S+other: only whole commands are compared$/m);
  assert.match(stdout, /^"a loop, ms" cannot be compared: missing in 7 rounds of \S+other$/m);
});

Deno.test("bench --against ends with the round that fails, and says whose it was and what it said", async () => {
  const { code, stdout, stderr, diary } = await compared({
    ours: toy(LOOP(OURS)),
    theirs: toy(`${LOOP(THEIRS)} if (run === 2) throw new RangeError("The toy is broken");`),
  });
  assert.deepEqual([code, stdout, diary], [1, "", "otto" + "o"]);
  assert.match(stderr, /^round 2 of 7: \S+other failed with status 1\nThe toy is broken\n$/m);
});

Deno.test("bench --against refuses what is no checkout, or has no such benchmark", async () => {
  const refused = async (args: readonly string[], cwd = ROOT) => {
    const { code, stdout, stderr } = await task("bench", args, { cwd });
    assert.deepEqual([code, stdout], [1, ""], stderr);
    return stderr.trimEnd();
  };
  const make = "make one with: git worktree add DIR COMMIT";
  assert.equal(
    await refused(["probing", "--against", "nowhere"]),
    `nowhere: this is not a checkout of this project, as it does not exist; ${make}`,
  );
  assert.equal(
    await refused(["probing", "--against=lib"]),
    `lib: this is not a checkout of this project, as it has no deno.json; ${make}`,
  );
  for (const args of [["--against"], ["--against="], ["--against", "a", "--against", "b"]]) {
    assert.equal(
      await refused(["probing", ...args]),
      "--against needs one folder: that of another checkout",
    );
  }
  await withFolder(async (folder) => {
    await makeCheckout(join(folder, "other"), { "toy.ts": "" });
    assert.match(
      await refused(["probing", "--against", join(folder, "other")]),
      /^Unknown benchmark of \S+other "probing": Known: toy$/,
    );
  });
});
