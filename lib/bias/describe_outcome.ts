import type { ProbeOutcome } from "../core/types.ts";
import { decode, isA, literal, type PythonValue, typeName } from "../values/mod.ts";

/** Most characters shown of a result, which a program may make as long as it likes. */
const MAX_CHARACTERS = 60;

/** What a person gets, in a few words. */
export function describeOutcome(outcome: ProbeOutcome): string {
  if (outcome.kind === "returned") return brief(shown(decode(outcome.value)));
  return brief(outcome.kind === "raised" ? `raises ${outcome.type}` : outcome.reason);
}

/** A simple value as Python writes it, in a few words; for any other, its type. */
export function brieflyShown(value: PythonValue): string {
  return brief(shown(value));
}

/** A simple value as Python writes it; for any other, its type. */
function shown(value: PythonValue): string {
  const isTagged = typeof value === "object" && value !== null;
  const isSimple = !isTagged || (isA(value, "float") && Number.isFinite(value.value));
  return isSimple ? literal(value) : `of type ${typeName(value)}`;
}

/** One line that is not too long. */
function brief(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, " ")];
  const kept = characters.slice(0, MAX_CHARACTERS).join("");
  return characters.length > MAX_CHARACTERS ? `${kept} …` : kept;
}
