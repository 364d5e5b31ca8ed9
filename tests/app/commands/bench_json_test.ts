import assert from "node:assert/strict";
import { join } from "node:path";
import { benchmarksOf } from "../../commands/bench/checkout.ts";
import { figure } from "../../commands/bench/figures.ts";
import type { Report } from "../../commands/bench/report.ts";
import { BASELINES } from "../../bench/parts/machine.ts";
import { makeCheckout } from "./bench_checkout.ts";
import { ROOT, task, withFolder } from "./task.ts";

const FIGURE = `import { figure } from "../commands/bench/figures.ts";`;

/** A machine that forks 100 times a second at first, then 200, and at the end of four benchmarks 600 times. */
const MACHINE = `${FIGURE}
  const own = new URL("../../runs", import.meta.url);
  Deno.writeTextFileSync(own, "x", { append: true });
  const run = Deno.readTextFileSync(own).length;
  figure("fork", run === 1 ? [90, 100, 300] : run === 5 ? 600 : 200, "/s");
  figure("sha256", 2, "s");`;

const TOYS = {
  "all.json": JSON.stringify({ toy: { args: ["--short"], per: "fork" }, plain: { per: "whole" } }),
  "machine.ts": MACHINE,
  "broken.ts": `${FIGURE} figure("half", 1, "s"); throw new RangeError("The toy is broken");`,
  "plain.ts": `${FIGURE} figure("part", 1, "s"); figure("whole", 4, "s");`,
  "silent.ts": "",
  "toy.ts": `${FIGURE}
    if (Deno.args.join() !== "--short") throw new RangeError(\`Not short: \${Deno.args}\`);
    figure("rate", [100, 300, 200], "/s");
    figure("time", 50, "ms");
    figure("size", 7, "MiB");`,
};

Deno.test("figure() gives the median of its rounds, and refuses what cannot be part of a ratio", () => {
  assert.equal(figure("a loop", 1.5, "s"), 1.5);
  assert.equal(figure("a loop in rounds", [1.5, 9, 1], "s"), 1.5);
  assert.throws(() => figure("a loop", 0, "s"), /"a loop" is 0 s: it must be finite and above 0/);
});

async function reportIn(file: string): Promise<Report> {
  return JSON.parse(await Deno.readTextFile(file));
}

Deno.test("bench all --json writes each figure beside the machine's own speed around it, and what failed, with why", async () => {
  await withFolder(async (folder) => {
    const here = join(folder, "here");
    await makeCheckout(here, TOYS);
    const { code, stdout, stderr } = await task("bench", ["all", "--json", "../all.json"], { cwd: here });
    assert.equal(code, 1, stderr);
    const { machine, baselines, benches, notRun, date } = await reportIn(join(folder, "all.json"));
    assert.deepEqual(notRun, [
      { name: "broken", why: "status 1\nThe toy is broken" },
      { name: "silent", why: "no figures" },
    ]);
    assert.match(stderr, /^broken failed with status 1\nThe toy is broken$/m);
    assert.match(stderr, /^silent failed with no figures$/m);
    assert.match(stderr, /^toy: [\d.]+ s$/m);
    assert.deepEqual(Object.keys(benches), ["plain", "toy"]);
    assert.deepEqual(benches.toy.args, ["--short"]);
    const to = (baseline: string, ratio: number) => ({ baseline, ratio });
    assert.deepEqual(benches.toy.figures, [
      { name: "rate", value: 200, unit: "/s", low: 100, high: 300, rounds: 3, ...to("fork", 0.5) },
      { name: "time", value: 50, unit: "ms", low: 50, high: 50, rounds: 1, ...to("fork", 20) },
      { name: "size", value: 7, unit: "MiB", low: 7, high: 7, rounds: 1 },
    ]);
    assert.deepEqual(
      benches.plain.figures.map(({ baseline, ratio }) => ({ baseline, ratio })),
      [to("whole", 0.25), to("whole", 1)],
    );
    const overAll = { fork: [200, "/s", 100, 600], sha256: [2, "s", 2, 2] } as const;
    for (const [name, [value, unit, low, high]] of Object.entries(overAll)) {
      assert.deepEqual(baselines[name], { name, value, unit, low, high, rounds: 5 });
    }
    assert.ok(Math.abs(Date.parse(date) - Date.now()) < 600_000);
    assert.equal(machine.cores, navigator.hardwareConcurrency);
    assert.equal(machine.deno, Deno.version.deno);
    assert.deepEqual(
      Object.keys(machine).toSorted(),
      ["cores", "deno", "kernel", "load", "processor", "protection", "python"],
    );
    assert.match(stdout, /^toy +rate, \/s +200 \[100, 300\] +0\.50*? +fork$/m);
    assert.match(stdout, /^Written: .*all\.json$/m);
  });
});

