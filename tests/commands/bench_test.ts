import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { figuresIn, ratioOf } from "codebias/commands/bench/against.ts";
import { ROOT, task, withFolder } from "./task.ts";

Deno.test("ratioOf() is the geometric mean of paired ratios with Student's interval of their logarithms", () => {
  // Python: exp(m), exp(m ± 2.4469118511449692 s / √7) of the logarithms' mean m and standard deviation s.
  const { ratio, low, high } = ratioOf([1.1, 1.2, 0.9, 1, 1.05, 1.15, 0.95].map((one) => [one, 1] as const));
  for (
    const [found, known] of [[ratio, 1.0452107880795982], [low, 0.9497934674731301], [
      high,
      1.1502138400934843,
    ]]
  ) {
    assert(Math.abs(found - known) < 1e-12, `${found}, not ${known}`);
  }
});

Deno.test("figuresIn() names numbers by their line, whatever they are", () => {
  const figures = figuresIn("1,200 rows/s (aim 300)\n\nA v1.2 took 3.5 s\nA v1.2 took 4 s\n");
  assert.deepEqual([...figures], [
    ["# rows/s (aim #) [1]", 1200],
    ["# rows/s (aim #) [2]", 300],
    ["A v1.2 took # s", 3.5],
    ["A v1.2 took # s (2)", 4],
  ]);
});

/** A checkout whose benchmark prints other numbers from round to round. */
async function checkout(folder: string, name: string, script: string): Promise<string> {
  const root = join(folder, name);
  await Deno.mkdir(join(root, "tests", "bench"), { recursive: true });
  const command = "deno run -A tests/bench/toy.ts";
  await Deno.writeTextFile(join(root, "deno.json"), JSON.stringify({ tasks: { bench: command } }));
  await Deno.writeTextFile(join(root, "tests/bench/toy.ts"), script);
  return root;
}

/** Prints a figure that grows with each run, and is so many times larger. */
const counting = (times: number) =>
  `const rounds = Number(await Deno.readTextFile("rounds").catch(() => "0")) + 1;
  await Deno.writeTextFile("rounds", String(rounds));
  console.log(\`\${${times} * rounds} rows/s (aim 100)\`);`;

/** What comes of holding a checkout against another. */
async function against(roots: readonly string[]) {
  const module = pathToFileURL(join(ROOT, "lib/commands/bench/against.ts")).href;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["eval", "--no-check", "--config", join(ROOT, "deno.json")],
      `import { benchAgainst } from ${JSON.stringify(module)};
       try { await benchAgainst(["toy"], ${
        JSON.stringify(roots)
      }); } catch (error) { console.error(error.message); Deno.exit(1); }`,
    ],
    env: { NO_COLOR: "1" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

Deno.test("two checkouts run a benchmark seven times each, and the ratio of each figure is printed", async () => {
  await withFolder(async (folder) => {
    const roots = [await checkout(folder, "a", counting(3)), await checkout(folder, "b", counting(2))];
    const { code, stdout, stderr } = await against(roots);
    assert.equal(code, 0, stderr);
    for (const root of roots) assert.equal(await Deno.readTextFile(join(root, "rounds")), "7");
    assert.match(
      stdout,
      /^# rows\/s \(aim #\) \[1\]\n {2}this 12, the other 8; ratio 1\.5 \(1\.5 to 1\.5\)$/m,
    );
    assert.match(stdout, /^seconds of the whole command: #\n {2}this [\d.]+, the other [\d.]+; ratio /m);
    assert.doesNotMatch(stdout, /\[2\]/, "what never varies is no measurement");
  });
});

Deno.test("a figure that one side lacks is said, and so is a side that fails or is no checkout", async () => {
  await withFolder(async (folder) => {
    const plain = await checkout(folder, "plain", 'console.log("2 s")');
    const more = await checkout(folder, "more", 'console.log("2 s\\n3 rows")');
    assert.match((await against([plain, more])).stdout, /^# rows\n {2}not in every round of this checkout$/m);
    const broken = await checkout(folder, "broken", 'throw new Error("out of wood")');
    const failed = await against([plain, broken]);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /The benchmark failed in the other checkout:[^]*out of wood/);
    const none = await against([plain, folder]);
    assert.match(none.stderr, /this is no checkout of the project with tests\/bench\/toy\.ts/);
  });
});

Deno.test("deno task bench wants a folder after --against, and a benchmark that it knows", async () => {
  const [folder, name] = await Promise.all([task("bench", ["huang", "--against"]), task("bench", ["hunag"])]);
  assert.deepEqual([folder.code, name.code], [1, 1]);
  assert.match(folder.stderr, /^Option --against needs a folder/m);
  assert.match(name.stderr, /Unknown benchmark "hunag": did you mean huang\?/);
});
