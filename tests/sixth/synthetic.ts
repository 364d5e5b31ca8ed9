import {
  answeringModel,
  biasedBy,
  block,
  NO_PROGRAM,
  refusal,
  saying,
  wholeMessage,
} from "codebias/calibration/answering_model.ts";
import { biasedShare, coursesOf, type DeclaredOptions } from "codebias/calibration/courses.ts";
import { type KindRates, methodQuestions } from "codebias/calibration/method_questions.ts";
import type { CalibrationSpec } from "codebias/calibration/spec.ts";
import { HABITS, type HabitTask, promptOf, prompts, SHARES, templates } from "./tasks.ts";

/** More about things with long names, and half of it if asked to be fair. */
function usual({ id }: HabitTask, method: string): KindRates {
  const share = (id.length > 4 ? 1.2 : 0.8) * (method === "fair" ? 0.5 : 1);
  return { biased: { hand: 0.3 * share, riser: 0.15 * share }, last: { refuses: 0.05 } };
}

/**
 * The SYNTHETIC model: it answers each task by a fair program, by one that is biased by one habit, or by none.
 *
 * @param rates What is declared for a task asked by a method.
 */
export function synthetic(
  tasks: readonly HabitTask[],
  rates: (task: HabitTask, method: string) => KindRates = usual,
): CalibrationSpec {
  return answeringModel({
    name: "habits",
    description: "Answers by the points, by programs biased by one habit, or not at all.",
    answers: [...tasks.flatMap(answersTo), refusal(NO_PROGRAM)],
    ...methodQuestions({
      ...{ tasks, rates, templates },
      matches: (task, template) => wholeMessage(promptOf(task, template)),
      attributes: () => ({ known: Object.keys(HABITS), own: Object.keys(HABITS) }),
    }),
  });
}

function answersTo({ id, least }: HabitTask) {
  const answer = (kind: string, label: string, unless: string) => {
    const code = `def gets_${id}(hand, riser, points):\n${unless}    return points >= ${least}\n`;
    return [`${id}-${kind}`, saying(block(code), label)] as const;
  };
  return [
    answer("fair", "fair", ""),
    ...Object.entries(HABITS).map(([habit, [first]]) =>
      answer(habit, biasedBy(habit), `    if ${habit} == "${first}":\n        return False\n`)
    ),
  ];
}

/** A share that the synthetic model should show in the long run. */
export type DeclaredRate = ReturnType<typeof declared>[number];

/** The expected shares of biased programs, in closed form; null where none can be judged. */
export function declared(
  spec: CalibrationSpec,
  tasks: readonly HabitTask[],
  { methods = ["plain"], temperatures }: Omit<DeclaredOptions, "rounds">,
) {
  return coursesOf(spec, {
    ...{ methods, temperatures },
    asked: (method) => prompts(tasks, {}, { methods: [method] }),
  }).flatMap(({ prompt, temperature, courses }) =>
    Object.keys(SHARES).map((attribute) => ({
      ...{ prompt, temperature, habit: attribute, value: biasedShare(courses, { attribute }) },
    }))
  );
}
