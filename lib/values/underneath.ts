import { float, integer, isA, isList, isOwnClass, tuple } from "./python_value.ts";
import type { PythonObject, PythonValue } from "./python_value.ts";

/** The rules by which the classes of two values count in their comparison. */
export interface ClassRules {
  /** Whether 1, 1.0 and True stay different. Python's `==` says no. @default false */
  readonly exactTypes?: boolean;
  /**
   * Whether objects of a program's own classes differ if their classes or fields do, whatever they carry, and differ from
   * objects of other classes. Python's `==` compares only what they carry. @default false
   */
  readonly ownClasses?: boolean;
  /**
   * Whether the order of keys counts in an OrderedDict of several keys, which then differs from a dict. Python's `==`
   * compares the order only between two of them, so that values that equal a dict may not equal each other. @default false
   */
  readonly orderedDicts?: boolean;
}

/** The number behind an int, a bool, a float or a complex on the real axis. */
export function real(value: PythonValue): number | bigint | undefined {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (typeof value === "boolean") return Number(value);
  if (value === null || typeof value !== "object" || isList(value)) return undefined;
  if (value.$type === "float") return value.value;
  return value.$type === "complex" && value.imag === 0 ? value.real : undefined;
}

/** The value that an object is compared as: for a derived class, the value that it carries, e.g. the dict of a Counter. */
export function underneath(value: PythonValue, rules: ClassRules = {}): PythonValue {
  if (!isA(value, "object")) return value;
  switch (value.class) {
    case "decimal.Decimal":
      return decimal(value);
    case "fractions.Fraction":
      return fraction(value);
    case "range":
      return range(value);
    case "collections.OrderedDict":
      if (rules.orderedDicts && isA(value.value, "dict") && value.value.items.length > 1) {
        return { ...value, value: value.value.items.map((pair) => tuple(...pair)) };
      }
      break;
    case "dict_keys":
    case "dict_items":
      return isList(value.value) ? { $type: "set", items: value.value } : value;
  }
  const standsAlone = rules.exactTypes || STANDS_ALONE.test(value.class) ||
    (rules.ownClasses && isOwnClass(value.class));
  return standsAlone ? value : underneath(value.value, rules);
}

/**
 * The bool or the number that a value equals in the sense of `equal()`, e.g. for a member of an IntEnum; for a Decimal or a
 * Fraction that equals no int or float, the nearest float. Undefined for all other values, also for a complex.
 */
export function amountIn(value: PythonValue): boolean | number | bigint | undefined {
  const seen = underneath(value);
  if (typeof seen === "boolean") return seen;
  if (!isA(seen, "object")) return isA(seen, "complex") ? undefined : real(seen);
  if (seen.class === "decimal.Decimal") {
    return typeof seen.value === "string" ? Number(seen.value) : undefined;
  }
  const [numerator, denominator] = seen.class === "fractions.Fraction" ? integersOf(seen) : [];
  return denominator === undefined ? undefined : Number(numerator) / Number(denominator);
}

/** Classes that Python's `==` does not see through: derived from no built-in type, or built in (without a module). */
const STANDS_ALONE =
  /^(?!bytearray$)[^.]*$|^(?:_[a-z]\w*|itertools|datetime|pathlib|pandas)\.|^(?:numpy\.ndarray|collections\.deque)$/;

const DECIMAL = /^(-?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:E([+-]?\d+))?$/;

/** The int or float that equals a Decimal; if none does, a Decimal with its digits in one form. */
function decimal(value: PythonObject): PythonValue {
  const text = typeof value.value === "string" ? value.value : "";
  if (/^-?Infinity$/.test(text)) return float(Number(text));
  if (/^-?s?NaN\d*$/.test(text)) return float(NaN);
  const [matched, sign, whole, part = "", power = "0"] = DECIMAL.exec(text) ?? [];
  if (!matched) return value;
  const digits = (whole + part).replace(/^0+/, "");
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  const significant = digits.slice(0, end);
  if (significant === "") return 0;
  if (power.length > 20) return value; // no Decimal has such an exponent
  const exponent = BigInt(power) + BigInt(digits.length - significant.length - part.length);
  if (digits.length < 1000 && exponent >= 0n && exponent < 1000n) {
    return integer(BigInt(sign + significant) * 10n ** exponent);
  }
  if (exponent < 0n && -exponent < 2 * significant.length && digits.length < 1000) {
    const [numerator, fives] = [BigInt(sign + significant), 5n ** -exponent]; // a float's denominator is a power of 2
    if (numerator % fives === 0n) return dyadic(numerator / fives, 2n ** -exponent) ?? value;
  }
  return { ...value, value: `${sign}${significant}E${exponent}` };
}

/** The int or float that equals a Fraction, or the Decimal; if none does, the Fraction. */
function fraction(value: PythonObject): PythonValue {
  const [numerator, denominator] = integersOf(value);
  if (numerator === undefined || denominator === undefined) return value;
  if (denominator === 1n) return integer(numerator);
  if (denominator < 1n || denominator > 2n ** 1074n || BigInt.asIntN(4096, numerator) !== numerator) {
    return value;
  }
  const places = denominator.toString(2).length;
  const [scaled, isDecimal] = [numerator * 10n ** BigInt(places), 10n ** BigInt(places) % denominator === 0n];
  return isDecimal
    ? decimal({ ...value, class: "decimal.Decimal", value: `${scaled / denominator}E-${places}` })
    : value;
}

/** The float that is exactly this quotient, whose denominator is a power of 2. */
function dyadic(numerator: bigint, denominator: bigint): PythonValue | undefined {
  const power = denominator.toString(2).length - 1;
  if (BigInt.asIntN(54, numerator) !== numerator || power > 1074) return undefined;
  const half = power >> 1; // 2 ** 1074 is no float
  return float(Number(numerator) / 2 ** half / 2 ** (power - half));
}

/** A range by its length, its first item and its step, where they matter. */
function range(value: PythonObject): PythonValue {
  const [start, stop, step] = integersOf(value);
  if (start === undefined || stop === undefined || !step) return value;
  const length = (stop - start + step - (step > 0n ? 1n : -1n)) / step;
  const telling = length <= 0n ? [] : length === 1n ? [start] : [length, start, step];
  return { ...value, value: tuple(...telling.map(integer)) };
}

/** The ints in the tuple that an object carries; none if it carries anything else. */
function integersOf({ value }: PythonObject): bigint[] {
  if (!isA(value, "tuple")) return [];
  const integers = value.items.filter((item) => typeof item === "number" || typeof item === "bigint");
  return integers.length === value.items.length ? integers.map(BigInt) : [];
}
