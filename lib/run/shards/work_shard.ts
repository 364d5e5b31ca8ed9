import { hostname } from "node:os";
import { join } from "node:path";
import pl from "nodejs-polars";
import { ModelError } from "../../core/errors.ts";
import type { Study } from "../../core/types.ts";
import { openModel } from "../../generation/open_model.ts";
import { versions } from "../../store/environment.ts";
import { findingsFrame } from "../../store/findings_frame.ts";
import { openOutcomes } from "../../store/outcomes/outcome_store.ts";
import { openReports } from "../../store/reports.ts";
import { openStore, type RunStore } from "../../store/run_store/run_store.ts";
import type { Shard, StoredPlan } from "../../store/shards/plan.ts";
import type { ShardResult } from "../../store/shards/shard_result.ts";
import { run } from "../study/run.ts";
import { type Asked, type Place, positions } from "./parts.ts";

/** What a shard is worked on with. */
export interface WorkOptions {
  readonly plan: StoredPlan;
  /** The shard's name, and what it asks. */
  readonly name: string;
  readonly shard: Shard;
  readonly study: Study;
  /** Prompts of all tasks of the plan, in order. */
  readonly prompts: Asked["prompts"];
  /** A folder of this machine, where what is answered and found is kept until the shard is done. */
  readonly local: string;
  /** Whether samples that have no answer are left out. @default false: then the shard fails */
  readonly withGaps?: boolean;
}

/**
 * Asks, extracts, executes and judges what a shard says. What was answered and found is kept as it arrives: the same shard again
 * in the same local folder does the rest.
 *
 * @throws {ModelError} If the model is not the plan's, or samples have no answer.
 * @throws As `run`.
 */
export async function workShard(options: WorkOptions): Promise<ShardResult> {
  const { plan, name, shard, study, local } = options;
  const { model, methods, temperatures, epochs, seed, checkout } = shard;
  const begun = new Date();
  const tasks = plan.settings.tasks.slice(shard.tasks.from, shard.tasks.to);
  const isChecking = study.judge.kind === "checking";
  refuseOther(plan, await identityNow(model));
  using store = openStore(join(local, "runs.sqlite"));
  using found = await (isChecking ? openOutcomes : openReports)(join(local, "found.sqlite"));
  const memory = isChecking ? { outcomes: found } : { reports: found };
  const asked = { model, methods, temperatures, epochs, seed, tasks, store, ...memory };
  const { frame, samples, notices, label, ...rest } = await run(study, asked as Parameters<typeof run>[1]);
  const { identity: began } = store.listRuns()[0] ?? {};
  const now = await identityNow(model);
  if (began !== undefined && now !== undefined && now !== began) {
    for (const { id } of store.listRuns()) store.removeRun(id); // nobody knows which answers are whose
    throw new ModelError(
      `${model} changed while it was asked: it began as ${began} and is now ${now}; what it answered is left out, so ` +
        "work on the shard again",
      { failure: "refused-request" },
    );
  }
  const unanswered = shard.samples - samples.length;
  if (unanswered > 0 && !options.withGaps) {
    throw new ModelError(
      `${unanswered} of ${shard.samples} samples have no answer (${
        notices.join("; ")
      }): work on it again to ask for them, or ` +
        "leave them out with --with-gaps",
      { failure: "unfinished" },
    );
  }
  const identity = identityOf(store, plan);
  const { prompts } = options;
  const place = positions({ ...plan.settings, prompts });
  const unjudged = frame.filter(pl.col("verdict").eq(pl.lit("unjudged"))).getColumn("reason").toArray();
  const protection = (rest as { readonly protection?: unknown }).protection;
  return {
    tables: {
      frame: placed(frame, place),
      completions: completionsOf(store, place),
      findings: findingsFrame(samples),
    },
    about: {
      ...{
        plan: plan.id,
        shard: name,
        study: study.name,
        label,
        identity,
        samples: samples.length,
        unanswered,
      },
      unjudged: countedBy(unjudged.map((reason) => String(reason ?? "without a reason"))),
      notices,
      ...(protection !== undefined && { protection }),
      ...{ checkout, versions: { ...await versions() }, host: hostname() },
      ...{ begun: begun.toISOString(), ended: new Date().toISOString() },
    },
  };
}

/** What a model is now; undefined where its server does not tell, and for a study's own synthetic model, which is code. */
async function identityNow(model: string): Promise<string | undefined> {
  if (model === "calibration") return undefined;
  try {
    return (await openModel(model).describe()).identity;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return error.failure === "refused-request" ? `no longer one (${error.message})` : undefined;
  }
}

/** @throws {ModelError} If a model is known not to be the plan's, before it is asked. */
function refuseOther({ identity: planned, settings: { model } }: StoredPlan, now: string | undefined): void {
  if (planned === undefined || now === undefined || now === planned) return;
  throw new ModelError(
    `${model} is not the model that this plan was made for: it is ${now}, not ${planned}`,
    {
      failure: "no-such-model",
    },
  );
}

/**
 * What the model was that answered.
 *
 * @throws {ModelError} If it was more than one, or not the plan's.
 */
function identityOf(store: RunStore, { identity: planned, settings: { model } }: StoredPlan): string {
  const identities = new Set(store.listRuns().map(({ identity }) => identity));
  const [identity] = identities;
  if (identities.size === 1 && (planned === undefined || identity === planned)) return identity;
  throw new ModelError(
    `${model} is not the model that this plan was made for: it is ${[...identities].join(", then ")}${
      planned === undefined ? "" : `, not ${planned}`
    }`,
    { failure: "no-such-model" },
  );
}

/** The answers as a table that `run` takes as `completions`. */
function completionsOf(store: RunStore, place: (one: Place) => number): pl.DataFrame {
  const frames = store.listRuns().map(({ id }) => store.openRun(id).frame());
  const all = pl.concat(frames, { how: "diagonal" });
  const left = ["run", "runName", "synthetic", "taskId", "turn", "answer", "reasoning"];
  const kept = placed(all, place);
  return kept.withColumn(kept.getColumn("taskId").rename("task")).select(
    ...["position", "task"],
    ...all.columns.filter((name) => !left.includes(name)),
  );
}

/** A table with the places of its samples before it. */
function placed(frame: pl.DataFrame, place: (one: Place) => number): pl.DataFrame {
  const names = ["taskId", "prompt", "language", "temperature", "epoch"];
  const rows = frame.select(...names.filter((name) => frame.columns.includes(name)));
  const samples = rows.unique(); // there may be a row for each attribute of a sample
  const places = samples.toRecords().map((row) => place(row as unknown as Place));
  const column = rows.join(samples.withColumn(pl.Series("position", places, pl.Int64)), {
    ...{ on: rows.columns, how: "left", nullsEqual: true, maintainOrder: "left" },
  }).getColumn("position");
  return pl.DataFrame([column, ...frame.getColumns()]);
}

function countedBy(names: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(names, (name) => name);
  return Object.fromEntries(Array.from(groups, ([name, { length }]) => [name, length]));
}
