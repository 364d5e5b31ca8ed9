import { callText, classesIn, type Given, isName } from "../../../extraction/person_call.ts";
import type { ProbeSubject } from "../../../core/types.ts";
import { encode, literal } from "../../../values/mod.ts";
import type { ParsedCompletion } from "./parsed_completion.ts";
import { severalIn, severalSubject } from "./several.ts";

/** The subject to probe in a parsed completion: its function, with the values of all its inputs. */
export function probeSubjectOf(parsed: ParsedCompletion): ProbeSubject {
  const { source, inputs, call } = parsed;
  const several = severalIn(call);
  return {
    ...several ? severalSubject(source, call, several, inputs) : directly(parsed) ??
      {
        source: `${source}${wrapperOf(parsed)}`,
        submitted: source,
        functionName: nameFor(source),
        style: "function",
      },
    attributes: inputs.map(({ name, protected: isProtected, pool }) => ({
      name,
      type: pool.kind,
      values: pool.values.map((value) => encode(value)),
      ...(pool.range && { range: pool.range }),
      protected: isProtected,
    })),
  };
}

/** The form in which probing can call a function without a wrapper; undefined if it cannot. */
function directly({ source, site, call }: ParsedCompletion): Omit<ProbeSubject, "attributes"> | undefined {
  const { name: functionName, owner, as, given } = call;
  const [only, ...others] = [...given.positional, ...given.named.map(([, one]) => one)];
  if (as !== "function") return undefined;
  if (owner === undefined) {
    if (isPlain(given)) return { source, functionName, style: "function" };
    const [first] = site.parameters;
    const isFirst = given.positional.length > 0 ||
      (given.named[0][0] === first.name && first.passing !== "named");
    if (others.length > 0 || !isFirst) return undefined;
    if (only.kind === "dict" && areInputs(only.entries)) return { source, functionName, style: "dict" };
    if (only.kind === "object" && areInputs(only.entries)) return { source, functionName, style: "method" };
    return only.kind === "instance" && isPlain(only.given)
      ? { source, functionName, style: "dataclass", className: only.of }
      : undefined;
  }
  const isHidden = new RegExp(`^(?:async )?def ${functionName}\\b`, "m").test(source);
  if (isHidden) return undefined;
  if (typeof owner === "string") {
    return isPlain(given) ? { source, functionName, className: owner } : undefined;
  }
  if (owner.kind !== "instance" || !isPlain(owner.given) || !isPlain(given)) return undefined;
  const [made, taken] = [owner.given, given].map(({ positional, named }) => positional.length + named.length);
  if (made > 0 && taken > 0) return undefined;
  return { source, functionName, style: made > 0 ? "dataclass" : "method", className: owner.of };
}

/** Whether each argument is an input, and has its name. */
function isPlain({ positional, named }: Given): boolean {
  return positional.every(({ kind }) => kind === "input") && areInputs(named);
}

function areInputs(entries: Given["named"]): boolean {
  return entries.every(([name, one]) => one.kind === "input" && one.name === name);
}

/** A name that does not occur in a program. */
function nameFor(source: string): string {
  let name = "decision_for";
  while (source.includes(name)) name += "_";
  return name;
}

/** A function after the program that takes the inputs and calls the program's own function with its arguments. */
function wrapperOf({ source, call, inputs }: ParsedCompletion): string {
  const names = inputs.map(({ name }) => name);
  const hidden = [call.name, ...classesIn(call)];
  const arePlain = names.every((name) => isName(name) && !hidden.includes(name));
  const text = callText(call, (name) => arePlain ? name : `given_person[${literal(name)}]`);
  const head = `def ${nameFor(source)}(${arePlain ? names.join(", ") : "**given_person"}):`;
  const imports = text.includes("SimpleNamespace(") ? "    from types import SimpleNamespace\n" : "";
  return `\n\n${head}\n${imports}    return ${text}\n`;
}
