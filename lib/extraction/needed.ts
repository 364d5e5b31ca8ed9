import { HANDED } from "./syntax/names.ts";
import { isDefinition, type Statement } from "./syntax/statements.ts";

/**
 * The source of a function and of everything that it needs, directly or indirectly, in the original order: imports, helpers,
 * classes, and statements that set or alter a global, also through a function that they call or are decorated with. Tests,
 * output and everything else at the top level are left out.
 *
 * Of several functions or classes with one name, the last that does something is taken, as Python would do.
 *
 * @param statements The source in which the function stands.
 * @param otherStatements Statements to search for names that are not found there, e.g. other code blocks of the same answer.
 */
export function neededSource(
  entry: Statement,
  statements: readonly Statement[],
  otherStatements: readonly Statement[] = [],
): string {
  const isOfAll = ({ kind, binds, broken }: Statement) => kind === "import" && binds.has("*") && !broken;
  const kept = new Set([entry, ...statements.filter(isOfAll)]);
  // `f = cached(f)` needs the function that had the name before.
  const seen = isDefinition(entry) ? new Set(entry.binds) : new Set<string>();
  const wanted = wantedBy(entry);
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const here = providersOf(name, statements, entry);
    for (const statement of here.length > 0 ? here : providersOf(name, otherStatements, entry)) {
      kept.add(statement);
      wanted.push(...wantedBy(statement));
    }
  }
  const isExample = examplesAmong(statements, entry);
  const needed = [...otherStatements, ...statements].filter((statement) => kept.has(statement))
    .map((one) => isExample(one) ? { ...one, text: withoutFailing(one.text) } : one);
  const future = statements.filter((statement) => statement.text.startsWith("from __future__ "));
  return withoutRepeatedImports([...future, ...needed]).map(({ text }) => text).join("\n");
}

function wantedBy({ needs, findsHeirs }: Statement): string[] {
  return findsHeirs ? [...needs, HEIRS] : [...needs];
}

/** The statements that define, set or alter a name. A test's `sum = 0` does not count as the function's `sum`. */
function providersOf(name: string, statements: readonly Statement[], entry: Statement): Statement[] {
  if (LOOKING.has(name)) return statements.filter((one) => isDefinition(one) && !one.broken && !one.stub);
  const alters = alteringCalls(name, statements, entry);
  const providers = statements.filter((one) =>
    (one.binds.has(name) || one.changes.has(name) || alters(one)) &&
    !(one.kind === "other" && BUILT_IN.has(name)) &&
    !one.broken && !one.text.startsWith("if __name__")
  );
  const definitions = providers.filter((one) => isDefinition(one) && one.binds.has(name));
  const definition = definitions.findLast(({ stub }) => !stub) ?? definitions.at(-1);
  return providers.filter((one) => !definitions.includes(one) || one === definition);
}

/**
 * Whether a statement calls a function, or is decorated with one, that alters the value of a name. Code that calls the
 * entry, even through other functions, only shows its use and does not count, except for examples of one line.
 */
function alteringCalls(
  name: string,
  statements: readonly Statement[],
  entry: Statement,
): (one: Statement) => boolean {
  const isState = statements.some(({ kind, binds }) => kind === "other" && binds.has(name));
  // A class that stores what it decorates.
  const isKeeping = statements.some(({ kind, binds, alters }) =>
    kind === "class" && binds.has(name) && alters.size > 0
  );
  const heirs = statements.some(({ findsHeirs }) => findsHeirs);
  if (!isState) return (one) => isKeeping && isDefinition(one) && calledBy(one, heirs).includes(name);
  const itself = reaching(statements, ({ alters }) => alters.has(name));
  const handed = reaching(statements, ({ alters }) => alters.has(HANDED));
  const isUser = usersOf(statements, entry);
  const isExample = examplesAmong(statements, entry);
  return (one) => {
    if (isUser(one) && !isExample(one)) return false;
    return calledBy(one, heirs).some((other) =>
      itself.has(other) || (handed.has(other) && one.needs.has(name)) || (isDefinition(one) && other === name)
    );
  };
}

