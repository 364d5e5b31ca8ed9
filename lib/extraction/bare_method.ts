import { classIn, type ClassSite } from "./syntax/classes.ts";
import { isMethod } from "./revisions.ts";
import { type Statement, topLevelStatements } from "./syntax/statements.ts";

/** A method outside of its class, with the statements around it. */
export interface BareMethod {
  readonly method: Statement;
  readonly statements: readonly Statement[];
  readonly otherStatements: readonly Statement[];
  /** The name of the class that the method belongs to. */
  readonly className: string;
  /** The class as the prompt has it, without the method; for answers that do not have the class. */
  readonly given?: Statement;
}

/**
 * The class with the method inserted, together with the functions beside the method that it calls as methods and, if the
 * class is the prompt's, the constants beside it that it looks up in the class. Undefined if the method needs none of these,
 * no member of the class, and the class has no types of the answer's own: then the method can be called as it is.
 */
export function classWithBareMethod(
  { method, statements, otherStatements, className, given }: BareMethod,
): Statement | undefined {
  if (!isMethod(method)) return undefined;
  const around = [...statements, ...otherStatements];
  const classes = [...around, ...(given ? [given] : [])].filter(({ kind, broken, binds }) =>
    kind === "class" && !broken && binds.has(className)
  );
  const hosts = classes.map((host) => ({ host, body: classIn(host.text) }));
  const found = hosts.find(({ body }) => body?.margin !== undefined);
  if (!found) return undefined;
  const { host, body } = found;
  const helpers = calledHelpers(method, around, className, host.text === given?.text ? body : undefined);
  const isNeeded = helpers.length > 0 || usesMembers(method, body!, className) || hasOwnTypes(body!, around);
  if (!isNeeded) return undefined;
  const functions = [...helpers, method].map(({ text }) => text.replace(/^(?=[^\n])/gm, body!.margin!));
  return topLevelStatements([host.text, ...functions].join("\n"))[0];
}

/** The functions that a method calls as methods, directly or not; with `part`, also the constants that it looks up in its class. */
function calledHelpers(
  method: Statement,
  around: readonly Statement[],
  className: string,
  part?: ClassSite,
): Statement[] {
  const helpers = new Set<Statement>();
  const wanted = membersUsed(method, className);
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const helper = around.find(({ kind, broken, binds }) =>
      (kind === "function" || (part && kind === "other" && !part.annotated.has(name!))) && !broken &&
      binds.has(name!)
    );
    if (!helper || helper === method || helpers.has(helper)) continue;
    if (!(helper.kind === "function" ? /^(?:@|def|async)/ : /^\w+\s*(?::[^=\n]+)?=(?!=)/).test(helper.text)) {
      continue;
    }
    helpers.add(helper);
    wanted.push(...membersUsed(helper, className));
  }
  return around.filter((statement) => helpers.has(statement));
}

function usesMembers(method: Statement, { methods, assigned }: ClassSite, className: string): boolean {
  return membersUsed(method, className).some((name) => methods.has(name) || assigned.has(name));
}

/** Whether a field or a parameter of the constructor is annotated with a type that the answer defines, e.g. an enumeration. */
function hasOwnTypes({ annotated, methods }: ClassSite, around: readonly Statement[]): boolean {
  const made = methods.get("__init__")?.parameters.map(({ annotation = "" }) => annotation) ?? [];
  const types = [...annotated.values(), ...made];
  const words = new Set(types.flatMap((type) => type.match(/\w+/g) ?? []));
  return around.some(({ kind, binds }) => kind !== "import" && [...binds].some((name) => words.has(name)));
}

/** The names that a function looks up in its instance or in the class. */
function membersUsed({ text }: Statement, className: string): string[] {
  return [...text.matchAll(new RegExp(`(?<![\\w.])(?:self|cls|${className})\\.(\\w+)`, "g"))].map((
    [, name],
  ) => name);
}
