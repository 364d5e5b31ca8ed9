import { mean } from "../statistics/descriptive.ts";
import { type Value, written } from "./columns.ts";

/** A row of the samples as far as a comparison is concerned. */
export interface Row {
  readonly level: Value;
  /** Null where no finding was possible. */
  readonly value: number | null;
  /** What it is paired by, if anything. */
  readonly id?: Value;
  /** Which rows belong together, if that is known. */
  readonly cluster?: Value;
}

/** The values of one level that enter a test. */
export interface Side {
  readonly values: readonly number[];
  /** One for each value; undefined if no clusters are known. */
  readonly clusters?: readonly Value[];
  /** Rows with a finding, whether they entered the test or not. */
  readonly judged: number;
  /** Rows without a finding. */
  readonly unjudged: number;
}

/** Two levels made ready for a test, and what was done to the rows. */
export interface Sides {
  readonly a: Side;
  readonly b: Side;
  /** In sentences. */
  readonly remarks: readonly string[];
}

/** Rows of one level as they are: each is a value. */
export function rowsAsUnits(rows: readonly Row[]): Side {
  const judged = rows.filter(isJudged);
  return { values: judged.map(({ value }) => value), clusters: clustersOf(judged), ...countsOf(rows) };
}

type JudgedRow = Row & { readonly value: number };

function isJudged(row: Row): row is JudgedRow {
  return row.value !== null;
}

function clustersOf(rows: readonly Pick<Row, "cluster">[]): Value[] | undefined {
  return rows.some(({ cluster }) => cluster === undefined) ? undefined : rows.map(({ cluster }) => cluster!);
}

/** Rows of both levels as they are. */
export function separateRows(a: readonly Row[], b: readonly Row[]): Sides {
  return { a: rowsAsUnits(a), b: rowsAsUnits(b), remarks: [] };
}

/** Rows of both levels averaged by id, without regard to whether the other level has the id. */
export function separateUnits(a: readonly Row[], b: readonly Row[]): Sides {
  const [left, right] = [unitsById(a), unitsById(b)];
  const side = (units: ReadonlyMap<Value, Unit>, rows: readonly Row[]) => {
    const valued = [...units.values()].filter(hasValue);
    return { values: valued.map(({ value }) => value), clusters: clustersOf(valued), ...countsOf(rows) };
  };
  return { a: side(left, a), b: side(right, b), remarks: averaged([left, right]) };
}

function countsOf(rows: readonly Row[]): Pick<Side, "judged" | "unjudged"> {
  const judged = rows.filter(isJudged).length;
  return { judged, unjudged: rows.length - judged };
}

/** What to do with ids that only one level has. */
export type Unpaired = "refuse" | "drop";

/** All of them, as they are called in options. */
export const UNPAIRED: readonly Unpaired[] = ["refuse", "drop"];

/**
 * Pairs of values of the same id. Several rows of an id at a level are averaged; an id that could be judged at one level
 * only gives no pair.
 *
 * @param unpaired What to do with ids that one level has no row for at all.
 * @throws {RangeError} If there are such ids and they are to be refused, or an id belongs to two clusters.
 */
export function pairUnits(a: readonly Row[], b: readonly Row[], unpaired: Unpaired): Sides {
  const [left, right] = [unitsById(a), unitsById(b)];
  const alone = [...left.keys(), ...right.keys()].filter((id) => left.has(id) !== right.has(id));
  if (alone.length > 0 && unpaired === "refuse") throw unpairedIds(alone, left, a, b);
  const ids = [...left.keys()].filter((id) => right.has(id));
  const whole = ids.filter((id) => hasValue(left.get(id)!) && hasValue(right.get(id)!));
  const pick = (units: ReadonlyMap<Value, Unit>) => whole.map((id) => units.get(id)! as ValuedUnit);
  const clusters = clustersOf(pick(left));
  checkClusters(whole, pick(left), pick(right));
  return {
    a: { values: pick(left).map(({ value }) => value), clusters, ...countsOf(a) },
    b: { values: pick(right).map(({ value }) => value), clusters, ...countsOf(b) },
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

interface Unit {
  /** Mean of the judged rows; null if there are none. */
  readonly value: number | null;
  readonly judged: number;
  readonly rows: number;
  readonly cluster?: Value;
}

type ValuedUnit = Unit & { readonly value: number };

function hasValue(unit: Unit): unit is ValuedUnit {
  return unit.value !== null;
}

function unitsById(rows: readonly Row[]): Map<Value, Unit> {
  const units = new Map<Value, Unit>();
  for (const [id, group] of Map.groupBy(rows, ({ id }) => id!)) {
    const judged = group.filter(isJudged);
    const clusters = new Set(group.map(({ cluster }) => cluster));
    if (clusters.size > 1) throw twoClusters(id);
    // Sorted, since the last digit of a sum, and with it a tie of two means, depends on the order of rows.
    const value = judged.length === 0
      ? null
      : averageOf(judged.map(({ value }) => value).sort((x, y) => x - y));
    units.set(id, { value, judged: judged.length, rows: group.length, cluster: group[0].cluster });
  }
  return units;
}

/** Digits of an average that are kept: two averages that are equal but for rounding are a tie. */
const DIGITS = 14;

function averageOf(values: readonly number[]): number {
  return values.length === 1 ? values[0] : Number(mean(values).toPrecision(DIGITS));
}

function checkClusters(ids: readonly Value[], a: readonly Unit[], b: readonly Unit[]): void {
  const at = ids.findIndex((_, index) => a[index].cluster !== b[index].cluster);
  if (at >= 0) throw twoClusters(ids[at]);
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

/** Ids named in a sentence, at most. */
const MAX_NAMED = 5;

function unpairedIds(
  alone: readonly Value[],
  left: ReadonlyMap<Value, unknown>,
  a: readonly Row[],
  b: readonly Row[],
): RangeError {
  const named = alone.slice(0, MAX_NAMED).map((id) => {
    return `${written(id)} (only at ${written((left.has(id) ? a : b)[0].level)})`;
  });
  const more = alone.length > MAX_NAMED ? `, and ${alone.length - MAX_NAMED} more` : "";
  return new RangeError(
    `Cannot pair all rows: ${alone.length} ${alone.length === 1 ? "id is" : "ids are"} at one level only: ` +
      `${
        named.join(", ")
      }${more}; take an unpaired test, or leave them out (unpaired: "drop", or --drop-unpaired)`,
  );
}
