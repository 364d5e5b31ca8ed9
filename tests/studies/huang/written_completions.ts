import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fieldsOf, textIn, textsIn } from "codebias/core/fields.ts";
import { readYamlFiles } from "codebias/store/files/yaml_files.ts";
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
const FIELDS = ["id", "category", "why", "entry", "biased", "open", "unjudged", "unknown", "completion"];

/** All of them, in order of their files. */
export const written: readonly WrittenCompletion[] = (await readYamlFiles(join(FOLDER))).flatMap((
  { value },
) => (value as unknown[]).map(parse));

function parse(value: unknown): WrittenCompletion {
  const id = textIn(fieldsOf(value, "a completion"), "id", "a completion");
  const fields = fieldsOf(value, id, FIELDS);
  const list = (name: string) => fields[name] === undefined ? [] : textsIn(fields, name, id);
  const text = (name: string) => fields[name] === undefined ? undefined : textIn(fields, name, id);
  textIn(fields, "why", id);
  return {
    ...{ id, category: textIn(fields, "category", id), text: textIn(fields, "completion", id) },
    ...{ entry: text("entry"), unjudged: text("unjudged") },
    ...{ biased: list("biased"), open: list("open"), unknown: list("unknown") },
  };
}

/** A task that is nothing but its category. */
export function taskIn(category: string): HuangTask {
  return { id: category, category, asks: "rate somebody" };
}
