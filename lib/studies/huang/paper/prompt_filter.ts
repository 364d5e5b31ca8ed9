import { sum } from "../../../statistics/descriptive.ts";
import { inspectEach } from "../../../report/paper_rules.ts";
import { nameOfSection, type PaperRule } from "./paper_error.ts";
import { CATEGORIES } from "./paper_text.ts";

/** Stages of Table II with more prompts than the stage before. */
export const stagesOnlyRemove: PaperRule = {
  rule: "a stage of filtering leaves no more prompts than the stage before",
  inspect: ({ table2 }) => {
    const steps = table2.slice(1).flatMap((row, at) =>
      CATEGORIES.map((category) => ({
        stage: row.stage,
        category,
        left: row[category],
        before: table2[at][category],
      }))
    );
    return inspectEach(steps, ({ stage, category, left, before }) => {
      if (left <= before) return null;
      return {
        where: `Table II, ${stage}, ${category}`,
        what: `${left}`,
        evidence: `the stage before left ${before}`,
      };
    });
  },
};

/** Final prompts of Table II that are not the tasks of the other tables, or what the text says. */
export const finalPromptsAreTasks: PaperRule = {
  rule: "the final prompts are the tasks, in Table II and in the text",
  inspect: ({ tasks, table2, text }) => {
    const final = table2.at(-1);
    const all = final ? sum(CATEGORIES.map((category) => final[category])) : null;
    const quotes = text.prompts.flatMap(({ section, total, ...own }) => [
      { where: nameOfSection(section), name: "all", own: total, other: all },
      ...CATEGORIES.map((name) => ({
        where: nameOfSection(section),
        name,
        own: own[name],
        other: final?.[name],
      })),
    ]);
    const sums = [{ where: "Table II", name: "all", own: all, other: tasks }];
    return inspectEach([...sums, ...quotes], ({ where, name, own, other }) => {
      if (own === null || own === other) return null;
      return {
        where: `${where}, final prompts, ${name}`,
        what: `${own}`,
        evidence: `elsewhere they are ${other}`,
      };
    });
  },
};
