import { ModelError } from "../../core/errors.ts";
import type { GenerationRequest, Prompt, Settings } from "../../core/types.ts";
import type { NumberedCompletion } from "./read_recorded.ts";
import { jsonIn } from "../../values/plain_json.ts";
import { messagesIn } from "./schema.ts";

/** The maximum number of values that a message lists. */
const MAX_LISTED = 8;

/** Recorded completions, indexed by task. */
export class Recordings {
  readonly #file: string;
  readonly #byTask: ReadonlyMap<string, readonly NumberedCompletion[]>;

  /** @param file The name of the file for messages. */
  constructor(completions: readonly NumberedCompletion[], file: string) {
    this.#file = file;
    this.#byTask = Map.groupBy(completions, ({ taskId }) => taskId);
  }

  /**
   * The completion recorded for a request: one with the same task and epoch, all of whose settings are those of the request.
   * Of several, the one with the most settings.
   *
   * @throws {ModelError} If there is none, or two, or it was recorded for another prompt; the message says what was recorded.
   */
  find(request: GenerationRequest): NumberedCompletion {
    const { taskId } = request.sample;
    const ofTask = this.#byTask.get(taskId);
    if (!ofTask) throw this.#none(`has no completion of task "${taskId}": ${this.#tasks()}`);
    const matching = ofTask.filter((one) => isFor(one, request));
    const most = Math.max(...matching.map(({ settings }) => Object.keys(settings).length));
    const [found, other] = matching.filter(({ settings }) => Object.keys(settings).length === most);
    if (!found) throw this.#none(missing(request, ofTask));
    if (other) {
      throw this.#none(`has two completions for ${wanted(request)}: lines ${found.line} and ${other.line}`);
    }
    if (found.prompt !== undefined && !samePrompt(found.prompt, request.prompt)) {
      throw this.#none(
        `has another prompt for ${wanted(request)}, in line ${found.line}, than the one asked`,
      );
    }
    return found;
  }

  /** Whether a completion was recorded for a request, whatever its prompt. */
  has(request: GenerationRequest): boolean {
    return this.#byTask.get(request.sample.taskId)?.some((one) => isFor(one, request)) ?? false;
  }

  #tasks(): string {
    return `its tasks are ${listed([...this.#byTask.keys()].map((task) => JSON.stringify(task)))}`;
  }

  #none(what: string): ModelError {
    return new ModelError(`${this.#file} ${what}`, { failure: "no-recording" });
  }
}

function isFor({ epoch, settings }: NumberedCompletion, request: GenerationRequest): boolean {
  const { sample } = request;
  return epoch === sample.epoch && matches(settings, request) && (sample.turn === 1 || "turn" in settings);
}

function matches(settings: Settings, { sample, sampling }: GenerationRequest): boolean {
  const asked: Readonly<Record<string, unknown>> = { turn: sample.turn, ...sampling, ...sample.settings };
  return Object.entries(settings).every(([name, value]) => equal(value, asked[name]));
}

/** Whether two values are equal; numbers may also be in single precision, or written as texts. */
function equal(recorded: string | number, asked: unknown): boolean {
  if (recorded === asked) return true;
  if (typeof asked !== "number" && !(typeof asked === "string" && typeof recorded === "number")) return false;
  if (asked === "" || recorded === "") return false;
  const [a, b] = [Number(recorded), Number(asked)];
  return a === b || a === Math.fround(b);
}

/** Whether two prompts are equal: a text equals one user message, and a recorded text may be JSON messages, as in Parquet. */
export function samePrompt(recorded: Prompt, asked: Prompt): boolean {
  const messages = canonical(asked);
  if (canonical(recorded) === messages) return true;
  const parsed = typeof recorded === "string" && typeof asked !== "string" && messagesIn(jsonIn(recorded));
  return parsed ? canonical(parsed) === messages : false;
}

function canonical(prompt: Prompt): string {
  if (typeof prompt === "string") return JSON.stringify([["user", prompt]]);
  return JSON.stringify(prompt.map(({ role, content }) => [role, content]));
}

function wanted({ sample: { taskId, epoch, settings, turn } }: GenerationRequest): string {
  const named = Object.entries(settings).map(([name, value]) => `, ${name} ${value}`).join("");
  return `task "${taskId}", epoch ${epoch}${named}${turn > 1 ? `, turn ${turn}` : ""}`;
}

/** The message that lists the recorded values of a task when none fits a request. */
function missing(request: GenerationRequest, ofTask: readonly NumberedCompletion[]): string {
  const values = new Map<string, Set<string | number>>([["epoch", new Set()]]);
  for (const { epoch, settings } of ofTask) {
    for (const [name, value] of Object.entries({ epoch, ...settings })) {
      values.set(name, (values.get(name) ?? new Set()).add(value));
    }
  }
  const has = [...values].map(([name, some]) => `${name} ${listed(ranges([...some]))}`).join("; ");
  return `has no completion of ${wanted(request)}: for this task it has ${has}`;
}

function listed(names: readonly string[]): string {
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : "";
  return names.slice(0, MAX_LISTED).join(", ") + more;
}

/** Values in order, with successive integers as `1-5`. */
function ranges(values: readonly (string | number)[]): string[] {
  const sorted = values.toSorted((a, b) => (Number(a) - Number(b)) || (a < b ? -1 : 1));
  const parts: { from: string | number; to: string | number }[] = [];
  for (const value of sorted) {
    const last = parts.at(-1);
    if (last && Number.isInteger(value) && last.to === (value as number) - 1) last.to = value;
    else parts.push({ from: value, to: value });
  }
  return parts.map(({ from, to }) => from === to ? `${from}` : `${from}-${to}`);
}
