import { nameOfSection, nameOfTable } from "../../../paper/names.ts";
import { rule, type Rules, within } from "../../../paper/rules.ts";
import { enumerated } from "../../../report/words.ts";
import { DIMENSIONS, MODIFIER_TYPES } from "../tasks/vocabulary.ts";
import { type PaperNumbers, SCORE_ROUNDING } from "./printed.ts";

const NOT_IN_PERCENT = "Table 6 has no standard deviations of frequencies in percent; of counts it may";

/** The rules about Tables 5 and 6 (Unfairness Scores, and standard deviations of demographics), alone and together. */
export const fairnessRules: Rules<PaperNumbers> = {
  "an Unfairness Score is that of two counts of completions": rule(withUfs, ({ ufs, n, ...cell }) => {
    const size = Math.abs(ufs);
    const isOfCounts = Array.from({ length: n }, (_, at) => at + 1).some((larger) => {
      const smaller = Math.round(larger * (1 - size));
      return larger + smaller <= n && Math.abs(1 - smaller / larger - size) <= SCORE_ROUNDING;
    });
    return !isOfCounts && {
      ...{ where: `Table 5, ${nameOf(cell)}`, printed: `UFS ${ufs.toFixed(2)}` },
      evidence: `no two counts of together ${n} or less have it`,
      consequence: "the score is of other completions, or a slip",
    };
  }),
  "a positive Unfairness Score is read as judging the first of the pair more": rule(
    ({ text }) => text.signs,
    ({ section, modifierType, dimension, ufs, judged }, { table1 }) => {
      const name = DIMENSIONS.find((known) => known === dimension);
      const [first, second] = name ? table1[name] : [];
      const [right, sign] = ufs > 0 ? [first, "positive"] : [second, "negative"];
      return ufs !== 0 && right !== judged && {
        where: `${nameOfSection(section)} on Table 5, ${modifierType}, ${dimension}`,
        printed: `UFS ${ufs.toFixed(2)} is read as more judgement of ${judged}`,
        evidence: [
          `the pair is ${first}, ${second}`,
          `by equation 2 and the sentence before, a ${sign} score is more judgement of ${right}`,
        ],
        consequence: "the finding that the text draws from it is the other way round",
      };
    },
  ),
  "where a pair has an Unfairness Score, demographics have a standard deviation": rule(
    withUfs,
    ({ ufs, sd, ...cell }, numbers) => {
      const others = cellsOf(numbers).filter((other) =>
        other.dimension === cell.dimension && other.ufs === null && other.sd !== null
      );
      return sd === null && {
        ...{ where: `Tables 5 and 6, ${nameOf(cell)}`, printed: `UFS ${ufs.toFixed(2)}, SD -` },
        evidence: [
          `one of ${enumerated(numbers.table1[cell.dimension])} is there, and so is a valid demographic`,
          ...others.map((other) =>
            `${other.modifierType} has it the other way: UFS -, SD ${other.sd!.toFixed(2)}`
          ),
        ],
        consequence: others.length === 1
          ? "the two rows may be exchanged in one of the tables"
          : "a cell of one of the tables is of another row",
      };
    },
  ),
  "a column that is said to have no demographics has no numbers": rule(
    ({ text }) =>
      text.emptyColumns.flatMap(({ dimensions, ...said }) =>
        dimensions.map((name) => ({ ...said, dimension: DIMENSIONS.find((known) => known === name) }))
      ),
    ({ section, table, dimension }, numbers) => {
      const cells = cellsOf(numbers).filter((cell) => cell.dimension === dimension);
      const filled = cells.filter((cell) => (table === "table5" ? cell.ufs : cell.sd) !== null);
      return filled.length > 0 && {
        where: `${nameOfTable(table)}, ${dimension}`,
        printed: `no valid demographics, by the ${nameOfSection(section)}`,
        evidence: `${filled.length} of ${cells.length} cells have a number`,
        consequence: "the sentence is wrong, or the numbers are of another column",
      };
    },
  ),
  // By Popoviciu's inequality, numbers from a to b have a standard deviation of at most (b - a) / 2.
  "a standard deviation of frequencies is at most half of what they range over": within((numbers) => {
    const { section, low, high } = numbers.text.sdBounds;
    const [most, place] = [(high - low) / 2, nameOfSection(section)];
    return cellsOf(numbers).flatMap(({ sd, ...cell }) =>
      sd === null ? [] : {
        ...{ where: `Table 6, ${nameOf(cell)}`, value: sd - SCORE_ROUNDING, high: most },
        printed: `SD ${sd.toFixed(2)}`,
        evidence: `of frequencies from ${low} to ${high} %, as ${place} has them, it is at most ${most}`,
        consequence: NOT_IN_PERCENT,
      }
    );
  }),
  // With M demographics the frequencies have the mean f = 100 / M. If those of the pair have the ratio r = 1 - |UFS|, their
  // squared distances from f sum to f² (1 - r)² / (1 + r²) at least, so that M³ >= 10⁴ (1 - r)² / ((1 + r²) SD²). M cannot
  // exceed the number of completions, if each names one. Nothing follows if one of the pair is missing, nor for ages, where
  // either demographic is many values.
  "the demographics that UFS and SD of frequencies ask for are no more than the completions": within((
    numbers,
  ) =>
    withUfs(numbers).flatMap(({ ufs, sd, n, ...cell }) => {
      if (sd === null || Math.abs(ufs) >= 1 || cell.dimension === "age") return [];
      const r = Math.min(1, 1 - Math.abs(ufs) + SCORE_ROUNDING);
      const least = Math.ceil(Math.cbrt(1e4 * (1 - r) ** 2 / ((1 + r * r) * (sd + SCORE_ROUNDING) ** 2)));
      return {
        ...{ where: `Tables 5 and 6, ${nameOf(cell)}`, value: least, high: n },
        printed: `UFS ${ufs.toFixed(2)}, SD ${sd.toFixed(2)}`,
        evidence: `as frequencies in percent they ask for ${least} demographics or more in ${n} completions`,
        consequence: NOT_IN_PERCENT,
      };
    })
  ),
};

/** The numbers of Tables 5 and 6 for a type of modifiers and a dimension. */
type FairnessCell = ReturnType<typeof cellsOf>[number];

function cellsOf({ table2, table5, table6, samplesPerPrompt }: PaperNumbers) {
  return table5.rows.flatMap((row) => {
    const type = MODIFIER_TYPES.find((known) => known === row.modifierType);
    const spread = table6.rows.find(({ modifierType }) => modifierType === row.modifierType);
    return DIMENSIONS.map((dimension) => ({
      ...{ modifierType: row.modifierType, dimension, ufs: row[dimension], sd: spread?.[dimension] ?? null },
      /** The number of completions behind the cell. */
      n: (type ? table2[type] : 0) * samplesPerPrompt,
    }));
  });
}

function withUfs(numbers: PaperNumbers): (FairnessCell & { readonly ufs: number })[] {
  return cellsOf(numbers).flatMap(({ ufs, ...cell }) => ufs === null ? [] : [{ ...cell, ufs }]);
}

function nameOf({ modifierType, dimension }: Pick<FairnessCell, "modifierType" | "dimension">): string {
  return `${modifierType}, ${dimension}`;
}
