import { nameOfSection } from "../../../paper/names.ts";
import { equal, type Rules, shareOf, type Twin } from "../../../paper/rules.ts";
import { enumerated } from "../../../report/words.ts";
import { sum } from "../../../statistics/descriptive.ts";

import { asPrinted } from "./names.ts";
import { countOf, type PaperNumbers } from "./printed.ts";
import type { PaperEvidence } from "./labels/label_verdict.ts";

/** The totals in the text, and the counts that make them. */
const TOTALS = [
  { total: "function prompts", parts: ["occupations", "majors", "treatments"], by: "sum" },
  { total: "topics", parts: ["illness", "male traits", "female traits", "society"], by: "sum" },
  { total: "test prompts", parts: ["topics", "codes of a topic"], by: "product" },
] as const;

/** The rules about counts in the text: of prompts, topics, models and samples. */
export const countRules: Rules<PaperEvidence> = {
  "the counts in the text make the totals that it gives": equal(({ text }) =>
    TOTALS.map(({ total, parts, by }) => {
      const counts = parts.flatMap((part) => text.counts.filter(({ what }) => what === part));
      const values = counts.map(({ value }) => value);
      const right = by === "sum" ? sum(values) : values.reduce((all, one) => all * one, 1);
      const named = enumerated(counts.map(({ what, value }) => `${value} (${what})`));
      const evidence = `${nameOfSection(counts[0]?.section ?? "")} has ${named}`;
      return counted(text, total, counts.length < parts.length ? undefined : right, evidence);
    })
  ),
  "there is a prompt for each name and attribute": equal(({ text, prompts }) => {
    const scenarios = [...new Set(prompts.map(({ scenario }) => scenario))];
    const namesOf = (scenario: string) =>
      sum(prompts.filter((column) => column.scenario === scenario).map(({ names }) => names));
    const named = enumerated(scenarios.map((scenario) => `${namesOf(scenario)} (${scenario})`));
    return text.counts.filter(({ what }) => what === "function prompts").map(({ what, value }) => {
      const evidence = `a prompt has one attribute: ${named} in the columns of Table 8, ` +
        `as the artifact's scripts ask them; ${value} are the names`;
      return counted(text, what, sum(scenarios.map(namesOf)), evidence);
    });
  }),
  "the tables have as many topics of a kind as the text": equal(({ text, topics }) => {
    const categories = new Set(topics.map(({ category }) => category));
    return text.counts.filter(({ what }) => categories.has(what)).map(({ what }) => {
      const own = topics.filter(({ category }) => category === what).map(({ topic }) => topic);
      const listed = [...text.traits.male, ...text.traits.female];
      const more = own.filter((topic) => !listed.includes(topic));
      const unlisted = more.length > 0 ? `: ${enumerated(more)} is not in the text` : "";
      return counted(text, what, own.length, `Tables 4, 5 and 11 to 16 have ${enumerated(own)}${unlisted}`);
    });
  }),
  "there are as many models and samples as are counted": equal(({ text, models }) => {
    const each = countOf({ text }, "samples of a model")?.value ?? 0;
    const sampled = text.detector.models.length;
    return [
      counted(text, "models", models.length, "Table 1 has so many"),
      counted(text, "samples", sampled * each, `${sampled} models with ${each} samples each`),
    ].filter(({ value }) => value !== undefined);
  }),
  "an accuracy of Table 6 is a share of the samples": shareOf(({ table6, text }) => {
    const n = countOf({ text }, "samples")?.value;
    return n === undefined ? [] : table6.map(({ method, accuracy: value }) => ({
      ...{ where: `Table 6, ${method}`, value, n, digits: 2, write: asPrinted, evidence: " is printed so" },
      expected: [Math.floor, Math.ceil].map((round) => asPrinted(round(value * n) / n)).join(" or "),
    }));
  }),
};

/** A count in the text, beside the number that it should be; without a value if the text does not have the count. */
function counted(
  text: PaperNumbers["text"],
  what: string,
  other: number | undefined,
  evidence: string,
): Twin {
  const said = countOf({ text }, what);
  const where = said ? `${nameOfSection(said.section)}, ${what}` : what;
  return { where, value: said?.value, other, expected: `${other}`, evidence };
}
