import type { Statement } from "./statements.ts";

/**
 * The source of a function and of what it needs, directly or not: imports, helpers, classes, and statements that
 * set or alter a global, in their order. Tests, output and everything else at the top level is left out.
 *
 * Of several functions or classes with one name, the first is taken.
 *
 * @param statements The source in which the function stands.
 * @param elsewhere Where to look for what is not found there, e.g. other code blocks of the same answer.
 */
export function neededSource(
  entry: Statement,
  statements: readonly Statement[],
  elsewhere: readonly Statement[] = [],
): string {
  const kept = new Set([entry, ...statements.filter((statement) => isImportOf(statement, "*"))]);
  const seen = new Set(entry.binds);
  const wanted = [...entry.needs];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const here = providersOf(name, statements);
    for (const statement of here.length > 0 ? here : providersOf(name, elsewhere)) {
      kept.add(statement);
      wanted.push(...statement.needs);
    }
  }
  const needed = [...elsewhere, ...statements].filter((statement) => kept.has(statement));
  const future = statements.filter((statement) => statement.text.startsWith("from __future__ "));
  return withoutRepeatedImports([...future, ...needed]).map(({ text }) => text).join("\n");
}

/** The statements that define, set or alter a name. A test's `sum = 0` does not count as the function's `sum`. */
function providersOf(name: string, statements: readonly Statement[]): Statement[] {
  const providers = statements.filter(({ kind, binds, changes, broken, text }) =>
    (binds.has(name) || changes.has(name)) && !(kind === "other" && BUILT_IN.has(name)) && !broken &&
    !text.startsWith("if __name__")
  );
  const definition = providers.find((statement) => isDefinition(statement));
  return providers.filter((statement) => !isDefinition(statement) || statement === definition);
}

function isDefinition({ kind }: Statement): boolean {
  return kind === "function" || kind === "class";
}

function isImportOf({ kind, binds, broken }: Statement, name: string): boolean {
  return kind === "import" && binds.has(name) && !broken;
}

function withoutRepeatedImports(statements: readonly Statement[]): Statement[] {
  return statements.filter(({ kind, text }, index) =>
    kind !== "import" || statements.findIndex((other) => other.text === text) === index
  );
}

/** The functions and types that every Python program has. */
const BUILT_IN: ReadonlySet<string> = new Set(
  ("abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict dir divmod enumerate eval exec " +
    "filter float format frozenset getattr hasattr hash hex id input int isinstance issubclass iter len list map max " +
    "min next object oct open ord pow print property range repr reversed round set setattr slice sorted " +
    "staticmethod str sum super tuple type vars zip").split(" "),
);
