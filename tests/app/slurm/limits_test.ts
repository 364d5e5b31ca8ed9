import assert from "node:assert/strict";
import { join } from "node:path";
import { startInstantServer } from "../../generation/instant_server.ts";
import { LONG, longTest } from "../../long.ts";
import { task, withFolder } from "../commands/task.ts";
import { startSlurm, unpackedSlurm, until } from "./real_slurm.ts";

const unpacked = LONG ? await unpackedSlurm() : undefined;

longTest({
  name:
    "with a real Slurm, a job whose time is up goes on where it stopped; where one fails for good, what waits for it is " +
    "cancelled, and the same command does the rest (needs root, apt-get and a network)",
  ignore: unpacked === undefined,
  fn: () =>
    withFolder(async (folder) => {
      await using slurm = await startSlurm(unpacked!);
      await using server = await startInstantServer();
      const env = { ...slurm.env, OLLAMA_HOST: server.url, TMPDIR: folder };
      const p = join(folder, "p");
      const done = async (env: Record<string, string>, name: string, ...args: string[]) => {
        const { code, stdout, stderr } = await task(name, args, { env });
        assert.equal(code, 0, stdout + stderr);
        return stdout;
      };
      /** Submits all; returns how each job ended, once the merge has. */
      const ended = async (env: Record<string, string>, meanwhile = () => Promise.resolve()) => {
        const said = await done(env, "slurm", p, "--server", "running", "--cpu", "--time=2", "--submit");
        const [, jobs] = /--job (\S+)/.exec(said)!;
        await meanwhile();
        const states = () =>
          slurm.say("squeue", `--job=${jobs}`, "--states=all", "--noheader", "--format=%j %T");
        return await until("all have ended", async () => {
          const all = (await states()).trim().split("\n").toSorted();
          return all.some((line) => /PENDING|RUNNING|COMPLETING|REQUEUED/.test(line)) ? undefined : all;
        }, slurm);
      };
      const asked = ["--model", "ollama/instant", "--limit", "10", "--epochs", "2"];
      await done(env, "shard", "solar", ...asked, "--shards", "1", "--out", p);

      // Nothing answers there.
      const failed = await ended({ ...env, OLLAMA_HOST: "http://127.0.0.1:9" });
      assert.deepEqual(failed, ["solar-ask FAILED", "solar-merge FAILED", "solar-work CANCELLED"]);

      // It answers five, and then nothing until the job was told that its time is up.
      await server.answer(5);
      const told = async () => {
        const restarted = async () =>
          /Restarts=1/.test(await slurm.say("scontrol", "show", "job", "--oneliner")) || undefined;
        await until("the job is put back", restarted, slurm);
        await server.answer();
      };
      const all = await ended(env, told);
      assert.deepEqual(all, ["solar-ask COMPLETED", "solar-merge COMPLETED", "solar-work COMPLETED"]);
      const counts = await server.asked();
      assert.equal(counts.size, 20);
      const log = Deno.readDir(join(p, "log"));
      const texts = await Array.fromAsync(log, ({ name }) => Deno.readTextFile(join(p, "log", name)));
      assert.match(texts.join("\n"), /the same command goes on where this one stopped/);
      assert.equal(JSON.parse(await Deno.readTextFile(join(p, "merged/manifest.json"))).status, "complete");
    }),
});
