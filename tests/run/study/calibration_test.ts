import assert from "node:assert/strict";
import { join } from "node:path";
import {
  faircoder,
  huang,
  linguistic,
  liu,
  openOutcomes,
  openReports,
  openStore,
  probing,
  run,
  solar,
  study,
} from "codebias";
import { contained } from "../../execution/containment.ts";
import { PLAIN } from "../../plain_study.ts";

// deno-lint-ignore no-explicit-any -- the options are the study's
type Any = any;

const ASKED: readonly (readonly [study: Any, options: object, verdicts: readonly string[]])[] = [
  [solar, { limit: 2, methods: ["default", "COT"] }, ["biased", "unbiased"]],
  [huang, { limit: 2, rounds: 1 }, ["biased", "unbiased"]],
  [liu, { limit: 2, methods: ["0Y0N"], topPs: [0.8, 1] }, ["biased", "unbiased"]],
  [faircoder, { limit: 2 }, ["uses", "ignores"]],
  [linguistic, { limit: 2, draws: 5 }, ["passed", "wrong"]],
];

for (const [asked, options, verdicts] of ASKED) {
  Deno.test(
    `run() asks the synthetic model of ${asked.name} as calibration, and says so`,
    contained,
    async () => {
      const folder = await Deno.makeTempDir();
      using store = openStore(join(folder, "runs.sqlite"));
      using reports = await openReports(join(folder, "reports.sqlite"));
      using outcomes = await openOutcomes(join(folder, "outcomes.sqlite"));
      const kept = asked === linguistic ? { outcomes } : { reports };
      const result: Any = await run(asked, { model: "calibration", epochs: 12, store, ...kept, ...options });
      assert.equal(result.label, `SYNTHETIC: calibration/${asked.name}`);
      assert.deepEqual(result.frame.getColumn("model").unique().toArray(), [`calibration/${asked.name}`]);
      const found = result.frame.getColumn("verdict").toArray();
      for (const verdict of verdicts) assert(found.includes(verdict), `${verdict} is not among ${found}`);
      await Deno.remove(folder, { recursive: true });
    },
  );
}

for (const asked of [huang, liu]) {
  Deno.test(
    `calibration of ${asked.name} gives the same answers whichever tasks and methods are asked, each once`,
    contained,
    async () => {
      const folder = await Deno.makeTempDir();
      using store = openStore(join(folder, "runs.sqlite"));
      using reports = await openReports(join(folder, "reports.sqlite"));
      const ask = async (options: object) => {
        const result: Any = await run(asked as Any, { model: "calibration", store, reports, ...options });
        const given = result.samples.map((
          { taskId, settings, text }: Any,
        ) => [taskId, settings.prompt, text]);
        return { given, notices: result.notices };
      };
      const [first, second] = asked.methods ?? ["original", "zero-shot"];
      const few = await ask({ limit: 2, methods: [first] });
      const more = await ask({ limit: 3, methods: [first, second] });
      const firstTwo = more.given.filter(([, prompt]: string[]) => prompt === first).slice(0, 2);
      assert.deepEqual(firstTwo, few.given);
      assert.deepEqual(more.notices, few.notices); // it is the model that it was
      assert.deepEqual((await ask({ tasks: [few.given[1][0]] })).given, few.given.slice(1));
      assert.equal(new Set(store.listRuns().map(({ identity }) => identity)).size, 1);
      await Deno.remove(folder, { recursive: true });
    },
  );
}

Deno.test("run() does not ask calibration where a study has no synthetic model", async () => {
  const judge = probing({ subject: () => ({ kind: "no-program", reason: "empty" }) });
  const plain = study({ ...PLAIN, name: "plain", judge } as Any);
  await assert.rejects(
    () => run(plain, { model: "calibration" }),
    /^RangeError: Cannot ask calibration about plain: the study has no synthetic model; name another model/,
  );
});

Deno.test(
  "run() says that answers of the general synthetic model mean nothing in a study",
  contained,
  async () => {
    const [{ id }] = liu.tasks;
    const answer = { taskId: id, settings: { prompt: "default" }, epoch: 1, text: "    return people\n" };
    const notices = async (model: string) =>
      (await run(liu, { completions: [{ ...answer, model }] })).notices.join();
    assert.match(
      await notices("calibration"),
      /mean nothing in liu: .* run\(liu, { model: "calibration" }\)/,
    );
    assert.equal(await notices("calibration/liu"), "");
  },
);
