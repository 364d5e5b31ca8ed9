import { enumerated } from "../../../report/words.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { type Breach, nameOfSection, nameOfTable, type PaperRule } from "./paper_error.ts";
import type { QuotedTestCases } from "./paper_text.ts";
import { CATEGORIES } from "./paper_text.ts";
import { COLUMNS, type PaperNumbers } from "./printed/printed_tables.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";

/** Lists of protected attributes that are not those of the tables. */
export const listsAreOfTables: PaperRule = {
  rule: "lists of the protected attributes are those of the tables",
  inspect: ({ text }) =>
    inspectEach(text.attributeLists, ({ section, attributes }) => {
      const differing = differences(attributes, PROTECTED);
      if (differing === null) return null;
      return {
        where: nameOfSection(section),
        what: `attributes ${enumerated(attributes)}`,
        evidence: `against the tables, ${differing}`,
      };
    }),
};

/** Example prompts of a category with attributes of another one. */
export const templatesAreOfCategory: PaperRule = {
  rule: "an example prompt names the attributes of its category",
  inspect: ({ text, table1 }) =>
    inspectEach(text.templates, ({ section, category, attributes }) => {
      const own = CATEGORIES.find((name) => name === category);
      const differing = differences(attributes, own ? table1[own] : []);
      if (differing === null) return null;
      const other = CATEGORIES.find((name) => differences(attributes, table1[name]) === null);
      return {
        where: `${nameOfSection(section)}, prompt of ${category}`,
        what: enumerated(attributes),
        evidence: other ? `in Table I these are the attributes of ${other}` : `against Table I, ${differing}`,
      };
    }),
};

/** Categories of Table I with published prompts that name other attributes. */
export const promptsNameTable1: PaperRule = {
  rule: "published prompts name the attributes of Table I",
  inspect: ({ table1, offered }) =>
    inspectEach(CATEGORIES, (category) => {
      const differing = differences(table1[category], offered[category]);
      if (differing === null) return null;
      return {
        where: `Table I, ${category}`,
        what: enumerated(table1[category]),
        evidence: `against the published prompts, ${differing}`,
      };
    }),
};

function differences(own: readonly string[], others: readonly string[]): string | null {
  const [more, fewer] = [
    own.filter((name) => !others.includes(name)),
    others.filter((name) => !own.includes(name)),
  ];
  const words = [
    ...(more.length > 0 ? [`only here: ${enumerated(more)}`] : []),
    ...(fewer.length > 0 ? [`only there: ${enumerated(fewer)}`] : []),
  ];
  return words.join("; ") || null;
}

/** Columns that a caption describes, and its table does not have. */
export const columnsAreThere: PaperRule = {
  rule: "a table has the columns that its caption describes",
  inspect: (numbers) =>
    inspectEach(numbers.text.columns, ({ section, table, column }) => {
      const columns = columnsOf(table, numbers);
      if (columns.includes(column)) return null;
      return {
        where: `${nameOfTable(table)}, ${section}`,
        what: `a column ${column}`,
        evidence: `the columns are ${enumerated(columns)}`,
      };
    }),
};

function columnsOf(table: string, { table4, table6 }: PaperNumbers): readonly string[] {
  if (table === "table7") return COLUMNS;
  const rows = table === "table4" ? table4 : table === "table6" ? table6 : [];
  return Object.keys(rows[0]?.counts ?? {});
}

/**
 * Examples of test cases with factors that do not give their number.
 *
 * For an attribute with v values there are v (v − 1) / 2 pairs, each with every combination of the others'
 * values.
 */
export const testCasesAreProducts: PaperRule = {
  rule: "the test cases of an example are pairs of values times combinations of the others",
  inspect: ({ text }) => inspectEach(text.testCases, breachOfExample),
};

function breachOfExample(
  { section, attribute, pools, pairs, others, total }: QuotedTestCases,
): Breach | null {
  const own = pools[attribute] ?? 0;
  const rest = product(
    Object.entries(pools).filter(([name]) => name !== attribute).map(([, size]) => size ?? 0),
  );
  const right = own * (own - 1) / 2 * rest;
  const printed = product([...pairs, ...others]);
  if (printed === total && right === total) return null;
  return {
    where: `${nameOfSection(section)}, example, ${attribute}`,
    what: `${pairs.join(" x ")} pairs, ${others.join(" x ")} others, ${total} test cases`,
    evidence: `${pairs.join(" x ")} x ${others.join(" x ")} is ${printed}; ${own} values make ${
      own * (own - 1) / 2
    } pairs, with ${rest} combinations of the others ${right} test cases`,
  };
}

function product(factors: readonly number[]): number {
  return factors.reduce((all, one) => all * one, 1);
}
