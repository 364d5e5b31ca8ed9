import assert from "node:assert/strict";
import { join } from "node:path";
import { aptInstall } from "codebias/app/setup/apt.ts";
import { withFolder } from "../commands/task.ts";

/**
 * Installs a package with an apt-get that needs package lists to do so and cannot fetch them at first.
 *
 * @param complaint What it says then.
 */
async function installed(complaint: string) {
  const steps: string[] = [];
  let calls: string[] = [];
  let success = false;
  const { uid } = Deno;
  const path = Deno.env.get("PATH")!;
  await withFolder(async (folder) => {
    const script = `#!/bin/sh
cd ${folder}
echo "$*" >>calls
case "$*" in
  *install*) [ -e lists ] ;;
  update) if [ -e tried ]; then : >lists; else : >tried; echo "${complaint}" >&2; exit 100; fi ;;
esac
`;
    await Deno.writeTextFile(join(folder, "apt-get"), script, { mode: 0o755 });
    Object.assign(Deno, { uid: () => 0 });
    Deno.env.set("PATH", folder);
    try {
      success = await aptInstall("hello", (step) => void steps.push(step));
    } finally {
      Object.assign(Deno, { uid });
      Deno.env.set("PATH", path);
    }
    calls = (await Deno.readTextFile(join(folder, "calls"))).trim().split("\n");
  });
  return { success, steps, calls: calls.map((call) => call.replace(/^-o \S+ /, "")) };
}

const INSTALL = "install --yes --no-install-recommends hello";

Deno.test("aptInstall() waits for another process that fetches the package lists, and says so", async () => {
  const lock = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)";
  assert.deepEqual(await installed(lock), {
    success: true,
    steps: [
      "Installing hello with apt-get",
      "Waiting for another process that fetches Debian's package lists",
    ],
    calls: ["--version", INSTALL, "update", "update", INSTALL],
  });
});

Deno.test("aptInstall() does not wait when the package lists cannot be fetched for another reason", async () => {
  assert.deepEqual(await installed("E: The repository does not have a Release file."), {
    success: false,
    steps: ["Installing hello with apt-get"],
    calls: ["--version", INSTALL, "update"],
  });
});
