import assert from "node:assert/strict";
import { join } from "node:path";
import { localFolder } from "codebias/store/shards/local_folder.ts";
import { mergeShards } from "codebias/store/shards/merge_shards.ts";
import { checkoutHashes, type ShardPlan, writePlan } from "codebias/store/shards/plan.ts";
import { withFolder } from "./task.ts";

/** A plan of one task, which asks nothing. */
async function planOf(folder: string, more: Partial<ShardPlan["settings"]>, plan: Partial<ShardPlan> = {}) {
  const settings = {
    methods: ["default"],
    temperatures: [1],
    epochs: 1,
    seed: 1,
    tasks: ["a", "b"],
    ...more,
  };
  const whole = { study: "solar", samples: 2, checkout: await checkoutHashes(), ...plan };
  const part = { tasks: { from: 0, to: 2 }, methods: ["default"], temperatures: [1], samples: 2 };
  await writePlan(folder, { ...whole, settings: { model: "calibration", ...settings } }, [part]);
  return folder;
}

Deno.test("plans are not merged that ask for the same samples, or are of other studies, code or data", () =>
  withFolder(async (folder) => {
    const first = await planOf(join(folder, "p"), {});
    const faultsWith = async (name: string, ...how: [Partial<ShardPlan["settings"]>, Partial<ShardPlan>?]) =>
      (await mergeShards([first, await planOf(join(folder, name), ...how)])).faults.join("\n");
    assert.match(
      await faultsWith("q", { tasks: ["b", "c"], epochs: 2 }),
      /^The plans \w{12} and \w{12} ask calibration for the same samples, which would count twice/,
    );
    assert.match(
      await faultsWith("r", {}, { study: "huang" }),
      /are of solar and of huang: merge each study/,
    );
    const { data } = await checkoutHashes();
    assert.match(
      await faultsWith("s", { seed: 2 }, { checkout: { code: "0".repeat(64), data } }),
      /were made with other code or data/,
    );
    const apart = [{ tasks: ["c"] }, { seed: 2 }, { temperatures: [0.2] }, { model: "ollama/m" }];
    for (const [at, settings] of apart.entries()) assert.equal(await faultsWith(`t${at}`, settings), "");
  }));

Deno.test("stores lie in a folder of the user's own; a TMPDIR that is not there is said in a sentence", () =>
  withFolder(async (folder) => {
    const shards = join(folder, "p");
    await Deno.mkdir(shards);
    const local = await localFolder(shards, ["plan", "shard"], folder);
    assert.equal(local, join(await Deno.realPath(folder), `codebias-shards-${Deno.uid()}`, "plan", "shard"));
    await assert.rejects(localFolder(shards, ["plan"], join(folder, "nowhere")), {
      name: "DataError",
      message: /there is no such folder; set TMPDIR/,
    });
  }));
