/**
 * The verbs that all studies share: tables, figures and answers by name, made from the result of `run`.
 *
 * @module
 */

import { refuseUnknown, refuseUnknownOptions } from "../core/nearest.ts";
import type { Figure } from "./figures/figure.ts";
import type { Table } from "./tables/table.ts";

/** The functions that make a table of an analysis: with all its values, and side by side in the paper's layout. */
export interface TableOf<A> {
  /** The table as it is saved. Undefined where the result has no rows for it. */
  readonly long: (found: A) => Table | undefined;
  /** The table in the paper's layout. @default `long` */
  readonly wide?: (found: A) => Table | undefined;
  /** The table of printed numbers alone, without a result. @default a result is needed */
  readonly printed?: () => Table;
}

/** A table of printed numbers alone, for which no result is needed. */
export interface PrintedTable {
  readonly printed: () => Table;
}

/** A study's tables, figures and answers, by name; a table with one layout is a function. */
export interface Presented<A> {
  readonly tables: Readonly<Record<string, TableOf<A> | TableOf<A>["long"] | PrintedTable>>;
  readonly figures: Readonly<Record<string, (found: A) => Figure | undefined>>;
  /** The answers, each a list of sentences; those to research questions are named RQ1 and so on. */
  readonly answers: Readonly<Record<string, (found: A) => string[]>>;
  /** The basis of the answer to a question. @default the label of the result */
  readonly basis?: Readonly<Record<string, (found: A) => string>>;
  /** The names of tables and figures that are only displayed, not saved. @default all are saved */
  readonly withoutFile?: { readonly tables?: readonly string[]; readonly figures?: readonly string[] };
}

/** The options of showing a table. */
export interface ShownTable {
  /** Whether the table has the paper's layout. @default false: all its values, as in its file */
  readonly wide?: boolean;
}

/** The options of giving an answer. */
export interface GivenAnswer {
  /** Whether a line before the answer names its question and its basis. @default false */
  readonly headed?: boolean;
}

/**
 * Makes the verbs of a study.
 *
 * @param study The name of the study.
 * @param analyse Makes an analysis of a result; returns an analysis unchanged.
 */
export function verbs<R, A extends { readonly label: string }, N extends Presented<A>>(
  study: string,
  analyse: (result: R) => A,
  { tables, figures, answers, basis = {}, withoutFile = {} }: N,
) {
  const foundIn = (what: string, result: R | undefined) => {
    if (typeof result === "object" && result !== null && !Array.isArray(result)) return analyse(result);
    throw new RangeError(`Cannot make ${what} of ${study} without a result: pass what run() gave`);
  };
  const table = (
    name: keyof N["tables"] & string,
    result?: R,
    options: ShownTable = {},
  ): Table | undefined => {
    refuseUnknown("table", `${name}`, Object.keys(tables));
    refuseUnknownOptions(options, ["wide"]);
    const one = tables[name];
    const { long, wide, printed }: Partial<TableOf<A>> = typeof one === "function" ? { long: one } : one;
    if (printed && (result === undefined || !long)) return printed();
    const found = foundIn(`the table ${name}`, result);
    return (options.wide && wide ? wide : long!)(found);
  };
  const figure = (
    name: keyof N["figures"] & string,
    result: R,
    options: Readonly<Record<string, never>> = {},
  ): Figure | undefined => {
    refuseUnknown("figure", `${name}`, Object.keys(figures));
    refuseUnknownOptions<object, []>(options, []);
    return figures[name](foundIn(`the figure ${name}`, result));
  };
  return {
    /**
     * One of the study's tables, beside the printed numbers where the paper has them.
     *
     * @param name The name, e.g. table3; without the study's name that its file has.
     * @param result The result of `run` or of `analyse`; not needed for printed tables.
     * @returns Undefined where the result has no rows for it.
     * @throws {RangeError} If there is no such table; names the nearest.
     */
    table,
    /**
     * One of the study's figures.
     *
     * @param options There are none; the parameter exists so that options are refused, because they would have no effect.
     * @returns Undefined where the result has no rows for it.
     * @throws {RangeError} If there is no such figure, or an option is given; names the nearest.
     */
    figure,
    /**
     * All tables and figures that have files, by the names of the files, for `save`; undefined where the result has no rows
     * for them.
     */
    files(result: R) {
      const found = foundIn("files", result) as unknown as R;
      const named = <M>(all: object, without: readonly string[] = [], make: (name: string) => M) =>
        Object.fromEntries(
          Object.keys(all).filter((name) => !without.includes(name)).map((name) =>
            [`${study}_${name}`, make(name)] as const
          ),
        );
      return {
        tables: named(tables, withoutFile.tables, (name) => table(name, found)),
        figures: named(figures, withoutFile.figures, (name) => figure(name, found)),
      };
    },
    /**
     * The answer of a result to one of the study's questions, in sentences.
     *
     * @param question The question, or `all` for all research questions, each with a heading.
     * @throws {RangeError} If there is no such question; names the nearest.
     */
    answer(question: (keyof N["answers"] & string) | "all", result: R, options: GivenAnswer = {}): string[] {
      refuseUnknown("question", `${question}`, [...Object.keys(answers), "all"]);
      refuseUnknownOptions(options, ["headed"]);
      const found = foundIn(`the answer to ${question}`, result);
      const headed = (name: string) => [
        `**Answer to ${name}** (${basis[name]?.(found) ?? found.label})`,
        ...answers[name](found),
      ];
      if (question === "all") {
        return Object.keys(answers).filter((name) => /^RQ\d/.test(name)).flatMap(headed);
      }
      return options.headed ? headed(question) : answers[question](found);
    },
  };
}
