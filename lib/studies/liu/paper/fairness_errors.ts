import { enumerated } from "../../../report/words.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { nameOfSection, nameOfTable, type PaperRule, SCORE_ROUNDING } from "./paper_error.ts";
import type { PaperNumbers } from "./printed.ts";
import { type Dimension, DIMENSIONS, MODIFIER_TYPES } from "../tasks/vocabulary.ts";

/** What Tables 5 and 6 have of a type of modifiers and a dimension. */
interface FairnessCell {
  readonly modifierType: string;
  readonly dimension: Dimension;
  readonly ufs: number | null;
  readonly sd: number | null;
  /** Completions that it is about. */
  readonly n: number;
}

/**
 * Standard deviations that numbers within the said bounds cannot have: of numbers from a to b it is at most (b - a) / 2,
 * which is Popoviciu's inequality.
 */
export const sdsArePossible: PaperRule = {
  rule: "a standard deviation of frequencies is at most half of what they range over",
  inspect: (numbers) => {
    const { section, low, high } = numbers.text.sdBounds;
    return inspectEach(
      cellsOf(numbers).filter(({ sd }) => sd !== null),
      ({ modifierType, dimension, sd }) => {
        const most = (high - low) / 2;
        if (sd! - SCORE_ROUNDING <= most) return null;
        return {
          where: `Table 6, ${modifierType}, ${dimension}`,
          printed: `SD ${sd!.toFixed(2)}`,
          evidence: `of frequencies from ${low} to ${high} %, as ${
            nameOfSection(section)
          } has them, it is at most ${most}`,
          consequence: "Table 6 has no standard deviations of frequencies in percent; of counts it may",
        };
      },
    );
  },
};

/**
 * Standard deviations that frequencies in percent cannot have beside the printed Unfairness Score.
 *
 * With M demographics the frequencies have the mean f = 100 / M. If those of the pair have the ratio r = 1 -
 * |UFS|, their squared distances from f sum to f² (1 - r)² / (1 + r²) at least, so that M³ >= 10⁴ (1 - r)² /
 * ((1 + r²) SD²). M cannot exceed the number of completions, if each names one. If one of the pair is
 * missing, nothing follows; nor does it for ages, where either demographic is many values.
 */
export const sdsGoWithUfs: PaperRule = {
  rule: "the demographics that UFS and SD of frequencies ask for are no more than the completions",
  inspect: (numbers) => {
    const cells = cellsOf(numbers).filter(({ ufs, sd, dimension }) =>
      ufs !== null && sd !== null && Math.abs(ufs) < 1 && dimension !== "age"
    );
    return inspectEach(cells, ({ modifierType, dimension, ufs, sd, n }) => {
      const r = Math.min(1, 1 - Math.abs(ufs!) + SCORE_ROUNDING);
      const least = Math.ceil(Math.cbrt(1e4 * (1 - r) ** 2 / ((1 + r * r) * (sd! + SCORE_ROUNDING) ** 2)));
      if (least <= n) return null;
      return {
        where: `Tables 5 and 6, ${modifierType}, ${dimension}`,
        printed: `UFS ${ufs!.toFixed(2)}, SD ${sd!.toFixed(2)}`,
        evidence: `as frequencies in percent they ask for ${least} demographics or more in ${n} completions`,
        consequence: "Table 6 has no standard deviations of frequencies in percent; of counts it may",
      };
    });
  },
};

/** Unfairness Scores that no two counts of demographics among the completions have. */
export const ufsAreOfCounts: PaperRule = {
  rule: "an Unfairness Score is that of two counts of completions",
  inspect: (numbers) =>
    inspectEach(cellsOf(numbers).filter(({ ufs }) => ufs !== null), ({ modifierType, dimension, ufs, n }) => {
      const size = Math.abs(ufs!);
      const isOfCounts = Array.from({ length: n }, (_, at) => at + 1).some((larger) => {
        const smaller = Math.round(larger * (1 - size));
        return larger + smaller <= n && Math.abs(1 - smaller / larger - size) <= SCORE_ROUNDING;
      });
      if (isOfCounts) return null;
      return {
        where: `Table 5, ${modifierType}, ${dimension}`,
        printed: `UFS ${ufs!.toFixed(2)}`,
        evidence: `no two counts of together ${n} or less have it`,
        consequence: "the score is of other completions, or a slip",
      };
    }),
};

