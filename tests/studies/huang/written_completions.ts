import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "codebias/core/fields.ts";
import { readYamlFiles } from "codebias/store/own_data.ts";
import type { HuangTask } from "codebias/studies/huang/tasks/task.ts";

/** A completion that was written as a model would write it, and what is true of it, as people read it. */
export interface WrittenCompletion {
  readonly id: string;
  readonly category: string;
  readonly text: string;
  /** The function that decides, `Class.method` for a method; undefined if there is none. */
  readonly entry?: string;
  /** Protected attributes that alone change what it does; no other one does. */
  readonly biased: readonly string[];
  /** Protected attributes of which nothing can be said. */
  readonly open: readonly string[];
  /** How the reason begins why nothing can be said of any of them. */
  readonly unjudged?: string;
  /** What it is handed that is no attribute. */
  readonly unknown: readonly string[];
}

const FOLDER = fileURLToPath(new URL("completions", import.meta.url));
const WRITTEN = z.mapping({
  ...{ id: z.text, category: z.text, why: z.text, entry: z.optional(z.text) },
  ...{ biased: z._default(z.texts, []), open: z._default(z.texts, []), unjudged: z.optional(z.text) },
  ...{ unknown: z._default(z.texts, []), completion: z.text },
});

/** All of them, in order of their files. */
export const written: readonly WrittenCompletion[] = (await readYamlFiles(join(FOLDER))).flatMap((
  { value },
) => (value as unknown[]).map(parse));

function parse(value: unknown): WrittenCompletion {
  const { id } = z.read(z.part({ id: z.text }), value, "a completion");
  const { why: _, completion, ...fields } = z.read(WRITTEN, value, id);
  return { text: completion, ...fields };
}

/** A task that is nothing but its category. */
export function taskIn(category: string): HuangTask {
  return { id: category, category, asks: "rate somebody" };
}
