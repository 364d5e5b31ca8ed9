import assert from "node:assert/strict";
import { join } from "node:path";
import { parse, type ParseError } from "jsonc-parser";
import { ROOT } from "../commands/task.ts";

const [devcontainer, dockerfile, postBuild, ci, vscode, { tasks }] = await Promise.all([
  read(".devcontainer/devcontainer.json"),
  read(".devcontainer/Dockerfile"),
  read(".binder/postBuild"),
  read(".ci/run"),
  read("docs/vscode.md"),
  read("deno.json").then(JSON.parse),
]);

function read(path: string): Promise<string> {
  return Deno.readTextFile(join(ROOT, path));
}

Deno.test("ready environments have the Deno that is tested", () => {
  const tested = /deno@(\d+\.\d+\.\d+)/.exec(ci)![1];
  assert.equal(/denoland\/deno:bin-(\S+) /.exec(dockerfile)![1], tested);
  assert.equal(/deno==(\S+)/.exec(postBuild)![1], tested);
});

Deno.test("the development container is described in JSON, by a Dockerfile that is there", () => {
  const errors: ParseError[] = [];
  const { build, remoteEnv } = parse(devcontainer, errors);
  assert.deepEqual(errors, []);
  assert.equal(build.dockerfile, "Dockerfile");
  assert.equal(remoteEnv.JUPYTER_PATH, "${containerWorkspaceFolder}/.venv/share/jupyter");
});

Deno.test("ready environments and the page on VS Code give tasks and options that there are", async () => {
  const given = [devcontainer, postBuild, vscode].flatMap((
    text,
  ) => [...text.matchAll(/deno task (\w+)((?: --[\w-]+(?: [\w-]+)?)*)/g)]);
  assert.ok(given.length >= 5);
  for (const [, name, options] of given) {
    assert.ok(name in tasks, name);
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["task", "--quiet", name, "--help"],
      cwd: ROOT,
    }).output();
    const help = new TextDecoder().decode(stdout);
    for (const [option] of options.matchAll(/--[\w-]+/g)) {
      assert.ok(help.includes(option), `${name} ${option}`);
    }
  }
});

Deno.test("the script that Binder runs can be read and executed", async () => {
  const path = join(ROOT, ".binder/postBuild");
  assert.ok((await Deno.stat(path)).mode! & 0o111);
  assert.ok((await new Deno.Command("bash", { args: ["-n", path] }).output()).success);
});
