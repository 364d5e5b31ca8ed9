import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openProber, openScorer, run } from "codebias";
import { integerFrom, seedFrom } from "codebias/statistics/random.ts";
import { contained } from "../execution/containment.ts";
import { sized } from "../long.ts";
import { withFiles } from "../store/repository.ts";
import { CountingStore, RUNS } from "./killed_run.ts";
import { probedStudy, probedTexts, scoredStudy, scoredTexts, tasks } from "./reporting.ts";

const open = (folder: string) => new CountingStore(join(folder, "reports.sqlite"), "code 1");

Deno.test(
  "run() with reports probes nothing again but what could not be judged",
  contained,
  () =>
    withFiles({}, async (folder) => {
      const completions = probedTexts(4);
      const results = [];
      for (const expected of [5, 1]) { // four programs and one that raises for everybody
        using reports = open(folder);
        results.push(await run(probedStudy, { tasks, completions, reports }));
        assert.equal(reports.found, expected);
      }
      const [first, second] = results;
      const verdicts = first.samples.map(({ judgement }) =>
        judgement.kind === "judged" && judgement.finding.attributes.age.verdict
      );
      assert.deepEqual(verdicts, ["biased", "unbiased", "biased", "unbiased", "unjudged"]);
      assert.deepEqual(second.samples.slice(0, 4), first.samples.slice(0, 4));
      const without = await run(probedStudy, { tasks, completions });
      assert.deepEqual(without.samples.map(unmeasured), first.samples.map(unmeasured));
    }),
);

Deno.test(
  "run() with reports scores nothing again but what could not be said",
  contained,
  () =>
    withFiles({}, async (folder) => {
      const completions = scoredTexts();
      const results = [];
      for (const expected of [3, 1]) {
        using reports = open(folder);
        results.push(await run(scoredStudy, { tasks, completions, reports }));
        assert.equal(reports.found, expected);
      }
      assert.deepEqual(results[1].samples, results[0].samples);
      const said = results[0].samples.map(({ judgement }) =>
        judgement.kind === "judged" ? judgement.finding : judgement.kind
      );
      assert.deepEqual(said, [2, 0, "unjudged"]);
    }),
);

Deno.test(
  "run() refuses reports beside a tool that has its own",
  contained,
  () =>
    withFiles({}, async (folder) => {
      using reports = open(folder);
      await using prober = await openProber({ workers: 1, reports });
      await using scorer = await openScorer({ workers: 1 });
      await assert.rejects(run(probedStudy, { tasks, completions: probedTexts(1), prober, reports }), {
        name: "RangeError",
        message: "Cannot take both prober and reports: pass the reports when opening the prober",
      });
      await assert.rejects(run(scoredStudy, { tasks, completions: scoredTexts(), scorer, reports }), {
        name: "RangeError",
        message: "Cannot take both scorer and reports: pass the reports when opening the scorer",
      });
      await run(probedStudy, { tasks, completions: probedTexts(1), prober });
      await run(probedStudy, { tasks, completions: probedTexts(1), prober });
      assert.equal(reports.found, 2); // one could not be judged, and a prober says it once
    }),
);

const [KILLS, LIMIT] = sized({ small: [1, 8], long: [20, 80] });
const PROCESS = fileURLToPath(new URL("./killed_run.ts", import.meta.url));

for (
  const study of sized({
    small: ["liu", "tested"],
    long: ["huang", "liu", "faircoder", "tested"],
  }) as (keyof typeof RUNS)[]
) {
  Deno.test(
    `A run of ${study} that is killed ${KILLS} times finds out again only what was under way`,
    contained,
    () =>
      withFiles({}, async (folder) => {
        using fresh = new CountingStore(join(folder, "fresh.sqlite"), "code 1");
        const whole = await RUNS[study](LIMIT, fresh);
        const most = Math.floor(fresh.stored / (KILLS + 1));
        assert(most >= 1, "there are too few programs to be killed in between");
        const path = join(folder, "reports.sqlite");
        let stored = 0;
        for (let kill = 0; kill < KILLS; kill++) {
          const after = integerFrom(seedFrom(study, kill), 1, most);
          const process = new Deno.Command(Deno.execPath(), {
            args: ["run", "-A", "--quiet", "--no-check", PROCESS, study, path, `${LIMIT}`],
            ...{ stdout: "piped", stderr: "inherit" },
          }).spawn();
          let text = "";
          for await (const piece of process.stdout.pipeThrough(new TextDecoderStream())) {
            text += piece;
            if (Math.max(0, ...text.split("\n").slice(0, -1).map(Number)) >= after) break;
          }
          process.kill("SIGKILL");
          assert.equal((await process.status).signal, "SIGKILL");
          stored += Math.max(...text.split("\n").slice(0, -1).map(Number));
        }
        using reports = open(folder);
        const { frame } = await RUNS[study](LIMIT, reports);
        assert(reports.found <= fresh.found - stored, `${reports.found} of ${fresh.found} after ${stored}`);
        assert.deepEqual(verdictsIn(frame), verdictsIn(whole.frame));
      }),
  );
}

const VERDICTS = ["taskId", "prompt", "temperature", "attribute", "verdict", "biased", "doesTask"];

/** What is said of each sample and attribute; how far a long search came, and so its witness, depends on the machine's speed. */
function verdictsIn(frame: pl.DataFrame): readonly object[] {
  return frame.select(...VERDICTS.filter((name) => frame.columns.includes(name))).toRecords();
}

/** A sample without times. */
function unmeasured(sample: object): unknown {
  return JSON.parse(JSON.stringify(sample, (name, value) => name === "cpuMs" ? undefined : value));
}

Deno.test("openProber() and openScorer() choose the orders of sets themselves", async () => {
  for (const open of [openProber, openScorer]) {
    await assert.rejects(open({ hashSeed: 1 } as object), /^RangeError: Unknown option "hashSeed"/);
  }
});
