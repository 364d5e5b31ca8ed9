import { mean } from "../statistics/descriptive.ts";
import { type Key, listed, type Metric, type Value, written } from "./columns.ts";

/** The columns of the samples that a comparison reads, by row. */
export interface Measured {
  /** Null where no finding was possible. */
  readonly metric: Metric;
  /** The column that pairs rows of two levels, if there is one. */
  readonly id?: Key;
  /** The column of clusters, if there is one. */
  readonly cluster?: Key;
}

/** A level with the numbers of its rows, from 0. */
export interface Level {
  readonly level: Value;
  readonly rows: readonly number[];
}

/** The values of one level that enter a test. */
export interface Side {
  readonly values: readonly number[];
  /** The cluster of each value; undefined if there are no clusters. */
  readonly clusters?: readonly Value[];
  /** Rows with a finding, whether they entered the test or not. */
  readonly judged: number;
  /** Rows without a finding. */
  readonly unjudged: number;
}

/** The values of two levels that enter a test. */
export interface Sides {
  readonly a: Side;
  readonly b: Side;
  /** What was done to the rows, in sentences. */
  readonly remarks: readonly string[];
}

/** Whether most tasks of one level are not at the other, so that the variance of tasks is to be estimated in each level by itself. */
export function areSeparate({ a, b }: Sides): boolean {
  const [left, right] = [tasksOf(a), tasksOf(b)];
  return 2 * left.intersection(right).size < Math.max(left.size, right.size);
}

/** The clusters of a side; without clusters each value is its own. */
export function tasksOf({ values, clusters }: Side): Set<Value> {
  return new Set(clusters ?? values.keys());
}

/** The rows of one level as they are, one value each. */
export function rowsAsUnits({ rows }: Pick<Level, "rows">, { metric, cluster }: Measured): Side {
  const judged = rows.filter((row) => metric.values[row] !== null);
  return {
    values: judged.map((row) => metric.values[row]!),
    clusters: cluster && judged.map((row) => cluster.values[row]),
    judged: judged.length,
    unjudged: rows.length - judged.length,
  };
}

/** Rows of both levels averaged by id, without regard to whether the other level has the id. */
export function separateUnits(a: Level, b: Level, measured: Measured): Sides {
  const [left, right] = [unitsById(a, measured), unitsById(b, measured)];
  return {
    a: { ...rowsAsUnits(a, measured), ...valuesOf([...left.values()], measured) },
    b: { ...rowsAsUnits(b, measured), ...valuesOf([...right.values()], measured) },
    remarks: averaged([left, right]),
  };
}

/** What to do with ids that only one level has. */
export type Unpaired = "refuse" | "drop";

/** The values that the option can have. */
export const UNPAIRED: readonly Unpaired[] = ["refuse", "drop"];

/**
 * Pairs of values of the same id. Several rows of an id at a level are averaged; an id that could be judged at one level
 * only gives no pair.
 *
 * @param unpaired What to do with ids that one level has no row for at all.
 * @throws {RangeError} If there are such ids and they are to be refused, or an id belongs to two clusters.
 */
export function pairUnits(a: Level, b: Level, measured: Measured, unpaired: Unpaired): Sides {
  const [left, right] = [unitsById(a, measured), unitsById(b, measured)];
  const alone = [...left.keys(), ...right.keys()].filter((id) => left.has(id) !== right.has(id));
  if (alone.length > 0 && unpaired === "refuse") {
    throw unpairedIds(alone, (id) => left.has(id) ? a.level : b.level);
  }
  const ids = [...left.keys()].filter((id) => right.has(id));
  const whole = ids.filter((id) => left.get(id)!.value !== null && right.get(id)!.value !== null);
  const torn = whole.find((id) => left.get(id)!.cluster !== right.get(id)!.cluster);
  if (torn !== undefined) throw twoClusters(torn);
  const pairs = (units: ReadonlyMap<Value, Unit>) => valuesOf(whole.map((id) => units.get(id)!), measured);
  return {
    a: { ...rowsAsUnits(a, measured), ...pairs(left) },
    b: { ...rowsAsUnits(b, measured), ...pairs(right) },
    remarks: [
      ...averaged([left, right]),
      ...said(alone.length, "at one level only and left out", "id is there", "ids are there"),
      ...said(
        ids.length - whole.length,
        "at one level only and left out",
        "id was judged",
        "ids were judged",
      ),
    ],
  };
}

/** The rows of an id at a level, as one. */
interface Unit {
  /** Mean of the judged rows; null if there are none. */
  readonly value: number | null;
  readonly rows: number;
  readonly cluster?: Value;
}

/** The values of judged units, with their clusters. */
function valuesOf(units: readonly Unit[], { cluster }: Measured): Pick<Side, "values" | "clusters"> {
  const valued = units.filter(({ value }) => value !== null);
  return {
    values: valued.map(({ value }) => value!),
    clusters: cluster && valued.map((unit) => unit.cluster!),
  };
}

function unitsById({ rows }: Level, { metric, id, cluster }: Measured): Map<Value, Unit> {
  const units = new Map<Value, Unit>();
  for (const [own, group] of Map.groupBy(rows, (row) => id!.values[row])) {
    const values = group.map((row) => metric.values[row]).filter((value) => value !== null);
    const clusters = new Set(group.map((row) => cluster?.values[row]));
    if (clusters.size > 1) throw twoClusters(own);
    // Sorted, since the last digit of a sum, and with it a tie of two means, depends on the order of rows.
    const value = values.length === 0 ? null : averageOf(values.sort((x, y) => x - y));
    units.set(own, { value, rows: group.length, cluster: [...clusters][0] });
  }
  return units;
}

/** Significant digits of an average that are kept, so that averages that differ by rounding alone are ties. */
const DIGITS = 14;

function averageOf(values: readonly number[]): number {
  return values.length === 1 ? values[0] : Number(mean(values).toPrecision(DIGITS));
}

function twoClusters(id: Value): RangeError {
  return new RangeError(
    `Cannot cluster the pairs: the rows of id ${written(id)} are in more than one cluster`,
  );
}

function averaged(sides: readonly ReadonlyMap<Value, Unit>[]): string[] {
  const most = sides.flatMap((units) => [...units.values()]).reduce(
    (most, { rows }) => Math.max(most, rows),
    0,
  );
  return most > 1 ? [`up to ${most} rows of an id at a level were averaged first`] : [];
}

function said(count: number, what: string, one: string, many: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many} ${what}`];
}

/** The most ids that a sentence names. */
const MAX_NAMED = 5;

function unpairedIds(alone: readonly Value[], levelOf: (id: Value) => Value): RangeError {
  const named = listed(alone.map((id) => `${written(id)} (only at ${written(levelOf(id))})`), MAX_NAMED);
  return new RangeError(
    `Cannot pair all rows: ${alone.length} ${alone.length === 1 ? "id is" : "ids are"} at one level only: ` +
      `${named}; take an unpaired test, or leave them out (unpaired: "drop", or --drop-unpaired)`,
  );
}
