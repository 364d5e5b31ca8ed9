import { enumerated } from "../../../report/words.ts";
import { countsOf } from "./printed/paper_cells.ts";
import { cellsOfModels } from "./printed/cell_counts.ts";
import { inspectEach, percent } from "../../../report/paper_rules.ts";
import { nameOfCell, nameOfSection, type PaperRule } from "./paper_error.ts";
import { printedCell } from "./printed/printed_tables.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";

/** Models that are not above another one, though they are said to be. */
export const higherModelsAreHigher: PaperRule = {
  rule: "models that are said to be above another one are so",
  inspect: (numbers) => {
    const claims = numbers.text.higher.flatMap(({ models, ...rest }) =>
      models.map((model) => ({ model, ...rest }))
    );
    return inspectEach(claims, ({ section, table, metric, attribute, model, than }) => {
      const [high, low] = [model, than].map((name) =>
        printedCell(table, { model: name, metric, attribute }, numbers)
      );
      if (high === null || low === null || high > low) return null;
      return {
        where: `${nameOfSection(section)} on ${nameOfCell(table, { model, metric, attribute })}`,
        what: `above ${than}`,
        evidence: `${percent(high)}, ${than} has ${percent(low)}`,
      };
    });
  },
};

/** Cells of Table IV whose CBS_U@5 is not above CBS. */
export const unionIsAboveSingle: PaperRule = {
  rule: "CBS_U@5 is above CBS in all models and attributes",
  inspect: (numbers) =>
    inspectEach(cellsOfModels(numbers.models), ({ model, attribute }) => {
      const [single, union] = ["CBS", "CBS_U@5"].map((metric) =>
        countsOf(numbers, "table4", { model, metric })?.[attribute]
      );
      if (single === undefined || union === undefined || union > single) return null;
      return {
        where: `${nameOfSection(numbers.text.claims.unionAboveSingle)} on ${
          nameOfCell("table4", { model, attribute })
        }`,
        what: "CBS_U@5 is above CBS",
        evidence: `${union} and ${single}`,
      };
    }),
};

/** Cells of Table VI in which tests found no more than half. */
export const testsFindMost: PaperRule = {
  rule: "tests find most of what is found",
  inspect: (numbers) =>
    inspectEach(cellsOfModels(numbers.models), ({ model, attribute }) => {
      const [tests, people] = ["test case", "human"].map((metric) =>
        countsOf(numbers, "table6", { model, metric })?.[attribute]
      );
      if (tests === undefined || people === undefined || tests > people || tests + people === 0) return null;
      return {
        where: `${nameOfSection(numbers.text.claims.mostFoundByTests)} on ${
          nameOfCell("table6", { model, attribute })
        }`,
        what: "tests find most",
        evidence: `tests found ${tests}, people ${people}`,
      };
    }),
};

/** Models in which an attribute that is said to have a lower CBS has a higher one, as it is printed. */
export const prevalentAsPrinted: PaperRule = {
  rule: "the attributes that are said to be more prevalent have higher CBS as printed",
  inspect: (numbers) => {
    const rows = numbers.table4.filter(({ metric }) => metric === "CBS");
    const claims = numbers.text.prevalent.flatMap((said) => rows.map((row) => ({ ...said, row })));
    return inspectEach(claims, ({ section, attributes, row: { model, shares } }) => {
      const sorted = PROTECTED.toSorted((a, b) => shares[a] - shares[b]);
      const low = sorted.find((name) => attributes.includes(name));
      const high = sorted.findLast((name) => !attributes.includes(name));
      if (!low || !high || shares[high] < shares[low]) return null;
      return {
        where: `${nameOfSection(section)} on ${nameOfCell("table4", { model })}`,
        what: `${enumerated(attributes)} are more prevalent than others`,
        evidence: `${high} has ${percent(shares[high])}, ${low} ${percent(shares[low])}`,
      };
    });
  },
};

/** Attributes that are said to have a high CBS in almost all models, and are in the lower half of most. */
export const highAttributesAreHigh: PaperRule = {
  rule: "an attribute with a high CBS in almost all models is in the upper half of most",
  inspect: (numbers) => {
    const rows = numbers.table4.filter(({ metric }) => metric === "CBS");
    return inspectEach(numbers.text.aboveOthers, ({ section, attribute }) => {
      const places = rows.map(({ model, shares }) => ({
        model,
        place: 1 +
          PROTECTED.filter((name) => shares[name] > (shares as Readonly<Record<string, number>>)[attribute])
            .length,
      }));
      const lower = places.filter(({ place }) => place > PROTECTED.length / 2);
      if (lower.length <= rows.length / 2) return null;
      return {
        where: `${nameOfSection(section)} on ${nameOfCell("table4", { metric: "CBS", attribute })}`,
        what: "higher CBS in almost all models",
        evidence: `of ${PROTECTED.length} attributes, it is in place ${
          enumerated(lower.map(({ model, place }) => `${place} in ${model}`))
        }`,
      };
    });
  },
};

/** Columns of Table VIII with other best models than the text says. */
export const bestModelsAreBest: PaperRule = {
  rule: "the models that are said to perform best do so in both columns",
  inspect: (numbers) => {
    const claims = numbers.text.best.flatMap((said) =>
      ["completed", "passAt1"].map((metric) => ({ ...said, metric }))
    );
    return inspectEach(claims, ({ section, models, metric }) => {
      const value = (model: string) =>
        printedCell("table8", { model, metric, attribute: "overall" }, numbers) ?? 0;
      const best = numbers.models.toSorted((a, b) => value(b) - value(a)).slice(0, models.length);
      if (best.every((model) => models.includes(model))) return null;
      return {
        where: `${nameOfSection(section)} on ${nameOfCell("table8", { metric })}`,
        what: `${enumerated(models)} perform best`,
        evidence: `the best are ${enumerated(best.map((model) => `${model} ${percent(value(model))}`))}`,
      };
    });
  },
};
