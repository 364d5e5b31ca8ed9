/** Computes a function at a point, and writes its gradient there into the second array. */
export type Differentiable = (point: Float64Array, gradient: Float64Array) => number;

/** Earlier steps that say how the function bends. */
const REMEMBERED_STEPS = 10;

/** A step must lower the function by this share of what its slope promises. */
const SUFFICIENT_SHARE = 1e-4;

/** Most halvings before a step is given up. */
const MAX_HALVINGS = 60;

/**
 * The smallest value of a smooth convex function, by L-BFGS: steps along the gradient, bent by how it changed
 * in the last ten, and halved until they lower the function.
 *
 * Source: Nocedal and Wright, Numerical Optimization, algorithms 7.4 and 3.1; agrees with SciPy's `L-BFGS-B`.
 *
 * @param options.tolerance The largest part of the gradient at which it is good enough, above 0.
 * @param options.mostSteps Defaults to 1000.
 * @returns Where it is smallest, its value there, and how many steps it took.
 * @throws {RangeError} If the function has no finite value at the start, or is not smallest anywhere within the steps.
 */
export function minimize(
  of: Differentiable,
  start: Float64Array,
  { tolerance, mostSteps = 1000 }: { readonly tolerance: number; readonly mostSteps?: number },
) {
  let [point, gradient]: Float64Array[] = [start.slice(), new Float64Array(start.length)];
  let value = of(point, gradient);
  if (!Number.isFinite(value)) {
    throw new RangeError(`Cannot minimise a function that is ${value} at the start`);
  }
  const moves: Move[] = [];
  for (let steps = 0; steps <= mostSteps; steps++) {
    if (largest(gradient) <= tolerance) return { point, value, steps };
    const direction = directionOf(gradient, moves);
    const slope = dot(direction, gradient);
    const next = stepped(of, { point, value, direction, slope, isFirst: moves.length === 0 });
    // At the precision of numbers, no step lowers the function.
    if (!next) return { point, value, steps };
    const move = { by: minus(next.point, point), turned: minus(next.gradient, gradient) };
    if (dot(move.by, move.turned) > 0) moves.push(move);
    if (moves.length > REMEMBERED_STEPS) moves.shift();
    [point, gradient, value] = [next.point, next.gradient, next.value];
  }
  throw new RangeError(
    `Cannot minimise this in ${mostSteps} steps: the gradient is still ${largest(gradient)}`,
  );
}

/** How far a step went, and how the gradient changed. */
interface Move {
  readonly by: Float64Array;
  readonly turned: Float64Array;
}

/** Downwards, as far as the earlier moves say. */
function directionOf(gradient: Float64Array, moves: readonly Move[]): Float64Array {
  const direction = gradient.map((part) => -part);
  const shares: number[] = [];
  for (const { by, turned } of moves.toReversed()) {
    const share = dot(by, direction) / dot(by, turned);
    shares.push(share);
    add(direction, turned, -share);
  }
  const last = moves.at(-1);
  if (last) scale(direction, dot(last.by, last.turned) / dot(last.turned, last.turned));
  for (const { by, turned } of moves) {
    add(direction, by, shares.pop()! - dot(turned, direction) / dot(by, turned));
  }
  return direction;
}

function stepped(
  of: Differentiable,
  { point, value, direction, slope, isFirst }: {
    readonly point: Float64Array;
    readonly value: number;
    readonly direction: Float64Array;
    readonly slope: number;
    readonly isFirst: boolean;
  },
) {
  let length = isFirst ? 1 / Math.sqrt(dot(direction, direction)) : 1;
  const gradient = new Float64Array(point.length);
  for (let halving = 0; halving < MAX_HALVINGS; halving++, length /= 2) {
    const next = point.slice();
    add(next, direction, length);
    const lower = of(next, gradient);
    if (lower <= value + SUFFICIENT_SHARE * length * slope && lower < value) {
      return { point: next, gradient, value: lower };
    }
  }
  return undefined;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at] * b[at];
  return sum;
}

function minus(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((part, at) => part - b[at]);
}

function add(to: Float64Array, other: Float64Array, times: number): void {
  for (let at = 0; at < to.length; at++) to[at] += times * other[at];
}

function scale(all: Float64Array, times: number): void {
  for (let at = 0; at < all.length; at++) all[at] *= times;
}

function largest(all: Float64Array): number {
  let most = 0;
  for (const part of all) most = Math.max(most, Math.abs(part));
  return most;
}
