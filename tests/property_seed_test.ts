import assert from "node:assert/strict";
import { join } from "node:path";
import { ROOT, withFolder } from "./app/commands/task.ts";

const SAMPLE = `import fc from "fast-check";
Deno.test("no number is large", () => {
  fc.assert(fc.property(fc.nat(1e9), (n) => n < 1000), { verbose: 0 });
});
`;

/** What a failing property says, with some environment. */
async function failure(env: Readonly<Record<string, string>>): Promise<string> {
  let text = "";
  await withFolder(async (folder) => {
    const file = join(folder, "sample_test.ts");
    await Deno.writeTextFile(file, SAMPLE);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--no-check", "--quiet", "--config", join(ROOT, "deno.json"), file],
      env: { NO_COLOR: "1", CODEBIAS_SEED: "", CODEBIAS_LONG: "", ...env },
    }).output();
    text = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
    assert.equal(code, 1, text);
  });
  return text;
}

const seedIn = (text: string) => /seed: (-?\d+)/.exec(text)?.[1];

Deno.test("a property that fails prints its seed and the smallest case, the same every time", async () => {
  const texts = await Promise.all([failure({}), failure({})]);
  for (const text of texts) {
    assert.equal(seedIn(text), "1");
    assert.match(text, /Counterexample: \[1000\]/);
  }
});

Deno.test("CODEBIAS_SEED repeats what failed with a fresh seed", async () => {
  const text = await failure({ CODEBIAS_LONG: "1" });
  const seed = seedIn(text)!;
  assert.notEqual(seed, "1");
  const again = await failure({ CODEBIAS_SEED: seed });
  const pathIn = (said: string) => /path: "([\d:]+)"/.exec(said)![1];
  assert.deepEqual([seedIn(again), pathIn(again)], [seed, pathIn(text)]);
});

Deno.test("CODEBIAS_SEED must be a whole number", async () => {
  assert.match(await failure({ CODEBIAS_SEED: "abc" }), /CODEBIAS_SEED must be a whole number.*not "abc"/);
});
