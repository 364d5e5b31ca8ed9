import { DataError, type Place } from "../../core/errors.ts";

/**
 * Runs a parser on data that were read from a file.
 *
 * @param remedy What to do about wrong data, as the end of a sentence. @default nothing
 * @throws {DataError} Instead of the parser's TypeError, with the place in the file.
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
 * Like {@linkcode parsed}, for data that no user typed, so that a value out of range is a fault of the file, too.
 *
 * @throws {DataError} Instead of the parser's TypeError or RangeError, with the place in the file.
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
 * @param remedy What to do if the text is not JSON, as the end of a sentence.
 * @throws {DataError} If the text is not JSON; with the place.
 */
export function parsedJson(text: string, place: Place, remedy: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DataError(`this is not JSON (${(cause as Error).message}); ${remedy}`, { place, cause });
  }
}

/** The remedy for a file of an artifact that has other fields. */
export const OTHER_DATASET = "is this file from another dataset?";
