import { isA, isList, type PythonValue } from "./python_value.ts";

/** A class whose objects the sandbox rebuilds from the plain value that they carry. */
interface Rebuilt {
  /** Whether Python can build an object from the value. */
  readonly check: (value: PythonValue) => boolean;
  /** The form that the value must have, for a message. */
  readonly description: string;
  readonly hashable: boolean;
}

const isInteger = (value: PythonValue) => typeof value === "number" || typeof value === "bigint";

function integers(value: PythonValue, count: number): readonly (number | bigint)[] | undefined {
  if (!isA(value, "tuple") || value.items.length !== count || !value.items.every(isInteger)) return undefined;
  return value.items as readonly (number | bigint)[];
}

/** Whether a value is a text of this form, with a day and a time that Python's calendar has. */
function isMoment(value: PythonValue, form: RegExp): boolean {
  if (typeof value !== "string" || !form.test(value)) return false;
  const [, day] = /^(\d{4}-\d\d-\d\d)/.exec(value) ?? [];
  if (day && (day.startsWith("0000") || new Date(`${day}T00:00Z`).toJSON()?.slice(0, 10) !== day)) {
    return false;
  }
  const [, hours = 0, minutes = 0, seconds = 0] = /(\d\d):(\d\d)(?::(\d\d))?/.exec(value) ?? [];
  return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
}

const ZONE = String.raw`[+-](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{6})?)?`;
const TIME = String.raw`\d\d:\d\d(?::\d\d(?:\.\d{3}(?:\d{3})?)?)?(?:${ZONE})?`;
/** Whether it is a tuple of days, seconds and microseconds that together make a span of Python's. */
function isSpan(value: PythonValue): boolean {
  const parts = integers(value, 3)?.map(BigInt);
  if (!parts) return false;
  const microseconds = (parts[0] * 86_400n + parts[1]) * 1_000_000n + parts[2];
  const day = 86_400_000_000n;
  return microseconds >= -999_999_999n * day && microseconds < 1_000_000_000n * day;
}

const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
const ISO_TIME = new RegExp(`^${TIME}$`);
const ISO_MOMENT = new RegExp(String.raw`^\d{4}-\d\d-\d\dT${TIME}$`);
const DECIMAL = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,9})?|Infinity|NaN)$/;

/** The classes that the sandbox rebuilds; an object of any other class is replaced by its plain value. */
export const REBUILT: Readonly<Record<string, Rebuilt>> = {
  "set": rebuilt(() => false, "the items of a value with $type set", false),
  "frozenset": rebuilt(() => false, "the items of a value with $type frozenset", true),
  "bytearray": rebuilt((value) => isA(value, "bytes"), "bytes", false),
  "collections.Counter": rebuilt((value) => isA(value, "dict"), "a dict", false),
  "collections.OrderedDict": rebuilt((value) => isA(value, "dict"), "a dict", false),
  "collections.deque": rebuilt(isList, "a list", false),
  "range": rebuilt(
    (value) => integers(value, 3)?.[2] != 0 && integers(value, 3) !== undefined,
    "a tuple of start, stop and a step that is not 0",
    true,
  ),
  "decimal.Decimal": rebuilt(
    (value) => typeof value === "string" && DECIMAL.test(value),
    "a text with a number",
    true,
  ),
  "fractions.Fraction": rebuilt(
    (value) => integers(value, 2) !== undefined && integers(value, 2)![1] != 0,
    "a tuple of a numerator and a denominator that is not 0",
    true,
  ),
  "datetime.datetime": rebuilt(
    (value) => isMoment(value, ISO_MOMENT),
    "a text like 2026-01-31T12:00:00",
    true,
  ),
  "datetime.date": rebuilt((value) => isMoment(value, ISO_DATE), "a text like 2026-01-31", true),
  "datetime.time": rebuilt((value) => isMoment(value, ISO_TIME), "a text like 12:00:00", true),
  "datetime.timedelta": rebuilt(
    isSpan,
    "a tuple of days, seconds and microseconds, of less than 1,000,000,000 days",
    true,
  ),
  "numpy.ndarray": rebuilt(
    isArray,
    "a tuple of dtype, shape and as many bytes as they take, or of U, shape and a list of texts",
    false,
  ),
};

function rebuilt(check: Rebuilt["check"], description: string, hashable: boolean): Rebuilt {
  return { check, description, hashable };
}

/** The types of the arrays that leave the sandbox (bool, int, float, complex), with the bytes an item takes. */
const DTYPE = /^[<>=|]?(?:b(1)|[iu]([1248])|f(2|4|8|16)|c(8|16|32))$/;

/** Whether numpy can build an array from a value. */
function isArray(value: PythonValue): boolean {
  if (!isA(value, "tuple") || value.items.length !== 3) return false;
  const [dtype, shape, data] = value.items;
  if (typeof dtype !== "string" || !isA(shape, "tuple")) return false;
  if (shape.items.length > 64) return false; // numpy's limit
  const lengths = shape.items.map((length) => typeof length === "number" && length >= 0 ? length : NaN);
  const isTexts = dtype === "U" && isList(data) && data.every((text) => typeof text === "string");
  const size = isTexts ? 1 : Number(DTYPE.exec(dtype)?.slice(1).find((digits) => digits));
  const held = isTexts ? data.length : isA(data, "bytes") ? data.bytes.length : NaN;
  const product = (factors: readonly number[]) => factors.reduce((left, right) => left * right, size);
  // numpy also refuses an empty array whose other dimensions are too long.
  return product(lengths) === held && Number.isSafeInteger(product(lengths.filter(Boolean)));
}
