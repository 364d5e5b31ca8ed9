import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import { ROOT, task, withFolder } from "./task.ts";

/** What stands for programs of a cluster: each writes how it was called to `called`. */
const PROGRAMS = {
  // Runs the jobs of an array, one after another, but not those after one that failed. Its ids count from 7.
  sbatch: `#!/bin/bash
echo "sbatch $*" >>"$FAKE/called"
file=\${@: -1}
jobs=$(sed -n 's/^#SBATCH --array=1-\\([0-9]*\\).*/\\1/p' "$file")
id=$((6 + $(grep -c ^sbatch "$FAKE/called")))
[ "$id" != "$REFUSED" ] || exit 1
for ((i = 1; i <= \${jobs:-1}; i++)); do
  before=$(sed -n 's/.*--dependency=aftercorr:\\([0-9]*\\).*/\\1/p' <<<"$*")
  [ ! -e "$FAKE/failed-$before-$i" ] || continue
  SLURM_ARRAY_JOB_ID=$id SLURM_ARRAY_TASK_ID=$i bash "$file" >>"$FAKE/said" 2>&1
  status=$?
  [ $status = 0 ] || touch "$FAKE/failed-$id-$i"
  echo "job \${id}_$i ended with $status" >>"$FAKE/called"
done
echo $id
`,
  srun:
    '#!/bin/bash\necho "srun for $OLLAMA_HOST$OPENAI_BASE_URL" >>"$FAKE/called"\n[ -z "$STATUS" ] || exit "$STATUS"\nexec "$@"\n',
  scontrol: `#!/bin/bash
echo "scontrol $*" >>"$FAKE/called"
echo "MaxArraySize            = 3"
`,
  ollama: `#!/bin/bash
port=\${OLLAMA_HOST##*:}
case $1 in
  serve) exec "$DENO" run -A --quiet "$ROOT/tests/generation/instant_ollama.ts" 0 100 "$port" ;;
  show) echo "ollama show $2" >>"$FAKE/called"; exec 3<>/dev/tcp/127.0.0.1/$port ;;
esac
`,
};

interface Cluster {
  readonly env: Record<string, string>;
  called(): Promise<string[]>;
}

/** A folder with the programs of a cluster. */
async function cluster(folder: string, more: Record<string, string> = {}): Promise<Cluster> {
  for (const [name, text] of Object.entries(PROGRAMS)) {
    await Deno.mkdir(join(folder, "bin"), { recursive: true });
    await Deno.writeTextFile(join(folder, "bin", name), text, { mode: 0o755 });
  }
  const PATH = `${join(folder, "bin")}:${Deno.env.get("PATH")}`;
  return {
    env: { PATH, FAKE: folder, DENO: Deno.execPath(), ROOT, ...more },
    called: async () => (await Deno.readTextFile(join(folder, "called"))).trim().split("\n"),
  };
}

/** The output of a command that must succeed. */
async function done(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { code, stdout, stderr } = await task(name, args, { env });
  assert.equal(code, 0, stdout + stderr);
  return stdout;
}

