import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "codebias";
import { integerFrom, seedFrom } from "codebias/statistics/random.ts";
import { withFiles } from "../store/repository.ts";
import { sized } from "../long.ts";
import { type InstantServer, startInstantServer } from "./instant_server.ts";

const [TASKS, CONCURRENCY] = [40, 4];
const [EPOCHS, KILLS] = sized({ small: [20, 5], long: [50, 50] });
/** So many requests at most are answered before a kill, so that the run outlasts them all however late a kill comes. */
const MAX_ANSWERED = Math.floor(TASKS * EPOCHS / KILLS / 2);
const PROCESS = fileURLToPath(new URL("./generating_process.ts", import.meta.url));

function start(path: string, url: string): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--quiet",
      "--no-check",
      PROCESS,
      path,
      url,
      ...[TASKS, EPOCHS, CONCURRENCY].map(String),
    ],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

/** Lets a process generate until it ends. */
async function finish(path: string, url: string): Promise<void> {
  const { code, stdout } = await start(path, url).output();
  assert.deepEqual([code, new TextDecoder().decode(stdout)], [0, "0\n"]);
}

/** How many requests a server has had. */
async function requestsOf(server: InstantServer): Promise<number> {
  return [...(await server.asked()).values()].reduce((sum, count) => sum + count, 0);
}

/** What is in a store, without what differs between two runs of the same: times. */
function content(path: string): unknown[] {
  using store = openStore(path);
  return store.openRun("killed").samples().map((
    { taskId, epoch, seed, text, finish, completionTokens, answer, key },
  ) => [
    taskId,
    epoch,
    seed,
    text,
    finish,
    completionTokens,
    answer,
    key,
  ]);
}

Deno.test(`A generation that is killed ${KILLS} times ends with what an uninterrupted one has, and asks nothing twice but what was under way`, () =>
  withFiles({}, async (folder) => {
    const [killed, whole] = [join(folder, "killed.sqlite"), join(folder, "whole.sqlite")];
    await using server = await startInstantServer(12);
    let late = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      await server.answer(MAX_ANSWERED);
      const process = start(killed, server.url);
      const before = await requestsOf(server);
      // Every other one is killed at any moment from its start, the rest within its first answers.
      if (kill % 2 === 1) { while (await requestsOf(server) === before); }
      const end = performance.now() + integerFrom(seedFrom("kill", kill), 0, 400);
      while (performance.now() < end && await requestsOf(server) - before < MAX_ANSWERED);
      process.kill("SIGKILL");
      const { signal } = await process.output();
      if (signal !== "SIGKILL") late++;
    }
    assert.equal(late, 0, "the run ended before the last kill: it has too few samples");
    await server.answer();
    await finish(killed, server.url);
    const asked = await server.asked();
    const requests = await requestsOf(server);
    assert.equal(asked.size, TASKS * EPOCHS);
    assert.ok(requests <= TASKS * EPOCHS + KILLS * CONCURRENCY, `${requests} requests`);
    assert.ok(requests > TASKS * EPOCHS, "no kill came while a request was under way");

    await finish(whole, server.url);
    const before = await requestsOf(server);
    assert.deepEqual(content(killed), content(whole));
    assert.equal(content(whole).length, TASKS * EPOCHS);

    await finish(killed, server.url);
    assert.equal(await requestsOf(server), before);
  }));
