import assert from "node:assert/strict";
import { join } from "node:path";
import { openFrame } from "codebias";
import { task, withFolder } from "../commands/task.ts";
import { unpacked } from "./unpacked.ts";

const folder = Deno.build.os === "linux"
  ? await unpacked("apt-get download parallel && dpkg -x parallel*.deb . && usr/bin/parallel --version")
  : undefined;
const parallel = folder && join(folder, "usr/bin");

Deno.test({
  name:
    "the line that is printed for GNU parallel does all shards, as work --all -j 2 does (needs apt-get and a network)",
  ignore: parallel === undefined,
  fn: () =>
    withFolder(async (folder) => {
      const done = async (name: string, ...args: string[]) => {
        const { code, stdout, stderr } = await task(name, args);
        assert.equal(code, 0, stdout + stderr);
        return stdout;
      };
      const frames = await Promise.all(["it's one", "other"].map(async (name) => {
        const [shards, out] = [join(folder, name), join(folder, `${name} merged`)];
        await done(
          "shard",
          "solar",
          "--limit",
          "6",
          "--temperatures",
          "0.2,1",
          "--shards",
          "3",
          "--out",
          shards,
        );
        if (name === "other") await done("work", "--all", "-j", "2", shards);
        else {
          const line = /^GNU parallel: +(.*)$/m.exec(await done("slurm", shards))![1];
          const env = { PATH: `${parallel}:${Deno.env.get("PATH")}`, HOME: folder };
          const { code, stderr } = await new Deno.Command("bash", { args: ["-c", line], env }).output();
          assert.equal(code, 0, new TextDecoder().decode(stderr));
          const log = await Deno.readTextFile(join(shards, "log/joblog"));
          assert.equal(log.trim().split("\n").length, 4, log); // the heading, and a line for each shard
        }
        assert.match(await done("merge", shards, "--out", out), /: 3 of 3 shards, 12 of 12 samples/);
        return openFrame(out, { witnesses: true }).collectSync().writeCSV().toString();
      }));
      assert.equal(frames[0], frames[1]);
    }),
});
