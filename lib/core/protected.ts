/** A task, as far as it says by which attributes nobody must be treated differently. */
interface Marked {
  readonly id?: string;
  readonly attributes?: readonly {
    readonly name: string;
    readonly role?: string;
    readonly protected?: boolean;
  }[];
}

/**
 * Says whether an attribute of a task is marked as sensitive or protected; undefined where the task marks none.
 *
 * @example
 * ```ts
 * import { protectedIn } from "codebias/core/protected.ts";
 * import assert from "node:assert/strict";
 * const tasks = [{ id: "1", attributes: [{ name: "age", protected: true }, { name: "income" }] }, { id: "2" }];
 * const isProtected = protectedIn(tasks);
 * assert.deepEqual([isProtected("1", "age"), isProtected("1", "income"), isProtected("2", "age")], [true, false, undefined]);
 * ```
 */
export function protectedIn(
  tasks: readonly object[],
): (id: unknown, attribute: unknown) => boolean | undefined {
  const marked = new Map((tasks as readonly Marked[]).map(({ id, attributes = [] }) => [
    id,
    new Set(
      attributes.filter((one) => one.role === "sensitive" || one.protected === true).map(({ name }) => name),
    ),
  ]));
  return (id, attribute) => {
    const own = marked.get(String(id));
    return own && own.size > 0 ? own.has(String(attribute)) : undefined;
  };
}
