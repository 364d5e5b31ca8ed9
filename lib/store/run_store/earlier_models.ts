import type { ModelDescription } from "../../core/types.ts";
import type { Database } from "../database/database.ts";
import { fromStored, type StoredText, toStored } from "./stored_text.ts";

/** Another model that had the same name. */
export interface EarlierModel {
  readonly identity: string;
  readonly description: ModelDescription;
  /** Samples it made in all runs of the study under this name. */
  readonly samples: number;
  /** Of these, samples of the run in question. */
  readonly samplesOfRun: number;
  readonly lastAnsweredAt: Date;
  /** Number of its part of the run in question, if it has one. */
  readonly part?: number;
}

interface Row {
  readonly identity: StoredText;
  readonly description: string;
  readonly part: number;
  readonly run: number;
  readonly samples: number;
  readonly last: number;
}

const SELECT =
  `SELECT part.identity, model.description, part.id AS part, part.run, counted.samples, counted.last
  FROM run JOIN part ON part.run = run.number JOIN model ON model.id = part.model
  JOIN (SELECT part, count(*) AS samples, max(answered_at) AS last FROM sample GROUP BY part) AS counted
    ON counted.part = part.id
  WHERE run.spec = ? AND part.identity <> ? AND run.study = (SELECT study FROM run WHERE number = ?)
  ORDER BY counted.last DESC`;

/** Other models that made samples of a run's study under a model's name, the latest first. */
export function otherModels(
  database: Database,
  { spec, identity, run }: { readonly spec: string; readonly identity: string; readonly run: number },
): EarlierModel[] {
  const rows = database.all<Row>(SELECT, toStored(spec), toStored(identity), run);
  const decoded = () =>
    [...Map.groupBy(rows, (row) => fromStored(row.identity))].map(([identity, rows]) => {
      const own = rows.find((row) => row.run === run);
      return {
        identity,
        description: JSON.parse(rows[0].description),
        samples: rows.reduce((sum, { samples }) => sum + samples, 0),
        samplesOfRun: own?.samples ?? 0,
        lastAnsweredAt: new Date(rows[0].last),
        ...(own && { part: own.part }),
      };
    });
  return database.decoded(decoded);
}

/** One sentence for the analyst per model that had the same name before. */
export function changedModelNotices(spec: string, earlier: readonly EarlierModel[]): string[] {
  return earlier.map(({ identity, samples, samplesOfRun, lastAnsweredAt }) => {
    const until = lastAnsweredAt.toISOString().slice(0, 16).replace("T", " ");
    const where = samplesOfRun === 0
      ? `${counted(samples)} of other runs`
      : `${counted(samplesOfRun)} of this run` +
        (samples > samplesOfRun ? ` and ${samples - samplesOfRun} of others` : "");
    return `${spec} is not the model it was: ${where}, the last one at ${until} UTC, came from another one ` +
      `(${identity}). They are kept apart, and this run uses the model that is there now.`;
  });
}

function counted(samples: number): string {
  return samples === 1 ? "1 sample" : `${samples} samples`;
}
