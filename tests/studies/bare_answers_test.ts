import assert from "node:assert/strict";
import { faircoder, huang, linguistic, liu, run, solar, table } from "codebias";
import { save } from "codebias";
import { join } from "node:path";
import { contained } from "../execution/containment.ts";
import { withFiles } from "../store/repository.ts";

// deno-lint-ignore no-explicit-any -- each study has tasks and names of its own
const STUDIES: Readonly<Record<string, any>> = { solar, huang, liu, faircoder, linguistic };

for (const [name, study] of Object.entries(STUDIES)) {
  Deno.test(
    `answers of ${name} that name no setting have its tables, figures and answers`,
    contained,
    async () => {
      const { samples } = await run(study, { source: "recorded", limit: 6, temperatures: [0.2] });
      const bare = samples.filter(({ settings: { language = "en" } }) => language === "en")
        .map(({ taskId, model, text }, at) => ({ taskId, model, text, settings: {}, epoch: at + 1 }));
      const result = await run(study, { completions: bare });
      const named = {
        ...result,
        samples: result.samples.map((sample) => ({ ...sample, settings: { prompt: "?" } })),
      };
      for (const one of [result, named]) {
        const { tables, figures } = study.files(one);
        assert(Object.values({ ...tables, ...figures }).some((made) => made !== undefined));
      }
      for (const question of ["RQ1", "RQ2", "RQ3"]) {
        for (const one of [result, named]) {
          assert.doesNotMatch(study.answer(question, one).join(" "), /\b(?:null|NaN|undefined|Infinity)\b/);
        }
      }
      assert(
        study.rates(result).some(({ value }: { value: number | null }) => value !== null),
        "nothing is counted",
      );
      assert.doesNotMatch(
        study.answer("RQ1", result).join(" "),
        /No completion could be judged|Nothing was asked|There are no samples/,
      );
    },
  );
}

Deno.test(
  "that some of several models are synthetic is said below tables that say nothing",
  contained,
  () =>
    withFiles({}, async (folder) => {
      const { samples } = await run(solar, { source: "recorded", limit: 2 });
      const given = samples.map(({ judgement: _, programHash: __, ...one }) => one);
      const made = given.map((one) => ({ ...one, model: "calibration/solar" }));
      const result = await run(solar, { completions: [...given, ...made] });
      await save(result, {
        out: join(folder, "out"),
        tables: { own: table([{ dimension: "age", share: 0.5 }]) },
      });
      assert.match(
        await Deno.readTextFile(join(folder, "out/tables/own.md")),
        /SYNTHETIC: calibration\/solar/,
      );
    }),
);
