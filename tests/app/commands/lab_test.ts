import assert from "node:assert/strict";
import { join } from "node:path";
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

Deno.test("the help of deno task lab installs nothing", async () => {
  const folder = await Deno.makeTempDir();
  try {
    for await (const { name } of Deno.readDir(ROOT)) {
      if (!name.startsWith(".")) await Deno.symlink(join(ROOT, name), join(folder, name));
    }
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--frozen", join(folder, "lib/app/commands/start.ts"), "lab", "-h"],
      cwd: folder,
    }).output();
    assert.equal(code, 0);
    assert.match(new TextDecoder().decode(stdout), /^Usage: deno task lab/);
    const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
    assert.deepEqual(names.filter((name) => name.startsWith(".")), []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
