import jStat from "jstat";

/** Shares that should be seen, by outcome; they add up to 1. */
export type Shares = Readonly<Record<string, number>>;

/** How well counts agree with expected shares. */
export interface Agreement {
  readonly n: number;
  readonly chiSquare: number;
  /** Degrees of freedom. */
  readonly df: number;
  /** Probability of a chi-square at least as large if the shares are the true ones. */
  readonly p: number;
}

/** Fewer expected than this and the distribution of chi-square is another; such outcomes are taken together. */
const LEAST_EXPECTED = 5;

/**
 * Pearson's chi-square test. An outcome that cannot occur at all has p 0.
 *
 * @throws {RangeError} If there are too few outcomes to tell anything.
 */
export function chiSquareTest(outcomes: readonly string[], shares: Shares): Agreement {
  const n = outcomes.length;
  const cells = cellsOf(shares, n);
  const possible = cells.flat();
  if (outcomes.some((outcome) => !possible.includes(outcome))) return { n, chiSquare: Infinity, df: 0, p: 0 };
  const df = cells.length - 1;
  if (df === 0) throw new RangeError(`Cannot test ${n} outcomes: too few of the rarer ones are expected`);
  const chiSquare = cells.reduce((sum, cell) => {
    const expected = n * cell.reduce((share, outcome) => share + shares[outcome], 0);
    const observed = outcomes.filter((outcome) => cell.includes(outcome)).length;
    return sum + (observed - expected) ** 2 / expected;
  }, 0);
  return { n, chiSquare, df, p: 1 - jStat.chisquare.cdf(chiSquare, df) };
}

/** Outcomes grouped, the rarest together, so that enough of each group are expected. */
function cellsOf(shares: Shares, n: number): string[][] {
  const rarestFirst = Object.keys(shares).filter((outcome) => shares[outcome] > 0)
    .sort((a, b) => shares[a] - shares[b]);
  const cells: string[][] = [[]];
  for (const outcome of rarestFirst) {
    const last = cells.at(-1)!;
    const expected = n * last.reduce((share, other) => share + shares[other], 0);
    if (last.length > 0 && expected >= LEAST_EXPECTED) cells.push([outcome]);
    else last.push(outcome);
  }
  return cells;
}
