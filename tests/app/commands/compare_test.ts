import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { compare } from "codebias";
import type { CompareOptions } from "codebias/comparison/compare.ts";
import { type Ended, ROOT, task, withFolder } from "./task.ts";

const COLUMNS = [
  "level_a",
  "level_b",
  "test",
  "estimate_a",
  "estimate_b",
  "difference",
  "low",
  "high",
  "statistic",
  "df",
  "p",
  "p_adjusted",
  "n_a",
  "n_b",
  "unjudged",
];

/** Two models, three temperatures, eight tasks with awkward names, two epochs; some rows could not be judged. */
const CELLS = ["A", "B"].flatMap((model, m) =>
  [0.2, 0.6, 1].flatMap((temperature, t) =>
    Array.from({ length: 16 }, (_, at) => ({
      模型: model,
      temperature,
      task: `任务 "${at % 8}", x`,
      epoch: 1 + Math.floor(at / 8),
      biased: (at * 7 + t * 5 + m) % 13 === 0 ? null : (at * 11 + t * 3 + m) % 5 < 1 + t,
      score: (at * 7919 + 31 * at * t + 97 * t + m) % 1009 / 1009,
    }))
  )
);

type Cell = string | number | boolean | null;

const SAMPLES = pl.DataFrame([
  ...["模型", "temperature", "task", "epoch", "biased", "score"].map((name) =>
    pl.Series(name, CELLS.map((row) => row[name as keyof typeof row]) as Cell[])
  ),
]);

/** As pandas writes it: True and False, empty cells. */
const CSV = [
  Object.keys(CELLS[0]).join(","),
  ...CELLS.map((row) =>
    Object.values(row).map((cell) =>
      cell === null
        ? ""
        : typeof cell === "boolean"
        ? (cell ? "True" : "False")
        : `${cell}`.includes('"')
        ? `"${`${cell}`.replaceAll('"', '""')}"`
        : `${cell}`
    ).join(",")
  ),
].join("\n") + "\n";

const FILES: Readonly<Record<string, () => string | Uint8Array>> = {
  "a.csv": () => CSV,
  "windows.csv": () => `\uFEFF${CSV.replaceAll("\n", "\r\n")}`,
  "quoted.csv": () =>
    [
      Object.keys(CELLS[0]).map((name) => `"${name}"`).join(","),
      ...CELLS.map((row) =>
        Object.values(row).map((cell) => `"${`${cell ?? ""}`.replaceAll('"', '""')}"`).join(",")
      ),
    ].join("\n"),
  "a.tsv": () => SAMPLES.writeCSV({ separator: "\t" }),
  "a.parquet": () => SAMPLES.writeParquet(),
  "a.jsonl": () => CELLS.map((row) => JSON.stringify(row) + "\n").join(""),
  "a.ndjson": () => SAMPLES.writeJSON({ format: "lines" }),
};

/** Runs the command with a file of this content, in the folder where it is. */
async function run(content: string | Uint8Array, args: readonly string[], name = "a.csv"): Promise<Ended> {
  let ended: Ended | undefined;
  await withFolder(async (folder) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(`${folder}/${name}`, bytes);
    ended = await task("compare", [name, ...args], { env: { INIT_CWD: folder } });
  });
  return ended!;
}

const BIASED = ["--metric", "biased", "--across", "temperature", "--within", "模型", "--paired-by", "task"];
const SCORE = ["--metric", "score", "--across", "temperature"];

Deno.test("deno task compare gives the same for CSV, TSV, Parquet and JSON lines", async () => {
  const ended = await Promise.all(
    Object.entries(FILES).map(([name, content]) =>
      run(content(), [...BIASED, "--format", "csv", "--full"], name)
    ),
  );
  for (const { code, stdout, stderr } of ended) {
    assert.equal(code, 0, stderr);
    assert.equal(stdout, ended[0].stdout);
    assert.equal(stderr, ended[0].stderr);
  }
  assert.match(ended[0].stderr, /^Note: up to 2 rows of an id at a level were averaged first$/m);
});

