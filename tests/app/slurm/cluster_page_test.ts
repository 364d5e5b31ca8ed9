import assert from "node:assert/strict";
import { join } from "node:path";
import { exists } from "codebias/store/files/files.ts";
import { paths } from "codebias/store/paths.ts";
import { startInstantServer } from "../../generation/instant_server.ts";
import { blocksOf } from "../../docs/documents.ts";
import { ROOT, task, withFolder } from "../commands/task.ts";
import { startSlurm, unpackedSlurm, until } from "./real_slurm.ts";

const unpacked = await unpackedSlurm();

/** Stands for Ollama, which the jobs start. */
const OLLAMA = `#!/bin/bash
case $1 in
  serve) exec "${Deno.execPath()}" run -A --quiet "${ROOT}/tests/generation/instant_ollama.ts" 0 100 "\${OLLAMA_HOST##*:}" ;;
  show) exec 3<>/dev/tcp/127.0.0.1/\${OLLAMA_HOST##*:} ;;
esac
`;

/** The words of a line of the shell. */
async function wordsOf(line: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("bash", { args: ["-c", `printf '%s\\n' ${line}`] }).output();
  return new TextDecoder().decode(stdout).trimEnd().split("\n");
}

Deno.test({
  name:
    "what docs/cluster.md says is typed, line by line, does it with a real Slurm (needs root, apt-get and a network)",
  ignore: unpacked === undefined,
  fn: () =>
    withFolder(async (folder) => {
      await using slurm = await startSlurm(unpacked!);
      await using server = await startInstantServer();
      await Deno.writeTextFile(join(folder, "ollama"), OLLAMA, { mode: 0o755 });
      const PATH = `${folder}:${slurm.env.PATH}`;
      const env = { ...slurm.env, PATH, OLLAMA_HOST: server.url, TMPDIR: folder, INIT_CWD: folder };
      const file = "docs/cluster.md";
      const page = (await Deno.readTextFile(join(paths.root, file))).replaceAll(
        "/shared/",
        `${folder}/shared/`,
      ).replace("-p gpu -G 1", "-p gpu"); // the nodes have none
      const typed = async (line: string) => {
        const [deno, command, name, ...args] = await wordsOf(line);
        assert.deepEqual([deno, command], ["deno", "task"], line);
        const { code, stdout, stderr } = await task(name, args, { env });
        if (name === "compare") assert.equal(stderr, "Cannot test: neither level has a judged value\n"); // of these answers
        else assert.equal(code, 0, `${line}\n${stdout}${stderr}`);
        return stdout;
      };
      const blocks = blocksOf({ file, text: page }).filter(({ kind }) => kind === "sh");
      assert.equal(blocks.length, 3);
      for (const { code } of blocks) {
        for (const line of code.trimEnd().split("\n")) {
          const said = await typed(line);
          const jobs = /\nWatch: +(squeue --job [\d,]+)\n/.exec(said)?.[1];
          assert.equal(jobs !== undefined, line.endsWith("--submit"));
          if (jobs === undefined) continue;
          const watched = await slurm.say(...jobs.split(" ") as [string]);
          assert.equal(watched.match(/ solar-/g)?.length, 3, watched);
          const manifest = join(folder, "shared/shards/merged/manifest.json");
          await until("it is merged", () => Promise.resolve(exists(manifest) || undefined), slurm);
          assert.equal(JSON.parse(await Deno.readTextFile(manifest)).status, "complete");
        }
      }
      // A job alone: the plan has one shard.
      const alone = /`sbatch --array=[\d,-]+ (ask\.sbatch)`/.exec(page)!;
      const submitted = await slurm.say(
        "sbatch",
        "--parsable",
        "--array=1",
        join(folder, "shared/shards", alone[1]),
      );
      const ended = async () => {
        const state = await slurm.say(
          "squeue",
          `--job=${submitted.trim()}`,
          "--states=all",
          "--noheader",
          "--format=%T",
        );
        return /PENDING|RUNNING|COMPLETING/.test(state) ? undefined : state.trim();
      };
      assert.equal(await until("it is asked", ended, slurm), "COMPLETED");
    }),
});
