import type { ClassSite } from "./syntax/classes.ts";
import type { Parameter } from "./syntax/functions.ts";
import type { Input, Notes, PersonShown } from "./inputs/input_notes.ts";
import { itemPath } from "./inputs/input_scope.ts";
import { literalOf, literalsUnder, textsAmong } from "./syntax/literal_nodes.ts";
import type { Module } from "./syntax/module.ts";
import { nodesIn } from "./syntax/nodes.ts";
import type { Handed } from "./person_call.ts";

/** The caller's knowledge about names. */
export interface CallInputsOptions {
  /**
   * Whether a name is that of an attribute of people; optional parameters with other names are left out.
   * @default all are
   */
  readonly isAttribute?: (name: string) => boolean;
  /** Whether a text is likely to be the key of an attribute in a dict. @default none is */
  readonly isKey?: (text: string) => boolean;
}

/** The place of a value among the arguments, and what is known about it. */
interface Place {
  /** The path by which notes refer to it. */
  readonly path: string;
  readonly from: Input["from"];
  /** The class of the value, if it is known. */
  readonly kind?: ClassSite;
  /** Whether no other argument is required. */
  readonly isOnly?: boolean;
}

/** Decides whether each value passed is an input or consists of inputs, and collects these. */
export class PersonParts {
  readonly inputs: Input[] = [];
  readonly #module: Module;
  readonly #notes: Notes;
  readonly #isAttribute: (name: string) => boolean;
  readonly #isKey: (text: string) => boolean;
  /** Texts of the source that name attributes. */
  #named?: readonly string[];

  constructor(
    module: Module,
    notes: Notes,
    { isAttribute = () => true, isKey = () => false }: CallInputsOptions,
  ) {
    [this.#module, this.#notes] = [module, notes];
    [this.#isAttribute, this.#isKey] = [isAttribute, isKey];
  }

  /** The argument for a parameter; undefined if the parameter is left out. */
  handed(parameter: Parameter, place: Place): Handed | undefined {
    const { name, optional } = parameter;
    const { path, kind } = place;
    const isNeeded = !optional || this.#isAttribute(name);
    if (!isNeeded && !place.isOnly && !this.#decides(parameter)) return undefined;
    const people = this.#people(parameter, path);
    if (people) return people;
    const declared = kind?.kind === "typed-dict" ? kind.fields : [];
    const entries = declared.length > 0
      ? this.#declared(declared, path)
      : this.entriesOf(path, "key", { name, isOnly: place.isOnly });
    if (entries.length > 0) return this.#person(path, entries, declared.length > 0);
    const items = this.itemsOf(path, "item");
    if (items) return { kind: "tuple", items };
    return isNeeded || this.#decides(parameter) ? this.#input(parameter, place) : undefined;
  }

  #person(path: string, entries: readonly (readonly [string, Handed])[], isDeclared = false): Handed {
    const shown = this.#notes.ofPerson(path);
    const isObject = !isDeclared && shown.read.size > 0 && !isReadByKeys(shown);
    return { kind: isObject ? "object" : "dict", entries };
  }

  /**
   * Several people, where a value is iterated over and its items are read like people, or where it is a
   * frame.
   */
  #people({ name, annotation = "" }: Parameter, path: string): Handed | undefined {
    const [all, each] = [path, itemPath(path)];
    const isFrame = this.#notes.ofPerson(all).isFrame || FRAME.test(annotation) || FRAME.test(name);
    const columns = isFrame ? this.entriesOf(all, "key") : [];
    const entries = this.entriesOf(each, "key").filter(([key]) => columns.every(([one]) => one !== key));
    if (isFrame && columns.length + entries.length > 0) {
      return { kind: "people", one: { kind: "dict", entries: [...columns, ...entries] }, isFrame };
    }
    if (entries.length > 0) return { kind: "people", one: this.#person(each, entries), isFrame: false };
    const items = this.itemsOf(each, "item");
    return items && { kind: "people", one: { kind: "tuple", items }, isFrame: false };
  }

  /**
   * The entries or fields of a person.
   *
   * @param from Whether they count as keys or as fields where the code does not show it.
   */
  entriesOf(
    path: string,
    from: "key" | "field",
    { name, isOnly = false }: { readonly name?: string; readonly isOnly?: boolean } = {},
  ): (readonly [string, Handed])[] {
    const shown = this.#notes.ofPerson(path);
    const names = shown.read.size > 0
      ? [
        ...shown.read.keys(),
        ...shown.asked,
        ...(shown.isMapping || shown.isHandedOn ? this.#attributes() : []),
      ]
      : name === undefined
      ? []
      : this.#guessed(name, path, isOnly);
    return [...new Set(names)].flatMap((one) => {
      const parameter: Parameter = { name: one, kind: "plain", passing: "either", optional: false };
      const by = shown.read.get(one) ?? from;
      const handed = this.handed(parameter, { path: `${path}.${one}`, from: by });
      return handed ? [[one, handed] as const] : [];
    });
  }

  /** The items of a value that is unpacked into variables; undefined for other values. */
  itemsOf(path: string, from: "parameter" | "item"): Handed[] | undefined {
    return this.#notes.ofPerson(path).items?.map((name) =>
      this.#input({ name, kind: "plain", passing: "either", optional: false }, {
        path: `${path}.${name}`,
        from,
      })
    );
  }