Deno.test("deno task compare prints the rows of compare() as JSON and CSV at full precision", async () => {
  const cases: [string[], Partial<CompareOptions>][] = [
    [BIASED, { metric: "biased", within: "模型", pairedBy: "task" }],
    [SCORE, {}],
    [[...SCORE, "--independent", "--correction", "none"], { independent: true, correction: "none" }],
    [[...SCORE, "--test", "mann-whitney", "--alternative", "less"], {
      test: "mann-whitney",
      alternative: "less",
    }],
    [[...SCORE, "--cluster", "task", "--correction", "holm", "--level", "0.9"], {
      cluster: "task",
      correction: "holm",
      level: 0.9,
    }],
    [["--metric", "biased", "--across", "temperature", "--test", "trend"], {
      metric: "biased",
      test: "trend",
    }],
    [[...SCORE, "--within", "模型", "--within", "epoch"], { within: ["模型", "epoch"] }],
    [[...SCORE, "--test", "permutation", "--seed", "7"], { test: "permutation", seed: 7 }],
  ];
  await Promise.all(cases.map(async ([args, options]) => {
    const expected = compare(SAMPLES, {
      across: "temperature",
      metric: "score",
      ...options,
    });
    const before = [options.within ?? []].flat();
    const rows = expected.select(...before, ...COLUMNS).toRecords();
    const json = await run(CSV, [...args, "--format", "json"]);
    assert.equal(json.code, 0, json.stderr);
    assert.deepEqual(JSON.parse(json.stdout), rows);
    assert.deepEqual(Object.keys(JSON.parse(json.stdout)[0]), [...before, ...COLUMNS]);
    const csv = await run(CSV, [...args, "--format", "csv"]);
    assert.equal(csv.stdout.split("\n")[0], [...before, ...COLUMNS].join(","));
    assert.deepEqual(pl.readCSV(csv.stdout).toRecords(), rows);
  }));
});

Deno.test("deno task compare prints a table of aligned columns, and more of them with --full", async () => {
  const args = [...SCORE, "--independent"];
  const { code, stdout, stderr } = await run(CSV, args);
  assert.equal(code, 0, stderr);
  const lines = stdout.trimEnd().split("\n");
  assert.equal(lines.length, 4);
  assert.deepEqual(lines[0].trim().split(/\s+/), COLUMNS);
  assert.deepEqual(lines.slice(1).map((line) => line.trim().split(/\s+/).slice(0, 3)), [
    ["0.2", "0.6", "welch"],
    ["0.2", "1.0", "welch"],
    ["0.6", "1.0", "welch"],
  ]);
  const full = (await run(CSV, [...args, "--full"])).stdout.split("\n")[0];
  for (const name of ["effect_size", "clusters", "assumption", "remark"]) assert(full.includes(name), name);
});

Deno.test("deno task compare leaves what could not be tested empty, says why, and ends with 0", async () => {
  const lines = CSV.trimEnd().split("\n").map((line) =>
    /^[AB],0.6/.test(line) ? line.replace(/[^,]*$/, "") : line
  );
  const { code, stdout, stderr } = await run(lines.join("\n"), [
    ...SCORE,
    "--independent",
    "--format",
    "csv",
  ]);
  assert.equal(code, 0, stderr);
  assert.match(stdout.split("\n")[1], /^0.2,0.6,welch,0\.\d+,,,,,,,,,32,0,32$/);
  assert.match(stderr, /^Note: Cannot test: the higher level has no judged value \(0\.2\/0\.6\)$/m);
});

Deno.test("deno task compare clusters by what looks like a task, says so, and warns of a named test once", async () => {
  const usual = await run(CSV, [...SCORE, "--format", "csv", "--within", "模型"]);
  const asked = await run(CSV, [...SCORE, "--format", "csv", "--within", "模型", "--cluster", "task"]);
  assert.equal(usual.stdout, asked.stdout);
  assert.match(
    usual.stderr,
    /^Note: rows with the same task are taken as dependent, clustered by it; .*--independent\)$/m,
  );
  const named = await run(CSV, [...SCORE, "--format", "csv", "--within", "模型", "--test", "welch"]);
  const silent = await run(CSV, [
    ...[...SCORE, "--format", "csv", "--within", "模型", "--test", "welch", "--independent"],
  ]);
  assert.equal(named.stdout, silent.stdout);
  assert.equal(named.stderr.match(/rows with the same task are hardly independent/g)?.length, 1);
  assert.doesNotMatch(silent.stderr, /same task/);
});

Deno.test("deno task compare takes NA and NaN as missing, and counts them", async () => {
  const rows = ["0,1", "NA,1", "1,1", "NaN,2", "1,2", "n/a,2", "0,2"];
  const { stdout, stderr } = await run(`n,y\n${rows.join("\n")}\n`, [
    ...["--metric", "n", "--across", "y", "--format", "json"],
  ]);
  const [row] = JSON.parse(stdout);
  assert.deepEqual([row.n_a, row.n_b, row.unjudged, row.estimate_a], [2, 2, 3, 0.5], stderr);
});

