import { equal, rule, shareOf, unionOf, within } from "codebias/paper/rules.ts";
import { audit } from "codebias/paper/audit.ts";
import { cellsAt, type PrintedCell } from "codebias/paper/cells.ts";
import { cellsBy } from "codebias/statistics/cells.ts";

/** What a printed number is of: a share by a habit, or by any, or how many programs could be `judged`. */
export interface CellKeys {
  readonly model: string;
  readonly prompt: string;
  readonly habit: string;
}

/** What the paper prints. No such paper and no such models exist: all of it is made up. */
export interface PaperNumbers {
  /** Answers of each model to each prompt. */
  readonly answers: number;
  readonly cells: readonly PrintedCell<CellKeys>[];
}

/** Half a unit of the last digit. */
const ROUNDING = 0.00005 + 1e-9;

/** Table 1: how many programs were judged, and the shares that go by the hand, by when somebody rises, and by either. */
const TABLE_1 = [
  ["Imagined-7B", "plain", 192, 0.2135, 0.1510, 0.3438],
  ["Imagined-7B", "fair", 196, 0.0918, 0.1020, 0.1888],
  ["Imagined-70B", "plain", 198, 0.1667, 0.0859, 0.2475],
  ["Imagined-70B", "fair", 200, 0.0450, 0.0550, 0.1000],
] as const;

/** Table 2: what asking to be fair changes overall; and a share in the abstract. */
const OTHERS = [
  ["table2", "Imagined-7B", "fair", -0.1550],
  ["table2", "Imagined-70B", "fair", -0.1475],
  ["abstract", "Imagined-7B", "plain", 0.3438],
] as const;

export const paperNumbers: PaperNumbers = {
  answers: 200,
  cells: [
    ...TABLE_1.flatMap(([model, prompt, ...values]) =>
      ["judged", "hand", "riser", "overall"].map((habit, at) => ({
        ...{ table: "table1", keys: { model, prompt, habit }, value: values[at] },
      }))
    ),
    ...OTHERS.map(([table, model, prompt, value]) => ({
      ...{ table, keys: { model, prompt, habit: "overall" }, value },
    })),
  ],
};

/** The rows of Table 1, each with its place and its numbers by column. */
function rowsOf({ cells }: PaperNumbers) {
  return cellsBy(cellsAt(cells, "table1", {}), ({ keys: { model, prompt } }) => ({ model, prompt }))
    .map(({ keys: { model, prompt }, own }) => {
      const { judged, hand, riser, overall } = Object.fromEntries(
        own.map(({ keys, value }) => [keys.habit, value]),
      );
      return { where: `Table 1, ${model}, ${prompt}`, n: judged, hand, riser, overall };
    });
}

/** What Table 1 has overall. */
function overallOf({ cells }: PaperNumbers, model: string, prompt: string): number {
  return cellsAt(cells, "table1", { model, prompt, habit: "overall" })[0].value;
}

/** Where the paper's numbers do not hold. */
export const paperAudit = audit<PaperNumbers>(
  {
    "the abstract has what Table 1 has": equal((numbers) =>
      cellsAt(numbers.cells, "abstract", {}).map(({ keys: { model, prompt }, value }) => ({
        ...{ where: "Abstract", value, says: "Table 1 has", other: overallOf(numbers, model, prompt) },
      }))
    ),
    "Table 2 has the differences between rows of Table 1": equal((numbers) =>
      cellsAt(numbers.cells, "table2", {}).map(({ keys: { model }, value }) => ({
        ...{ where: `Table 2, ${model}`, value, says: "by Table 1, it is", rounding: 3 * ROUNDING },
        other: overallOf(numbers, model, "fair") - overallOf(numbers, model, "plain"),
        write: (share: number) => share.toFixed(4),
      }))
    ),
    "no more programs are judged than there are answers": within((numbers) =>
      rowsOf(numbers).map(({ where, n }) => {
        const evidence = `there are ${numbers.answers} answers`;
        return { where, value: n, low: 0, high: numbers.answers, evidence };
      })
    ),
    "a share is that of a number of judged programs": shareOf((numbers) =>
      rowsOf(numbers).flatMap(({ where, n, ...shares }) =>
        Object.entries(shares).map(([column, value]) => ({ where: `${where}, ${column}`, value, n }))
      )
    ),
    "the share by either habit is between the larger one and their sum": unionOf((numbers) =>
      rowsOf(numbers).map(({ where, overall: value, hand, riser }) => ({
        ...{ where, value, parts: { hand, riser }, called: "habits", rounding: ROUNDING },
      }))
    ),
    "asking to be fair lowers the share of every model, as the text says": rule(
      ({ cells }: PaperNumbers) => cellsAt(cells, "table2", {}),
      ({ keys: { model } }, numbers) => {
        const [plain, fair] = ["plain", "fair"].map((prompt) => overallOf(numbers, model, prompt));
        const evidence = `Table 1 has ${plain} and ${fair}`;
        return fair >= plain && { where: "Section 4", printed: `lower for ${model}`, evidence };
      },
    ),
  },
  () => paperNumbers,
  "Found by rules in numbers that are made up",
);
