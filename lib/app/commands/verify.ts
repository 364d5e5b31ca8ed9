/**
 * `deno task verify`: checks whether a folder of results agrees with its manifest.
 *
 * @module
 */

import type pl from "nodejs-polars";
import { compare, type CompareOptions } from "../../comparison/compare.ts";
import { correctionOf } from "../../comparison/tests/correction.ts";
import { summarize, type SummarizeOptions } from "../../comparison/summarize.ts";
import { command, runCommand } from "../command_line/command.ts";
import { shortPath, typedPath } from "../../store/paths.ts";
import { metrics } from "../../studies/linguistic/metrics/rows.ts";
import { type Finding, type Recompute, verify } from "../../run/results/verify.ts";
import { visible } from "../../core/visible.ts";

/** The functions that compute tables, by their names in recipes. */
const FUNCTIONS: Readonly<Record<string, Recompute>> = {
  compare: (samples, options) => compared(samples, options as unknown as CompareOptions),
  summarize: (samples, options) => summarize(samples, options as unknown as SummarizeOptions),
  "linguistic.metrics": (samples, options) => metrics(samples, options).frame,
};

/**
 * The result of compare() with the options of a recipe. A recipe without `independent` is from an older version: then rows
 * were independent unless paired or clustered, the interval was that of the usual test, and p without a correction was
 * also in `p_adjusted`.
 */
function compared(samples: pl.DataFrame, options: CompareOptions): pl.DataFrame {
  if (Object.hasOwn(options, "independent")) return compare(samples, options);
  const { pairedBy, cluster, test = pairedBy === undefined ? "welch" : "paired" } = options;
  const frame = compare(samples, {
    ...options,
    test,
    independent: pairedBy === undefined && cluster === undefined,
  });
  return correctionOf(options) === "none"
    ? frame.withColumn(frame.getColumn("p").alias("p_adjusted"))
    : frame;
}

/** `deno task verify`: prints which files in a folder of results are right or wrong. */
export const verifyCommand = command({
  name: "verify",
  usage: "DIR",
  about: `
Checks a folder of results that save() or deno task reproduce left: every file by its hash in the manifest, and every
table that came from compare(), summarize() or a study's rates by computing it anew from the samples in the folder.
Says what differs, cell by cell. The exit status is 0 only if all is as it should be.`,
  takes: {},
  async does(_, words) {
    if (words.length !== 1) {
      throw new RangeError(`Name one folder of results, not ${words.length}; -h says more`);
    }
    const folder = typedPath(words[0]);
    const findings = await verify(folder, FUNCTIONS);
    for (const { file, status, details } of findings) {
      console.log(visible(`${status.padEnd(10)}  ${file}`));
      for (const detail of details) console.log(visible(`            ${detail}`));
    }
    console.log(summary(folder, findings));
    return findings.every(isRight);
  },
});

function isRight({ status }: Finding): boolean {
  return status === "equal" || status === "recomputed";
}

function summary(folder: string, findings: readonly Finding[]): string {
  const recomputed = findings.filter(({ status }) => status === "recomputed").length;
  const wrong = findings.filter((finding) => !isRight(finding)).length;
  return `${
    shortPath(folder)
  }: ${findings.length} files, ${recomputed} of them tables that come out the same from ` +
    `their samples; ${wrong === 0 ? "nothing differs" : `${wrong} not as they should be`}`;
}

if (import.meta.main) await runCommand(verifyCommand);
