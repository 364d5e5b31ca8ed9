/** Checkouts whose benchmarks are toys. */

import { join } from "node:path";
import { copyParts, ROOT } from "./task.ts";

/** Makes a checkout with files in tests/bench, and an empty file `runs`. */
export async function makeCheckout(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  await Deno.mkdir(join(root, "tests", "bench"), { recursive: true });
  await Deno.mkdir(join(root, "data"));
  await copyParts(["lib", "tests/commands", "deno.json", "deno.lock"], root);
  await Deno.symlink(join(ROOT, ".venv"), join(root, ".venv"));
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(join(root, "tests", "bench", name), text);
  }
  await Deno.writeTextFile(join(root, "runs"), "");
}