Deno.test("deno task compare reads semicolons and decimal commas where it is told so", async () => {
  const plain = CSV.replaceAll('任务 ""3"", x', "t");
  const lines = plain.split("\n").map((line) => line.replaceAll(/(\d)\.(\d)/g, "$1:$2").replaceAll(",", ";"));
  const semicolons = lines.join("\n").replaceAll(":", ",");
  const [expected, found] = await Promise.all([
    run(plain, [...SCORE, "--format", "csv"]),
    run(semicolons, [...SCORE, "--format", "csv", "--delimiter", ";"]),
  ]);
  assert.equal(found.code, 0, found.stderr);
  assert.equal(found.stdout, expected.stdout);
  const tabs = await run(plain.replaceAll(",", "\t"), [...SCORE, "--format", "csv", "--delimiter", "tab"]);
  assert.equal(tabs.stdout, expected.stdout);
});

Deno.test("deno task compare ends with 1 where not one row can be tested", async () => {
  const lines = CSV.trimEnd().split("\n").map((line, at) => at === 0 ? line : line.replace(/[^,]*$/, ""));
  const { code, stdout, stderr } = await run(lines.join("\n"), SCORE);
  assert.deepEqual([code, stdout, stderr], [1, "", "Cannot test: neither level has a judged value\n"]);
});

Deno.test("deno task compare ends with 1 where nothing varies, and prints no table", async () => {
  const lines = CSV.trimEnd().split("\n").map((line, at) => at === 0 ? line : line.replace(/[^,]*$/, "1"));
  const { code, stdout, stderr } = await run(lines.join("\n"), SCORE);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^Cannot compute a standard error: .*\n$/);
});

Deno.test("deno task compare refuses ids that cannot be paired unless told to leave them out", async () => {
  const some = CSV.trimEnd().split("\n").filter((line) => !/^[AB],1,"任务 ""3""/.test(line)).join("\n");
  const args = [...SCORE, "--paired-by", "task", "--format", "json"];
  const refused = await run(some, args);
  assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  assert.match(
    refused.stderr,
    /^Cannot pair all rows: 1 id is at one level only: 任务 "3", x \(only at 0\.2\); .*--drop-unp/,
  );
  const dropped = await run(some, [...args, "--drop-unpaired"]);
  assert.deepEqual(JSON.parse(dropped.stdout).map(({ n_a }: { n_a: number }) => n_a), [8, 7, 7]);
  assert.match(dropped.stderr, /^Note: 1 id is there at one level only and left out \(0\.2\/1, 0\.6\/1\)$/m);
});

Deno.test("deno task compare takes a relative path from where it is typed", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/below`);
    await Deno.writeTextFile(`${folder}/below/a.csv`, CSV);
    const args = ["run", "-A", "--quiet", `${ROOT}/lib/app/commands/compare.ts`, "below/a.csv", ...SCORE];
    const { code } = await new Deno.Command(Deno.execPath(), { args, cwd: folder, env: { INIT_CWD: "" } })
      .output();
    assert.equal(code, 0);
    const other = await task("compare", ["../a.csv", ...SCORE], { env: { INIT_CWD: `${folder}/below/x` } });
    assert.equal(other.code, 0, other.stderr);
  });
});

Deno.test("deno task compare says how it is used", async () => {
  for (const option of ["-h", "--help"]) {
    const { code, stdout, stderr } = await task("compare", [option]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^Usage: deno task compare FILE\.csv\|FILE\.parquet --metric COL --across COL/);
    for (const name of [...COLUMNS, "--paired-by", "--cluster", "mann-whitney", "permutation", "paper"]) {
      assert(stdout.includes(name), name);
    }
  }
});

Deno.test("deno task compare ends quietly where nobody reads on", async () => {
  await withFolder(async (folder) => {
    const rows = Array.from({ length: 4000 }, (_, at) => `${at >> 2},${at % 2},${at * 7919 % 1009}\n`);
    await Deno.writeTextFile(`${folder}/a.csv`, `g,level,n\n${rows.join("")}`);
    const command =
      `"$0" task --quiet compare a.csv --metric n --across level --within g --format json | head -n 1`;
    const { code, stdout, stderr } = await new Deno.Command("sh", {
      args: ["-c", command, Deno.execPath()],
      cwd: ROOT,
      env: { NO_COLOR: "1", INIT_CWD: folder },
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assert.deepEqual([code, text(stdout), text(stderr)], [0, "[\n", ""]);
  });
});

Deno.test("deno task compare takes 100 000 rows of 1000 tasks at 5 temperatures", async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => {
    const [task, level] = [at % 1000, Math.floor(at / 1000) % 5];
    return `t${task},${0.2 + 0.2 * level},${(at * 7919 + task * task) % 1009 / 1009 + 0.01 * level}\n`;
  });
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/a.csv`, `task,temperature,score\n${rows.join("")}`);
    const { code, stdout, stderr } = await task("compare", [
      "a.csv",
      ...SCORE,
      "--paired-by",
      "task",
      "--format",
      "json",
    ], {
      env: { INIT_CWD: folder },
    });
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout).map(({ n_a }: { n_a: number }) => n_a), Array(10).fill(1000));
  });
});
