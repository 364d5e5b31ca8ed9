import assert from "node:assert/strict";
import { join } from "node:path";
import { gitState, versions } from "codebias/store/environment.ts";
import { withFolder } from "../app/commands/task.ts";

async function git(folder: string, ...args: string[]): Promise<string> {
  const author = ["-c", "user.name=n", "-c", "user.email=e"];
  const { success, stdout, stderr } = await new Deno.Command("git", {
    args: ["-C", folder, ...author, ...args],
  })
    .output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("versions() says with what results were computed", async () => {
  const { deno, os, packages } = await versions();
  assert.equal(deno, Deno.version.deno);
  assert.equal(os, Deno.osRelease());
  const computing = Object.keys(packages).filter((name) => name !== "jupyterlab"); // only where it was opened
  assert.deepEqual(computing, ["numpy", "nbclient", "nbconvert"]);
  for (const version of Object.values(packages)) assert.match(version, /^\d+\.\d+/);
});

Deno.test("gitState() is the commit and whether something differs from it", async () => {
  await withFolder(async (folder) => {
    await git(folder, "init", "--quiet");
    assert.deepEqual(await gitState(folder, ["."]), {}, "no commit yet");
    await Deno.writeTextFile(join(folder, "file"), "1");
    await git(folder, "add", "file");
    await git(folder, "commit", "--quiet", "-m", "first");
    const commit = await git(folder, "rev-parse", "HEAD");
    assert.deepEqual(await gitState(folder, ["."]), { commit, uncommittedChanges: false });
    await Deno.writeTextFile(join(folder, "file"), "2");
    assert.deepEqual(await gitState(folder, ["."]), { commit, uncommittedChanges: true });
    assert.deepEqual(await gitState(folder, ["other"]), { commit, uncommittedChanges: false });
  });
});

Deno.test("gitState() of a folder that is no checkout is nothing, also inside of another repository", async () => {
  await withFolder(async (folder) => {
    assert.deepEqual(await gitState(folder, ["."]), {});
    await git(folder, "init", "--quiet");
    await Deno.mkdir(join(folder, "copy"));
    assert.deepEqual(await gitState(join(folder, "copy"), ["."]), {});
    assert.deepEqual(await gitState(join(folder, "missing"), ["."]), {});
  });
});
