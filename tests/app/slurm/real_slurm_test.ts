import assert from "node:assert/strict";
import { join } from "node:path";
import { openFrame, openStore, run, solar } from "codebias";
import { exists } from "codebias/store/files/files.ts";
import { openReports } from "codebias/store/reports.ts";
import { startInstantServer } from "../../generation/instant_server.ts";
import { task, withFolder } from "../commands/task.ts";
import { type Slurm, startSlurm, unpackedSlurm } from "./real_slurm.ts";

const unpacked = await unpackedSlurm();

/** The processes of this machine whose command line has a text. */
async function processesWith(text: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const command = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (command.includes(text)) found.push(Number(name));
  }
  return found;
}

/** Waits until something is so. */
async function until(what: string, isSo: () => Promise<boolean> | boolean, slurm: Slurm): Promise<void> {
  const end = performance.now() + 400_000;
  while (!await isSo()) {
    if (performance.now() > end) assert.fail(`${what}: ${await slurm.say("squeue")}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

Deno.test({
  name:
    "a real Slurm does 8 shards on two nodes, though a worker and a node are killed: the same tables, asked once (needs " +
    "root, apt-get and a network)",
  ignore: unpacked === undefined,
  fn: () =>
    withFolder(async (folder) => {
      await using slurm = await startSlurm(unpacked!);
      await using server = await startInstantServer(200, 4);
      const env = { ...slurm.env, OLLAMA_HOST: server.url, TMPDIR: folder };
      const p = join(folder, "p");
      const done = async (name: string, ...args: string[]) => {
        const { code, stdout, stderr } = await task(name, args, { env });
        assert.equal(code, 0, stdout + stderr);
        return stdout;
      };
      const asked = ["--model", "ollama/instant", "--limit", "40", "--epochs", "2"];
      await done("shard", "solar", ...asked, "--shards", "8", "--out", p);
      assert.match(
        await done("slurm", p, "--server", "running", "--submit"),
        /\nWatch: +squeue --job \d+,\d+\n/,
      );

      const hasResult = (at: number) => exists(join(p, `results/shard-00${at}`));
      await until("a shard is done", () => [1, 2].some(hasResult), slurm);
      // A worker that is killed in the middle of asking, and a node with it.
      let [worker] = [] as number[];
      await until("another one is under way", async () => {
        const open = [3, 4, 5, 6].filter((at) => !hasResult(at));
        [worker] = (await Promise.all(open.map((at) => processesWith(`work.ts\0${p}/shard-00${at}.json`))))
          .flat();
        return worker !== undefined;
      }, slurm);
      Deno.kill(worker, "SIGKILL");
      const [node] = await processesWith("slurmd-wlm\0-D\0-N\0n2");
      Deno.kill(node, "SIGKILL");

      await until("it is merged", () => exists(join(p, "merged/manifest.json")), slurm);
      const counts = await server.asked();
      assert.equal(counts.size, 80);
      const twice = [...counts.values()].reduce((sum, one) => sum + one, 0) - 80;
      assert(twice <= 20, `${twice} answers were asked for twice: more than were in flight`);
      assert.equal(JSON.parse(await Deno.readTextFile(join(p, "merged/manifest.json"))).status, "complete");

      using store = openStore(join(folder, "one.sqlite"));
      using reports = await openReports(join(folder, "reports.sqlite"));
      Deno.env.set("OLLAMA_HOST", server.url);
      const { frame } = await run(solar, { model: "ollama/instant", limit: 40, epochs: 2, store, reports });
      Deno.env.delete("OLLAMA_HOST");
      const merged = openFrame(join(p, "merged"), { witnesses: true }).collectSync();
      assert.equal(merged.writeCSV().toString(), frame.writeCSV().toString());
    }),
});
