import type { SyntaxNode } from "@lezer/common";
import { type Argument, argumentsOf, childrenOf, memberOf } from "../syntax/nodes.ts";
import type { Displays } from "../syntax/displays.ts";
import { isMask, isOfColumn, isOfFrame, namesColumns, noteFrame } from "./input_frames.ts";
import type { Notes, Usage } from "./input_notes.ts";
import { itemOf, type Origin, type Person, type Scope } from "./input_scope.ts";
import { entriesIn, literalOf } from "../syntax/literal_nodes.ts";
import type { Module } from "../syntax/module.ts";

/** Methods and functions that keep a value the same input, and what they say of it. */
const KEEPING: Readonly<Record<string, Usage | undefined>> = {
  ...{ lower: "text", upper: "text", strip: "text", title: "text", capitalize: "text", casefold: "text" },
  ...{ replace: "text", lstrip: "text", rstrip: "text", split: "text", removeprefix: "text" },
  ...{ int: undefined, float: undefined, str: undefined, bool: "condition" },
  ...{ abs: "number", round: "number", min: "number", max: "number" },
};

/** Functions and methods that return the same person. */
const COPYING = ["dict", "copy", "deepcopy", "SimpleNamespace", "Series"];

/** Functions and methods that yield the same people, one after the other. */
const GOING_OVER = "enumerate filter sorted list tuple reversed iter iterrows itertuples copy".split(" ");

/** Functions that return one of several people. */
const OF_SEVERAL = ["max", "min", "next"];

/** Functions and methods that call a function with each item they iterate over. */
const CALLING = ["map", "filter", "sorted", "sort", "min", "max", "apply", "transform"];

/** The results of calling functions of the source. */
export interface Follower {
  /** Undefined where it has no such function, or the result is none of the inputs. */
  follow(node: SyntaxNode, scope: Scope): Origin | undefined;
  /** Of a property of an instance. */
  property(person: Person, name: string, scope: Scope): Origin | undefined;
}

/** What expressions are made of: variables, entries and fields of people, methods and functions that keep a value. */
export class Origins {
  readonly #module: Module;
  readonly #displays: Displays;
  readonly #notes: Notes;
  readonly #follower: Follower;

