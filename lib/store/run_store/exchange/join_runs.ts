import type pl from "nodejs-polars";
import type { Run } from "../run.ts";
import { sampleFrame } from "../sample_frame.ts";
import { refuseUnknownOptions } from "../../../core/nearest.ts";
import type { SampleOptions } from "../samples.ts";

/**
 * The samples of several runs of one study as one polars DataFrame, a run's id, name and model in every row; see
 * `sampleFrame`.
 *
 * @throws {RangeError} If there is no run, one is repeated, or they are of different studies.
 */
export function joinRuns(runs: readonly Run[], options: SampleOptions = {}): pl.DataFrame {
  refuseUnknownOptions(options, ["prompts"]);
  if (runs.length === 0) throw new RangeError("Cannot join runs: there are none");
  const studies = Map.groupBy(runs, ({ study }) => study);
  if (studies.size > 1) {
    const which = [...studies].map(([study, runs]) =>
      `${runs.map(({ id }) => id).join(" and ")} of ${study}`
    );
    throw new RangeError(`Cannot join runs of different studies: ${which.join(", ")}`);
  }
  const seen = new Set<string>();
  for (const { id, name, description: { identity } } of runs) {
    const which = `${id} ${identity}`;
    if (seen.has(which)) throw new RangeError(`Cannot join run ${name ?? id} with itself: it is given twice`);
    seen.add(which);
  }
  return sampleFrame(runs, options);
}
