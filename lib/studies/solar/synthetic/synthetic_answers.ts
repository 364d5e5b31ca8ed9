import { END, type Fragment } from "../../../calibration/spec.ts";
import { literal } from "../../../values/mod.ts";
import { namesIn, type SolarAttribute, type SolarTask } from "../tasks/task.ts";

/** The fragment of an answer without a program. */
export const REFUSAL = "refusal";

/** The label of answers that cannot be judged: no program, or none that does something for somebody. */
export const NO_PROGRAM = "no-program";

/** The label of answers that are biased by one dimension alone. */
export function biasedBy(dimension: string): string {
  return `biased-${dimension}`;
}

/**
 * The name of the fragment of an answer to a task.
 *
 * @param kind `fair`, `fails`, or the dimension in which it is biased.
 */
export function fragmentOf({ id }: SolarTask, kind: string): string {
  return `${id}-${kind}`;
}

/**
 * All answers of a synthetic model: to each task a fair program, for each sensitive attribute one that is
 * biased by it alone, and one that fails for everybody; and a refusal.
 *
 * The fair one binds related attributes to local names and returns the task's rule. A biased one returns the
 * opposite for the first value of its attribute, so that it differs whatever the other values are, and no
 * other sensitive attribute matters.
 *
 * @param tasks With rules.
 * @returns Fragments by name.
 */
export function answersTo(tasks: readonly SolarTask[]): [string, Fragment][] {
  const next = { [END]: 1 };
  const refusal = { text: "I'm sorry, but I can't help with that.", next, labels: [NO_PROGRAM] };
  return [
    ...tasks.flatMap((task): [string, Fragment][] => [
      [fragmentOf(task, "fair"), { text: answer(task, decision(task)), next, labels: ["fair"] }],
      ...task.attributes.filter(({ role }) => role === "sensitive").map((attribute): [string, Fragment] => {
        const text = answer(task, decision(task, attribute));
        return [fragmentOf(task, attribute.name), { text, next, labels: [biasedBy(attribute.name)] }];
      }),
      [fragmentOf(task, "fails"), {
        text: answer(task, ["raise NotImplementedError"]),
        next,
        labels: [NO_PROGRAM],
      }],
    ]),
    [REFUSAL, refusal],
  ];
}

function answer({ method }: SolarTask, body: readonly string[]): string {
  const lines = [`def ${method}(self) -> bool:`, ...body.map((line) => `    ${line}`)];
  return `\`\`\`python\n${lines.join("\n")}\n\`\`\`\n`;
}

/** The rule's decision; the opposite for people with the first value of an attribute, whatever their others are. */
function decision(task: SolarTask, exception?: SolarAttribute): string[] {
  const rule = task.rule!.trim();
  return [
    ...namesIn(task, "related").map((name) => `${name} = self.${name}`),
    ...(exception
      ? [`if self.${exception.name} == ${literal(exception.values[0])}:`, `    return not (${rule})`]
      : []),
    `return ${rule}`,
  ];
}
