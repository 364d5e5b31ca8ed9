/**
 * The verbs that all studies share: tables, figures and answers by name, made of what `run` gives.
 *
 * @module
 */

import { refuseUnknown, refuseUnknownOptions } from "../core/nearest.ts";
import type { Figure } from "./figures/figure.ts";
import type { Table } from "./tables/table.ts";

/** How a table is made of what was found in a result: all its values, and side by side as the paper prints them. */
export interface TableOf<A> {
  /** As it is saved. Undefined where the result has nothing that it shows. */
  readonly long: (found: A) => Table | undefined;
  /** @default the same */
  readonly wide?: (found: A) => Table | undefined;
  /** What it is of printed numbers alone, where there is no result. @default a result is needed */
  readonly printed?: () => Table;
}

/** A table that is made of printed numbers alone, for which no result is needed. */
export interface PrintedTable {
  readonly printed: () => Table;
}

/** A study's tables, figures and answers, by name; a table that is alike everywhere is a function. */
export interface Presented<A> {
  readonly tables: Readonly<Record<string, TableOf<A> | TableOf<A>["long"] | PrintedTable>>;
  readonly figures: Readonly<Record<string, (found: A) => Figure | undefined>>;
  /** Each a list of sentences; those to research questions are called RQ1 and so on. */
  readonly answers: Readonly<Record<string, (found: A) => string[]>>;
  /** What the answer to a question rests on. @default the label of the result */
  readonly basis?: Readonly<Record<string, (found: A) => string>>;
  /** Names of those that are for looking at alone. @default all have files */
  readonly withoutFile?: { readonly tables?: readonly string[]; readonly figures?: readonly string[] };
}

/** How to show a table. */
export interface ShownTable {
  /** Whether it is laid out as the paper prints it. @default false: all its values, as in its file */
  readonly wide?: boolean;
}

/** How to give an answer. */
export interface GivenAnswer {
  /** Whether a line before it says which question it answers, and whose answers it rests on. @default false */
  readonly headed?: boolean;
}

/**
 * The verbs of a study.
 *
 * @param study Its name.
 * @param analyse What is found in a result; gives back what it gave.
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
     * @param name E.g. table3; without the study's name, as its file is called.
     * @param result What `run` gave, or `analyse` made of it; not needed for what is printed.
     * @returns Undefined where the result has nothing that it shows.
     * @throws {RangeError} If there is no such table; names the nearest.
     */
    table,
    /**
     * One of the study's figures.
     *
     * @param options None: it is there to be refused, as they would change nothing.
     * @returns Undefined where the result has nothing that it shows.
     * @throws {RangeError} If there is no such figure, or an option is given; names the nearest.
     */
    figure,
    /**
     * All tables and figures that have files, by the names of these, for `save`; undefined where the result has nothing of them.
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
     * What a result says of one of the study's questions, in sentences.
     *
     * @param question `all` for all research questions, each headed.
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
