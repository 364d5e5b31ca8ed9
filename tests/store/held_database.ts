import assert from "node:assert/strict";

/**
 * Does something to a database in whose midst another process writes, for half a second from now.
 *
 * @param path Of the database; made if it is not there.
 * @param action What to do; it waits for the other process by itself.
 * @returns Whether the other process still wrote when the action began: a busy machine may have stopped this one until then.
 */
export async function whileHeld(path: string, action: () => void): Promise<boolean> {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--quiet", HOLD, path],
    stdout: "piped",
  }).spawn();
  const output = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = (await output.read()).value ?? "";
  const began = Date.now();
  try {
    action();
  } finally {
    for (let part = await output.read(); !part.done; part = await output.read()) said += part.value;
    assert.equal((await process.status).code, 0);
  }
  const [, released] = said.split("\n");
  return began < Number(released);
}

/** Says that it holds the database, and then, before it lets go, the time. */
const HOLD = `
import { DatabaseSync } from "node:sqlite";
const database = new DatabaseSync(Deno.args[0]);
database.exec("BEGIN IMMEDIATE");
console.log("held");
await new Promise((resolve) => setTimeout(resolve, 500));
console.log(Date.now());
database.exec("COMMIT");
`;
