import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

/**
 * Compares a text with the one in tests/golden, byte for byte; with UPDATE_GOLDEN=1 in the environment it rewrites
 * that file instead. Look at the picture before it is kept.
 */
export async function assertGolden(name: string, text: string): Promise<void> {
  const path = fileURLToPath(new URL(name, import.meta.url));
  if (Deno.env.get("UPDATE_GOLDEN") === "1") await Deno.writeTextFile(path, text);
  const golden = await Deno.readTextFile(path);
  const at = [...golden].findIndex((character, index) => character !== text[index]);
  const excerpt = (of: string) => of.slice(Math.max(0, at - 60), at + 60);
  assert(
    golden === text,
    `tests/golden/${name} differs at character ${at}: …${excerpt(golden)}… is now …${excerpt(text)}…; ` +
      "look at the new picture, then run the test again with UPDATE_GOLDEN=1",
  );
}
