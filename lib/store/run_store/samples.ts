import type { Completion, Prompt, Reply, Sampling } from "../../core/types.ts";
import { promptHash } from "./completion_key.ts";
import { checkCompletion, COMPLETION_COLUMNS, type DigestedRow, promptOf, replyOf } from "./completions.ts";
import type { Database } from "../database/database.ts";
import type { Place } from "./run_plan.ts";
import type { StoredText } from "./stored_text.ts";

/** A sample of a run as stored: what `run` takes, and how it came about. */
export interface StoredSample extends Omit<Completion, "finish">, Reply {
  /** Turn of the conversation, from 1. */
  readonly turn: number;
  /** Seed of the server's random numbers. */
  readonly seed: number;
  /** What the answer is, e.g. `complete` or `truncated`. */
  readonly answer: string;
  /** Requests it took. */
  readonly tries: number;
  readonly answeredAt: Date;
  readonly sampling: Sampling;
  /** Of the model that answered. */
  readonly identity: string;
  /** Number of that model's description when it answered, see `Run.descriptions`. */
  readonly description: number;
  /** See `completionKey`. */
  readonly key: string;
  /** What the model was asked; only on request. */
  readonly prompt?: Prompt;
}

/** Which samples to read. */
export interface SampleOptions {
  /** Whether to read the prompts, too. @default false */
  readonly prompts?: boolean;
}

/** Where samples are, and what is the same for all of them. */
interface SampleSource {
  readonly database: Database;
  readonly part: number;
  readonly model: string;
  readonly identity: string;
  /** By position. */
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

/** Reads each thing once. */
function remembered<V>(read: (id: number) => V): (id: number) => V {
  const known = new Map<number, V>();
  return (id) => known.getOrInsertComputed(id, read);
}
