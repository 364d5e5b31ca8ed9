/** Builds the engine named by its version, as `deno task test:engine` does, and prints the steps and what came of it. */

import { ensureEngine } from "./engine.ts";
import type { EngineVersion } from "./engine_tools.ts";

try {
  const engine = await ensureEngine(Deno.args[0] as EngineVersion, console.log);
  console.log(JSON.stringify({ engine }));
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }));
}
