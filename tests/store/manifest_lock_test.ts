import assert from "node:assert/strict";
import { readManifest, recordNotebook } from "codebias/store/manifest.ts";
import { ROOT, withFolder } from "../app/commands/task.ts";

/** Records many notebooks, one after the other; begins when its standard input ends. */
const WRITER = `
import { recordNotebook } from "codebias/store/manifest.ts";
const [folder, name] = Deno.args;
await new Response(Deno.stdin.readable).text();
for (let at = 0; at < 40; at++) await recordNotebook(folder, name + at, { status: "complete", seconds: at });
`;

Deno.test("recordNotebook() loses nothing when processes record at once", async () => {
  await withFolder(async (folder) => {
    const script = `${folder}/writer.ts`;
    await Deno.writeTextFile(script, WRITER);
    const results = `${folder}/results`;
    const writers = ["a", "b", "c"].map((name) =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--quiet", "--no-check", "--config", `${ROOT}/deno.json`, script, results, name],
        stdin: "piped",
        stderr: "piped",
      }).spawn()
    );
    await Promise.all(writers.map(({ stdin }) => stdin.close()));
    for (const { code, stderr } of await Promise.all(writers.map((writer) => writer.output()))) {
      assert.equal(code, 0, new TextDecoder().decode(stderr));
    }
    const expected = ["a", "b", "c"].flatMap((name) => Array.from({ length: 40 }, (_, at) => name + at));
    assert.deepEqual(Object.keys((await readManifest(results))!.notebooks).sort(), expected.sort());
    assert.deepEqual(await Array.fromAsync(Deno.readDir(results), ({ name }) => name), ["manifest.json"]);
  });
});

Deno.test("recordNotebook() loses nothing when one process records at once", async () => {
  await withFolder(async (folder) => {
    const names = Array.from({ length: 30 }, (_, at) => `n${at}`);
    await Promise.all(names.map((name) => recordNotebook(folder, name, { status: "complete" })));
    assert.deepEqual(Object.keys((await readManifest(folder))!.notebooks).sort(), names.sort());
  });
});
