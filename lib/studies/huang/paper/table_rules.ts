import { nameOfSection } from "../../../paper/names.ts";
import { equal, rule, type Rules, shareOf, unionOf, within } from "../../../paper/rules.ts";
import { cellsAt, percent } from "../../../paper/cells.ts";
import { enumerated } from "../../../report/words.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { countOf } from "../../../statistics/intervals/printed_counts.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";
import { counted, nameOfCell, nameOfClaim } from "./names.ts";
import { categoriesWith, offeredTasks } from "./offered_shares.ts";
import { differences } from "./wording_rules.ts";
import { denominatorsOf, notRunning } from "./not_running.ts";
import { CATEGORIES, type Cell, cellsOf, type PaperNumbers, SHARE_ROUNDING } from "./printed_tables.ts";

/** The K of Table IV. */
const RUNS = 5;

/** The largest probability at which a table is distinguished from one of averages. */
const IMPROBABLE_CHANCE = 0.001;

/** Rules that compare tables of counts and shares with themselves and with each other. */
export const tableRules: Rules<PaperNumbers> = {
  "a stage of filtering leaves no more prompts than the stage before": within(({ table2 }) =>
    table2.slice(1).flatMap((row, at) =>
      CATEGORIES.map((category) => ({
        ...{ where: `Table II, ${row.stage}, ${category}`, value: row[category] },
        ...{ high: table2[at][category], evidence: `the stage before left ${table2[at][category]}` },
      }))
    )
  ),
  "the final prompts are the tasks, in Table II and in the text": equal(({ tasks, table2, text }) => {
    const final = table2.at(-1);
    const all = final && sum(CATEGORIES.map((category) => final[category]));
    const at = (place: string, name: string, value?: number, other?: number) => ({
      ...{ where: `${place}, final prompts, ${name}`, value, other, says: "elsewhere they are" },
    });
    return [
      at("Table II", "all", all, tasks),
      ...text.prompts.flatMap(({ section, total, ...own }) => [
        at(nameOfSection(section), "all", total, all),
        ...CATEGORIES.map((name) => at(nameOfSection(section), name, own[name], final?.[name])),
      ]),
    ];
  }),
  "published prompts name the attributes of Table I": rule(() => CATEGORIES, (category, numbers) => {
    const { table1: { [category]: own }, offered } = numbers;
    const differing = differences(own, offered[category]);
    return differing !== null && {
      ...{ where: `Table I, ${category}`, printed: enumerated(own) },
      evidence: `against the published prompts, ${differing}`,
    };
  }),
  "of n (p), p is n of all tasks": equal((numbers) =>
    cellsOf(numbers).flatMap(({ table, keys, value, count }) =>
      count === undefined ? [] : {
        where: nameOfCell(table, keys),
        ...{ value, other: count / numbers.tasks, rounding: SHARE_ROUNDING, write: percent },
        ...{ printed: counted(count, value), says: `${count} of ${numbers.tasks} are` },
      }
    )
  ),
  "what tests and people found is the total": equal((numbers) =>
    ofModels(numbers, ({ count }) => {
      const [tests, people] = [count("table6", "test case"), count("table6", "human")];
      return {
        where: ["table6", "total"],
        value: count("table6", "total"),
        other: tests === undefined || people === undefined ? undefined : tests + people,
        says: `tests found ${tests}, people ${people}, which is`,
      };
    })
  ),
  "the totals of Table VI are the CBS of Table IV": equal((numbers) =>
    ofModels(numbers, ({ count }) => ({
      where: ["table4", "CBS"],
      value: count("table4", "CBS"),
      other: count("table6", "total"),
      says: "Table VI has",
    }))
  ),
  "the shares of Table VII are of all tasks, or averages of such": shareOf((numbers) => {
    const runs = numbers.text.averages.find(({ table }) => table === "table7")?.runs ?? 1;
    return cellsAt(cellsOf(numbers), "table7", {}).map(({ keys, value }) => ({
      where: nameOfCell("table7", keys),
      ...{ value, n: runs * numbers.tasks, called: `k/${numbers.tasks}` },
      evidence: runs > 1 ? `, nor an average of ${runs} such` : "",
    }));
  }),
  // The average of K runs is S / K functions, where S is the sum over all runs: a whole number if and only if K divides
  // S. Cells of 0 are left out, since it is the average of runs without any finding, and so are overall cells, since they
  // depend on the other columns. The chance assumes that all remainders are equally likely, 1 / K per cell: true within 0.001
  // if S is Poisson with a mean of 5 or more and K is 5. Table IV has whole counts, so that it tells nothing here.
  "averages of several runs are not all whole numbers of functions": rule(
    ({ text }) => text.averages.filter(({ table }) => table === "table7"),
    ({ section, runs }, numbers) => {
      const { tasks } = numbers;
      const shares = cellsAt(cellsOf(numbers), "table7", {}).filter(({ keys, value }) =>
        keys.attribute !== "overall" && value > 0
      );
      const isWhole = shares.every(({ value }) => countOf(value, tasks) !== null);
      const logChance = -shares.length * Math.log10(runs);
      return isWhole && logChance <= Math.log10(IMPROBABLE_CHANCE) && {
        where: nameOfClaim(section, "table7"),
        printed: `averages of ${runs} runs`,
        evidence: [
          `all ${shares.length} shares of attributes above 0 are k/${tasks}, ` +
          `where averages are k/${runs * tasks}: a chance of about 10^${Math.round(logChance)}`,
          "they are single runs, or rounded to whole functions",
        ],
      };
    },
  ),
  "CBS_I@K <= CBS <= CBS_U@K": within((numbers) =>
    runsOf(numbers, RUNS).map(({ where, single, union, intersection }) => ({
      ...{ where, value: single, low: intersection, high: union },
      evidence: `in all runs ${intersection} are biased, in any ${union}`,
    }))
  ),
  // The I prompts with a biased function in all K runs count K times in the sum of the runs, each of the U - I others at
  // least once and at most K - 1 times.
  "(U + (K - 1) I) / K <= average CBS <= ((K - 1) U + I) / K": within(({ text, ...numbers }) =>
    text.averages.filter(({ table }) => table === "table4").flatMap(({ section, runs }) =>
      runsOf({ text, ...numbers }, runs).map(({ where, single, union, intersection }) => {
        const low = (union + (runs - 1) * intersection) / runs;
        const high = ((runs - 1) * union + intersection) / runs;
        return {
          ...{ where, value: single, low, high },
          printed: `${single}, an average of ${runs} runs (${nameOfSection(section)})`,
          evidence: `${union} are biased in any of ${runs} runs and ${intersection} in all, ` +
            `which makes an average of ${low.toFixed(1)} to ${high.toFixed(1)}: it is one run` +
            (Math.max(low - single, single - high) <= 0.5 ? ", or rounded to whole functions" : ""),
        };
      })
    )
  ),
  "max over attributes <= overall <= min(1, sum over attributes)": unionOf((numbers) => {
    const cells = cellsOf(numbers);
    const overalls = ["table7", "table8"].flatMap((table) =>
      cellsAt(cells, table, { metric: "CBS", attribute: "overall" })
    );
    return overalls.flatMap(({ table, keys, value }) => {
      const parts = cellsAt(cells, table === "table7" ? table : "table4", { ...keys, attribute: undefined })
        .filter((cell) => cell.keys.attribute !== "overall");
      return parts.length === 0 ? [] : {
        ...{ where: nameOfCell(table, keys), value, called: "attributes", rounding: SHARE_ROUNDING },
        parts: Object.fromEntries(parts.map((part) => [part.keys.attribute, part.value])),
      };
    });
  }),
  "the original CBS of Table VII, without what does not run, is what tests found in Table VI": equal((
    numbers,
  ) =>
    ofModels(numbers, ({ cell }) => {
      const [own, tests] = [cell("table7", "CBS"), cell("table6", "test case")];
      const k = own && countOf(own.value, numbers.tasks);
      return {
        where: ["table7"],
        ...{ value: own?.value, other: tests?.value, rounding: 2 * SHARE_ROUNDING, write: percent },
        evidence: tests &&
          `Table VI has ${counted(tests.count!, tests.value)} of the same functions` +
            (typeof k === "number" ? `; ${percent(own!.value)} is ${k} of ${numbers.tasks}` : ""),
      };
    })
  ),
  // People judge functions that do not run, by all attributes: the number of biased functions is at least the largest
  // number that they found for one attribute, and at most the number that they found for all.
  "the overall CBS of Table VIII is above that of Table VII by functions that people found": within((
    numbers,
  ) =>
    notRunning(numbers).map(({ model, all, running, least, most }) => ({
      where: nameOfCell("table8", { model, metric: "CBS", attribute: "overall" }),
      ...{ value: all - running, low: least, high: most, printed: `${all}` },
      evidence:
        `Table VII has ${running} without those that do not run, and these are ${least} to ${most} by Table VI`,
    }))
  ),
  "without functions that do not run, shares are of those that are left": rule(
    ({ text }) => text.removed,
    ({ section, table }, numbers) => {
      const kept = denominatorsOf(numbers).filter(({ out, cells, ofAll, ofFewer }) =>
        out > 0 && ofAll === cells && ofFewer < cells
      );
      const least = Math.min(...kept.map(({ cells }) => cells));
      const most = Math.max(...kept.map(({ ofFewer }) => ofFewer));
      return kept.length > 0 && {
        where: nameOfClaim(section, table),
        printed: "functions that do not run are removed",
        evidence: [
          `by Table VIII these are at least ${
            enumerated(kept.map(({ model, out }) => `${out} of ${model}`))
          }`,
          `but all ${least} shares of a model are k/${numbers.tasks}, and no more than ${most} are of any ` +
          "smaller number: they stay in the denominator, as unbiased",
        ],
      };
    },
  ),
  "biased functions and completed tasks are not the same number": rule(
    ({ table8 }) => table8,
    ({ model, bias, completed }) =>
      bias.count === completed.count && {
        where: nameOfCell("table8", { model }),
        printed: `bias and task completion ${counted(bias.count, bias.share)}`,
        evidence: "the same in two columns: chance, or one of them was carried over",
      },
  ),
  "no more functions are biased by an attribute than prompts name it": within((numbers) => {
    const offered = new Map(Object.entries(offeredTasks(numbers)));
    return cellsAt(cellsOf(numbers), "table4", {}).map(({ keys, count }) => ({
      ...{ where: nameOfCell("table4", keys), value: count, high: offered.get(keys.attribute)! },
      evidence: `${offered.get(keys.attribute)} prompts name the attribute`,
    }));
  }),
  "CBS of an attribute is of the prompts that name it": rule(() => PROTECTED, (attribute, numbers) => {
    const n = offeredTasks(numbers)[attribute];
    const cells = cellsAt(cellsOf(numbers), "table4", { metric: "CBS", attribute });
    const [most] = cells.toSorted((a, b) => b.count! - a.count!);
    if (n === numbers.tasks || !most) return null;
    const { keys: { model }, count = 0, value } = most;
    return {
      where: nameOfCell("table4", { metric: "CBS", attribute }),
      printed: `shares of all ${numbers.tasks} prompts, e.g. ${model} ${counted(count, value)}`,
      evidence: [
        `${n} prompts name it, those of ${enumerated(categoriesWith(attribute, numbers))}`,
        `of these, it is ${percent(count / n)}`,
      ],
    };
  }),
};

