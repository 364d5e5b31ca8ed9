import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import { ROOT, task, withFolder } from "./task.ts";

/** What stands for programs of a cluster: each writes how it was called to `called`. */
const PROGRAMS = {
  // Runs the jobs of an array, one after another.
  sbatch: `#!/bin/bash
echo "sbatch $*" >>"$FAKE/called"
file=\${@: -1}
jobs=$(sed -n 's/^#SBATCH --array=1-\\([0-9]*\\).*/\\1/p' "$file")
for ((i = 1; i <= \${jobs:-1}; i++)); do
  SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$i bash "$file" >>"$FAKE/said" 2>&1
  echo "job $i ended with $?" >>"$FAKE/called"
done
echo 7
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
      /\nSubmitted: 7 works on the shards, 7 merges them into .*\nWatch: +squeue --job 7,7\n/,
    );
    const [work, merge] = ["work", "merge"].map((name) => join(shards, `${name}.sbatch`));
    assert.deepEqual(await called(), [
      "scontrol show config",
      `sbatch --parsable ${work}`,
      "srun for ",
      "job 1 ended with 0",
      "srun for ",
      "job 2 ended with 0",
      `sbatch --parsable --dependency=afterany:7 ${merge}`,
      "srun for ",
      "job 1 ended with 0",
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

Deno.test("a job starts a server on a port of its own, waits for it, and ends it", () =>
  withFolder(async (folder) => {
    const { env, called } = await cluster(folder);
    await done("shard", [
      "solar",
      "--model",
      "ollama/instant",
      "--limit",
      "2",
      "--shards",
      "2",
      "--out",
      join(folder, "p"),
    ]);
    await done("slurm", [join(folder, "p"), "--gpu", "--gres=gpu:1", "--cpu=--mem=1G", "--submit"], env);
    const lines = await called();
    const ports = lines.flatMap((line) => /^srun for 127\.0\.0\.1:(\d+)$/.exec(line)?.[1] ?? []);
    assert.equal(new Set(ports).size, 2, lines.join("\n"));
    assert(lines.includes("ollama show instant"));
    for (const port of ports) await assert.rejects(Deno.connect({ port: Number(port) }), "it was ended");
    assert.equal(pl.readParquet(join(folder, "p/merged/completions.parquet")).height, 2);
    const [work, merge] = await Promise.all(
      ["work", "merge"].map((name) => Deno.readTextFile(join(folder, `p/${name}.sbatch`))),
    );
    assert.match(work, /^#SBATCH --gres=gpu:1$/m);
    assert.doesNotMatch(work, /--mem=1G/);
    assert.match(merge, /^#SBATCH --mem=1G$/m);
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
      assert(lines.includes(`job 1 ended with ${status}`));
    }
  }));

Deno.test("servers with OpenAI's interface are started, or are there", () =>
  withFolder(async (folder) => {
    const p = join(folder, "p");
    await done("shard", ["solar", "--model", "openai/org/it's", "--limit", "1", "--shards", "1", "--out", p]);
    const written = async (...args: string[]) => {
      await done("slurm", [p, ...args]);
      return await Deno.readTextFile(join(p, "work.sbatch"));
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
    const { success } = await new Deno.Command("bash", { args: ["-n", join(p, "work.sbatch")] }).output();
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
      [[p, "--cpu", "--mem=1G\nrm x"], /Cannot take --cpu .*: expected options of sbatch, in one line/],
      [[p, "--cpu", "--submit"], /Option --cpu needs a value/],
      [[p, "--at-once", "0"], /Cannot take --at-once 0/],
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
