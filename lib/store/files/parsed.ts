import { DataError, type Place } from "../../core/errors.ts";

/**
 * Parses something that was read from a file.
 *
 * @param remedy What to do if it is not as it should be, as the end of a sentence. @default nothing
 * @throws {DataError} In the place of the parser's TypeError, with the place.
 */
export function parsed<R>(parse: () => R, place: Place, remedy?: string): R {
  try {
    return parse();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new DataError([cause.message, ...(remedy ? [remedy] : [])].join("; "), { place, cause });
  }
}

/**
 * The same for data that nobody typed, where a value out of range is a fault of the file, too.
 *
 * @throws {DataError} In the place of the parser's TypeError or RangeError, with the place.
 */
export function parsedRows<R>(parse: () => R, place: Place): R {
  try {
    return parsed(parse, place, OTHER_DATASET);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new DataError(`${cause.message}; ${OTHER_DATASET}`, { place, cause });
  }
}

/**
 * Parses JSON that was read from a file.
 *
 * @param remedy What to do if it is none, as the end of a sentence.
 * @throws {DataError} If it is not JSON; with the place.
 */
export function parsedJson(text: string, place: Place, remedy: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DataError(`this is not JSON (${(cause as Error).message}); ${remedy}`, { place, cause });
  }
}

/** What to do about a file of an artifact with other fields. */
export const OTHER_DATASET = "is this file from another dataset?";
