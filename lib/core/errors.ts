/**
 * The three ways in which the world fails. An analyst's own mistake is a built-in error (`RangeError`,
 * `TypeError`); what a model or its program did wrong is a value, never an error. Messages quote files,
 * servers and programs; invisible characters in them are shown as their codes.
 *
 * @module
 */

import { visible } from "./visible.ts";

/** The place in a file where something is wrong. */
export interface Place {
  readonly file: string;
  /** Line number, from 1. */
  readonly line?: number;
  /** Number of the item of a list, from 1, where a file has no lines. */
  readonly item?: number;
}

/**
 * The error that data which should be on disk is missing, damaged or cannot be written.
 *
 * The message names the file (and line), says what is wrong and what to do.
 */
export class DataError extends Error {
  override readonly name = "DataError";
  readonly place?: Place;

  constructor(message: string, options: { place?: Place; cause?: unknown } = {}) {
    super(visible(place(options.place) + message), { cause: options.cause });
    this.place = options.place;
  }
}

/**
 * The way in which a request to a model failed. `silence`: no token came in time. `cut`: the connection broke within an
 * answer.
 * `garbage`: the answer does not follow the server's protocol. `unfinished`: the answer ended without saying why.
 */
export type ModelFailure =
  | "unreachable"
  | "no-such-model"
  | "refused-request"
  | "prompt-too-long"
  | "no-recording"
  | "busy"
  | "server-error"
  | "silence"
  | "cut"
  | "garbage"
  | "unfinished";

/** The properties of a failed request besides its message. */
export interface ModelErrorOptions {
  readonly failure: ModelFailure;
  /** Whether the same request may succeed later. @default as usual for such a failure */
  readonly retry?: boolean;
  /** Whether every other request will meet it, too; `perhaps` where several prompts have to. @default as usual for such a failure */
  readonly forAll?: boolean | "perhaps";
  /** The time that the server asked to wait, milliseconds. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** Failures that recur if the same is asked again. */
const LASTING: readonly ModelFailure[] = [
  ...["no-such-model", "refused-request", "prompt-too-long", "no-recording"] as const,
];

/** Failures that every other request will meet, too. */
const FOR_ALL: readonly ModelFailure[] = ["unreachable", "no-such-model"];

/** The error that a model server could not be reached, refused a request or answered wrongly: never a completion. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly failure: ModelFailure;
  readonly retry: boolean;
  readonly forAll: boolean | "perhaps";
  readonly retryAfterMs?: number;

  constructor(message: string, { failure, retryAfterMs, cause, ...options }: ModelErrorOptions) {
    super(visible(message), { cause });
    forgetStacks(this);
    this.failure = failure;
    this.retry = options.retry ?? !LASTING.includes(failure);
    this.forAll = options.forAll ?? FOR_ALL.includes(failure);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Removes the stacks of an error and of its causes. With a stack, Deno keeps all objects whose methods are in
 * it: as long as a failed sample is kept, so is the megabyte of answer that made it fail.
 */
function forgetStacks(error: unknown): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  for (; error instanceof Error; error = error.cause) Error.captureStackTrace(error);
  Error.stackTraceLimit = stackTraceLimit;
}

/** The error that programs cannot be run safely on this machine; the message says why and how to get further. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";

  constructor(message: string, options?: ErrorOptions) {
    super(visible(message), options);
  }
}

function place(at?: Place): string {
  if (!at) return "";
  const item = at.item === undefined ? "" : `item ${at.item}: `;
  return at.line === undefined ? `${at.file}: ${item}` : `${at.file}:${at.line}: ${item}`;
}
