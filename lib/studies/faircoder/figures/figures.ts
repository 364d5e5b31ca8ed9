import type { Figure } from "../../../report/figures/figure.ts";
import type { StudyWriting } from "../../../report/drawing/sheet.ts";
import { axisLabel } from "../../../report/figures/chart.ts";
import { nameOfColumn } from "../paper/tables/wide_tables.ts";
import { SCENARIO_NAMES } from "./sentences.ts";
import { bubbleFigure, type BubbleFigureOptions } from "./bubble_figure.ts";
import { FALSE_SHARE, judgedPreferences } from "../metrics/preferred.ts";
import type { PreferredRow } from "../metrics/rates.ts";
import { settingNames } from "../tasks/settings.ts";
import { occupations } from "../tasks/subjects.ts";
import { cells } from "../tasks/task.ts";
import { TEST_ATTRIBUTES } from "../tasks/attributes.ts";
import { topics } from "../tasks/topics.ts";

const NOTE =
  `Hollow: no group is preferred by more than chance may give (permutation tests; of those that are filled, a share of ${FALSE_SHARE} ` +
  "may be false). No bubble: no group is given anything";

/**
 * Draws the groups that functions prefer, by scenario and attribute: a row for each model.
 *
 * Source: the paper FairCoder, Figure 3, which has a dot for every preferred group, by chance or not.
 *
 * @param preferred As `preferredByFunctions` gives them over all lists; rows by list are not drawn.
 * @throws {RangeError} If the columns do not fit on a page.
 */
export function preferenceFigure(preferred: readonly PreferredRow[], writing: StudyWriting): Figure {
  return ofFunctions(preferred.filter(({ subjectList }) => subjectList === "all"), {
    title: "Whom functions prefer",
    ...writing,
    xLabel: "Attribute",
  });
}

/**
 * Draws the groups that functions prefer, by the list that occupations and majors are from: a row for each model.
 *
 * Source: the paper FairCoder, Figure 9.
 *
 * @param preferred As `preferredByFunctions` gives them by list; treatments are in one list.
 * @throws {RangeError} As {@linkcode preferenceFigure}.
 */
export function listPreferenceFigure(preferred: readonly PreferredRow[], writing: StudyWriting): Figure {
  return ofFunctions(preferred.filter(isListed), {
    title: "Whom functions prefer, by list of occupations and majors",
    ...writing,
    xLabel: "Attribute: group that is the majority in the occupations or majors",
  });
}

/** Whether a row is about one list of occupations or majors, or about treatments, which are in one list. */
export function isListed({ subjectList, scenario }: PreferredRow): boolean {
  return subjectList !== "all" || scenario === "med";
}

/**
 * Draws the groups that test cases are about, by topic: a row for each model, by gender and by race. The paper has a
 * column for each, but their long names leave no room.
 *
 * Source: the paper FairCoder, Figure 10.
 *
 * @param preferred As `preferredInTests` gives them.
 * @throws {RangeError} As {@linkcode preferenceFigure}.
 */
export function topicPreferenceFigure(preferred: readonly PreferredRow[], writing: StudyWriting): Figure {
  const tests = preferred.filter(({ kind }) => kind === "test");
  const nameOf = settingNames(tests);
  const placeOf = ({ topic, attribute }: PreferredRow) =>
    TEST_ATTRIBUTES.findIndex((name) => name === attribute) * topics.length +
    topics.findIndex((one) => one.topic === topic);
  const drawn = judgedPreferences(tests).toSorted((a, b) => placeOf(a) - placeOf(b));
  return bubbleFigure(
    drawn.map((one) => ({ ...one, row: `${nameOf(one)}: ${one.attribute}`, block: "", column: one.topic })),
    { title: "Who test cases are about", note: NOTE, ...writing, xLabel: "Topic" },
  );
}

/** Draws preferences of functions in the order of the columns. */
function ofFunctions(rows: readonly PreferredRow[], options: BubbleFigureOptions): Figure {
  const preferred = rows.filter(({ kind }) => kind === "function");
  const nameOf = settingNames(preferred);
  const columns = cells().map(nameOfColumn);
  const lists = ["all", ...new Set(occupations.map(({ list }) => list))];
  const placeOf = (row: PreferredRow) =>
    columns.indexOf(nameOfColumn(row)) * lists.length + lists.indexOf(row.subjectList);
  const drawn = judgedPreferences(preferred).toSorted((a, b) => placeOf(a) - placeOf(b)).map((one) => ({
    ...{ ...one, row: nameOf(one) },
    block: one.scenario === "all" ? "" : axisLabel(SCENARIO_NAMES[one.scenario]),
    column: one.subjectList === "all" ? one.attribute : `${one.attribute}: ${one.subjectList}`,
  }));
  return bubbleFigure(drawn, { note: NOTE, ...options });
}
