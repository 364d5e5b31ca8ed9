import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { openFrame, openStore, run, solar } from "codebias";
import { exists } from "codebias/store/files/files.ts";
import { openReports } from "codebias/store/reports.ts";
import { readPlan } from "codebias/store/shards/plan.ts";
import { startInstantServer } from "../../generation/instant_server.ts";
import { LONG, sized } from "../../long.ts";
import { task, withFolder } from "../commands/task.ts";
import { type Slurm, startSlurm, unpackedSlurm, until } from "./real_slurm.ts";

const unpacked = await unpackedSlurm();

/** How many shards there are, with ten samples each, and how many jobs an array may have. */
const { SHARDS, MOST_JOBS } = sized({
  small: { SHARDS: 8, MOST_JOBS: 4 },
  long: { SHARDS: 40, MOST_JOBS: 40 },
});

/** Answers that the server gives before it lets everybody wait: then workers have some, and ask for others. */
const FIRST = 25;

/** A process of this machine. */
interface Process {
  readonly id: number;
  /** The node of the cluster and the job that it is of, if a job started it. */
  readonly node?: string;
  readonly job?: string;
  /** Its words, each with a space behind it. */
  readonly command: string;
}

/** The processes of a cluster: they have a namespace of their own, and another one of this machine may have the same nodes. */
async function processes(slurm: Slurm): Promise<Process[]> {
  const found: (Process & { readonly space: string })[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const [command, environment, space] = await Promise.all([
      ...["cmdline", "environ"].map((file) => Deno.readTextFile(`/proc/${name}/${file}`).catch(() => "")),
      Deno.readLink(`/proc/${name}/ns/pid`).catch(() => ""),
    ]);
    const [node, job] = ["SLURMD_NODENAME", "SLURM_JOB_ID"].map((name) =>
      new RegExp(`(?:^|\\0)${name}=(\\w+)`).exec(environment)?.[1]
    );
    found.push({ id: Number(name), node, job, command: command.replaceAll("\0", " "), space });
  }
  const starts = new RegExp(`^bash \\S+start\\.sh ${dirname(slurm.env.SLURM_CONF)} $`);
  const { space } = found.find(({ command }) => starts.test(command))!;
  return found.filter((one) => one.space === space);
}

/** Kills processes; some may have ended with others. */
async function killed(all: readonly Process[]): Promise<void> {
  await new Deno.Command("kill", { args: ["-9", ...all.map(({ id }) => `${id}`)], stderr: "null" }).output();
}

/** How many answers are kept, of all shards of the plan in a folder: in that folder, or in stores of this machine. */
async function kept(folder: string, p: string): Promise<number> {
  const { id, shards } = await readPlan(p);
  return shards.map(({ name, samples }) => {
    if (exists(join(p, "answers", name))) return samples;
    const path = join(folder, `codebias-shards-${Deno.uid()}`, id.slice(0, 16), name, "runs.sqlite");
    if (!exists(path)) return 0;
    using store = openStore(path);
    return store.listRuns()[0]?.samples ?? 0;
  }).reduce((sum, one) => sum + one, 0);
}

