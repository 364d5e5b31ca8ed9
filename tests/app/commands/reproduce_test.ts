import assert from "node:assert/strict";
import { join } from "node:path";
import { longTest, sized } from "../../long.ts";
import { artifacts, golden, NO_ARTIFACT, NO_GOLDEN } from "../../studies/linguistic/artifact.ts";
import { descendants, interrupt, leftBehind } from "./processes.ts";
import { expected, filesIn, hashes, isResult, type Study } from "./reproduced.ts";
import { filesBelow, onOneCore, ROOT, startTask, task, type TaskOptions, withFolder } from "./task.ts";

/** Starts `deno task reproduce` and interrupts it as soon as it has said all of this; nothing of it must be left behind. */
async function interruptedAt(args: readonly string[], options: TaskOptions, ...events: readonly RegExp[]) {
  const process = startTask("reproduce", args, options);
  await process.stdin.close();
  const output = new Response(process.stdout).text();
  let said = "";
  let children: Awaited<ReturnType<typeof descendants>> | undefined;
  const decoder = new TextDecoder();
  for await (const bytes of process.stderr) {
    said += decoder.decode(bytes, { stream: true });
    if (children || !events.every((event) => event.test(said))) continue;
    children = await descendants(process.pid);
    interrupt(children);
  }
  const { code } = await process.status;
  await output;
  assert.deepEqual(await leftBehind(children ?? []), []);
  return { code, said };
}

/** Where Deno keeps what it has downloaded, also for a user with another home. */
async function cacheFolder(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/** When it is interrupted: what it has said by then. */
const AFTER_ONE = { "after a notebook": [/00-tour: done in/, /06-compare-temperatures {2}cell \d+ of/] };
const INTERRUPTIONS = sized<Record<string, readonly RegExp[]>>({
  small: AFTER_ONE,
  long: {
    "before its first notebook": [/Reproducing tour, temperatures from/],
    "in a notebook": [/00-tour {2}cell 4 of/],
    ...AFTER_ONE,
  },
});

Deno.test("deno task reproduce goes on after Ctrl-C, does nothing again without a reason, and leaves nothing at home", async (t) => {
  await withFolder(async (folder) => {
    const [home, out] = [join(folder, "home"), join(folder, "out")];
    await Deno.mkdir(home);
    const unset = { XDG_CACHE_HOME: "", XDG_DATA_HOME: "", XDG_CONFIG_HOME: "" };
    // On one core it is one notebook after the other, so that it is known which is done.
    const options = { before: onOneCore(), env: { HOME: home, DENO_DIR: await cacheFolder(), ...unset } };
    const studies: Study[] = ["tour", "temperatures"];
    const args = [...studies, "--source", "demo", "--out", out];

    for (const [when, events] of Object.entries(INTERRUPTIONS)) {
      await t.step(`it is interrupted ${when}, says so and leaves nothing half`, async () => {
        const { code, said } = await interruptedAt(args, options, ...events);
        assert.equal(code, 130, said);
        assert.match(said, /Interrupted; the same command goes on from here/);
        assert.deepEqual((await filesBelow(out)).filter((file) => file.endsWith(".part")), []);
      });
    }
    const results = expected(studies).filter(isResult);
    let left: Record<string, string> = {};
    await t.step("it goes on with the notebook that was not done", async () => {
      const { code, stdout, stderr } = await task("reproduce", args, options);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /00-tour: done before\n/);
      assert.match(stderr, /06-compare-temperatures: done (in|before)/);
      assert.match(stdout, /tables\/tour_rates\.csv/);
      assert.deepEqual(await filesIn(out), expected(studies));
      left = await hashes(out, results);
    });
    await t.step("it does nothing when all is done", async () => {
      const { code, stderr } = await task("reproduce", args, options);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /00-tour: done before\n06-compare-temperatures: done before/);
    });
    await t.step(
      "it runs a notebook again whose table has changed, in one go and with the same results",
      async () => {
        await Deno.writeTextFile(join(out, "tables/tour_rates.csv"), "edited");
        const { code, stderr } = await task("reproduce", args, options);
        assert.equal(code, 0, stderr);
        assert.match(
          stderr,
          /00-tour: running again, as tables\/tour_rates\.csv has changed\n/,
        );
        assert.match(stderr, /06-compare-temperatures: done before/);
        assert.deepEqual(await hashes(out, results), left);
      },
    );
    await t.step("it leaves nothing in the home folder", async () => {
      assert.deepEqual(await filesBelow(home), []);
    });
  });
});

Deno.test("deno task reproduce leaves no process behind when it is killed", async () => {
  await withFolder(async (folder) => {
    const process = startTask("reproduce", ["tour", "--source", "demo", "--out", join(folder, "out")]);
    await process.stdin.close();
    let children = await descendants(process.pid);
    while (!children.some(({ command }) => command.includes("jupyter --kernel"))) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      children = await descendants(process.pid);
      assert.ok(children.length > 0, "it ended before it had a kernel");
    }
    for (
      const { pid } of children.filter(({ command }) => command.includes("lib/app/commands/reproduce.ts"))
    ) {
      Deno.kill(pid, "SIGKILL");
    }
    await process.output();
    assert.deepEqual(await leftBehind(children), []);
  });
});