/** Whether a statement that defines nothing calls the entry, or a function that does. */
function usersOf(statements: readonly Statement[], entry: Statement): (one: Statement) => boolean {
  const users = reaching(statements, ({ binds }) => [...entry.binds].some((own) => binds.has(own)));
  return (one) => !isDefinition(one) && [...one.needs].some((used) => users.has(used));
}

/** The functions that examples may use besides the entry and data. */
const SHOWING: readonly string[] = ["print", "list", "tuple", "dict", "set", "sorted", "str", "repr", "len"];

/**
 * Whether a statement is an example: a line that calls the entry itself, with data, and prints the result or drops it. Lines
 * of other code blocks stand before the function and are not examples.
 */
function examplesAmong(statements: readonly Statement[], entry: Statement): (one: Statement) => boolean {
  if (!statements.includes(entry)) return () => false;
  const data = statements.filter(({ kind, needs }) => kind === "other" && needs.size === 0);
  const known = new Set([...entry.binds, ...SHOWING, ...data.flatMap(({ binds }) => [...binds])]);
  const isCall = new RegExp(`^(?:print|${[...entry.binds].join("|")})\\(.*\\)$`);
  return ({ kind, binds, needs, text }) =>
    kind === "other" && binds.size === 0 && isCall.test(text.trim()) &&
    [...entry.binds].some((name) => needs.has(name)) && [...needs].every((name) => known.has(name));
}

/** A line with a handler, so that its effects remain and an exception in it stops nothing. */
function withoutFailing(text: string): string {
  return `try:\n    ${text.trim()}\nexcept Exception:\n    pass\n`;
}

/** Whether a statement that defines nothing calls a function among these that alters something. */
export function settingAmong(statements: readonly Statement[]): (one: Statement) => boolean {
  const found = reaching(statements, ({ alters }) => alters.size > 0);
  return (one) => one.kind === "other" && calledBy(one).some((name) => found.has(name));
}

/** The names of functions and classes that meet a condition, and of those that use one of them. */
function reaching(
  statements: readonly Statement[],
  holds: (definition: Statement) => boolean,
): ReadonlySet<string> {
  const definitions = statements.filter(isDefinition);
  const found = new Set(definitions.filter(holds).flatMap(({ binds }) => [...binds]));
  if (found.size === 0) return found;
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { binds, needs } of definitions) {
      if ([...needs].some((name) => found.has(name))) { for (const name of binds) found.add(name); }
    }
  }
  return found;
}

/** The names that a statement may call when it is executed; `heirs`: whether a class may call its base classes. */
function calledBy(one: Statement, heirs = false): string[] {
  return isDefinition(one) && !(heirs && one.kind === "class") ? decoratorsOf(one) : [...one.needs];
}

/** The names that a definition's decorators begin with. */
function decoratorsOf({ text }: Statement): string[] {
  return [...text.matchAll(/^@\s*([A-Za-z_]\w*)/gm)].map(([, name]) => name);
}

function withoutRepeatedImports(statements: readonly Statement[]): Statement[] {
  return statements.filter(({ kind, text }, index) =>
    kind !== "import" || statements.findIndex((other) => other.text === text) === index
  );
}

/** The name that stands for classes that are found through their base class. */
const HEIRS = "heirs of a class";

/** The names by which a program finds definitions that it does not name. */
const LOOKING: ReadonlySet<string> = new Set(["globals", "locals", "vars", HEIRS]);

/** The functions and types that every Python program has. */
const BUILT_IN: ReadonlySet<string> = new Set(
  ("abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict dir divmod enumerate eval exec " +
    "filter float format frozenset getattr hasattr hash hex id input int isinstance issubclass iter len list map max " +
    "min next object oct open ord pow print property range repr reversed round set setattr slice sorted " +
    "staticmethod str sum super tuple type vars zip").split(" "),
);
