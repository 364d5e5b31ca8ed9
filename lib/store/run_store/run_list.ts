import type { ModelDescription } from "../../core/types.ts";
import type { Database } from "../database/database.ts";
import { fromStored, type StoredText } from "./stored_text.ts";

/** A run in a list: a row of plain cells. Times are ISO 8601, UTC. */
export interface RunSummary {
  readonly id: string;
  readonly name: string | null;
  readonly study: string;
  /** The model as the analyst named it. */
  readonly model: string;
  /** The model's identity when the run was last begun. */
  readonly identity: string;
  /** Whether the model is only an imitation, so that nothing in the run is a finding. */
  readonly synthetic: boolean;
  readonly created: string;
  /** When its last sample was answered; null if it has none. */
  readonly updated: string | null;
  /** Samples planned, answered and failed; a conversation counts once. */
  readonly wanted: number;
  readonly samples: number;
  readonly failed: number;
  /** Tokens of all samples, as far as the server counted them. */
  readonly promptTokens: number;
  readonly completionTokens: number;
}

interface Row {
  readonly id: string;
  readonly name: StoredText | null;
  readonly study: StoredText;
  readonly spec: StoredText;
  readonly description: string;
  readonly created: number;
  readonly updated: number | null;
  readonly wanted: number;
  readonly samples: number;
  readonly failed: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

const SELECT = `SELECT run.id, run.name, run.study, run.spec, model.description, run.created_at AS created,
    max(sample.answered_at) AS updated, run.size AS wanted, count(DISTINCT sample.position) AS samples,
    (SELECT count(DISTINCT position) FROM open_failure WHERE part = run.part) AS failed,
    total(sample.prompt_tokens) AS promptTokens, total(sample.completion_tokens) AS completionTokens
  FROM run JOIN part ON part.id = run.part JOIN model ON model.id = part.model
  LEFT JOIN sample ON sample.part = run.part
  GROUP BY run.number ORDER BY run.number DESC`;

/** The runs of the store, the latest begun first. */
export function listRuns(database: Database): RunSummary[] {
  return database.all<Row>(SELECT).map((row) =>
    database.decoded(() => {
      const { identity, synthetic }: ModelDescription = JSON.parse(row.description);
      return {
        id: row.id,
        name: row.name === null ? null : fromStored(row.name),
        study: fromStored(row.study),
        model: fromStored(row.spec),
        identity,
        synthetic,
        created: new Date(row.created).toISOString(),
        updated: row.updated === null ? null : new Date(row.updated).toISOString(),
        wanted: row.wanted,
        samples: row.samples,
        failed: row.failed,
        promptTokens: row.promptTokens,
        completionTokens: row.completionTokens,
      };
    })
  );
}
