import { nameOfSection } from "../../../paper/names.ts";
import { rule, type Rules } from "../../../paper/rules.ts";
import { enumerated } from "../../../report/words.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";
import { nameOfTable } from "./names.ts";
import { CATEGORIES, COLUMNS, type PaperNumbers } from "./printed_tables.ts";

/** Rules on the text about attributes, columns and examples. */
export const wordingRules: Rules<PaperNumbers> = {
  "lists of the protected attributes are those of the tables": rule(
    ({ text }) => text.attributeLists,
    ({ section, attributes }) => {
      const differing = differences(attributes, PROTECTED);
      return differing !== null && {
        ...{ where: nameOfSection(section), printed: `attributes ${enumerated(attributes)}` },
        evidence: `against the tables, ${differing}`,
      };
    },
  ),
  "an example prompt names the attributes of its category": rule(
    ({ text }) => text.templates,
    ({ section, category, attributes }, { table1 }) => {
      const own = CATEGORIES.find((name) => name === category);
      const differing = differences(attributes, own ? table1[own] : []);
      const other = CATEGORIES.find((name) => differences(attributes, table1[name]) === null);
      return differing !== null && {
        where: `${nameOfSection(section)}, prompt of ${category}`,
        printed: enumerated(attributes),
        evidence: other ? `in Table I these are the attributes of ${other}` : `against Table I, ${differing}`,
      };
    },
  ),
  "a table has the columns that its caption describes": rule(
    ({ text }) => text.columns,
    ({ section, table, column }, numbers) => {
      const columns = columnsOf(table, numbers);
      return !columns.includes(column) && {
        ...{ where: `${nameOfTable(table)}, ${section}`, printed: `a column ${column}` },
        evidence: `the columns are ${enumerated(columns)}`,
      };
    },
  ),
  "the test cases of an example are pairs of values times combinations of the others": rule(
    ({ text }) => text.testCases,
    ({ section, attribute, pools, pairs, others, total }) => {
      const { [attribute]: own = 0, ...more }: Readonly<Record<string, number>> = pools;
      const rest = product(Object.values(more));
      const chosen = own * (own - 1) / 2;
      const [right, printed] = [chosen * rest, product([...pairs, ...others])];
      return (printed !== total || right !== total) && {
        where: `${nameOfSection(section)}, example, ${attribute}`,
        printed: `${pairs.join(" x ")} pairs, ${others.join(" x ")} others, ${total} test cases`,
        evidence: [
          `${pairs.join(" x ")} x ${others.join(" x ")} is ${printed}`,
          `${own} values make ${chosen} pairs, with ${rest} combinations of the others ${right} test cases`,
        ],
      };
    },
  ),
};

/** The names that only one of two lists has, in words; null if both have the same. */
export function differences(own: readonly string[], others: readonly string[]): string | null {
  const words = [[own, others, "here"], [others, own, "there"]] as const;
  return words.flatMap(([list, other, where]) => {
    const only = list.filter((name) => !other.includes(name));
    return only.length > 0 ? [`only ${where}: ${enumerated(only)}`] : [];
  }).join("; ") || null;
}

function columnsOf(table: string, { table4, table6 }: PaperNumbers): readonly string[] {
  if (table === "table7") return COLUMNS;
  const rows = table === "table4" ? table4 : table === "table6" ? table6 : [];
  return Object.keys(rows[0]?.counts ?? {});
}

function product(factors: readonly number[]): number {
  return factors.reduce((all, one) => all * one, 1);
}
