import { visible } from "../core/visible.ts";
import { floatText } from "./json.ts";
import { float, isA, isList, type PythonValue } from "./python_value.ts";

const WORDS: Readonly<Record<string, PythonValue>> = { True: true, False: false, None: null };

/** The characters that escape sequences of a Python string stand for, by the letter after the backslash. */
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

/** One item of a list: a string, a number or a word. */
const ITEM = /\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|([+-]?[\d.]+(?:e[+-]?\d+)?)|(\w+))\s*/yi;

/**
 * A Python value as Python's `repr` writes it.
 *
 * @param value None, a bool, an int, a finite float, a string, or a list of such.
 * @throws {TypeError} If it is anything else.
 *
 * @example
 * ```ts
 * import { float, literal } from "codebias/values/mod.ts";
 * import assert from "node:assert/strict";
 * assert.equal(literal([float(2), "it's", true]), `[2.0, "it's", True]`);
 * ```
 */
export function literal(value: PythonValue): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number" || typeof value === "bigint") return `${value}`;
  if (typeof value === "string") return textLiteral(value);
  if (isList(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isA(value, "float") || !Number.isFinite(value.value)) {
    throw new TypeError(`Cannot write a ${value.$type} as a Python literal`);
  }
  return floatText(value.value);
}

/**
 * A Python expression that makes a value, of built-in types alone; invisible characters in texts are escaped.
 *
 * @returns Undefined for an instance of any other class, and for a value that contains one.
 *
 * @example
 * ```ts
 * import { expression, float, tuple } from "codebias/values/mod.ts";
 * import assert from "node:assert/strict";
 * assert.equal(expression(tuple("a\u200b", float(NaN))), `('a\\u200b', float('NaN'))`);
 * ```
 */
export function expression(value: PythonValue): string | undefined {
  const all = (items: readonly PythonValue[], form: (text: string) => string) => {
    const texts = items.map(expression);
    return texts.every((text) => text !== undefined) ? form(texts.join(", ")) : undefined;
  };
  if (typeof value === "string") return escaped(literal(value));
  if (isList(value)) return all(value, (text) => `[${text}]`);
  if (value === null || typeof value !== "object") return literal(value);
  switch (value.$type) {
    case "float":
      return Number.isFinite(value.value) ? literal(value) : `float('${value.value}')`;
    case "complex":
      return all([float(value.real), float(value.imag)], (text) => `complex(${text})`);
    case "bytes":
      return `bytes([${value.bytes.join(", ")}])`;
    case "tuple":
      return all(value.items, (text) => `(${text}${value.items.length === 1 ? "," : ""})`);
    case "set":
    case "frozenset":
      return all(value.items, (text) => `${value.$type}([${text}])`);
    case "dict": {
      const pairs = value.items.map((pair) => pair.map(expression));
      if (pairs.flat().includes(undefined)) return undefined;
      return `{${pairs.map(([key, item]) => `${key}: ${item}`).join(", ")}}`;
    }
    default:
      return undefined;
  }
}

/**
 * Python source in which each invisible character, except line feeds and tabs, is replaced by an escape sequence, which must
 * stand in a text literal.
 */
export function escaped(text: string): string {
  return text.replaceAll(/[^\n\t -~]/gu, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    if (visible(character) === character) return character;
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** A value as one would name it in a table: texts without quotes. */
export function labelOf(value: PythonValue): string {
  return typeof value === "string" ? value : literal(value);
}

/**
 * The values in the text of a Python list.
 *
 * @throws {TypeError} If it is not a list of strings, numbers, True, False and None.
 *
 * @example
 * ```ts
 * import { parseLiterals } from "codebias/values/mod.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(parseLiterals("['low', 3]"), ["low", 3]);
 * ```
 */
export function parseLiterals(text: string): PythonValue[] {
  const inside = /^\s*\[(.*)\]\s*$/s.exec(text)?.[1];
  if (inside === undefined) throw noList(text);
  const values: PythonValue[] = [];
  const item = new RegExp(ITEM);
  while (inside.slice(item.lastIndex).trim() !== "") {
    const match = item.exec(inside);
    if (!match) throw noList(text);
    const value = parseItem(match);
    if (value === undefined) throw noList(text);
    values.push(value);
    if (inside[item.lastIndex] === ",") item.lastIndex++;
    else if (item.lastIndex < inside.length) throw noList(text);
  }
  return values;
}

function parseItem(
  [, single, double, number, word]: readonly (string | undefined)[],
): PythonValue | undefined {
  const quoted = single ?? double;
  if (quoted !== undefined) {
    const unknown = [...quoted.matchAll(/\\(.)/g)].some(([, letter]) => !(letter in ESCAPES));
    return unknown ? undefined : quoted.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES[letter]);
  }
  if (word !== undefined) return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
  const value = Number(number);
  if (Number.isNaN(value)) return undefined;
  return /[.e]/i.test(number!) ? float(value) : Number.isSafeInteger(value) ? value : BigInt(number!);
}

function noList(text: string): TypeError {
  return new TypeError(`${text} is not a Python list of strings, numbers, True, False and None`);
}

function textLiteral(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = [...text].map((letter) => {
    const short = Object.keys(ESCAPES).find((name) => ESCAPES[name] === letter);
    if (letter === quote || letter === "\\") return `\\${letter}`;
    if (short && letter < " ") return `\\${short}`;
    return letter < " " || letter === "\x7f"
      ? `\\x${letter.charCodeAt(0).toString(16).padStart(2, "0")}`
      : letter;
  });
  return `${quote}${escaped.join("")}${quote}`;
}
