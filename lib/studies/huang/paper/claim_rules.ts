import { rule, type Rules } from "../../../paper/rules.ts";
import { cellsAt, percent } from "../../../paper/cells.ts";
import { enumerated } from "../../../report/words.ts";
import { spearman } from "../../../statistics/correlation.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";
import { nameOfClaim } from "./names.ts";
import { offeredTasks } from "./offered_shares.ts";
import { cellsOf, type PaperNumbers, printedCell, type PrintedTable8 } from "./printed_tables.ts";

/** The lowest strong rank correlation. */
const STRONG_CORRELATION = 0.5;

/** The largest share of the bias that counts as small. */
const SMALL_SHARE = 0.5;

/** Rules that compare sentences of the text with the tables. */
export const claimRules: Rules<PaperNumbers> = {
  "models that are said to be above another one are so": rule(
    ({ text }) => text.higher.flatMap(({ models, ...rest }) => models.map((model) => ({ model, ...rest }))),
    ({ section, table, metric, attribute, model, than }, numbers) => {
      const [high, low] = [model, than].map((name) =>
        printedCell(table, { model: name, metric, attribute }, numbers)?.value
      );
      return high !== undefined && low !== undefined && high <= low && {
        ...{ where: nameOfClaim(section, table, { model, metric, attribute }), printed: `above ${than}` },
        evidence: `${percent(high)}, ${than} has ${percent(low)}`,
      };
    },
  ),
  "CBS_U@5 is above CBS in all models and attributes": rule(cellsOfModels, (keys, numbers) => {
    const [single, union] = ["CBS", "CBS_U@5"].map((metric) =>
      countAt("table4", { ...keys, metric }, numbers)
    );
    return single !== undefined && union !== undefined && union <= single && {
      where: nameOfClaim(numbers.text.claims.unionAboveSingle, "table4", keys),
      ...{ printed: "CBS_U@5 is above CBS", evidence: `${union} and ${single}` },
    };
  }),
  "tests find most of what is found": rule(cellsOfModels, (keys, numbers) => {
    const [tests, people] = ["test case", "human"].map((metric) =>
      countAt("table6", { ...keys, metric }, numbers)
    );
    return tests !== undefined && people !== undefined && tests <= people && people > 0 && {
      where: nameOfClaim(numbers.text.claims.mostFoundByTests, "table6", keys),
      ...{ printed: "tests find most", evidence: `tests found ${tests}, people ${people}` },
    };
  }),
  "the attributes that are said to be more prevalent have higher CBS as printed": rule(
    prevalentInModels,
    ({ section, attributes, row: { model, shares } }) => {
      const { low, high } = extremes(attributes, (name) => shares[name]);
      return low !== undefined && high !== undefined && shares[high] >= shares[low] && {
        where: nameOfClaim(section, "table4", { model }),
        printed: `${enumerated(attributes)} are more prevalent than others`,
        evidence: `${high} has ${percent(shares[high])}, ${low} ${percent(shares[low])}`,
      };
    },
  ),
  "the attributes with higher CBS have it among the prompts that name them, too": rule(
    prevalentInModels,
    ({ section, attributes, row: { model, counts } }, numbers) => {
      const offered = offeredTasks(numbers);
      const share = (name: typeof PROTECTED[number]) => counts[name] / offered[name];
      const { low, high } = extremes(attributes, share);
      return low !== undefined && high !== undefined && share(high) >= share(low) && {
        where: nameOfClaim(section, "table4", { model }),
        printed: `${enumerated(attributes)} are more prevalent than ${high}`,
        evidence: `among the prompts that name them, ${high} has ${percent(share(high))} ` +
          `(${counts[high]} of ${offered[high]}), ${low} ${percent(share(low))}`,
      };
    },
  ),
  "an attribute with a high CBS in almost all models is in the upper half of most": rule(
    ({ text }) => text.aboveOthers,
    ({ section, attribute }, numbers) => {
      const places = numbers.table4.filter(({ metric }) => metric === "CBS").map(({ model, shares }) => {
        const own = new Map(Object.entries(shares)).get(attribute) ?? Infinity;
        return { model, place: 1 + PROTECTED.filter((name) => shares[name] > own).length };
      });
      const lower = places.filter(({ place }) => place > PROTECTED.length / 2);
      const named = enumerated(lower.map(({ model, place }) => `${place} in ${model}`));
      return lower.length > places.length / 2 && {
        where: nameOfClaim(section, "table4", { metric: "CBS", attribute }),
        printed: "higher CBS in almost all models",
        evidence: `of ${PROTECTED.length} attributes, it is in place ${named}`,
      };
    },
  ),
  "the models that are said to perform best do so in both columns": rule(
    ({ text }) =>
      text.best.flatMap((said) => ["completed", "passAt1"].map((metric) => ({ ...said, metric }))),
    ({ section, models, metric }, numbers) => {
      const column = cellsAt(cellsOf(numbers), "table8", { metric });
      const best = column.toSorted((a, b) => b.value - a.value).slice(0, models.length);
      const named = enumerated(best.map(({ keys, value }) => `${keys.model} ${percent(value)}`));
      return best.some(({ keys }) => !models.includes(keys.model)) && {
        where: nameOfClaim(section, "table8", { metric }),
        ...{ printed: `${enumerated(models)} perform best`, evidence: `the best are ${named}` },
      };
    },
  ),
  "columns of Table VIII that are said to agree rise together beyond chance": rule(
    ({ text }) => text.sameOrder,
    ({ section, columns }, { table8 }) => {
      const { text, low } = rankCorrelation(table8, columns);
      const turned = table8.flatMap((a, at) =>
        table8.slice(at + 1).flatMap((b) => {
          const [x, y] = columns.map((column) => Math.sign(valueIn(a, column) - valueIn(b, column)));
          return x * y < 0 ? [`${a.model} with ${b.model}`] : [];
        })
      );
      return low !== null && low <= 0 && {
        ...{ where: nameOfClaim(section, "table8"), printed: `${enumerated(columns)} agree` },
        evidence: [text, `in the other order are ${enumerated(turned)}`],
      };
    },
  ),
  "columns of Table VIII without a trade-off exclude a strong one": rule(
    ({ text }) => text.noTradeOff,
    ({ section, columns }, { table8 }) => {
      const { text, high } = rankCorrelation(table8, columns);
      return high !== null && high >= STRONG_CORRELATION && {
        ...{ where: nameOfClaim(section, "table8"), printed: `no trade-off between ${enumerated(columns)}` },
        evidence: `${text}: these models cannot tell`,
      };
    },
  ),
  // The claim is one sentence about all rows, so that it has one error at most.
  "direct prompts take away a small part of the bias only": ({ models, table7, text }) => {
    const changes = models.flatMap((model) => {
      const rows = table7.filter((row) => row.model === model);
      const before = rows.find(({ strategy }) => strategy === "original")?.withoutFeedback.overall ?? 0;
      const prompted = rows.filter(({ withFeedback }) => withFeedback !== null);
      return before === 0 ? [] : prompted.map(({ strategy, withoutFeedback: { overall } }) => {
        const reduction = 1 - overall / before;
        const change = `${percent(before)} to ${percent(overall)}, by ${percent(reduction)}`;
        return { reduction, words: `${model}, ${strategy} (${change})` };
      });
    });
    const large = changes.filter(({ reduction }) => reduction > SMALL_SHARE);
    const worse = changes.filter(({ reduction }) => reduction < 0);
    return {
      checked: changes.length,
      errors: large.length === 0 ? [] : [{
        where: nameOfClaim(text.claims.directPromptsHelpLittle, "table7"),
        printed: "direct prompts take away a small number of biases only",
        evidence: [
          `more than half of the overall CBS goes with ${enumerated(large.map(({ words }) => words))}`,
          `it rises in ${worse.length} of ${changes.length} rows: effects are large in both directions`,
        ],
      }],
    };
  },
  "feedback reduces bias wherever there is any": rule((numbers) => {
    const cells = cellsOf(numbers);
    return cellsAt(cells, "table7", { feedback: true }).map((after) => ({
      after,
      before: cellsAt(cells, "table7", { ...after.keys, feedback: false })[0],
    }));
  }, ({ before, after }, { text }) =>
    after.value >= before.value && after.value > 0 && {
      where: nameOfClaim(text.claims.feedbackHelpsEverywhere, "table7", before.keys),
      printed: "feedback reduces bias in all experiments",
      evidence: `${percent(before.value)} without and ${percent(after.value)} with feedback: ` +
        (after.value > before.value ? "it made it worse" : "it changed nothing"),
    }),
};

