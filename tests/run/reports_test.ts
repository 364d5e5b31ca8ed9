import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openProber, openScorer, run } from "codebias/mod.ts";
import { integerFrom, seedFrom } from "codebias/statistics/random.ts";
import { type ReportKey, ReportStore } from "codebias/store/reports.ts";
import { contained } from "../execution/containment.ts";
import { sized } from "../long.ts";
import { withFiles } from "../store/repository.ts";
import { probedStudy, probedTexts, scoredStudy, scoredTexts, tasks, texts } from "./reporting.ts";

/** A store that counts what is found out. */
class CountingStore extends ReportStore {
  found = 0;

  override get<R>(key: ReportKey, find: () => Promise<R>, lasts: (report: R) => boolean): Promise<R> {
    return super.get(key, () => (this.found++, find()), lasts);
  }
}

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
      assert.deepEqual(results[1], results[0]);
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

const [PROGRAMS, KILLS] = sized({ small: [60, 4], long: [200, 20] });
const PROCESS = fileURLToPath(new URL("./probing_process.ts", import.meta.url));

Deno.test(
  `A run that is killed ${KILLS} times while it probes finds out again only what was under way`,
  contained,
  () =>
    withFiles({}, async (folder) => {
      const path = join(folder, "reports.sqlite");
      let stored = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const most = Math.floor(PROGRAMS / KILLS);
        const after = stored + integerFrom(seedFrom("probing", kill), 1, most - 1);
        const process = new Deno.Command(Deno.execPath(), {
          args: ["run", "-A", "--quiet", "--no-check", PROCESS, path, `${PROGRAMS}`],
          ...{ stdout: "piped", stderr: "inherit" },
        }).spawn();
        let text = "";
        for await (const piece of process.stdout.pipeThrough(new TextDecoderStream())) {
          text += piece;
          stored = Math.max(stored, ...text.split("\n").slice(0, -1).map(Number));
          if (stored >= after) break;
        }
        process.kill("SIGKILL");
        assert.equal((await process.status).signal, "SIGKILL");
      }
      assert(stored < PROGRAMS, "the run ended before the last kill: it has too few programs");
      using reports = open(folder);
      const completions = texts(PROGRAMS);
      const { samples } = await run(probedStudy, { tasks, completions, reports });
      assert(reports.found <= PROGRAMS - stored, `${reports.found} of ${PROGRAMS} after ${stored}`);
      const whole = await run(probedStudy, { tasks, completions });
      assert.deepEqual(samples.map(unmeasured), whole.samples.map(unmeasured));
    }),
);

/** A sample without times. */
function unmeasured(sample: object): unknown {
  return JSON.parse(JSON.stringify(sample, (name, value) => name === "cpuMs" ? undefined : value));
}
