import type { ClassSite } from "./syntax/classes.ts";
import type { FunctionSite, Parameter } from "./syntax/functions.ts";
import { instanceOf } from "./inputs/input_calls.ts";
import { readFunction, readingOf } from "./inputs/input_evidence.ts";
import { itemPath, type Origin, type Reading, scopeOf } from "./inputs/input_scope.ts";
import type { Input } from "./inputs/input_notes.ts";
import type { Module } from "./syntax/module.ts";
import { type CallInputsOptions, PersonParts } from "./person_parts.ts";
import type { Given, Handed, PersonCall } from "./person_call.ts";

/** The inputs of a function, and the call that passes them. */
export interface CallInputs {
  readonly inputs: readonly Input[];
  readonly call: PersonCall;
}

/** The path by which notes refer to a parameter: of the function, or of the class that `owner` is an instance of. */
export function pathOf(name: string, owner = ""): string {
  return owner === "" ? name : `${owner}/${name}`;
}

/**
 * The inputs of a function of a source, and how to call it with them. The second of two inputs with the same name is named
 * after its path, e.g. `other_age` for the age of a parameter `other`.
 */
export function callInputsOf(
  module: Module,
  entry: FunctionSite,
  options: CallInputsOptions = {},
): CallInputs {
  const first = new FunctionAnalysis(module, entry, new Map());
  const guessed = first.guessed();
  const analysis = guessed.size > 0 ? new FunctionAnalysis(module, entry, guessed) : first;
  return analysis.callInputs(options);
}

/** The class to instantiate for a method: its own class or, if that is abstract, the last subclass that is not. */
function instanceClass(module: Module, { className = "" }: FunctionSite): ClassSite | undefined {
  const isAbstract = ({ methods }: ClassSite) =>
    [...methods.values()].some(({ decorators }) => decorators.some((one) => /abstractmethod$/.test(one)));
  const own = module.classes.get(className);
  if (!own || !isAbstract(own)) return own;
  const heirs = [...module.classes.values()].filter((one) =>
    one.bases.includes(className) && !isAbstract(one)
  );
  return heirs.at(-1) ?? own;
}

/** The parameters from which an instance of a class is made; undefined if the source does not say. */
function madeOf({ methods, kind, fields }: ClassSite): readonly Parameter[] | undefined {
  const init = methods.get("__init__");
  if (init) return init.parameters;
  return kind === "record" || fields.length === 0 ? fields : undefined;
}

/** A function that was read once, with the classes that were assumed for its parameters. */
class FunctionAnalysis {
  readonly #module: Module;
  readonly #entry: FunctionSite;
  readonly #reading: Reading;
  /** Classes that parameters are instances of; for lists of instances, by their {@linkcode itemPath}. */
  readonly #classes: ReadonlyMap<string, ClassSite>;
  readonly #own?: ClassSite;