  /** Whether an optional parameter is compared with plain values besides its default, or is a condition. */
  #decides({ name, default: usual }: Parameter): boolean {
    const { literals, used } = this.#notes.ofInput(name);
    if (usual?.type === "bool") return used.has("condition");
    return literals.some(({ type, value }) => type !== usual?.type || value !== usual.value);
  }

  /** The entries of a typed dict. */
  #declared(fields: readonly Parameter[], path: string): (readonly [string, Handed])[] {
    return fields.flatMap((field) => {
      const handed = this.handed(field, { path: `${path}.${field.name}`, from: "key" });
      return handed ? [[field.name, handed] as const] : [];
    });
  }

  /** The keys of a dict that the code does not name where it reads them, but elsewhere. */
  #guessed(name: string, path: string, isOnly: boolean): string[] {
    const shown = this.#notes.ofPerson(path);
    if (this.#isKey(name)) return [];
    const isDict = shown.isMapping || (isOnly && shown.isHandedOn && this.#hasKeys());
    return isDict && this.#attributes().length > 0 ? [...this.#attributes(), ...shown.asked] : [];
  }

  #input(parameter: Parameter, place: Place): Handed {
    const { optional, annotation, default: usual, listed = [] } = parameter;
    const { from, path } = place;
    const { literals, used, moduli, enumerations, isRead } = this.#notes.ofInput(parameter.name);
    // The same name occurs twice, e.g. for two people, or for a person and a table of weights.
    const isTaken = (text: string) => this.inputs.some((one) => one.name === text);
    let name = isTaken(parameter.name) ? path.replaceAll(/[^\p{L}\p{N}_]+/gu, "_") : parameter.name;
    while (isTaken(name)) name += "_";
    const all = [...literals, ...listed, ...(usual ? [usual] : [])];
    const kind = place.kind?.kind === "enumeration"
      ? place.kind
      : this.#module.classes.get([...enumerations].at(0) ?? "");
    this.inputs.push({
      ...{ name, from, optional, isRead },
      ...(path.includes(".") && { within: path.split(".").at(-2)!.replace(/^.*\/|\[\]$/g, "") }),
      ...(annotation !== undefined && { annotation }),
      literals: [...new Map(all.map((one) => [`${one.type} ${one.value}`, one])).values()],
      used,
      moduli: [...moduli],
      ...(kind && { members: [...kind.constants.keys()] }),
    });
    return kind ? { kind: "member", name, of: kind.name } : { kind: "input", name };
  }

  #attributes(): readonly string[] {
    const { top, source } = this.#module;
    return this.#named ??= [...new Set(textsAmong(literalsUnder(top, source)).filter(this.#isKey))];
  }

  /** Whether some attribute is read by a key somewhere in the source. */
  #hasKeys(): boolean {
    return nodesIn(this.#module.top).some((node) => {
      const key = node.name === "MemberExpression" ? node.getChild("String") : null;
      const literal = key && literalOf(key, this.#module.source);
      return literal?.type === "str" && this.#isKey(literal.value);
    });
  }
}

/** The annotations and names of pandas frames. */
const FRAME = /\bDataFrame\b|^(?:df|data_?frame|\w+_df)$/;

function isReadByKeys({ read }: PersonShown): boolean {
  return [...read.values()].includes("key");
}