/** The items of a rule for each attribute of each model; `where` is a table and a metric. */
function ofModels<T extends { readonly where: readonly string[] }>(
  numbers: PaperNumbers,
  itemOf: (find: {
    readonly cell: (table: string, metric: string) => Cell | undefined;
    readonly count: (table: string, metric: string) => number | undefined;
  }) => T,
): (Omit<T, "where"> & { readonly where: string })[] {
  const cells = cellsOf(numbers);
  return numbers.models.flatMap((model) =>
    PROTECTED.map((attribute) => {
      const cell = (table: string, metric: string) => {
        const keys = { model, metric, attribute };
        return cellsAt(cells, table, table === "table7" ? { ...keys, strategy: "original" } : keys)[0];
      };
      const item = itemOf({ cell, count: (table, metric) => cell(table, metric)?.count });
      const [table, metric] = item.where;
      return { ...item, where: nameOfCell(table, { model, metric, attribute }) };
    })
  );
}

/** The numbers of prompts with a biased function by model and attribute: in one run, in any of K and in all K. */
function runsOf(numbers: PaperNumbers, runs: number) {
  return ofModels(numbers, ({ count }) => ({
    where: ["table4", "CBS"],
    single: count("table4", "CBS")!,
    union: count("table4", `CBS_U@${runs}`)!,
    intersection: count("table4", `CBS_I@${runs}`)!,
  })).filter((row) => [row.single, row.union, row.intersection].every((value) => value !== undefined));
}
