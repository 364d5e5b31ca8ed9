import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { enumerated } from "../../../report/words.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { asPrinted, nameOfSection, type PaperRule } from "./paper_error.ts";
import type { PaperNumbers } from "./printed.ts";

/** Totals that the text prints, what makes them, and how. */
const TOTALS: readonly {
  readonly total: string;
  readonly parts: readonly string[];
  readonly by: "sum" | "product";
}[] = [
  { total: "function prompts", parts: ["occupations", "majors", "treatments"], by: "sum" },
  { total: "topics", parts: ["illness", "male traits", "female traits", "society"], by: "sum" },
  { total: "test prompts", parts: ["topics", "codes of a topic"], by: "product" },
];

/** Totals in the text that its parts do not add up to. */
export const countsAddUp: PaperRule = {
  rule: "the counts in the text make the totals that it gives",
  inspect: ({ text }) =>
    inspectEach(TOTALS, ({ total, parts, by }) => {
      const whole = text.counts.find(({ what }) => what === total);
      const counts = parts.flatMap((part) => text.counts.filter(({ what }) => what === part));
      if (!whole || counts.length < parts.length) return null;
      const values = counts.map(({ value }) => value);
      const right = by === "sum" ? sum(values) : values.reduce((all, one) => all * one, 1);
      if (right === whole.value) return null;
      return {
        table: nameOfSection(whole.section),
        cells: total,
        printed: `${whole.value}`,
        expected: `${right}`,
        why: `${nameOfSection(counts[0].section)} has ${
          enumerated(counts.map(({ what, value }) => `${value} (${what})`))
        }`,
      };
    }),
};

/**
 * A number of prompts that differs from that of the names in all columns of Tables 8 to 10: each has one
 * attribute.
 */
export const promptsAreOfColumns: PaperRule = {
  rule: "there is a prompt for each name and attribute",
  inspect: ({ text, prompts }) =>
    inspectEach(text.counts.filter(({ what }) => what === "function prompts"), ({ section, value }) => {
      const scenarios = [...new Set(prompts.map(({ scenario }) => scenario))];
      const namesOf = (scenario: string) =>
        sum(prompts.filter((column) => column.scenario === scenario).map(({ names }) => names));
      const right = sum(scenarios.map(namesOf));
      if (right === value) return null;
      return {
        table: nameOfSection(section),
        cells: "function prompts",
        printed: `${value}`,
        expected: `${right}`,
        why: `a prompt has one attribute: ${
          enumerated(scenarios.map((scenario) => `${namesOf(scenario)} (${scenario})`))
        } in the columns of Table 8, as the artifact's scripts ask them; ${value} are the names`,
      };
    }),
};

/** Kinds of topics with other topics in the tables than in the text. */
export const topicsAreThoseOfTheText: PaperRule = {
  rule: "the tables have as many topics of a kind as the text",
  inspect: ({ text, topics }) => {
    const categories = [...new Set(topics.map(({ category }) => category))];
    const claims = text.counts.filter(({ what }) => categories.includes(what));
    return inspectEach(claims, ({ section, what, value }) => {
      const own = topics.filter(({ category }) => category === what).map(({ topic }) => topic);
      if (own.length === value) return null;
      const listed = [...text.traits.male, ...text.traits.female];
      const more = own.filter((topic) => !listed.includes(topic));
      return {
        table: nameOfSection(section),
        cells: what,
        printed: `${value}`,
        expected: `${own.length}`,
        why: `Tables 4, 5 and 11 to 16 have ${enumerated(own)}${
          more.length > 0 ? `: ${enumerated(more)} is not in the text` : ""
        }`,
      };
    });
  },
};

/** Numbers of models and of samples that differ from the lists. */
export const listsAreAsLong: PaperRule = {
  rule: "there are as many models and samples as are counted",
  inspect: ({ text, models }) => {
    const count = (wanted: string) => text.counts.find(({ what }) => what === wanted);
    const each = count("samples of a model")?.value ?? 0;
    const claims = [
      { claim: count("models"), right: models.length, why: "Table 1 has so many" },
      {
        claim: count("samples"),
        right: text.detector.models.length * each,
        why: `${text.detector.models.length} models with ${each} samples each`,
      },
    ].flatMap(({ claim, ...rest }) => claim ? [{ claim, ...rest }] : []);
    return inspectEach(claims, ({ claim: { section, what, value }, right, why }) => {
      if (value === right) return null;
      return { table: nameOfSection(section), cells: what, printed: `${value}`, expected: `${right}`, why };
    });
  },
};

/** Accuracies of Table 6 that are no shares of the samples. */
export const accuraciesAreCounts: PaperRule = {
  rule: "an accuracy of Table 6 is a share of the samples",
  inspect: ({ table6, text }: PaperNumbers) => {
    const n = text.counts.find(({ what }) => what === "samples")?.value;
    if (n === undefined) return { checked: 0, errors: [] };
    return inspectEach(table6, ({ method, accuracy }) => {
      if (countOf(accuracy, n, { digits: 2 }) !== null) return null;
      return {
        table: "Table 6",
        cells: method,
        printed: asPrinted(accuracy),
        expected: `${asPrinted(Math.floor(accuracy * n) / n)} or ${asPrinted(Math.ceil(accuracy * n) / n)}`,
        why: `no k/${n} is printed so`,
      };
    });
  },
};
