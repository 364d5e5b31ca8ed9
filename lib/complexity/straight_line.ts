/** A straight line through points, by least squares. */
export interface StraightLine {
  readonly intercept: number;
  readonly slope: number;
  /** Sum of the squared distances of y from the line, in the units of y, squared. */
  readonly residual: number;
}

/**
 * The line y = a + b x with the least sum of squared residuals; b is 0 where x does not vary.
 *
 * @param x At least one finite number.
 * @param y As many.
 */
export function straightLine(x: readonly number[], y: readonly number[]): StraightLine {
  const [centre, level] = [meanOf(x), meanOf(y)];
  let [across, along] = [0, 0];
  for (const [at, value] of x.entries()) {
    across += (value - centre) ** 2;
    along += (value - centre) * (y[at] - level);
  }
  const slope = across > 0 ? along / across : 0;
  const intercept = level - slope * centre;
  const residual = squares(y.map((value, at) => value - level - slope * (x[at] - centre)));
  return { intercept, slope, residual };
}

/** Sum of squares. */
export function squares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value ** 2, 0);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