Deno.test("bench NAME --json takes the benchmark's own options; two such files are compared", async () => {
  await withFolder(async (folder) => {
    await makeCheckout(folder, TOYS);
    const run = (args: readonly string[]) => task("bench", args, { cwd: folder });
    const written = await run(["toy", "--short", "--json"]);
    assert.equal(written.code, 0, written.stderr);
    const [, file] = /^Written: (outputs\/bench\/no-commit-\d{4}-\d\d-\d\dT\d{4}\.json)$/m.exec(
      written.stdout,
    )!;
    assert.equal((await run(["toy", "--json", "b.json", "--short"])).code, 0);
    assert.match((await run(["toy", "--json=c.json"])).stderr, /^toy failed with status 1\nNot short:$/m);
    const { code, stdout } = await run(["compare", file, "b.json"]);
    assert.equal(code, 0);
    const lines = stdout.trimEnd().split("\n");
    assert.match(lines[0], /^figure +outputs\/bench\/\S+ +b\.json +second \/ first +of the machines' own$/);
    assert.match(lines[1], /^toy --short: rate, \/s +200 +200 +1 +0\.750?$/); // forks: 100 and 200 a second around the first, 200 around the second
    assert.match(lines[2], /^toy --short: time, ms +50 +50 +1 +1\.333$/);
    assert.match(lines[3], /^toy --short: size, MiB +7 +7 +1 +–$/);
    const other = await run(["compare", "b.json", "c.json"]);
    assert.equal(other.code, 1);
    assert.match(other.stdout, /^"toy --short: rate, \/s" is in b\.json alone$/m);
  });
});

Deno.test("bench refuses what all and --json do not take", async () => {
  const both = /^--against compares one benchmark, and writes no file$/;
  const refusals: [string, RegExp][] = [
    ["all --jsn", /^Unknown option "--jsn": did you mean --json\?/],
    ["machine --rouds 3", /^Unknown option "--rouds": did you mean --rounds\?/],
    ["machine --jsn", /^Unknown option "--jsn": did you mean --json\?/],
    ["machine --rounds 2.5", /^Cannot use --rounds 2\.5: expected a whole number from 1$/],
    ["machine --seconds 0", /^Cannot use --seconds 0: expected a number above 0$/],
    ["all --against lib", both],
    ["machine --json --against lib", both],
    ["machine --json=", /^--json takes one file, FILE\.json$/],
    ["machine --json a.json --json", /^--json takes one file, FILE\.json$/],
    ["compare deno.json", /^compare takes two files that bench --json has written$/],
    [
      "compare deno.json deno.json",
      /^deno\.json: this has no benches; write one with: deno task bench all --json$/,
    ],
    ["compare README.md README.md", /^README\.md: this is not JSON/],
    ["compare nowhere.json nowhere.json", /^nowhere\.json: /],
  ];
  await Promise.all(refusals.map(async ([line, said]) => {
    const { code, stdout, stderr } = await task("bench", line.split(" "));
    assert.deepEqual([code, stdout], [1, ""], stderr);
    assert.match(stderr.trimEnd(), said);
  }));
});

Deno.test("tests/bench/all.json names every benchmark, and baselines that there are", async () => {
  const plans = JSON.parse(await Deno.readTextFile(join(ROOT, "tests", "bench", "all.json")));
  assert.deepEqual(Object.keys(plans).toSorted(), await benchmarksOf(ROOT));
  for (const [name, { per }] of Object.entries<{ per?: string }>(plans)) {
    const own = await Deno.readTextFile(join(ROOT, "tests", "bench", `${name}.ts`));
    const isThere = per === undefined || BASELINES.some((one) => one === per) ||
      own.includes(`name: "${per}"`);
    assert.ok(isThere, `${name} has no baseline ${per}`);
  }
});
