import type { Database } from "../database/database.ts";

/** Rows of a run, children first. A completion stays if another run has it. */
const STEPS = [
  `DELETE FROM completion WHERE id IN (SELECT completion FROM sample WHERE part IN (SELECT id FROM part WHERE run = ?1))
    AND id NOT IN (SELECT completion FROM sample WHERE part NOT IN (SELECT id FROM part WHERE run = ?1))`,
  "DELETE FROM sample WHERE part IN (SELECT id FROM part WHERE run = ?1)",
  "DELETE FROM failure WHERE part IN (SELECT id FROM part WHERE run = ?1)",
  "DELETE FROM part WHERE run = ?1",
  "DELETE FROM run WHERE number = ?1",
];

/**
 * Removes a run and the completions that no other run has.
 *
 * @param id Its id.
 * @returns How many completions were removed.
 * @throws {DataError} If they cannot be removed.
 */
export function removeRun(database: Database, id: string): number {
  return database.write(() => {
    const { number: run } = database.one<{ number: number }>("SELECT number FROM run WHERE id = ?", id);
    const [{ changes }] = STEPS.map((step) => database.run(step, run));
    return changes;
  });
}

/**
 * What removes prompts, samplings and models that no completion and no run refers to. Whoever has the store open may still know them
 * by their numbers.
 */
export const REMOVE_ORPHANS = [
  "DELETE FROM prompt WHERE id NOT IN (SELECT prompt FROM completion)",
  "DELETE FROM sampling WHERE id NOT IN (SELECT sampling FROM completion)",
  "DELETE FROM model WHERE id NOT IN (SELECT model FROM completion UNION SELECT model FROM part)",
];
