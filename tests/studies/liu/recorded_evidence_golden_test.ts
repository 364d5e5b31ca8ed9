import assert from "node:assert/strict";
import { liu } from "codebias/studies/liu/liu.ts";
import { rowsOf } from "./artifact.ts";
import { golden, NEITHER, pathOf, percent, withoutBoth } from "./golden.ts";
import { about } from "./recorded_data.ts";
import { recordedEvidence, recordedEvidenceTable } from "codebias/studies/liu/artifact/recorded_evidence.ts";

Deno.test({
  name: `recordedEvidence() of the artifact has the golden numbers${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const splits = await Promise.all(
      liu.splitFiles.map(async (file) => ({ ...file, rows: await rowsOf(file.path) })),
    );
    const models = await Promise.all(
      liu.modelFiles.map(async (file) => ({ ...file, rows: await rowsOf(file.path) })),
    );
    const said = recordedEvidence({ splits, models });
    assert.equal(said.length, 8);
    const balance = golden!.class_balance["codegen/train"];
    assert.equal(
      about(said, "Table 3"),
      `So it is in 9 of 9 parts, e.g. codegen/train: ${balance.label1} rows are labelled biased, ${balance.label0} ` +
        `acceptable; printed are ${balance.label0} Pos and ${balance.label1} Neg.`,
    );
    assert.match(about(said, "Section 3.2"), /14 in train, 4 in val and 2 in test/);
    const leaked = about(said, "Figure 3", /training/);
    const masked = golden!.classifier["share of rows whose masked body is in train"];
    for (const split of ["val", "test"] as const) {
      const { rows, exact_in_train: exact } = golden!.leakage[`combine/${split}`];
      const found = new RegExp(
        `${exact} of ${rows} ${split} rows \\([\\d.]+ %\\) word for word, and (\\d+) \\(([\\d.]+) %\\)`,
      ).exec(leaked)!;
      assert.equal(percent(Number(found[1]) / rows), masked[split]);
      assert.equal(Number(found[2]), Number(masked[split].toFixed(1)));
    }
    const conflicts = about(said, "Figure 3", /same code/);
    let compared = 0;
    for (const [names, { shared, conflict }] of Object.entries(golden!.cross_file_label_conflicts)) {
      const paths = names.split(" vs ").map(pathOf);
      const known = paths.map((path) => liu.modelFiles.find((file) => file.path === path));
      // One file is there twice, under the name of training data, too.
      const [a, b] = known.map((file) => file?.model ?? "CodeGen-2.7B");
      const parts = [
        `${conflict} of ${shared} of ${a} and ${b}`,
        `${conflict} of ${shared} of ${b} and ${a}`,
      ];
      assert.equal(parts.some((part) => conflicts.includes(part)), conflict > 0, names);
      compared++;
    }
    assert.equal(compared, 6);
    const habits = about(said, "Table 4, Figure 3");
    assert(habits.includes("490 of 490 on gender and 12 of 490 on age of CodeGen-2.7B"), habits);
    assert(habits.includes("390 of 490 on age of InCoder-6.7B"));
    const swaps = about(said, "Tables 5 and 6");
    for (const which of ["ufs_any", "sd_counts_first"]) {
      const test = golden!.row_swap_test[which];
      const [from, to] = ["as printed", "Random rows swapped"].map((name) =>
        test[name].mean_abs_diff.toFixed(2)
      );
      assert(swaps.includes(`by ${from} on average, by ${to} with`), `${which}: ${swaps}`);
    }
    assert.match(
      about(said, "Table 6, equation 3"),
      /^Over 29 cells without age, those of counts differ .* 1\.17 /,
    );
    assert.match(about(said, "Tables 4 and 7"), /CodeGen-350M 5\.8 % \(9\.4 % and 5\.7 %\)/);
    assert.equal(recordedEvidenceTable(said).frame.height, 8);
  },
});
