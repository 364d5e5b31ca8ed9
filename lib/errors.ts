/**
 * The three ways in which the world fails. An analyst's own mistake is a built-in error (`RangeError`,
 * `TypeError`); what a model or its program did wrong is a value, never an error.
 *
 * @module
 */

/** Where in a file something is wrong. */
export interface Place {
  readonly file: string;
  /** Line number, from 1. */
  readonly line?: number;
}

/**
 * Data that should be on disk is missing, damaged or cannot be written.
 *
 * The message names the file (and line), says what is wrong and what to do.
 */
export class DataError extends Error {
  override readonly name = "DataError";
  readonly place?: Place;

  constructor(message: string, options: { place?: Place; cause?: unknown } = {}) {
    super(place(options.place) + message, { cause: options.cause });
    this.place = options.place;
  }
}

/** A model server could not be reached or answered wrongly. */
export class ModelError extends Error {
  override readonly name = "ModelError";
}

/** Programs cannot be run safely on this machine; the message says why and how to get further. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
}

function place(at?: Place): string {
  if (!at) return "";
  return at.line === undefined ? `${at.file}: ` : `${at.file}:${at.line}: `;
}
