/**
 * Judges recorded answers of a study with a store of reports, and prints how many are stored; the tests kill it.
 *
 * @module
 */

import { faircoder, huang, liu, run } from "codebias";
import { type ReportKey, ReportStore } from "codebias/store/reports.ts";

/** A store that counts what is found out and what is stored of it. */
export class CountingStore extends ReportStore {
  found = 0;
  stored = 0;

  override get<R>(key: ReportKey, find: () => Promise<R>, lasts: (report: R) => boolean): Promise<R> {
    let isNew = false;
    return super.get(key, () => (this.found++, find()), (report) => isNew = lasts(report)).then((report) => {
      if (isNew) this.onStored(++this.stored);
      return report;
    });
  }

  onStored(_count: number): void {}
}

/** Judges recorded answers to the first tasks of a study, by probing (Huang, Liu), scoring (FairCoder), and testing (tested). */
export const RUNS = {
  huang: (limit: number, reports: ReportStore) => run(huang, { source: "recorded", limit, reports }),
  liu: (limit: number, reports: ReportStore) => run(liu, { source: "recorded", limit, reports }),
  faircoder: (limit: number, reports: ReportStore) => run(faircoder, { source: "recorded", limit, reports }),
  tested: (limit: number, reports: ReportStore) =>
    run(faircoder, { source: "recorded", limit, reports, measures: ["doesTask"] }),
};

if (import.meta.main) {
  const [study, path, limit] = Deno.args;
  using reports = new CountingStore(path, "code 1");
  reports.onStored = (count) => Deno.stdout.writeSync(new TextEncoder().encode(`${count}\n`));
  await RUNS[study as keyof typeof RUNS](Number(limit), reports);
}
