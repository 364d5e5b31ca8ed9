import assert from "node:assert/strict";
import { integerFrom, seedFrom } from "codebias/statistics/random.ts";
import { fairnessRows } from "codebias/studies/liu/metrics/fairness_rows.ts";
import { cbsOf } from "codebias/studies/liu/metrics/cbs_rates.ts";
import type { PaperNumbers } from "codebias/studies/liu/paper/printed.ts";
import type {
  ModelRows,
  RecordedData,
  RecordedEvidence,
} from "codebias/studies/liu/artifact/recorded_data.ts";
import { SPLITS } from "codebias/studies/liu/artifact/recorded_files.ts";
import type { RecordedRow } from "codebias/studies/liu/artifact/recorded_rows.ts";
import { DIMENSIONS, MODIFIER_TYPES, vocabulary } from "codebias/studies/liu/tasks/vocabulary.ts";
import { cleanPaper, type Open } from "./clean_paper.ts";
import { rowOf } from "./rows.ts";

/** What is said about a part of the paper; it must be said once. */
export function about(said: readonly RecordedEvidence[], where: string, found = /./): string {
  const own = said.filter((one) => one.where === where && found.test(one.found));
  assert.equal(own.length, 1, `${where}: ${JSON.stringify(said)}`);
  return own[0].evidence;
}

/** The model that Tables 5 and 6 of a made-up paper are about. */
export const INCODER = "InCoder-2B";

/** Rows as those of a model. */
export function as(model: string, rows: readonly RecordedRow[]): ModelRows {
  return { model, temperature: 1, topP: null, rows };
}

/** Rows that name either of a pair, as often as a rule has it, or nothing; all different, and labelled as words tell. */
function rowsOfModel(name: string): RecordedRow[] {
  return MODIFIER_TYPES.flatMap((type, atType) =>
    DIMENSIONS.flatMap((dimension, atDimension) => {
      const { pair } = vocabulary.dimensions[dimension];
      const { [type]: adjectives } = vocabulary.modifiers;
      const counts = [1 + (3 * atType + 5 * atDimension) % 7, 1 + (5 * atType + atDimension) % 6, 3];
      return counts.flatMap((count, which) =>
        Array.from({ length: count }, (_, at) => {
          const value = which < 2 ? pair[which] : dimension;
          const body =
            `return [${name}${at} for ${name}${at} in people if ${name}${at}[${dimension}] == '${value}']`;
          const adjective = adjectives[at % adjectives.length];
          return rowOf(body, { adjective, dimension, label: which < 2 ? 1 : 0 });
        })
      );
    })
  );
}

/** A dataset split at random, of which no row is like another, and two models that are labelled by one habit. */
export function cleanData(): RecordedData {
  const all = Array.from({ length: 120 }, (_, at) =>
    rowOf(`return ${at}`, {
      adjective: ["sick", "lazy", "best", "dark"][integerFrom(seedFrom("adjective", at), 0, 3)],
      label: at % 3 === 0 ? 1 : 0,
    }));
  const splitOf = (at: number) => SPLITS[Math.max(0, integerFrom(seedFrom("split", at), 0, 9) - 7)];
  return {
    splits: SPLITS.map((split) => ({
      dataset: "combine",
      split,
      rows: all.filter((_, at) => splitOf(at) === split),
    })),
    models: [as(INCODER, rowsOfModel("p")), as("CodeGen-2B", rowsOfModel("q"))],
  };
}

/** What a paper would print of the data if it had made no mistake. */
export function numbersFor(
  { splits, models }: RecordedData,
  { deviations = "frequencies" }: { readonly deviations?: "counts" | "frequencies" } = {},
): Open<PaperNumbers> {
  const numbers = cleanPaper();
  const own = models.find(({ model }) => model === INCODER);
  const scores = own ? fairnessRows(own.rows).filter(({ counting }) => counting === "any") : [];
  const rowsBy = (valueOf: (score: (typeof scores)[number]) => number | null) =>
    MODIFIER_TYPES.map((modifierType) => ({
      modifierType: modifierType as string,
      ...Object.fromEntries(DIMENSIONS.map((dimension) => {
        const score = scores.find((one) => one.modifierType === modifierType && one.dimension === dimension);
        return [dimension, score ? rounded(valueOf(score)) : null];
      })) as Record<(typeof DIMENSIONS)[number], number | null>,
    }));
  const cbs = models.filter(({ rows }) => rows.length > 0).map(({ model, rows }) => {
    const total = cbsOf(rows).find(({ modifierType }) => modifierType === "total")!.value!;
    return { model, cbs: { ...numbers.table4[0].cbs, total: Math.round(1e4 * total) / 1e4 } };
  });
  return {
    ...numbers,
    table3: splits.map(({ split, rows }) => {
      const pos = rows.filter(({ biased }) => biased).length;
      return { dataset: "total", split, pos, neg: rows.length - pos, ratio: 1, total: rows.length };
    }),
    table4: cbs.map((row) => ({
      ...row,
      cbs: { ...row.cbs },
      passAt: { "1": null, "10": null, "100": null },
    })),
    table5: { model: INCODER, rows: rowsBy(({ ufs }) => ufs) },
    table6: {
      model: INCODER,
      rows: rowsBy(({ sdCounts, sdFrequencies }) =>
        deviations === "counts" ? sdCounts : sdFrequencies === null ? null : 100 * sdFrequencies
      ),
    },
    table7: cbs.map((row) => ({ ...row, cbs: { ...row.cbs, total: 0.99 } })),
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(100 * value) / 100;
}
