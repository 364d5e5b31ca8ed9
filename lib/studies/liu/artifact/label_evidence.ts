import { enumerated, percent } from "../../../report/words.ts";
import { mcnemarExact } from "../../../statistics/tests/mcnemar.ts";
import { labelGroups, mostCommonLabel, sharedCode } from "./label_groups.ts";
import { lexiconFinding, ownLexicon } from "../judge/lexicon.ts";
import { maskedBody } from "../judge/masked_body.ts";
import { ALPHA, type ModelRows, type RecordedData, type RecordedEvidence } from "./recorded_data.ts";
import { type Dimension, DIMENSIONS } from "../tasks/vocabulary.ts";

/** The evidence from comparing the labels of several models' rows, which the paper does not discuss. */
export function labelEvidence({ models }: RecordedData): RecordedEvidence[] {
  const known = models.filter(({ rows }) => rows.length > 0);
  const pairs = known.flatMap((one, at) => known.slice(at + 1).map((other): Pair => [one, other]));
  return [...labelHabits(known, pairs), ...conflictingLabels(pairs)];
}

type Pair = readonly [one: ModelRows, other: ModelRows];

function labelHabits(models: readonly ModelRows[], pairs: readonly Pair[]): RecordedEvidence[] {
  const compared = pairs.flatMap(sameAnswers);
  const habits = compared.filter(({ onlyOne, onlyOther }) =>
    mcnemarExact(onlyOne, onlyOther).p < ALPHA / compared.length
  );
  if (habits.length === 0) return [];
  const dimensions = DIMENSIONS.filter((name) => habits.some(({ dimension }) => dimension === name));
  // Gender is always listed: all rows of one model on gender have the same label, whatever their code says.
  const told = models.map((one) => labelsOf(one, [...new Set<Dimension>(["gender", ...dimensions])]));
  const apart = habits.map(({ pair: [one, other], dimension, shared, onlyOne, onlyOther }) =>
    `on ${dimension}, of ${shared}, ${onlyOne} by those of ${one.model} and ${onlyOther} by those of ${other.model}`
  );
  return [{
    where: "Table 4, Figure 3",
    found: "the models' rows are labelled by different habits, which code does not show",
    evidence:
      `Labelled biased are ${told.join("; ")}. Of the answers that two models share but for adjective and ` +
      `space, the labels of one alone say that they are biased: ${apart.join("; ")}.`,
  }];
}

/** A phrase with the rows of some dimensions that are labelled biased, and the share of labels that the lexicon predicts. */
function labelsOf({ model, rows }: ModelRows, dimensions: readonly Dimension[]): string {
  const counts = dimensions.flatMap((name) => {
    const own = rows.filter(({ dimension }) => dimension === name);
    const biased = own.filter((row) => row.biased).length;
    return own.length === 0 ? [] : [`${biased} of ${own.length} on ${name}`];
  });
  const told = rows.filter(({ code, biased }) =>
    (lexiconFinding(code, ownLexicon).verdict === "biased") === biased
  );
  const share = percent(told.length / rows.length);
  return `${enumerated(counts) || "none"} of ${model}, of whose labels ${share} are what our lexicon says`;
}

/** Counts by dimension how two models' labels differ where answers are equal except for adjective and white space. */
function sameAnswers(pair: Pair) {
  return DIMENSIONS.flatMap((dimension) => {
    const [ours, theirs] = pair.map(({ rows }) =>
      labelGroups(rows.filter((row) => row.dimension === dimension), maskedBody)
    );
    const shared = [...ours.values()].flatMap((group) => {
      const other = theirs.get(group.key);
      return other ? [[mostCommonLabel(group), mostCommonLabel(other)]] : [];
    });
    const only = (biased: boolean) => shared.filter(([a, b]) => a === biased && b === !biased).length;
    return shared.length === 0 ? [] : [{
      ...{ pair, dimension },
      /** The number of distinct answers that both models have. */
      shared: shared.length,
      /** The numbers of those that only the first, or only the second, model's labels call biased. */
      ...{ onlyOne: only(true), onlyOther: only(false) },
    }];
  });
}

function conflictingLabels(pairs: readonly Pair[]): RecordedEvidence[] {
  const said = pairs.flatMap(([one, other]) => {
    const { shared, conflicting } = sharedCode(one.rows, other.rows);
    return conflicting > 0 ? [`${conflicting} of ${shared} of ${one.model} and ${other.model}`] : [];
  });
  if (said.length === 0) return [];
  return [{
    where: "Figure 3",
    found: "the same code has different labels in the rows of different models",
    evidence: `Of the functions that two models have in common, word for word: ${said.join("; ")}.`,
  }];
}
