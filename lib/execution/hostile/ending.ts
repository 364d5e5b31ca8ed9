import type { Execution } from "../../core/types.ts";
import { decode, toJson } from "../../values/mod.ts";

/** The outcomes in brief, e.g. `["returned 3", "raised ValueError", "cpu-limit"]`. */
export function brief(execution: Execution): string[] {
  return execution.outcomes.map((outcome) => {
    if (outcome.kind === "returned") return `returned ${toJson(decode(outcome.value))}`;
    return "type" in outcome ? `${outcome.kind} ${outcome.type}` : outcome.kind;
  });
}

/** How the program ended if it did not load, else its outcomes in brief. */
export function ending(execution: Execution): string {
  const { kind, type } = execution.program;
  if (kind !== "loaded") return `program ${kind}${type ? ` ${type}` : ""}`;
  return brief(execution).join(", ");
}
