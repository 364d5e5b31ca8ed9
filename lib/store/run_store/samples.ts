import type { Completion, Prompt, Reply, Sampling } from "../../core/types.ts";
import { promptHash } from "./completion_key.ts";
import { checkCompletion, COMPLETION_COLUMNS, type DigestedRow, promptOf, replyOf } from "./completions.ts";
import type { Database } from "../database/database.ts";
import type { Place } from "./run_plan.ts";
import type { StoredText } from "./stored_text.ts";

/** A stored sample of a run: a completion as `run` takes it, with its provenance. */
export interface StoredSample extends Omit<Completion, "finish">, Reply {
  /** The turn of the conversation, from 1. */
  readonly turn: number;
  /** The seed of the server's random numbers. */
  readonly seed: number;
  /** The kind of answer, e.g. `complete` or `truncated`. */
  readonly answer: string;
  /** The number of requests that were sent for it. */
  readonly tries: number;
  readonly answeredAt: Date;
  readonly sampling: Sampling;
  /** The identity of the model that answered. */
  readonly identity: string;
  /** The row id of that model's description when it answered, see `Run.descriptions`. */
  readonly description: number;
  /** The key of the completion, see `completionKey`. */
  readonly key: string;
  /** The prompt; only if prompts were asked for. */
  readonly prompt?: Prompt;
}

/** Options for reading samples. */
export interface SampleOptions {
  /** Whether to read the prompts, too. @default false */
  readonly prompts?: boolean;
}

/** The location of the samples of a part, and the fields that all of them share. */
interface SampleSource {
  readonly database: Database;
  readonly part: number;
  readonly model: string;
  readonly identity: string;
  /** The places of the samples, by position. */
  readonly places: readonly Place[];
}

type Row = DigestedRow & { readonly position: number; readonly turn: number };

const SELECT = `SELECT s.position, s.turn, ${COMPLETION_COLUMNS.map((column) => `c.${column}`)}
  FROM sample s JOIN completion c ON c.id = s.completion WHERE s.part = ? ORDER BY s.position, s.turn`;

/** The samples of a part of a run, in the order of the plan. */
export function* readSamples(
  source: SampleSource,
  { prompts = false }: SampleOptions,
): Generator<StoredSample, void> {
  const { database, part, model, identity, places } = source;
  const samplingOf = remembered((id) => readSampling(database, id));
  const promptOf = remembered((id) => readPrompt(database, id));
  const sampleOf = (row: Row): StoredSample => {
    checkCompletion(database, row);
    const { taskId, settings, epoch } = places[row.position];
    return {
      ...{ taskId, model, settings, epoch, turn: row.turn },
      ...{ answer: row.answer, seed: row.seed },
      ...replyOf(row),
      ...{ tries: row.tries, answeredAt: new Date(row.answered_at) },
      ...{ sampling: samplingOf(row.sampling), identity, description: row.model, key: row.key },
      ...(prompts && { prompt: promptOf(row.prompt) }),
    };
  };
  for (const row of database.each<Row>(SELECT, part)) yield database.decoded(() => sampleOf(row));
}

type PromptRow = { readonly hash: string; readonly conversation: number; readonly content: StoredText };

const PROMPT = "SELECT hash, conversation, content FROM prompt WHERE id = ?";

function readSampling(database: Database, id: number): Sampling {
  const row = database.one<{ settings: string }>("SELECT settings FROM sampling WHERE id = ?", id);
  return JSON.parse(row.settings);
}

function readPrompt(database: Database, id: number): Prompt {
  const { hash, conversation, content } = database.one<PromptRow>(PROMPT, id);
  const prompt = promptOf(conversation, content);
  if (promptHash(prompt) !== hash) throw database.damaged("a prompt differs from the one stored");
  return prompt;
}

/** A function that reads each id only once. */
function remembered<V>(read: (id: number) => V): (id: number) => V {
  const known = new Map<number, V>();
  return (id) => known.getOrInsertComputed(id, read);
}