Deno.test({
  name:
    `a real Slurm asks and judges ${SHARDS} shards in two arrays of ${MOST_JOBS}, though a worker and a node are killed: the ` +
    "same tables, asked once (needs root, apt-get and a network)",
  ignore: unpacked === undefined,
  fn: () =>
    withFolder(async (folder) => {
      await using slurm = await startSlurm(unpacked!, { MaxArraySize: MOST_JOBS + 1 });
      await using server = await startInstantServer();
      await server.answer(FIRST);
      const env = { ...slurm.env, OLLAMA_HOST: server.url, TMPDIR: folder };
      const p = join(folder, "p");
      const done = async (name: string, ...args: string[]) => {
        const { code, stdout, stderr } = await task(name, args, { env });
        assert.equal(code, 0, stdout + stderr);
        return stdout;
      };
      const asked = ["--model", "ollama/instant", "--limit", `${5 * SHARDS}`, "--epochs", "2"];
      await done("shard", "solar", ...asked, "--shards", `${SHARDS}`, "--out", p);
      const submitted = await done("slurm", p, "--server", "running", "--submit");
      const [ask, work] = /\nWatch: +squeue --job (\d+),(\d+),\d+\n/.exec(submitted)!.slice(1);

      // Two jobs wait for the server in the middle of a shard. One's worker is killed, and of the other the whole node.
      let before = 0;
      const waiting = await until("two jobs ask", async () => {
        const now = (await server.asked()).size;
        const isStill = now === before; // nobody asks for more
        before = now;
        if (!isStill || now <= FIRST || await kept(folder, p) < FIRST) return undefined;
        const workers = (await processes(slurm)).filter(({ command }) => command.includes("work.ts --ask "));
        return new Set(workers.map(({ node }) => node)).size === 2 ? workers : undefined;
      }, slurm);
      const [worker, other] = ["n1", "n2"].map((name) => waiting.find(({ node }) => node === name)!);
      await killed([worker]);
      // First what would tell of the end of the others.
      const ends = [/slurmd-wlm -D -N n2 /, new RegExp(`slurmstepd: \\[${other.job}\\.`), /./];
      const all = await processes(slurm);
      for (const [at, end] of ends.entries()) {
        const found = all.filter(({ node, command }) => end.test(command) && (at < 2 || node === "n2"));
        assert(found.length > 0);
        await killed(found);
      }
      // What these two had asked and not been told is all that may be asked for again: nothing else was under way, since the server
      // told nobody anything, and what it had told before was kept before more was asked.
      const inFlight = (await server.asked()).size - FIRST;
      await server.answer();
      // Slurm finds out by itself, too, within half a minute; whoever looks after it may be faster.
      if (!LONG) await slurm.say("scontrol", "update", "NodeName=n2", "State=DOWN", "Reason=killed");

      const manifest = join(p, "merged/manifest.json");
      const isMerged = () => Promise.resolve(exists(manifest) || undefined);
      await until("it is merged", isMerged, slurm);
      const counts = await server.asked();
      assert.equal(counts.size, 10 * SHARDS);
      const times = counts.values().reduce((sum, one) => sum + one, 0);
      const twice = times - counts.size;
      assert(twice <= inFlight, `${twice} answers were asked for twice, but ${inFlight} were in flight`);
      assert.equal(JSON.parse(await Deno.readTextFile(manifest)).status, "complete");

      const format = "--format=%F_%K %T %S %e"; // the job of the array, its state, when it began and ended
      const said = await slurm.say("squeue", "--states=all", "--array", "--noheader", format);
      const jobs = said.trim().split("\n").map((line) => line.split(/ +/));
      const states = new Map(jobs.map(([id, ...state]) => [id, state]));
      for (let job = 1; job <= MOST_JOBS; job++) {
        const [first, second] = [ask, work].map((array) => states.get(`${array}_${job}`)!);
        assert.deepEqual([first[0], second[0]], ["COMPLETED", "COMPLETED"]);
        assert(
          first[2] <= second[1],
          `job ${job} of the second array began at ${second[1]}, before ${first[2]}`,
        );
      }

      using store = openStore(join(folder, "one.sqlite"));
      using reports = await openReports(join(folder, "reports.sqlite"));
      Deno.env.set("OLLAMA_HOST", server.url);
      const options = { model: "ollama/instant", limit: 5 * SHARDS, epochs: 2, store, reports };
      const { frame } = await run(solar, options);
      Deno.env.delete("OLLAMA_HOST");
      const merged = openFrame(join(p, "merged"), { witnesses: true }).collectSync();
      assert.equal(merged.writeCSV().toString(), frame.writeCSV().toString());
    }),
});
