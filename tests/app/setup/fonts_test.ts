import assert from "node:assert/strict";
import { join } from "node:path";
import { ensureFonts } from "codebias/app/setup/setup.ts";
import { withFolder } from "../commands/task.ts";

Deno.test("ensureFonts() goes on where no package can be installed, and tries it once", async () => {
  const before = Deno.env.get("PATH")!;
  await withFolder(async (folder) => {
    const steps: string[] = [];
    const say = (step: string) => void steps.push(step);
    Deno.env.set("PATH", folder); // no dpkg-query, no apt-get
    try {
      await ensureFonts(folder, say);
      assert.match(await Deno.readTextFile(join(folder, "fonts-tried")), /^fonts-droid-fallback could not/);
      await ensureFonts(folder, say);
    } finally {
      Deno.env.set("PATH", before);
    }
    assert.deepEqual(steps, []);
  });
});
