/**
 * A process that generates into a store, to be killed: `generating_process.ts STORE URL TASKS EPOCHS CONCURRENCY`. It
 * prints the number of failures when it is done.
 *
 * @module
 */

import { generate } from "codebias/run/asking/generate.ts";
import { openModel } from "codebias/generation/open_model.ts";
import { openStore } from "codebias/store/run_store/run_store.ts";

const [path, url, ...numbers] = Deno.args;
const [tasks, epochs, concurrency] = numbers.map(Number);
using store = openStore(path);
const { failures } = await generate({
  model: openModel("ollama/instant", { url }),
  prompts: Array.from({ length: tasks }, (_, task) => ({ taskId: `task/${task}`, prompt: `Task ${task}` })),
  epochs,
  concurrency,
  store,
  name: "killed",
  onNotice: () => {},
});
console.log(failures.length);
