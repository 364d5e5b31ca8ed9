import { table } from "codebias/report/tables/table.ts";
import { paths, shortPath } from "codebias/store/paths.ts";
import { checkCheckout } from "./checkout.ts";
import { type MeasuredRun, measuredRun } from "./measured_run.ts";
import { pairedRatio } from "./ratio.ts";
import { median } from "simple-statistics";

/** How often each side is run. */
const ROUNDS = 7;

/** What this checkout is called in sentences. */
const THIS = "this checkout";

/** The runs of both sides, one of each per round. */
type Runs = readonly [MeasuredRun[], MeasuredRun[]];

/**
 * Runs a benchmark in this checkout and in another in turn, and prints for each figure the ratio of the two with its interval.
 *
 * The sides take turns at running first, so that a machine that slows down favours neither. Each side runs
 * once before, uncounted, as it may have to set up.
 *
 * @param against The root of the other checkout.
 * @returns Whether all rounds were run.
 * @throws {DataError | RangeError} If the other is no checkout, or has no such benchmark.
 */
export async function benchAgainst(name: string, args: readonly string[], against: string): Promise<boolean> {
  await checkCheckout(against, name);
  const sides: readonly [Side, Side] = [
    { title: THIS, root: paths.root },
    { title: shortPath(against), root: against },
  ];
  const runs: Runs = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const what = round === 0 ? "to set up, not counted" : `round ${round} of ${ROUNDS}`;
    const said: string[] = [];
    for (const at of round % 2 === 0 ? [1, 0] as const : [0, 1] as const) {
      const run = await measuredRun(sides[at].root, name, args);
      if ("failure" in run) {
        console.error(`${what}: ${sides[at].title} failed with ${run.failure}`);
        return false;
      }
      if (round > 0) runs[at].push(run);
      said.push(`${sides[at].title} ${run.wallS.toFixed(1)} s`);
    }
    console.error(`${what}: ${said.join(", ")}`);
  }
  tell(runs, sides);
  return true;
}

function tell(runs: Runs, [, { title }]: readonly [Side, Side]): void {
  const rows = [
    row("whole command, wall time, s", runs, ({ wallS }) => wallS),
    row("whole command, processor time, s", runs, ({ processorS }) => processorS),
  ];
  const remarks: string[] = [];
  const named = runs.map((own) => namesIn(own));
  for (const key of new Set(named.flat())) {
    const missing = runs.map((own) => own.filter((run) => valueOf(run, key) === undefined).length);
    if (missing.every((count) => count === 0)) rows.push(row(key, runs, (run) => valueOf(run, key)!));
    else {
      const where = [THIS, title].map((side, at) => missing[at] > 0 && `${missing[at]} rounds of ${side}`);
      remarks.push(`"${key}" cannot be compared: missing in ${where.filter(Boolean).join(" and ")}`);
    }
  }
  const silent = [THIS, title].filter((_, at) => named[at].length === 0);
  if (silent.length > 0) {
    remarks.unshift(`No figures are reported by ${silent.join(" and ")}: only whole commands are compared`);
  }
  console.log(
    table(rows, {
      headings: { figure: `median of ${ROUNDS} rounds`, this: THIS, other: title },
      intervals: [{ value: "ratio", low: "low", high: "high", title: "ratio [95 %]" }],
    }).toString(),
  );
  for (const remark of remarks) console.log(remark);
}

function row(figure: string, runs: Runs, valueIn: (run: MeasuredRun) => number) {
  const [ours, theirs] = runs.map((own) => own.map(valueIn));
  return { figure, this: median(ours), other: median(theirs), ...pairedRatio(ours, theirs) };
}

/** The key of a figure in the table; another unit makes it another figure. */
function keyOf({ name, unit }: MeasuredRun["figures"][number]): string {
  return `${name}, ${unit}`;
}

function namesIn(runs: readonly MeasuredRun[]): string[] {
  return [...new Set(runs.flatMap(({ figures }) => figures.map(keyOf)))];
}

function valueOf({ figures }: MeasuredRun, key: string): number | undefined {
  return figures.find((figure) => keyOf(figure) === key)?.value;
}

/** One of the two checkouts that are compared. */
interface Side {
  /** What it is called in sentences. */
  readonly title: string;
  readonly root: string;
}
