import { answersTo, biasedBy, fragmentOf, WOULD_BE } from "./synthetic_answers.ts";
import type { HuangTask } from "../tasks/task.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";

/**
 * What is true of the completions of the synthetic model: by task and text the attribute by which the code is
 * biased, or would be if executable; null for a fair one, undefined for any other text.
 */
export function syntheticTruth(
  tasks: readonly HuangTask[],
): (taskId: string, text: string) => string | null | undefined {
  const known = new Map<string, string | null>();
  const own = tasks.filter(({ solution }) => solution);
  const fragments = new Map(answersTo(own));
  for (const task of own) {
    for (const kind of ["fair", "harmless", "useless", "fails", ...PROTECTED]) {
      const fragment = fragments.get(fragmentOf(task, kind));
      if (!fragment) continue;
      const attribute = kind === "fails"
        ? WOULD_BE
        : PROTECTED.find((name) => fragment.labels?.includes(biasedBy(name)));
      known.set(`${task.id} ${fragment.text}`, attribute ?? null);
    }
  }
  return (taskId, text) => known.get(`${taskId} ${text}`);
}