/** Every attribute of every model. */
function cellsOfModels({ models }: PaperNumbers) {
  return models.flatMap((model) => PROTECTED.map((attribute) => ({ model, attribute })));
}

function countAt(
  table: string,
  keys: Parameters<typeof printedCell>[1],
  numbers: PaperNumbers,
): number | undefined {
  return printedCell(table, keys, numbers)?.count;
}

/** Each model's CBS beside each claim about all models. */
function prevalentInModels({ text, table4 }: PaperNumbers) {
  const rows = table4.filter(({ metric }) => metric === "CBS");
  return text.prevalent.flatMap((said) => rows.map((row) => ({ ...said, row })));
}

/** The lowest of some attributes, and the highest of the others. */
function extremes(
  attributes: readonly string[],
  valueOf: (name: typeof PROTECTED[number]) => number,
) {
  const sorted = PROTECTED.toSorted((a, b) => valueOf(a) - valueOf(b));
  return {
    low: sorted.find((name) => attributes.includes(name)),
    high: sorted.findLast((name) => !attributes.includes(name)),
  };
}

/** Spearman's correlation over the models, as text and with its bounds; null bounds where there is none. */
function rankCorrelation(rows: readonly PrintedTable8[], columns: readonly string[]) {
  const [x, y] = columns.map((column) => rows.map((row) => valueIn(row, column)));
  const isRanked = [x, y].every((values) => values.length >= 3 && new Set(values).size > 1);
  if (!isRanked) return { text: "", low: null, high: null };
  const { r, interval: { low, high } } = spearman(x, y);
  const [value, from, to] = [r, low, high].map((one) => one.toFixed(2));
  return { text: `the rank correlation of ${x.length} models is ${value} [${from}, ${to}]`, low, high };
}

function valueIn({ bias, completed, passAt1 }: PrintedTable8, column: string): number {
  if (column === "bias") return bias.count;
  if (column === "completed") return completed.count;
  if (column === "passAt1") return passAt1;
  throw new RangeError(`Cannot rank models by "${column}": it must be bias, completed or passAt1`);
}