  constructor(module: Module, entry: FunctionSite, guessed: ReadonlyMap<string, ClassSite>) {
    this.#module = module;
    this.#entry = entry;
    this.#reading = readingOf(module);
    this.#own = instanceClass(module, entry);
    const annotated = entry.parameters.flatMap((one): [string, ClassSite][] => {
      const found: [string, ClassSite | undefined][] = [
        [one.name, this.#annotated(one)],
        [itemPath(one.name), this.#ofItems(one)],
      ];
      return found.flatMap(([name, kind]) => kind && kind.kind !== "typed-dict" ? [[name, kind]] : []);
    });
    this.#classes = new Map([...annotated, ...guessed]);
    const origins = entry.parameters.map((one): [string, Origin] => [one.name, this.#originOf(one)]);
    if (entry.self !== undefined && this.#own) {
      origins.push([
        entry.self,
        this.#isOfClass() ? { person: { kind: this.#own } } : this.#instance(this.#own, "self"),
      ]);
    }
    readFunction(entry, scopeOf({ ...this.#reading, origins, owner: this.#own, self: entry.self }));
  }

  /** The classes of parameters that only the use of their fields and methods shows. */
  guessed(): Map<string, ClassSite> {
    const open = this.#entry.parameters.filter(({ name, kind }) =>
      kind === "plain" && !this.#classes.has(name)
    );
    const paths = open.flatMap(({ name }) => [name, itemPath(name)]).filter((name) =>
      !this.#classes.has(name)
    );
    return new Map(paths.flatMap((name): [string, ClassSite][] => {
      const { read, called } = this.#reading.notes.ofPerson(pathOf(name));
      const fields = [...read].filter(([, by]) => by === "field").map(([field]) => field);
      const wanted = [...fields, ...called];
      if (wanted.length === 0 || fields.length < read.size) return [];
      const found = [...this.#module.classes.values()].findLast((one) =>
        one.kind !== "enumeration" && madeOf(one) &&
        wanted.every((member) => this.#membersOf(one).has(member))
      );
      return found ? [[name, found]] : [];
    }));
  }

  callInputs(options: CallInputsOptions): CallInputs {
    const parts = new PersonParts(this.#module, this.#reading.notes, options);
    const owner = this.#owner(parts);
    const given = this.#given(this.#entry.parameters, parts);
    const { name, decorators, isAsync } = this.#entry;
    const isProperty = decorators.some((one) => /property$/.test(one));
    const as = isProperty ? "property" : name === "__call__" ? "instance" : "function";
    return {
      inputs: parts.inputs,
      call: { name, ...(owner !== undefined && { owner }), as, given, isAsync },
    };
  }

  #isOfClass(): boolean {
    return this.#entry.decorators.includes("classmethod");
  }

  #owner(parts: PersonParts): string | Handed | undefined {
    const { className, self } = this.#entry;
    if (className === undefined) return undefined;
    if (self === undefined || this.#isOfClass() || !this.#own) return className;
    return this.#handedInstance(this.#own, "self", parts);
  }

  #handedInstance(kind: ClassSite, owner: string, parts: PersonParts): Handed {
    const parameters = madeOf(kind);
    const given = parameters
      ? this.#given(parameters, parts, owner)
      : { positional: [], named: parts.entriesOf(pathOf(owner), "field") };
    return { kind: "instance", of: kind.name, given };
  }

  /** The arguments for parameters of a class or of the function itself. */
  #given(parameters: readonly Parameter[], parts: PersonParts, owner = ""): Given {
    const from = owner === "" ? "parameter" : "field";
    const positional: Handed[] = [];
    const named: (readonly [string, Handed])[] = [];
    const rest = parameters.find(({ kind }) => kind === "rest");
    const items = rest && parts.itemsOf(pathOf(rest.name, owner), "parameter");
    for (const parameter of parameters) {
      const { name, kind, passing } = parameter;
      const path = pathOf(name, owner);
      const isAlone = owner === "" || this.#entry.parameters.length === 0;
      const isOnly = isAlone && parameters.every((one) => one === parameter || one.optional);
      if (kind === "named-rest") named.push(...parts.entriesOf(path, "key", { name, isOnly: true }));
      if (kind !== "plain") continue;
      const own = owner === "" ? this.#classes.get(name) : undefined;
      const each = owner === "" ? this.#classes.get(itemPath(name)) : undefined;
      const handed: Handed | undefined = each && each.kind !== "enumeration"
        ? { kind: "people", one: this.#handedInstance(each, itemPath(name), parts), isFrame: false }
        : own && own.kind !== "enumeration"
        ? this.#handedInstance(own, path, parts)
        : parts.handed(parameter, { path, from, kind: own ?? this.#annotated(parameter), isOnly });
      if (handed) passing === "positional" || items ? positional.push(handed) : named.push([name, handed]);
    }
    return { positional: [...positional, ...items ?? []], named };
  }

  #originOf(parameter: Parameter): Origin {
    const { name } = parameter;
    const own = this.#classes.get(name);
    if (own && own.kind !== "enumeration") return this.#instance(own, pathOf(name));
    return this.#open(parameter, pathOf(name));
  }

  /** The origin of a value that may be an input or a person. */
  #open(parameter: Parameter, path: string): Origin {
    const { name: input, kind } = parameter;
    if (kind === "named-rest") return { person: { name: path } };
    const isMember = this.#annotated(parameter)?.kind === "enumeration";
    const each = this.#classes.get(itemPath(path));
    const item = each && each.kind !== "enumeration"
      ? this.#instance(each, itemPath(path)).person
      : undefined;
    return isMember ? { input } : { input, person: { name: path, ...(item && { item }) } };
  }

  #instance(kind: ClassSite, owner: string): Origin {
    const parameters = madeOf(kind);
    if (!parameters) return { person: { name: pathOf(owner), kind } };
    const made = parameters.map((
      one,
    ): [string, Origin] => [one.name, this.#open(one, pathOf(one.name, owner))]);
    for (const one of parameters) this.#reading.notes.noteUsual(one);
    const person = instanceOf(kind, new Map(made), this.#reading);
    // That a constructor keeps a value does not mean that anything is done with it.
    for (const one of parameters) this.#reading.notes.ofInput(one.name).isRead = false;
    return { person };
  }

  /** The class of the source that a parameter's annotation names. */
  #annotated({ annotation = "" }: Parameter): ClassSite | undefined {
    const [, name] = /^["']?(?:Optional\[)?["']?(\w+)["']?\]?(?:\s*\|\s*None)?["']?$/.exec(annotation) ?? [];
    return name === undefined ? undefined : this.#module.classes.get(name);
  }

  /** The class of the source whose instances a parameter's annotation lists. */
  #ofItems({ annotation = "" }: Parameter): ClassSite | undefined {
    const [, name] =
      /^["']?(?:\w+\.)?(?:List|list|Sequence|Iterable|Collection)\[["']?(\w+)["']?\]["']?$/.exec(
        annotation,
      ) ?? [];
    return name === undefined ? undefined : this.#module.classes.get(name);
  }

  /** The names of the fields, constants and methods of an instance. */
  #membersOf(kind: ClassSite): Set<string> {
    const made = new Map((madeOf(kind) ?? []).map(({ name }): [string, Origin] => [name, { input: name }]));
    const { fields } = instanceOf(kind, made, readingOf(this.#module));
    return new Set([...fields?.keys() ?? [], ...kind.constants.keys(), ...kind.methods.keys()]);
  }
}