  constructor(module: Module, displays: Displays, notes: Notes, follower: Follower) {
    [this.#module, this.#displays, this.#notes, this.#follower] = [module, displays, notes, follower];
  }

  /** The input that an expression is, if it is one. */
  inputOf(node: SyntaxNode, scope: Scope): string | undefined {
    return this.of(node, scope)?.input;
  }

  /** The input or the person that an expression is, if it is one. */
  of(node: SyntaxNode, scope: Scope): Origin | undefined {
    const found = this.#of(node, scope);
    if (found?.input !== undefined) this.#notes.ofInput(found.input).isRead = true;
    return found;
  }

  #of(node: SyntaxNode, scope: Scope): Origin | undefined {
    switch (node.name) {
      case "VariableName":
        return scope.origins.get(this.#module.text(node));
      case "ParenthesizedExpression":
        return this.#first(childrenOf(node).slice(1, 2), scope);
      case "NamedExpression":
      case "AwaitExpression":
        return this.#first(childrenOf(node).slice(-1), scope);
      case "ConditionalExpression": // a if b else c
        return this.#first(childrenOf(node).filter((_, at) => at === 0 || at === 4), scope);
      case "BinaryExpression": // a or "unknown"
        return node.getChild("or") || node.getChild("and")
          ? this.#first(childrenOf(node).filter((_, at) => at !== 1), scope)
          : undefined;
      case "DictionaryExpression":
        return { person: { fields: this.#fieldsOf(entriesIn(node), scope) } };
      case "ArrayComprehensionExpression":
      case "ComprehensionExpression":
        return this.#some(node, scope);
      case "MemberExpression":
        return this.#member(node, scope);
      case "CallExpression":
        return this.#call(node, scope);
    }
  }

  /**
   * What each item stands for in a loop over an expression; undefined where it is nothing that is passed in.
   */
  each(over: SyntaxNode, scope: Scope): Origin | undefined {
    const gone = this.#goneOver(over, scope);
    return gone && itemOf(gone);
  }

  /**
   * What a function that is passed as an argument is called with: `map(rate, people)`,
   * `sorted(people, key=rate)`.
   */
  handedTo(argument: SyntaxNode, scope: Scope): Origin | undefined {
    const list = argument.parent;
    const called = list?.name === "ArgList" ? list.prevSibling : null;
    if (!list || !called) return undefined;
    const method = memberOf(called);
    if (!CALLING.includes(this.#module.text(method ?? called))) return undefined;
    const others = argumentsOf(list.parent!).flatMap(({ value, name }) =>
      value.from === argument.from || name ? [] : [value]
    );
    const over = method ? called.firstChild! : others[0];
    const gone = over && this.#goneOver(over, scope);
    // A column of a frame is an input, whose values the function is called with.
    return gone && { ...(method && { input: gone.input }), ...itemOf(gone) };
  }

  /** `[person for person in people if ...]`: some of several people. */
  #some(node: SyntaxNode, scope: Scope): Origin | undefined {
    const [, item, loop, target, , over] = childrenOf(node);
    if (loop?.name !== "for" || !over || this.#module.text(item) !== this.#module.text(target)) {
      return undefined;
    }
    const person = this.#goneOver(over, scope)?.person;
    return person && { person };
  }

  #goneOver(over: SyntaxNode, scope: Scope): Origin | undefined {
    const called = over.name === "CallExpression" ? over.firstChild : null;
    if (!called) return this.of(over, scope);
    const method = memberOf(called);
    if (!GOING_OVER.includes(this.#module.text(method ?? called))) return undefined;
    const given = argumentsOf(over);
    const inner = method ? called.firstChild : given[this.#module.text(called) === "filter" ? 1 : 0]?.value;
    return inner ? this.#goneOver(inner, scope) : undefined;
  }

  #first(nodes: readonly SyntaxNode[], scope: Scope): Origin | undefined {
    return nodes.map((node) => this.of(node, scope)).find((found) => found);
  }

  #fieldsOf(entries: readonly [SyntaxNode, SyntaxNode][], scope: Scope): Map<string, Origin> {
    return new Map(entries.flatMap(([key, value]): [string, Origin][] => {
      const [name, origin] = [literalOf(key, this.#module.source), this.of(value, scope)];
      return name?.type === "str" && origin ? [[name.value, origin]] : [];
    }));
  }

  #member(node: SyntaxNode, scope: Scope): Origin | undefined {
    const [owner, mark, index] = childrenOf(node);
    if (!mark || !index) return undefined;
    const origin = this.of(owner, scope);
    if (!origin) return undefined;
    if (mark.name === ".") {
      const isCalled = node.parent?.name === "CallExpression" && node.parent.firstChild?.to === node.to;
      return isCalled ? undefined : this.field(origin, this.#module.text(index), scope);
    }
    const { person } = origin;
    if (index.name === "ArrayExpression" && person?.name !== undefined) {
      this.#readColumns(person.name, index, scope);
    }
    if (
      person?.name !== undefined && !person.fields &&
      isMask(this.#module.text(index), this.#module.text(owner))
    ) {
      this.#notes.ofPerson(person.name).isFrame = true;
      return origin;
    }
    if (this.#isPlace(index, scope) && person?.name !== undefined) return { ...origin, ...itemOf(origin) };
    const [key, other] = this.#displays.literals(index, scope);
    if (key?.type === "str" && !other) return this.#entry(origin.person, key.value, "key");
    // The first letter of a text.
    return origin.input !== undefined && (key || index.name === ":") ? { input: origin.input } : undefined;
  }

  #isPlace(index: SyntaxNode, scope: Scope): boolean {
    return index.name === "Number" || (scope.origins.get(this.#module.text(index))?.counts ?? false);
  }

  /** A field of what may be a person. */
  field({ input, person }: Origin, name: string, scope: Scope): Origin | undefined {
    if (input !== undefined && isOfColumn(name)) {
      noteFrame(this.#notes, person?.name, name);
      return { input, person };
    }
    // Of a member of an enumeration.
    if (!person && input !== undefined) return ["value", "name"].includes(name) ? { input } : undefined;
    const method = person?.kind?.methods.get(name);
    if (person && method) {
      return method.decorators.some((one) => /property$/.test(one))
        ? this.#follower.property(person, name, scope)
        : undefined;
    }
    return this.#entry(person, name, "field");
  }

  /** An entry of a person that is a dict. */
  entry(person: Person, name: string): Origin | undefined {
    const found = this.#entry(person, name, "key");
    if (found?.input !== undefined) this.#notes.ofInput(found.input).isRead = true;
    return found;
  }

  #entry(person: Person | undefined, name: string, by: "key" | "field"): Origin | undefined {
    if (!person) return undefined;
    if (person.fields) return person.fields.get(name);
    if (person.name === undefined || person.kind?.constants.has(name)) return undefined;
    if (by === "field" && isOfFrame(name)) {
      this.#notes.ofPerson(person.name).isFrame = true;
      return { person };
    }
    this.#notes.read(person.name, name, by);
    if (this.#notes.ofPerson(person.name).set.has(name)) return undefined;
    return { input: name, person: { name: `${person.name}.${name}` } };
  }

  /** What `person.get("x", 0)`, `x.lower()`, `int(x)` and calls of the source's own functions are made of. */
  #call(node: SyntaxNode, scope: Scope): Origin | undefined {
    const [called, list] = [node.firstChild, node.getChild("ArgList")];
    if (!called || !list) return undefined;
    const given = argumentsOf(node);
    const method = memberOf(called);
    const followed = this.#follower.follow(node, scope);
    if (followed) return followed;
    const name = this.#module.text(method ?? called);
    if (method && called.firstChild) {
      const origin = this.of(called.firstChild, scope);
      return origin && this.#methodOf(origin, name, given, scope);
    }
    if (["getattr", "hasattr"].includes(name)) return this.#looked(given, scope);
    if (COPYING.includes(name)) return this.#copied(given, scope);
    // The best of several people, or all of them in another order.
    const person = this.#goneOver(node, scope)?.person ??
      (OF_SEVERAL.includes(name) ? this.#oneOf(given, scope) : undefined);
    if (person) return { person };
    if (!Object.hasOwn(KEEPING, name)) return undefined;
    const kept = given.map(({ value }) => this.of(value, scope)).find((one) => one?.input !== undefined);
    this.#notes.note(kept?.input, { used: KEEPING[name] });
    return kept && { input: kept.input };
  }

  #methodOf(origin: Origin, name: string, given: readonly Argument[], scope: Scope): Origin | undefined {
    const { input, person } = origin;
    if (["get", "pop", "setdefault"].includes(name) && given[0] && person) {
      const keys = this.#displays.literals(given[0].value, scope).filter(({ type }) => type === "str");
      const [found] = keys.map(({ value }) => this.#entry(person, String(value), "key"));
      if (keys.length === 0 && person.name !== undefined) this.#notes.ofPerson(person.name).isMapping = true;
      const usual = given[1] && this.#displays.literals(given[1].value, scope);
      if (usual) this.#notes.note(found?.input, { literals: usual });
      return keys.length === 1 ? found : undefined;
    }
    if (name === "copy") return origin;
    noteFrame(this.#notes, person?.name, name);
    if (namesColumns(name) && person?.name !== undefined) {
      for (const { value } of given) this.#readColumns(person.name, value, scope);
    }
    if (!Object.hasOwn(KEEPING, name)) return undefined;
    this.#notes.note(input, { used: KEEPING[name] });
    return input === undefined ? undefined : { input };
  }

  /** `people[["age", "sex"]]`, `people.sort_values("age")` */
  #readColumns(frame: string, names: SyntaxNode, scope: Scope): void {
    for (const { type, value } of this.#displays.literals(names, scope)) {
      if (type === "str") this.#notes.read(frame, value, "key");
    }
  }

  /** `max(people, key=lambda person: person["age"])` */
  #oneOf([over, ...others]: readonly Argument[], scope: Scope): Person | undefined {
    return others.some(({ name }) => name) ? this.each(over.value, scope)?.person : undefined;
  }

  /** `getattr(person, "age", 0)`, also with a name from a list that is written out. */
  #looked([first, second, third]: readonly Argument[], scope: Scope): Origin | undefined {
    const origin = first && this.of(first.value, scope);
    const names = second ? this.#displays.literals(second.value, scope) : [];
    if (!origin) return undefined;
    const found = names.map(({ value }) => this.field(origin, String(value), scope));
    const usual = third ? this.#displays.literals(third.value, scope) : [];
    for (const one of found) this.#notes.note(one?.input, { literals: usual });
    return found.length === 1 ? found[0] : undefined;
  }

  /** `dict(person)`, `dict(age=age)`, `SimpleNamespace(age=age)` */
  #copied(given: readonly Argument[], scope: Scope): Origin | undefined {
    const [first] = given;
    if (!first) return undefined;
    if (!first.name) return this.of(first.value, scope);
    const fields = given.flatMap(({ name, value }): [string, Origin][] => {
      const origin = this.of(value, scope);
      return name && origin ? [[this.#module.text(name), origin]] : [];
    });
    return { person: { fields: new Map(fields) } };
  }
}
