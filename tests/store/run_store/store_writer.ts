/**
 * A process that answers a run: `store_writer.ts PATH NAME COUNT`. It prints the number of each sample once it is
 * stored, and waits for a byte on standard input between opening the store and beginning. Every other sample is the
 * same for all names.
 *
 * @module
 */

import { openStore } from "codebias/store/run_store/run_store.ts";
import { answered, begin, jobs, request } from "./run_fixture.ts";

const [path, name, count] = Deno.args;
const wanted = { tasks: ["a"], epochs: Number(count) };
using store = openStore(path);
const own = begin(store, { ...wanted, study: name });
const shared = begin(store, wanted);
const [ownJobs, sharedJobs] = [jobs({ ...wanted, study: name }), jobs(wanted)];
console.log("ready");
await Deno.stdin.read(new Uint8Array(1));
for (const [index, job] of ownJobs.entries()) {
  own.put(request(job), answered(`${name} ${index} ${"求".repeat(index % 3000)}`));
  shared.put(request(sharedJobs[index]), answered(`${name} ${index}`));
  if (index % 10 === 0) own.putFailure(request(job, 2), { failure: "cut", message: "cut" });
  console.log(index);
}
