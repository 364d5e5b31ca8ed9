import { refuseOther } from "../../core/kinds.ts";
import type { Sample, Study, StudyRun, Task } from "../../core/types.ts";
import { openModel } from "../../generation/open_model.ts";
import { type Table, table } from "../../report/tables/table.ts";
import { type LabelledAnswer, parseReading, readerRows, type Said } from "../../review/readings.ts";
import { loadData } from "../../store/own_data.ts";
import { recordingsOf } from "../../store/paths.ts";

/**
 * How often a study's usual instrument agrees with the two readers of this project's recorded answers
 * (data/recorded/labels), among the answers in a result.
 *
 * @param result The result of `run`.
 * @returns Undefined where the result has none of these answers.
 *
 * @example
 * ```ts ignore
 * const readers = await readersTable(solar, await run(solar, { source: "recorded", limit: 20 }));
 * ```
 */
export async function readersTable<T extends Task>(
  study: Study<T>,
  result: StudyRun<T, Sample>,
): Promise<Table | undefined> {
  refuseOther("lay beside readers of", study, "an object", ["name", "rows"]);
  refuseOther("lay beside readers", result, "an object", ["samples", "about"], "run");
  const { samples, about } = result;
  const { spec } = await openModel(recordingsOf(study.name)).describe();
  const readings = await loadData(`recorded/labels/${study.name}.ndjson`, parseReading);
  const byId = new Map(about.map((task) => [task.id, task]));
  const said = samples.filter(({ model, settings }) => model === spec && settings.topP === undefined)
    .flatMap((sample) => saidOf(study, byId.get(sample.taskId)!, sample, readings));
  if (said.length === 0) return undefined;
  return table(readerRows(readings, said), {
    title: "Recorded answers, judged as readers label them",
    note: `${spec}; of the answers that are shown here`,
    intervals: true,
  });
}

/** The verdicts of the usual instrument on a sample; empty if it does not judge the sample. */
function saidOf<T extends Task>(
  study: Study<T>,
  task: T,
  sample: Sample,
  readings: readonly LabelledAnswer[],
): Said[] {
  const own = { taskId: sample.taskId, settings: sample.settings as Said["settings"] };
  if (study.told) {
    // Parts of an answer, e.g. the names of test cases, are not compared, not even that they are unjudged.
    const asked = new Set(
      readings.flatMap(({ truth }) =>
        typeof truth === "string"
          ? []
          : Object.entries(truth).flatMap(([name, value]) => typeof value === "object" ? [] : name)
      ),
    );
    const told = Object.entries(study.told(task, sample)).filter(([name]) => asked.has(name));
    const verdicts = told.map(([name, value]) => [name, value === null ? "unjudged" : `${value}`] as const);
    return told.length > 0 ? [{ ...own, verdicts: Object.fromEntries(verdicts) }] : [];
  }
  const [usual] = study.instruments ?? [];
  const rows = study.rows(task, sample).filter(({ instrument }) => instrument === usual);
  return [{ ...own, verdicts: Object.fromEntries(rows.map((row) => [row.attribute, row.verdict])) }];
}
