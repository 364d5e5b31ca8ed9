import pl from "nodejs-polars";

/**
 * Refuses a value that is no polars DataFrame: notebooks check no types, and a run's result is easily taken for its frame.
 *
 * @param verb The action that is refused, e.g. `compare`.
 * @param columns The columns that the frame must have.
 * @param from The expression that gives such a frame.
 * @throws {TypeError} If it is not a DataFrame; the message says what to pass.
 * @throws {RangeError} If a column is missing.
 *
 * @example
 * ```ts
 * import { refuseNoFrame } from "codebias/core/frame.ts";
 * import assert from "node:assert/strict";
 * const frame = { toRecords: () => [] };
 * refuseNoFrame("compare", frame);
 * assert.throws(() => refuseNoFrame("compare", { frame }), /^TypeError: Cannot compare a run's result: pass result.frame$/);
 * ```
 */
export function refuseNoFrame(
  verb: string,
  given: unknown,
  columns: readonly string[] = [],
  from = "result.frame",
): void {
  if (isFrame(given)) {
    const lacking = columns.find((name) => !given.columns.includes(name));
    if (lacking === undefined) return;
    throw new RangeError(`Cannot ${verb} this: it has no column "${lacking}"; pass ${from}`);
  }
  throw new TypeError(
    isResult(given)
      ? `Cannot ${verb} a run's result: pass ${from}`
      : typeof (given as { readonly then?: unknown } | null | undefined)?.then === "function"
      ? `Cannot ${verb} a promise: await it, and pass ${from}`
      : isLazy(given)
      ? `Cannot ${verb} a lazy frame: pass what its collectSync() gives`
      : `Cannot ${verb} this: expected a polars DataFrame, e.g. ${from}`,
  );
}

/** Whether a value is the result of `run`. */
export function isResult(given: unknown): boolean {
  return !isFrame(given) && isFrame((given as { readonly frame?: unknown } | null | undefined)?.frame);
}

/** Whether a value is a polars LazyFrame. */
export function isLazy(given: unknown): boolean {
  return !isFrame(given) &&
    typeof (given as { readonly collectSync?: unknown } | null | undefined)?.collectSync === "function";
}

/** Whether a value is a polars DataFrame. */
export function isFrame(given: unknown): given is pl.DataFrame {
  return typeof (given as { readonly toRecords?: unknown } | null | undefined)?.toRecords === "function";
}

/**
 * A column of values as they come from samples: numbers stay numbers, truth values stay; what is mixed becomes text.
 *
 * @param like Values that decide the type; `values` are among them.
 */
export function seriesOf<V extends string | number | boolean | null>(
  name: string,
  values: readonly V[],
  like: readonly V[] = values,
): pl.Series {
  const present = like.filter((value) => value !== null);
  const types = new Set(present.map((value) => typeof value));
  const type = types.size === 1 ? [...types][0] : "string";
  if (type === "boolean") return pl.Series(name, [...values], pl.Bool);
  if (type === "number") {
    return pl.Series(name, [...values], present.every(Number.isSafeInteger) ? pl.Int64 : pl.Float64);
  }
  return pl.Series(name, values.map((value) => value === null ? null : `${value}`), pl.Utf8);
}

/** Columns of rows by their names: the type of each, and its value in a row. */
export type TypedColumns<T> = Readonly<
  Record<string, readonly [type: pl.DataType, value: (row: T) => unknown]>
>;

/**
 * Columns of one type with the fields of the rows that have their names, for {@linkcode typedFrame}.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { fields, typedFrame } from "codebias/core/frame.ts";
 * import assert from "node:assert/strict";
 * const frame = typedFrame([{ n: 1, m: 2 }], fields(pl.Int64, "m", "n"));
 * assert.deepEqual(frame.toRecords(), [{ m: 2, n: 1 }]);
 * ```
 */
export function fields<K extends string>(
  type: pl.DataType,
  ...names: readonly K[]
): TypedColumns<{ readonly [N in K]: unknown }> {
  return Object.fromEntries(names.map((name) => [name, [type, (row) => row[name]]]));
}

/**
 * Rows as a polars DataFrame, whose columns have their types even where there are no rows.
 *
 * @param before Columns that come first.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { typedFrame } from "codebias/core/frame.ts";
 * import assert from "node:assert/strict";
 * const frame = typedFrame([{ n: 1 }, { n: 2 }], { twice: [pl.Int64, ({ n }) => 2 * n] });
 * assert.deepEqual(frame.getColumn("twice").toArray(), [2, 4]);
 * ```
 */
export function typedFrame<T>(
  rows: readonly T[],
  columns: TypedColumns<T>,
  before: readonly pl.Series[] = [],
): pl.DataFrame {
  const own = Object.entries(columns).map(([name, [type, value]]) => pl.Series(name, rows.map(value), type));
  return pl.DataFrame([...before, ...own]);
}

/** The part of a task that marks the attributes by which nobody must be treated differently. */
interface Marked {
  readonly id?: string;
  readonly attributes?: readonly {
    readonly name: string;
    readonly role?: string;
    readonly protected?: boolean;
  }[];
}

/**
 * A function that says whether an attribute of a task is marked as sensitive or protected; undefined if the task marks none.
 *
 * @param byRole Whether roles of published studies count, too, and not only `protected` of an own study. @default true
 * @example
 * ```ts
 * import { protectedIn } from "codebias/core/frame.ts";
 * import assert from "node:assert/strict";
 * const tasks = [{ id: "1", attributes: [{ name: "age", protected: true }, { name: "income" }] }, { id: "2" }];
 * const isProtected = protectedIn(tasks);
 * assert.deepEqual([isProtected("1", "age"), isProtected("1", "income"), isProtected("2", "age")], [true, false, undefined]);
 * ```
 */
export function protectedIn(
  tasks: readonly object[],
  byRole = true,
): (id: unknown, attribute: unknown) => boolean | undefined {
  const marked = new Map((tasks as readonly Marked[]).map(({ id, attributes = [] }) => [
    id,
    new Set(
      attributes.filter((one) => (byRole && one.role === "sensitive") || one.protected === true).map((
        { name },
      ) => name),
    ),
  ]));
  return (id, attribute) => {
    const own = marked.get(String(id));
    return own && own.size > 0 ? own.has(String(attribute)) : undefined;
  };
}
