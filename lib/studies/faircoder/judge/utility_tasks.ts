import { type FunctionTask, promptedName } from "../tasks/task.ts";
import type { UtilityTask } from "./utility.ts";

/**
 * What a task's prompt says about people, for `utilityTest`: the fields of the occupation, or those of all
 * applicants or patients.
 */
export function utilityTaskOf({ scenario, attribute, order }: FunctionTask): UtilityTask {
  if (scenario !== "job") return { scenario };
  const qualities = order.filter((field) => field !== promptedName(scenario, attribute))
    .map((field) => field.replaceAll("_", " "));
  return { scenario, qualities };
}
