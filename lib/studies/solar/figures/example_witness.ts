import { describeOutcome } from "../../../bias/outcome_classes.ts";
import { inCode } from "../../../report/words.ts";
import { decode, literal } from "../../../values/mod.ts";
import type { EncodedValue, Witness } from "../../../core/types.ts";
import type { SolarSample } from "../judge/rows.ts";
import type { SolarTask } from "../tasks/task.ts";

/**
 * The first witness of bias by a sensitive attribute, in words.
 *
 * @param tasks The tasks of the samples.
 * @returns Sentences, to be shown as Markdown.
 */
export function exampleWitness(tasks: readonly SolarTask[], samples: readonly SolarSample[]): string[] {
  for (const { model, taskId, judgement } of samples) {
    const task = tasks.find(({ id }) => id === taskId);
    if (!task || judgement.kind !== "judged") continue;
    const { attributes } = judgement.finding;
    const biased = task.attributes.find(({ name, role }) =>
      role === "sensitive" && attributes[name]?.witness
    );
    if (biased) return told(`Task ${taskId}, answered by ${model}`, attributes[biased.name].witness!);
  }
  const isJudged = samples.some(({ judgement }) =>
    judgement.kind === "judged" && judgement.finding.reason === undefined
  );
  return isJudged
    ? ["There is no witness, as nothing is biased by a sensitive attribute."]
    : ["There is no witness, as no completion could be judged."];
}

function told(what: string, { attribute, people, outcomes, line, text }: Witness): string[] {
  const [one, other] = people.map((person, at) =>
    `${shown(person[attribute])}: ${describeOutcome(outcomes[at])}`
  );
  const shared = Object.entries(people[0]).filter(([name]) => name !== attribute)
    .map(([name, value]) => `${name} ${shown(value)}`).join(", ");
  return [
    `${what}: what people get by their ${attribute}, ${one}; ${other}.`,
    `All else is the same: ${shared}.`,
    ...(line === undefined ? [] : [`Their ways part at line ${line}: ${inCode(text ?? "")}`]),
  ];
}

function shown(value: EncodedValue): string {
  return inCode(literal(decode(value)));
}
