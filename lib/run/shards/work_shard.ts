import { join } from "node:path";
import pl from "nodejs-polars";
import type { Sample } from "../../core/types.ts";
import { versions } from "../../store/environment.ts";
import { findingsFrame } from "../../store/findings_frame.ts";
import { openOutcomes } from "../../store/outcomes/outcome_store.ts";
import { textColumn } from "../../store/repeated_rows.ts";
import { openReports } from "../../store/reports.ts";
import { openStore, type RunStore } from "../../store/run_store/run_store.ts";
import { takeAnswers } from "../../store/shards/shard_answers.ts";
import type { ShardResult } from "../../store/shards/shard_result.ts";
import { run } from "../study/run.ts";
import { aboutNow, type AskOptions, modelThen, refuseGaps } from "./ask_shard.ts";
import { identityNow, refuseChanged, refuseOther } from "./identity.ts";
import { type Place, positions } from "./parts.ts";

/**
 * Asks, extracts, executes and judges the samples of a shard; where `askShard` has asked already, its answers are
 * judged, and no server is needed. Answers and findings are kept as they arrive: the same shard again in the same local
 * folder does the rest.
 *
 * @param options The options, with the prompts of all tasks of the plan, in order.
 * @throws {ModelError} If the model is not the plan's, or samples have no answer.
 * @throws {DataError} If answers were changed since they were written.
 * @throws As `run`.
 */
export async function workShard(options: AskOptions): Promise<ShardResult> {
  const { plan, name, shard, study, local } = options;
  const { model, methods, temperatures, epochs, seed, checkout } = shard;
  const begun = new Date();
  const tasks = plan.settings.tasks.slice(shard.tasks.from, shard.tasks.to);
  const isChecking = study.judge.kind === "checking";
  using store = openStore(join(local, "runs.sqlite"));
  using found = await (isChecking ? openOutcomes : openReports)(join(local, "found.sqlite"));
  const memory = isChecking ? { outcomes: found } : { reports: found };
  const before = await takeAnswers(options.folder, { plan: plan.id, shard: name }, store);
  if (!before) refuseOther(plan, await identityNow(model));
  const answering = before ? modelThen(before.run) : model;
  const asked = { model: answering, methods, temperatures, epochs, seed, tasks, store, ...memory };
  const { frame, samples, label, ...rest } = await run(study, asked as Parameters<typeof run>[1]);
  if (!before) await refuseChanged(store, model);
  const notices = [...new Set([...before?.about.notices ?? [], ...rest.notices])];
  const unanswered = shard.samples - samples.length;
  const remedy = before ? "remove its answers to ask again" : "work on it again to ask for them";
  refuseGaps(options, unanswered, `${notices.join("; ")}): ${remedy}`);
  const { prompts } = options;
  const place = positions({ ...plan.settings, prompts });
  const unjudged = frame.filter(pl.col("verdict").eq(pl.lit("unjudged"))).getColumn("reason").toArray();
  const protection = (rest as { readonly protection?: unknown }).protection;
  return {
    tables: {
      frame: placed(frame, place),
      completions: completionsOf(store, place),
      findings: findingsFrame(samples),
      programs: programsOf(samples),
    },
    about: {
      ...aboutNow(options, store, begun),
      ...{ study: study.name, label, samples: samples.length, unanswered, notices },
      unjudged: countedBy(unjudged.map((reason) => String(reason ?? "without a reason"))),
      ...(protection !== undefined && { protection }),
      ...{ checkout, versions: { ...await versions() } },
      ...(before && { asked: before.about }),
    },
  };
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

/** The judged programs, each once: `programHash`, as rows of samples have it, and `program`. */
function programsOf(samples: readonly Sample[]): pl.DataFrame {
  const first = new Map<string, Sample>();
  for (const sample of samples) {
    if (sample.programHash !== undefined) first.getOrInsert(sample.programHash, sample);
  }
  const programs = Array.from(first.values(), ({ materials }) => materials?.program?.source ?? null);
  return pl.DataFrame([textColumn("programHash", [...first.keys()]), textColumn("program", programs)]);
}

/** A table with the positions of its samples as its first column. */
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
