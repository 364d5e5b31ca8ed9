import assert from "node:assert/strict";
import { join } from "node:path";
import { temporaryFolder } from "codebias/store/files/files.ts";
import { ROOT } from "./task.ts";

/** What the command itself refuses, after set-up. */
async function refusal(...args: string[]): Promise<string> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--frozen", join(ROOT, "lib/app/commands/lab.ts"), ...args],
  }).output();
  assert.equal(code, 1);
  return new TextDecoder().decode(stderr).trim();
}

Deno.test("deno task lab refuses options that it does not know, ports that are none, and a token that lets anybody in", async () => {
  assert.match(await refusal("--prot", "8888"), /^Unknown option "--prot": did you mean --port\?/);
  for (const port of ["0", "65536", "80a", "-1"]) {
    assert.match(await refusal(`--port=${port}`), /^--port takes a whole number from 1 to 65535, not /);
  }
  assert.match(await refusal("--token="), /^--token needs a text/);
});

const START = "lib/app/commands/start.ts";

/** What a program says as deno task starts it, in a checkout where nothing has been installed, and is not afterwards. */
async function withoutSetUp(file: string, ...args: string[]): Promise<{ code: number; said: string }> {
  await using folder = await temporaryFolder();
  for await (const { name } of Deno.readDir(ROOT)) {
    if (!name.startsWith(".")) await Deno.symlink(join(ROOT, name), join(folder.path, name));
  }
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--frozen", join(folder.path, file), ...args],
    cwd: folder.path,
  }).output();
  const names = await Array.fromAsync(Deno.readDir(folder.path), ({ name }) => name);
  assert.deepEqual(names.filter((name) => name.startsWith(".")), []);
  return { code, said: [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("") };
}

Deno.test("the help of deno task lab installs nothing", async () => {
  const { code, said } = await withoutSetUp(START, "lab", "-h");
  assert.equal(code, 0);
  assert.match(said, /^Usage: deno task lab/);
});

Deno.test("commands refuse an option that they do not know before anything is installed", async () => {
  const wrong = { lab: "--prot", reproduce: "--sorce", sandbox: "--levl" };
  for (const [name, option] of Object.entries(wrong)) {
    const { code, said } = await withoutSetUp(START, name, option, "1");
    assert.equal(code, 1);
    assert.match(said, new RegExp(`^Unknown option "${option}": did you mean --(?:port|source|level)\\?`));
  }
  const own = { test: "--chnged", contract: "--kep", bench: "--jsn" };
  for (const [name, option] of Object.entries(own)) {
    const { code, said } = await withoutSetUp(`tests/commands/${name}.ts`, option, "1");
    assert.equal(code, 1);
    assert.match(said, new RegExp(`^Unknown option "${option}": did you mean --(?:changed|keep|json)\\b`));
  }
});
