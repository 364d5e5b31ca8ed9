/**
 * A process that generates into a store, to be killed: `generating_process.ts STORE URL TASKS EPOCHS CONCURRENCY`. It
 * prints the number of failures when it is done.
 *
 * @module
 */

import { generate, openModel, openStore } from "codebias";

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
