import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { CLASSES } from "codebias/complexity/classes.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { complexityOfProgram } from "codebias/run/profile.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { contained } from "../execution/containment.ts";
import { sized } from "../long.ts";
import { PYTHON } from "../pythons.ts";
import { BusyCore, knownPrograms } from "./ground_truth.ts";

const programs = await knownPrograms();

Deno.test("at least 200 programs of known complexity are there, at least 20 of each class, half of them sealed", () => {
  assert(programs.length >= 200, `${programs.length}`);
  for (const name of CLASSES) {
    const some = programs.filter((program) => program.class === name);
    assert(some.length >= 20, `${name}: ${some.length}`);
    const sealed = some.filter(({ set }) => set === "sealed").length;
    assert(Math.abs(sealed - some.length / 2) <= 1, `${name}: ${sealed} of ${some.length} are sealed`);
  }
  assert.equal(new Set(programs.map(({ id }) => id)).size, programs.length);
  for (const { id, reason } of programs) assert(reason.trim().length > 40, `${id} has no reason`);
});

Deno.test("the programs have the traits that mislead estimators", () => {
  const traits = new Set(programs.map(({ trait }) => trait));
  const wanted = [
    "amortised",
    "memoised",
    "early-exit",
    "c-level",
    "recursive",
    "allocation",
    "two-phase",
    "plain",
  ];
  for (const trait of wanted) assert(traits.has(trait), trait);
});

Deno.test("no two programs are alike up to names and constants", async () => {
  const process = new Deno.Command(PYTHON, {
    args: [fileURLToPath(new URL("alike.py", import.meta.url))],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = process.stdin.getWriter();
  const renamed = programs[0].source.replaceAll(programs[0].entryPoint, "another").replaceAll(
    /\b\d+\b/g,
    "7",
  );
  await writer.write(
    new TextEncoder().encode(JSON.stringify([...programs.map(({ source }) => source), renamed])),
  );
  await writer.close();
  const { stdout } = await process.output();
  const pairs: [number, number][] = JSON.parse(new TextDecoder().decode(stdout));
  // The last one is the first one under another name, so that this test cannot pass by finding nothing.
  assert.deepEqual(
    pairs,
    [[0, programs.length]],
    pairs.map(([a, b]) => `${programs[a].id} ${programs[b]?.id}`).join(),
  );
});

/** Of how many programs, of each class and set alike, one is measured; all of them take minutes: `deno task bench ground_truth`. */
const EVERY = sized({ small: 20, long: 5 });

Deno.test({
  name: "the complexity of programs is recognised while a core is busy",
  ...contained,
  async fn() {
    using _busy = new BusyCore();
    await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
    const sample = programs.filter((_, at) => at % EVERY === 2);
    const wrong: string[] = [];
    const none: string[] = [];
    for (const { id, class: expected, ...program } of sample) {
      const { class: found, reason } = await complexityOfProgram(sandbox, program);
      if (found === null) none.push(`${id}: ${reason}`);
      else if (found !== expected) wrong.push(`${id}: ${found}, not ${expected}`);
    }
    assert(wrong.length <= 0.05 * (sample.length - none.length), wrong.join("; "));
    assert(none.length <= 0.1 * sample.length, none.join("; "));
  },
});
