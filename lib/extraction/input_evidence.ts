import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";
import { type Argument, argumentsOf } from "./call_arguments.ts";
import type { FunctionSite } from "./functions.ts";
import { type Note, Origins, type RecordVariable, Scope, type Usage } from "./input_origins.ts";
import { type Literal, literalsIn } from "./literal_nodes.ts";
import { childrenOf, walk } from "./nodes.ts";

export type { Usage } from "./input_origins.ts";

/** What a source shows of one input. */
interface Shown {
  readonly literals: Literal[];
  readonly used: Set<Usage>;
}

/** How deep calls are followed. */
const MOST_CALLS = 6;

/** Collects what the functions of a source show of the inputs of one of them: a walk over the syntax tree. */
export class Evidence {
  readonly #source: string;
  readonly #sites: readonly FunctionSite[];
  readonly #shown = new Map<string, Shown>();
  readonly #origins: Origins;
  /** Plain values of names at the top level. */
  readonly #constants: ReadonlyMap<string, Literal[]>;
  #fields: ReadonlyMap<string, string> = new Map();

  constructor(source: string, sites: readonly FunctionSite[]) {
    this.#source = source;
    this.#sites = sites;
    this.#origins = new Origins(source, (input, shown) => this.#note(input, shown));
    this.#constants = this.#constantsIn(childrenOf(parser.parse(source).topNode));
  }

  /** What is known of an input. */
  of(name: string): Shown {
    return this.#shown.get(name) ?? { literals: [], used: new Set() };
  }

  /** The keys and fields that were read of the record. */
  namesRead(): { readonly name: string; readonly by: "key" | "field" }[] {
    return this.#origins.namesRead();
  }