Deno.test("deno task reproduce own judges the handwritten answers, and names no recordings", async () => {
  await withFolder(async (folder) => {
    const { code, stderr } = await task("reproduce", ["own", "--out", folder], {
      env: { CODEBIAS_ARTIFACTS: "" },
    });
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /Reproducing own from the demonstration data, written by hand: no model produced it, into/,
    );
    const verdicts = await Deno.readTextFile(join(folder, "tables/own_verdicts.csv"));
    assert.match(verdicts, /^loan,0\.2,gender,unbiased,/m);
    assert.match(verdicts, /^loan,1\.0,gender,biased,/m);
    assert.match(verdicts, /^scholarship,1\.0,gender,unjudged,"?it also reads grade/m);
    const { runs: [run] } =
      JSON.parse(await Deno.readTextFile(join(folder, "manifest.json"))).notebooks["07-your-own-data"];
    assert.equal(run.answers, "demonstration data, written by hand");
  });
});

/** A run of recorded verdicts on a machine where bubblewrap and setpriv are hidden. */
async function withoutBubblewrap(folder: string) {
  const artifacts = join(folder, "artifacts");
  await recordedArtifact(join(artifacts, "BilingualCodeEval/data"));
  const hidden = (await Promise.all(["bwrap", "setpriv"].map(pathOf))).flatMap((path) =>
    path ? ["--ro-bind", "/dev/null", path] : []
  );
  const options = { before: ["bwrap", "--dev-bind", "/", "/", ...hidden] };
  const args = (executed: "all" | "none") => [
    ...["linguistic", "--artifacts", artifacts, "--executed", executed, "--out", join(folder, executed)],
  ];
  return { args, options };
}

Deno.test("deno task reproduce of recorded verdicts needs bubblewrap only if something is executed", async () => {
  await withFolder(async (folder) => {
    const { args, options } = await withoutBubblewrap(folder);
    if (Deno.uid() === 0) { // others have the level without namespaces
      const refused = await task("reproduce", args("all"), options);
      assert.notEqual(refused.code, 0);
      assert.match(
        refused.stderr,
        /Cannot run programs safely: bubblewrap is not installed; run: sudo apt-get/,
      );
    }
    const { code, said } = await interruptedAt(args("none"), options, /04-linguistic {2}cell 1 of/);
    assert.equal(code, 130, said);
  });
});

longTest("deno task reproduce of recorded verdicts is whole without bubblewrap", async () => {
  await withFolder(async (folder) => {
    const { args, options } = await withoutBubblewrap(folder);
    const { code, stderr } = await task("reproduce", args("none"), options);
    assert.equal(code, 0, stderr);
    const table = await Deno.readTextFile(join(folder, "none/tables/linguistic_table3.csv"));
    assert.match(table, /^Handwritten,DI,0\.2,CR_en,1,/m);
    assert.match(
      (await filesBelow(join(folder, "none"))).join(" "),
      /linguistic_correctness\.svg.*04-linguistic\.html/,
    );
  });
});

/** Where a command is. */
async function pathOf(command: string): Promise<string> {
  const { stdout } = await new Deno.Command("sh", { args: ["-c", `command -v ${command}`] }).output();
  return new TextDecoder().decode(stdout).trim();
}

/** An artifact with the demonstration's completions, all recorded as passed. */
async function recordedArtifact(data: string): Promise<void> {
  const demonstration = join(ROOT, "data/linguistic/demonstration/data");
  const [recorded, suite] = ["passed/Handwritten", "testsuite"].map((name) => join(data, name));
  for (const folder of [recorded, suite]) await Deno.mkdir(folder, { recursive: true });
  await Deno.copyFile(join(demonstration, "testsuite/testsuite.jsonl"), join(suite, "testsuite.jsonl"));
  const generated = join(demonstration, "gencodes/Handwritten");
  for await (const { name } of Deno.readDir(generated)) {
    const lines = (await Deno.readTextFile(join(generated, name))).trim().split("\n");
    const records = lines.map((line) => ({ ...JSON.parse(line), passed: true, result: "passed" }));
    const text = records.map((record) => JSON.stringify(record) + "\n").join("");
    await Deno.writeTextFile(join(recorded, name.replace(".jsonl", "_passed.jsonl")), text);
  }
}

longTest({
  name: "deno task reproduce writes the golden rates of the artifact's recorded verdicts and times" +
    NO_ARTIFACT +
    NO_GOLDEN,
  ignore: !artifacts || !golden,
  fn: async () => {
    await withFolder(async (out) => {
      const given = ["--source", "artifact", "--artifacts", artifacts!, "--model", "StarCoder"];
      const { code, stderr } = await task("reproduce", [
        "linguistic",
        ...given,
        "--executed",
        "none",
        "--out",
        out,
      ]);
      assert.equal(code, 0, stderr);
      const [header, ...lines] = (await Deno.readTextFile(join(out, "tables/linguistic_table3.csv"))).trim()
        .split("\n");
      const at = header.split(",").indexOf("value");
      const values = new Map(
        lines.map((line) => [line.split(",").slice(0, 4).join(" "), Number(line.split(",")[at])]),
      );
      const expected = golden!.filter(({ model }) => model === "StarCoder");
      assert.equal(values.size, 130);
      assert.equal(expected.length, 130);
      for (const { model, prompt, temperature, metric, value } of expected) {
        const found = values.get([model, prompt, temperature, metric].join(" "));
        assert.ok(
          Math.abs(found! - value) < 1e-12,
          `${prompt} ${temperature} ${metric}: ${found}, not ${value}`,
        );
      }
    });
  },
});
