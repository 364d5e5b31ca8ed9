/**
 * A process that stores judgements: `judgement_writer.ts PATH NAME COUNT`. It prints the number of each entry once it
 * is stored, and waits for a line on standard input between opening the store and beginning.
 *
 * @module
 */

import { JudgementStore } from "codebias/store/judgements.ts";

const [path, name, count] = Deno.args;
using store = new JudgementStore(path);
console.log("ready");
await Deno.stdin.read(new Uint8Array(1));
for (let entry = 0; entry < Number(count); entry++) {
  store.put([name, entry], { name, entry, text: "求".repeat(200) });
  store.put(["shared", entry], { entry });
  console.log(entry);
}
