import assert from "node:assert/strict";
import { join } from "node:path";
import { localFolder } from "codebias/store/shards/local_folder.ts";
import { mergeShards } from "codebias/store/shards/merge_shards.ts";
import { type ShardPlan, writePlan } from "codebias/store/shards/plan.ts";
import { type FakeModel, fakeOllama } from "../../generation/fake_ollama.ts";
import { say as says } from "../../generation/ollama/behaviours.ts";
import { say } from "./shard_commands.ts";
import { withFolder } from "./task.ts";

const CHECKOUT = { code: "1".repeat(64), data: "2".repeat(64) };

/** Writes a plan of two tasks, none of them asked. */
async function planOf(folder: string, more: Partial<ShardPlan["settings"]>, plan: Partial<ShardPlan> = {}) {
  const settings = {
    methods: ["default"],
    temperatures: [1],
    epochs: 1,
    seed: 1,
    tasks: ["a", "b"],
    ...more,
  };
  const whole = { study: "solar", samples: 2, checkout: CHECKOUT, ...plan };
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
    assert.match(
      await faultsWith("s", { seed: 2 }, { checkout: { ...CHECKOUT, code: "0".repeat(64) } }),
      /were made with other code or data/,
    );
    const apart = [{ tasks: ["c"] }, { seed: 2 }, { temperatures: [0.2] }, { model: "ollama/m" }];
    for (const [at, settings] of apart.entries()) assert.equal(await faultsWith(`t${at}`, settings), "");
  }));

Deno.test("work says what a folder in the place of a shard needs", () =>
  withFolder(async (folder) => {
    await planOf(join(folder, "p"), {});
    const { status, error } = await say(folder, "work p");
    assert.equal(status, 1);
    assert.match(error, /p is a folder of shards: --all does all of them/);
  }));

Deno.test("shard refuses what no process could ask, also where it asks nothing, and knows the model of a file", () =>
  withFolder(async (folder) => {
    const wrong = {
      "shard solar --temperatures 1,1.0 --shards 1 --out p": /Cannot generate twice at a temperature/,
      "shard solar --temperatures=-1 --shards 1 --out p": /temperature/,
      "shard solar --model recorded/nothing.jsonl --shards 1 --out p": /nothing\.jsonl/,
    };
    for (const [line, expected] of Object.entries(wrong)) {
      const { status, error } = await say(folder, line);
      assert.equal(status, 1, line);
      assert.match(error, expected);
    }
    await Deno.writeTextFile(join(folder, "mine.jsonl"), '{"task":"ambulance-night-roster","text":"one"}\n');
    assert.equal(
      (await say(folder, "shard solar --model recorded/mine.jsonl --limit 1 --shards 1 --out p")).error,
      "",
    );
    await Deno.writeTextFile(join(folder, "mine.jsonl"), '{"task":"ambulance-night-roster","text":"two"}\n');
    assert.match((await say(folder, "work --all p")).error, /is not the model of this plan/);
  }));

/** An action with a fake Ollama, whose models may change, and stores in a folder. */
async function withServer(
  test: (here: {
    folder: string;
    models: FakeModel[];
    asked: () => number;
    onAsked: (then: () => void) => void;
  }) => Promise<void>,
) {
  const models: FakeModel[] = [{ name: "fake:latest", digest: "a".repeat(64) }];
  await using server = fakeOllama({ models });
  const before = ["OLLAMA_HOST", "TMPDIR"].map((name) => [name, Deno.env.get(name)] as const);
  await withFolder(async (folder) => {
    Deno.env.set("OLLAMA_HOST", server.url);
    Deno.env.set("TMPDIR", folder);
    try {
      await test({
        ...{ folder, models, asked: () => server.completions().length },
        onAsked: (then) =>
          server.script = () => {
            then();
            return says("ok");
          },
      });
    } finally {
      for (const [name, value] of before) {
        value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
      }
    }
  });
}

Deno.test("work asks nothing where the result could not be written", () =>
  withServer(async ({ folder, asked }) => {
    await say(folder, "shard solar --model ollama/fake --limit 2 --shards 1 --out p");
    await Deno.writeTextFile(join(folder, "p/results"), "");
    const { status } = await say(folder, "work --all p");
    assert.deepEqual([status, asked()], [1, 0]);
  }));

Deno.test("work asks nothing of a model that is not the plan's, and keeps nothing of one that changes meanwhile", () =>
  withServer(async ({ folder, models, asked, onAsked }) => {
    const change = (digit: string) => models.splice(0, 1, { name: "fake:latest", digest: digit.repeat(64) });
    await say(folder, "shard solar --model ollama/fake --limit 2 --minutes 20 --out p");
    const forecast = asked();
    change("b");
    assert.match(
      (await say(folder, "work --all p")).error,
      /is not the model of this plan: it is sha256:b+, not sha256:a+/,
    );
    assert.equal(asked(), forecast);
    change("a");
    onAsked(() => change("b"));
    const { status, error } = await say(folder, "work --all p");
    assert.equal(status, 1);
    assert.match(error, /changed while it was asked: it began as sha256:a+ and is now sha256:b+/);
    assert.equal(asked(), forecast + 2);
    change("a");
    onAsked(() => {});
    assert.equal((await say(folder, "work --all p")).status, 0);
    assert.equal(asked(), forecast + 4);
  }));

Deno.test("where a plan does not say what the model is, the shard that is done first says it", () =>
  withServer(async ({ folder, models, asked }) => {
    await say(folder, "shard solar --model ollama/fake --limit 2 --shards 2 --out p");
    assert.equal((await say(folder, "work p/shard-001.json --ask")).status, 0);
    const first = asked();
    models.splice(0, 1, { name: "fake:latest", digest: "b".repeat(64) });
    for (const more of ["--ask", ""]) {
      const { status, error } = await say(folder, `work p/shard-002.json ${more}`.trim());
      assert.deepEqual([status, asked()], [1, first]);
      assert.match(error, /is not the model of this plan: it is sha256:b+, not sha256:a+/);
    }
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