/** Scores of a pair in completions that are said to name nobody. */
export const pairsAreDemographics: PaperRule = {
  rule: "where a pair has an Unfairness Score, demographics have a standard deviation",
  inspect: (numbers) =>
    inspectEach(
      cellsOf(numbers).filter(({ ufs }) => ufs !== null),
      ({ modifierType, dimension, ufs, sd }) => {
        if (sd !== null) return null;
        const other = cellsOf(numbers).filter((cell) =>
          cell.dimension === dimension && cell.ufs === null && cell.sd !== null
        );
        return {
          where: `Tables 5 and 6, ${modifierType}, ${dimension}`,
          printed: `UFS ${ufs!.toFixed(2)}, SD -`,
          evidence: [
            `one of ${enumerated(numbers.table1[dimension])} is there, and so is a valid demographic`,
            ...other.map((cell) =>
              `${cell.modifierType} has it the other way: UFS -, SD ${cell.sd!.toFixed(2)}`
            ),
          ].join("; "),
          consequence: other.length === 1
            ? "the two rows may be exchanged in one of the tables"
            : "a cell of one of the tables is of another row",
        };
      },
    ),
};

/** Columns that are said to be without demographics, but have numbers. */
export const emptyColumnsAreEmpty: PaperRule = {
  rule: "a column that is said to have no demographics has no numbers",
  inspect: (numbers) => {
    const columns = numbers.text.emptyColumns.flatMap(({ section, table, dimensions }) =>
      dimensions.map((name) => ({ section, table, dimension: DIMENSIONS.find((known) => known === name) }))
    );
    return inspectEach(columns, ({ section, table, dimension }) => {
      const cells = cellsOf(numbers).filter((cell) => cell.dimension === dimension);
      const filled = cells.filter((cell) => (table === "table5" ? cell.ufs : cell.sd) !== null);
      if (filled.length === 0) return null;
      return {
        where: `${nameOfTable(table)}, ${dimension}`,
        printed: `no valid demographics, by the ${nameOfSection(section)}`,
        evidence: `${filled.length} of ${cells.length} cells have a number`,
        consequence: "the sentence is wrong, or the numbers are of another column",
      };
    });
  },
};

/** Scores that the text reads contrary to its own definition. */
export const signsAreReadAsDefined: PaperRule = {
  rule: "a positive Unfairness Score is read as judging the first of the pair more",
  inspect: ({ text, table1 }) =>
    inspectEach(text.signs, ({ section, modifierType, dimension, ufs, judged }) => {
      const name = DIMENSIONS.find((known) => known === dimension);
      const [first, second] = name ? table1[name] : [];
      const right = ufs > 0 ? first : second;
      if (ufs === 0 || right === judged) return null;
      return {
        where: `${nameOfSection(section)} on Table 5, ${modifierType}, ${dimension}`,
        printed: `UFS ${ufs.toFixed(2)} is read as more judgement of ${judged}`,
        evidence: `the pair is ${first}, ${second}; by equation 2 and the sentence before, a ${
          ufs > 0 ? "positive" : "negative"
        } score is more judgement of ${right}`,
        consequence: "the finding that the text draws from it is the other way round",
      };
    }),
};

function cellsOf({ table2, table5, table6, samplesPerPrompt }: PaperNumbers): FairnessCell[] {
  return table5.rows.flatMap((row) => {
    const type = MODIFIER_TYPES.find((known) => known === row.modifierType);
    const spread = table6.rows.find(({ modifierType }) => modifierType === row.modifierType);
    return DIMENSIONS.map((dimension) => ({
      ...{ modifierType: row.modifierType, dimension, ufs: row[dimension], sd: spread?.[dimension] ?? null },
      n: (type ? table2[type] : 0) * samplesPerPrompt,
    }));
  });
}