Deno.test("an array with fewer jobs than shards does them all, and the merge follows it", () =>
  withFolder(async (folder) => {
    const shards = join(folder, "it's shared");
    const { env, called } = await cluster(folder);
    await done("shard", ["solar", "--limit", "5", "--shards", "5", "--out", shards]);
    const out = await done("slurm", [shards, "--cpu", "--mem=2G", "--at-once", "9", "--submit"], env);
    assert.match(
      out,
      /\nSubmitted: 7 works on the shards, 8 merges into .*\nWatch: +squeue --job 7,8\n/,
    );
    const [work, merge] = ["work", "merge"].map((name) => join(shards, `${name}.sbatch`));
    assert.deepEqual(await called(), [
      "scontrol show config",
      `sbatch --parsable ${work}`,
      "srun for ",
      "job 7_1 ended with 0",
      "srun for ",
      "job 7_2 ended with 0",
      `sbatch --parsable --dependency=afterany:7 ${merge}`,
      "srun for ",
      "job 8_1 ended with 0",
    ]);
    const said = await Deno.readTextFile(join(folder, "said"));
    assert.match(said, /5 of 5 shards, 5 of 5 samples/);
    assert.equal(pl.readParquet(join(shards, "merged/completions.parquet")).height, 5);
    const text = await Deno.readTextFile(work);
    for (const line of [/^#SBATCH --array=1-2%9$/m, /^#SBATCH --time=180$/m, /^#SBATCH --mem=2G$/m]) {
      assert.match(text, line);
    }
    assert.match(text, /^#SBATCH --requeue --signal=USR1@60$/m);
    // sbatch splits at spaces and takes apostrophes for quotes, but within quotes.
    assert.match(text, /^#SBATCH --output="[^"\n]*it's shared\/log\/work-%A_%a\.txt" --open-mode=append$/m);
    assert.match(
      await Deno.readTextFile(merge),
      /^#SBATCH --output="[^"\n]*it's shared\/log\/merge-%j\.txt"$/m,
    );
    assert.match(await Deno.readTextFile(merge), /^#SBATCH --mem=2G$/m);
  }));

/** A plan of two shards for a model on a server. */
const served = (p: string) =>
  done("shard", ["solar", "--model", "ollama/instant", "--limit", "2", "--shards", "2", "--out", p]);

Deno.test("the jobs of one array start a server each, on a port of its own, and ask it; those of another judge after them", () =>
  withFolder(async (folder) => {
    const { env, called } = await cluster(folder);
    const p = join(folder, "p");
    await served(p);
    const out = await done("slurm", [p, "--gpu", "--gres=gpu:1", "--cpu=--mem=1G", "--submit"], env);
    assert.match(
      out,
      /\nSubmitted: 7 asks the model, 8 judges, 9 merges into .*\nWatch: +squeue --job 7,8,9\n/,
    );
    const lines = await called();
    const ports = lines.flatMap((line) => /^srun for 127\.0\.0\.1:(\d+)$/.exec(line)?.[1] ?? []);
    assert.equal(new Set(ports).size, 2, lines.join("\n"));
    const [ask, work, merge] = ["ask", "work", "merge"].map((name) => join(p, `${name}.sbatch`));
    assert.deepEqual(lines.filter((line) => !/^(ollama|scontrol)/.test(line)), [
      `sbatch --parsable ${ask}`,
      ...[1, 2].flatMap((at) => [`srun for 127.0.0.1:${ports[at - 1]}`, `job 7_${at} ended with 0`]),
      `sbatch --parsable --dependency=aftercorr:7 ${work}`,
      ...[1, 2].flatMap((at) => ["srun for ", `job 8_${at} ended with 0`]),
      `sbatch --parsable --dependency=afterany:8 ${merge}`,
      ...["srun for ", "job 9_1 ended with 0"],
    ]);
    assert(lines.includes("ollama show instant"));
    for (const port of ports) await assert.rejects(Deno.connect({ port: Number(port) }), "it was ended");
    assert.equal(pl.readParquet(join(p, "merged/completions.parquet")).height, 2);
    const [asks, judges, merges] = await Promise.all(
      [ask, work, merge].map((file) => Deno.readTextFile(file)),
    );
    assert.match(asks, /^#SBATCH --gres=gpu:1$/m);
    assert.doesNotMatch(asks, /--mem=1G|--kill-on-invalid-dep/);
    for (const text of [judges, merges]) {
      assert.match(text, /^#SBATCH --mem=1G$/m);
      assert.doesNotMatch(text, /gpu|ollama serve/);
    }
    // Without it a job whose dependency can never be fulfilled waits for ever, and with it the merge.
    assert.match(judges, /^#SBATCH --kill-on-invalid-dep=yes$/m);
  }));

Deno.test("what is not asked is not judged, and the rest is merged; what sbatch refuses later leaves the ids of what it took", () =>
  withFolder(async (folder) => {
    const p = join(folder, "p");
    await served(p);
    await Deno.remove(join(p, "shard-002.json"));
    const { env, called } = await cluster(folder);
    await done("slurm", [p, "--submit"], env);
    assert.deepEqual((await called()).filter((line) => line.startsWith("job")), [
      ...["job 7_1 ended with 0", "job 7_2 ended with 1", "job 8_1 ended with 0", "job 9_1 ended with 1"],
    ]);
    assert.match(
      await Deno.readTextFile(join(folder, "said")),
      /1 of 2 shards, 1 of 2 samples\nMissing: shard-002/,
    );
    const again = await cluster(await Deno.makeTempDir({ dir: folder }), { REFUSED: "8" });
    const { code, stderr } = await task("slurm", [p, "--submit"], { env: again.env });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /work\.sbatch: sbatch is not here, or refused it; stop what is submitted: scancel 7\. GNU/,
    );
  }));

Deno.test("a job whose time is up is put back into the queue; one that fails otherwise is not", () =>
  withFolder(async (folder) => {
    await done("shard", ["solar", "--limit", "1", "--shards", "1", "--out", join(folder, "p")]);
    for (const [status, requeued] of [["138", 1], ["1", 0], ["130", 0]] as const) {
      const own = await Deno.makeTempDir({ dir: folder });
      const { env, called } = await cluster(own, { STATUS: status });
      await done("slurm", [join(folder, "p"), "--submit"], env);
      const lines = await called();
      assert.equal(lines.filter((line) => line === "scontrol requeue 7_1").length, requeued, status);
      assert(lines.includes(`job 7_1 ended with ${status}`));
    }
  }));

Deno.test("servers with OpenAI's interface are started, or are there", () =>
  withFolder(async (folder) => {
    const p = join(folder, "p");
    await done("shard", ["solar", "--model", "openai/org/it's", "--limit", "1", "--shards", "1", "--out", p]);
    const written = async (...args: string[]) => {
      await done("slurm", [p, ...args]);
      return await Deno.readTextFile(join(p, "ask.sbatch"));
    };
    const vllm = await written("--server", "vllm", "--gpu", "--gres=gpu:1 -t 90");
    assert.match(vllm, /^vllm serve 'org\/it'\\''s' --host 127\.0\.0\.1 --port \$port &$/m);
    assert.match(vllm, /^export OPENAI_BASE_URL=http:\/\/127\.0\.0\.1:\$port\/v1$/m);
    assert.doesNotMatch(vllm, /--time/);
    assert.match(
      await written("--server", "llama.cpp"),
      /^llama-server --model "\$\{GGUF:\?.*\}" --alias 'org/m,
    );
    assert.doesNotMatch(await written("--server", "running"), /127\.0\.0\.1/);
    const { success } = await new Deno.Command("bash", { args: ["-n", join(p, "ask.sbatch")] }).output();
    assert(success);
  }));

Deno.test("without Slurm the files are written, and what does without it is said; what has no meaning is refused", () =>
  withFolder(async (folder) => {
    const p = join(folder, "p");
    await done("shard", ["solar", "--limit", "1", "--shards", "1", "--out", p]);
    const out = await done("slurm", [p]);
    assert.match(
      out,
      /\nWith Slurm: +id=\$\(sbatch --parsable .*work\.sbatch\) && sbatch --dependency=afterany:\$id .*merge\.sbatch\n/,
    );
    assert.match(out, /\nGNU parallel: +parallel --jobs 2 .* work \{\} ::: .*\/p\/shard-\*\.json\n/);
    assert.match(out, /\nWithout both: +deno task work --all -j 2 .*\/p\n$/);
    const refusals: readonly (readonly [readonly string[], RegExp])[] = [
      [[p, "--submit"], /sbatch is not here, or refused it: nothing is submitted\. GNU parallel: /],
      [[p, "--gpu", "--gres=gpu:1"], /Cannot heed --gpu: the jobs start no server; use --cpu/],
      [[p, "--server", "vllm"], /Cannot heed --server: calibration needs none/],
      [[p, "--cpu", "--mem=1G\nrm x"], /Cannot use --cpu .*: expected options of sbatch, in one line/],
      [[p, "--cpu", "--submit"], /Option --cpu needs a value/],
      [[p, "--at-once", "0"], /Cannot use --at-once 0/],
      [[p, "--submitt"], /Unknown option "--submitt": did you mean --submit/],
      [[], /Name one folder with a plan/],
      [[folder], /there is no plan\.json here/],
    ];
    for (const [args, expected] of refusals) {
      const { code, stderr } = await task("slurm", args);
      assert.equal(code, 1, args.join(" "));
      assert.match(stderr, expected);
    }
    const q = join(folder, "q");
    await done("shard", ["solar", "--model", "openai/x", "--limit", "1", "--shards", "1", "--out", q]);
    assert.match(
      (await task("slurm", [q])).stderr,
      /Say what answers for openai\/x: --server vllm, llama\.cpp or running/,
    );
    assert.match((await task("slurm", [q, "--server", "ollama"])).stderr, /Cannot ask openai\/x of ollama/);
    assert.match((await task("slurm", [q, "--server", "vlm"])).stderr, /did you mean vllm/);
  }));
