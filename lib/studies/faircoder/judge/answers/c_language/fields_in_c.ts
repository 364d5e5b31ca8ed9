import { type CToken, cTokens, endFrom, isSign, partedBy } from "./c_tokens.ts";
import type { FieldLookup, Given } from "../given.ts";

/** Functions that write their later arguments into the first one. */
const WRITERS = /^(?:str[nl]?cpy(?:_s)?|strcat|memcpy|sn?printf|sprintf_s)$/;

/**
 * The values that C or C++ gives to fields: by assignments, also to members; by designated and positional initialisers,
 * the latter if the struct is known; and by copying texts into a field. Comparisons give nothing.
 *
 * @param from The place in the answer at which the code begins.
 */
export function fieldsInC(code: string, { positions }: Pick<FieldLookup, "positions">, from = 0): Given[] {
  return new CFields(cTokens(code), positions, from).given;
}

class CFields {
  readonly given: Given[] = [];
  readonly #tokens: readonly CToken[];
  readonly #positions: FieldLookup["positions"];
  readonly #from: number;
  /** The fields of the struct that the statement names. */
  #seen: readonly string[] = [];
  /** The number of open braces. */
  #braces = 0;

  constructor(tokens: readonly CToken[], positions: FieldLookup["positions"], from: number) {
    [this.#tokens, this.#positions, this.#from] = [tokens, positions, from];
    for (const [at, token] of tokens.entries()) {
      this.#visit(at);
      if (isSign(token, "{")) this.#braces++;
      else if (isSign(token, "}")) this.#braces = Math.max(0, this.#braces - 1);
    }
  }

  #visit(at: number): void {
    const [token, next] = [this.#tokens[at], this.#tokens[at + 1]];
    if (token.kind === "name") {
      this.#seen = this.#positions.get(token.text) ?? this.#seen;
      if (WRITERS.test(token.text) && isSign(next, "(")) this.#copied(at + 1);
    } else if (isSign(token, ";") || (isSign(token, "{") && isBlock(this.#tokens, at))) this.#seen = [];
    else if (isSign(token, "=") && !isSign(next, "{")) this.#assigned(at);
    else if (isSign(token, "{") ? !isSign(next, "{") : this.#isMade(at)) {
      this.#initialised(at);
    } else if (this.#isBare(at)) this.#add(next, valueFrom(this.#tokens, at + 3));
  }

  /** `.race = "x"` outside of an initialiser's braces. */
  #isBare(at: number): boolean {
    const [before, equals] = [this.#tokens[at - 1], this.#tokens[at + 2]];
    if (!isSign(this.#tokens[at], ".") || !isSign(equals, "=")) return false;
    return before === undefined || (isSign(before, ",", ";") && this.#braces === 0);
  }

  /** `strcpy(p.race, "x")` */
  #copied(open: number): void {
    const [target = [], ...rest] = partedBy(insideOf(this.#tokens, open), ",");
    const texts = rest.flat().filter(({ kind, text }) => kind === "text" && !text.includes("%"));
    const field = fieldOf(target);
    this.#add(field?.name, texts, field?.owner);
  }

  /** `p.race = "x"` and `char *race = "x"`; designators are read with their initialiser. */
  #assigned(at: number): void {
    const field = fieldOf(statementBefore(this.#tokens, at));
    const isDesignated = field?.owner === undefined && isSign(this.#tokens[at - 2], ".");
    if (!isDesignated) this.#add(field?.name, valueFrom(this.#tokens, at + 1), field?.owner);
  }

  #initialised(open: number): void {
    const parts = partedBy(insideOf(this.#tokens, open), ",");
    const owner = `initialiser at ${this.#from + this.#tokens[open].at}`;
    const fields = this.#fieldsFor(parts);
    for (const [at, part] of parts.entries()) {
      const [first, second, third] = part;
      if (isSign(first, ".") && isSign(third, "=")) this.#add(second, part.slice(3), owner);
      else if (first?.kind === "name" && isSign(second, ":")) this.#add(first, part.slice(2), owner);
      else if (!isSign(first, "{", ".")) this.#add(fields[at], part, owner);
    }
  }

  /** The fields of positional values: those of the struct that is named, else those of a struct with just as many fields. */
  #fieldsFor(parts: readonly (readonly CToken[])[]): readonly string[] {
    if (parts.length <= this.#seen.length) return this.#seen;
    const isPerson = parts.some(([first]) =>
      first?.kind === "text" || /^(?:true|false)$/.test(first?.text ?? "")
    );
    return [...this.#positions.values()].find(({ length }) => isPerson && length === parts.length) ?? [];
  }

  /** Whether a bracket follows `Type` or `Type name` with a known type. */
  #isMade(open: number): boolean {
    const [type, name] = [this.#tokens[open - 2], this.#tokens[open - 1]];
    if (!isSign(this.#tokens[open], "(") || name?.kind !== "name") return false;
    return this.#positions.has(name.text) || (type?.kind === "name" && this.#positions.has(type.text));
  }

  #add(name: CToken | string | undefined, value: readonly CToken[], owner?: string): void {
    const said = cValue(value);
    if (name === undefined || !said) return;
    this.given.push({
      name: typeof name === "string" ? name : name.text,
      ...said,
      at: this.#from + value[0].at,
      ...(owner !== undefined && { owner }),
    });
  }
}

/** Whether a brace opens a block of statements, or of declarations. */
function isBlock(tokens: readonly CToken[], open: number): boolean {
  const before = tokens[open - 1];
  const isHead = before?.kind === "name" && /^(?:struct|enum|union|else|do)$/.test(before.text);
  return isHead || insideOf(tokens, open).some((token) => isSign(token, ";"));
}

/** The most tokens of a statement that are read before a sign. */
const MAX_TOKENS = 16;

/** The tokens before a sign, back to the start of its statement. */
function statementBefore(tokens: readonly CToken[], end: number): CToken[] {
  let start = end;
  while (start > 0 && end - start < MAX_TOKENS && !isSign(tokens[start - 1], ";", "{", "}", ",", "(")) {
    start--;
  }
  return tokens.slice(start, end);
}

/** The kind and the text of a value; undefined if unknown. */
function cValue(tokens: readonly CToken[]): Pick<Given, "kind" | "raw"> | undefined {
  const texts = tokens.filter(({ kind }) => kind === "text" || kind === "char");
  if (texts.some(({ isCutOff }) => isCutOff)) return { kind: "text", raw: "" };
  if (texts.length > 0) {
    const isOne = tokens.every((token) => !isSign(token, "?", "=="));
    const raw = texts.map(({ text }) => text).join(isOne ? "" : " / ");
    return { kind: isOne ? "text" : "options", raw };
  }
  const last = tokens.at(-1);
  if (last?.kind === "number") return tokens.length === 1 ? { kind: "number", raw: last.text } : undefined;
  if (last?.kind !== "name") return undefined;
  if (/^(?:NULL|nullptr)$/.test(last.text)) return { kind: "text", raw: "" };
  return { kind: /^(?:true|false)$/i.test(last.text) ? "truth" : "word", raw: last.text };
}

/** The tokens of a value, up to the end of its statement or part. */
function valueFrom(tokens: readonly CToken[], from: number): CToken[] {
  return tokens.slice(from, endFrom(tokens, from, ",", ";"));
}

/** The tokens in the bracket at `open`. */
function insideOf(tokens: readonly CToken[], open: number): CToken[] {
  return tokens.slice(open + 1, endFrom(tokens, open + 1));
}

/** The field that an expression names, and its owner: for `people[0].race` and `char race[20]` the field is `race`. */
function fieldOf(
  tokens: readonly CToken[],
): { readonly name: CToken; readonly owner?: string } | undefined {
  const end = behindName(tokens);
  const name = tokens[end - 1];
  if (name?.kind !== "name") return undefined;
  if (!isSign(tokens[end - 2], ".", "->")) return { name };
  const owner = tokens.slice(0, end - 2).filter(({ text }) => text !== "&").map(({ text }) => text).join("");
  return { name, ...(owner !== "" && { owner }) };
}

/** The index after the last name, behind which only square brackets may follow. */
function behindName(tokens: readonly CToken[]): number {
  let end = tokens.length;
  while (end > 0 && isSign(tokens[end - 1], "]")) {
    let depth = 0;
    do {
      end--;
      if (isSign(tokens[end], "]")) depth++;
      else if (isSign(tokens[end], "[")) depth--;
    } while (end > 0 && depth > 0);
  }
  return end;
}