  /** Notes by which fields of an instance its constructor keeps what it is made of. */
  readConstructor(init: FunctionSite, inputs: ReadonlyMap<string, string>): void {
    const fields = new Map<string, string>();
    const scope = new Scope(inputs);
    walk(init.node, (node) => {
      if (node.name !== "AssignStatement" || node.firstChild?.name !== "MemberExpression") return;
      const field = node.firstChild.getChild("PropertyName");
      const kept = this.#origins.of(node.lastChild!, scope);
      if (field && kept !== undefined && this.#text(node.firstChild.firstChild!) === init.self) {
        fields.set(this.#text(field), kept);
      }
    });
    this.#fields = fields;
    this.read(init, inputs);
  }

  /**
   * Reads a function, and those that it calls with inputs.
   *
   * @param inputs Its variables that are inputs.
   */
  read(site: FunctionSite, inputs: ReadonlyMap<string, string>, record?: RecordVariable, depth = 0): void {
    if (depth > MOST_CALLS) return;
    const fields = record?.fields && new Map([...record.fields, ...this.#fields]);
    const scope = new Scope(inputs, record && { ...record, ...(fields && { fields }) });
    const inside = this.#constantsIn(childrenOf(site.node.getChild("Body") ?? site.node));
    const constants = new Map([...this.#constants, ...inside]);
    walk(site.node, (node) => this.#visit(node, { scope, constants, depth }));
  }

  #visit(node: SyntaxNode, at: Place): void {
    const { scope } = at;
    switch (node.name) {
      case "AssignStatement":
      case "NamedExpression":
        return this.#assign(node, scope);
      case "BinaryExpression":
        return this.#binary(node, at);
      case "MatchStatement":
        return this.#match(node, scope);
      case "MemberExpression":
        this.#origins.of(node, scope); // reads of a record count even where nothing is done with them
        return this.#lookUp(node, at);
      case "CallExpression":
        this.#origins.of(node, scope);
        return this.#call(node, at);
      case "IfStatement":
      case "WhileStatement":
        return this.#conditions(
          node,
          scope,
          (child) => ["if", "elif", "while"].includes(child.prevSibling?.name ?? ""),
        );
      case "ConditionalExpression":
        return this.#conditions(node, scope, (child) => child.prevSibling?.name === "if");
      case "UnaryExpression":
        return this.#conditions(node, scope, (child) => child.prevSibling?.name === "not");
    }
  }

  #assign(node: SyntaxNode, scope: Scope): void {
    const [target, second] = childrenOf(node);
    if (target.name !== "VariableName" || !second || !node.lastChild) return;
    const kept = this.#origins.of(node.lastChild, scope);
    if (kept !== undefined) scope.inputs.set(this.#text(target), kept);
  }

  #binary(node: SyntaxNode, { scope, constants }: Place): void {
    const [left, operator, ...others] = childrenOf(node);
    const right = others.at(-1);
    if (!right) return;
    const isComparison = ["CompareOp", "in", "not", "is"].includes(operator.name);
    if (isComparison) {
      // a < b < c is (a < b) < c in the tree
      const isChain = left.name === "BinaryExpression" &&
        /^(?:CompareOp|in|is)$/.test(left.firstChild?.nextSibling?.name ?? "");
      const one = isChain ? left.lastChild! : left;
      this.#compare(one, right, { scope, constants });
      this.#compare(right, one, { scope, constants });
      return;
    }
    if (["and", "or"].includes(operator.name)) {
      return this.#conditions(node, scope, (child) => !["and", "or"].includes(child.name));
    }
    const isText = [left, right].some(({ name }) => /String$/.test(name));
    if (isText) return;
    for (const side of [left, right]) this.#note(this.#origins.of(side, scope), { used: "number" });
  }

  #compare(
    one: SyntaxNode,
    other: SyntaxNode,
    { scope, constants }: Pick<Place, "scope" | "constants">,
  ): void {
    const input = this.#origins.of(one, scope);
    if (input === undefined) return;
    const named = other.name === "VariableName" ? constants.get(this.#text(other)) : undefined;
    this.#note(input, { literals: named ?? literalsIn(other, this.#source) });
  }

  #match(node: SyntaxNode, scope: Scope): void {
    const input = this.#origins.of(childrenOf(node)[1], scope);
    if (input === undefined) return;
    const body = node.getChild("MatchBody");
    for (const clause of body?.getChildren("MatchClause") ?? []) {
      walk(clause, (pattern) => {
        if (pattern.name !== "LiteralPattern") return;
        const text = this.#text(pattern);
        const alone = parser.parse(text).topNode.firstChild?.firstChild;
        if (alone) this.#note(input, { literals: literalsIn(alone, text) });
      });
    }
  }

  /** A table that is asked for an input: `{"a": 1}[x]`. */
  #lookUp(node: SyntaxNode, { scope, constants }: Place): void {
    const [table, open, index] = childrenOf(node);
    if (open?.name !== "[" || !index) return;
    this.#noteKeys(index, table, { scope, constants });
  }

  #noteKeys(
    index: SyntaxNode,
    table: SyntaxNode,
    { scope, constants }: Pick<Place, "scope" | "constants">,
  ): void {
    const input = this.#origins.of(index, scope);
    if (input === undefined) return;
    const named = table.name === "VariableName" ? constants.get(this.#text(table)) : undefined;
    this.#note(input, { literals: named ?? literalsIn(table, this.#source) });
  }

  #call(node: SyntaxNode, at: Place): void {
    const [called] = childrenOf(node);
    const list = node.getChild("ArgList");
    const given = list ? argumentsOf(list) : [];
    const method = called.name === "MemberExpression" ? called.getChild("PropertyName") : undefined;
    if (method && called.firstChild) {
      const name = this.#text(method);
      if (name === "get" && given[0]) this.#noteKeys(given[0].value, called.firstChild, at);
      if (["startswith", "endswith"].includes(name) && given[0]) {
        const literals = literalsIn(given[0].value, this.#source);
        this.#note(this.#origins.of(called.firstChild, at.scope), { used: "text", literals });
      }
    }
    const name = this.#text(method ?? called);
    if (["range", "min", "max", "sum", "pow"].includes(name) || /^math\./.test(this.#text(called))) {
      for (const { value } of given) this.#note(this.#origins.of(value, at.scope), { used: "number" });
    }
    const site = this.#sites.find((one) =>
      one.name === name && (method !== undefined) === (one.className !== undefined)
    );
    if (site) this.#follow(site, given, at);
  }

  /** Reads a function of the same source that is handed inputs. */
  #follow(site: FunctionSite, given: readonly Argument[], { scope, depth }: Place): void {
    const inputs = new Map<string, string>();
    let record: RecordVariable | undefined;
    for (const [at, { name, value }] of given.entries()) {
      const parameter = name === undefined ? site.parameters[at]?.name : this.#text(name);
      const input = this.#origins.of(value, scope);
      if (parameter === undefined) continue;
      if (input !== undefined) inputs.set(parameter, input);
      else if (scope.record && this.#text(value) === scope.record.record) {
        record = { ...scope.record, record: parameter };
      }
    }
    const isOwn = scope.record && site.self === scope.record.record;
    if (inputs.size > 0 || record || isOwn) {
      this.read(site, inputs, record ?? (isOwn ? scope.record : undefined), depth + 1);
    }
  }

  #conditions(node: SyntaxNode, scope: Scope, isCondition: (child: SyntaxNode) => boolean): void {
    for (const child of childrenOf(node)) {
      if (isCondition(child)) this.#note(this.#origins.of(child, scope), { used: "condition" });
    }
  }

  #note(input: string | undefined, { literals = [], used }: Partial<Note>): void {
    if (input === undefined) return;
    const shown = this.#shown.get(input) ?? { literals: [], used: new Set<Usage>() };
    this.#shown.set(input, shown);
    shown.literals.push(...literals);
    if (used) shown.used.add(used);
  }

  /** Names that are given plain values, or displays of such. */
  #constantsIn(statements: readonly SyntaxNode[]): Map<string, Literal[]> {
    const found = new Map<string, Literal[]>();
    for (const node of statements) {
      if (node.name !== "AssignStatement" || node.firstChild?.name !== "VariableName") continue;
      const values = literalsIn(node.lastChild!, this.#source);
      if (values.length > 0) found.set(this.#text(node.firstChild), values);
    }
    return found;
  }

  #text({ from, to }: SyntaxNode): string {
    return this.#source.slice(from, to);
  }
}

interface Place {
  readonly scope: Scope;
  readonly constants: ReadonlyMap<string, readonly Literal[]>;
  readonly depth: number;
}
