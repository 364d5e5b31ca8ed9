import type { ModelDescription } from "../../core/types.ts";
import type { Database } from "../database/database.ts";
import type { FoundCompletion } from "./completions.ts";
import type { RunPlan } from "./run_plan.ts";
import { toStored } from "./stored_text.ts";

// All functions of this file are to be called inside `Database.write`.

/** Adds the description of a model, if it is not there yet. @returns Its row id. */
export function addModel(database: Database, description: ModelDescription): number {
  const { spec, identity } = description;
  const values = [toStored(spec), toStored(identity), JSON.stringify(description)];
  database.run("INSERT OR IGNORE INTO model (spec, identity, description) VALUES (?, ?, ?)", ...values);
  const sql = "SELECT id FROM model WHERE spec = ? AND identity = ? AND description = ?";
  return database.one<{ id: number }>(sql, ...values).id;
}

/** Adds a run, if it is not there yet. @returns Its number, and whether it already has a part from which it is read. */
export function addRun(
  database: Database,
  plan: RunPlan,
  createdAt: Date = new Date(),
): { number: number; read: boolean } {
  const { study, model } = plan.record;
  database.run(
    "INSERT OR IGNORE INTO run (id, study, spec, size, created_at, plan) VALUES (?, ?, ?, ?, ?, ?)",
    plan.id,
    toStored(study),
    toStored(model),
    plan.size,
    createdAt.getTime(),
    JSON.stringify(plan.record),
  );
  const sql = "SELECT number, part FROM run WHERE id = ?";
  const { number, part } = database.one<{ number: number; part: number | null }>(sql, plan.id);
  return { number, read: part !== null };
}

/** Gives a run a name, taking the name from other runs. @returns The ids of the runs that had the name. */
export function nameRun(database: Database, run: number, name: string): string[] {
  const stored = toStored(name);
  const others = database.all<{ id: string }>(
    "SELECT id FROM run WHERE name = ? AND number <> ?",
    stored,
    run,
  );
  database.run("UPDATE run SET name = NULL WHERE name = ? AND number <> ?", stored, run);
  database.run("UPDATE run SET name = ? WHERE number = ?", stored, run);
  return others.map(({ id }) => id);
}

/** Adds the part of a run that one model answers, or updates its description of the model. @returns Its row id. */
export function addPart(
  database: Database,
  { run, model, identity }: { readonly run: number; readonly model: number; readonly identity: string },
): number {
  const sql = "INSERT INTO part (run, model, identity) VALUES (?, ?, ?) " +
    "ON CONFLICT (run, identity) DO UPDATE SET model = excluded.model RETURNING id";
  return database.one<{ id: number }>(sql, run, model, toStored(identity)).id;
}

/** Makes a part the one from which a run is read by default. */
export function readFrom(database: Database, run: number, part: number): void {
  database.run("UPDATE run SET part = ? WHERE number = ?", part, run);
}

/** Assigns a completion to a sample, which has its place in a part of a run. */
export function placeSample(
  database: Database,
  { part, position, turn }: { readonly part: number; readonly position: number; readonly turn: number },
  { id, reply, answeredAt }: FoundCompletion,
): void {
  const { promptTokens = null, completionTokens = null } = reply;
  database.run(PLACE, part, position, turn, id, promptTokens, completionTokens, answeredAt);
}

const PLACE =
  `INSERT INTO sample (part, position, turn, completion, prompt_tokens, completion_tokens, answered_at)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET completion = excluded.completion,
  prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens,
  answered_at = excluded.answered_at`;
