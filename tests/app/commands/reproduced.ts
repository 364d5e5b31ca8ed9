/** Results that several tests look at, and what is to be found there. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { sized } from "../../long.ts";
import { filesBelow, ROOT, task } from "./task.ts";

/** The tables that each notebook leaves without an artifact. */
const TABLES = {
  linguistic: [
    "coincidence",
    "disagreements",
    "executed",
    "fig2",
    "fig3",
    "fig5",
    "fig6",
    "gaps",
    "impossible_cells",
    "impossible_tasks",
    "measured",
    "measured_classes",
    "measured_noise",
    "measured_null",
    "null",
    "prompt_claims",
    "readers",
    "real_model",
    "sensitivity",
    "table3",
    "timing_noise",
    "verdicts",
    "words",
  ],
  liu: [
    ...["agreement", "calibration", "correlation", "disagreements", "logs", "paper_checks", "paper_errors"],
    ...[
      "prompts",
      "readers",
      "table10",
      "table4",
      "table5",
      "table6",
      "table7",
      "table8",
      "table9",
      "temperature_trend",
      "top_p_trend",
    ],
  ],
  huang: [
    ...[
      "agreement",
      "attributes",
      "calibration",
      "corrected",
      "effects",
      "inputs",
      "paper_checks",
      "paper_errors",
    ],
    ...[
      "readers",
      "reasons",
      "table2",
      "table4",
      "table5",
      "table6",
      "table7",
      "table8",
      "table9",
      "trade_offs",
      "transitions",
    ],
  ],
  solar: [
    ...[
      "calibration",
      "paper_checks",
      "paper_errors",
      "readers",
      "reasons",
      "recorded",
      "recorded_tests",
      "table1",
      "table2",
      "table3",
    ],
    ...["table4", "table5", "temperature", "tests", "trend", "words"],
  ],
  faircoder: [
    ...["calibration", "mitigation", "mitigation_tests", "paper_checks", "paper_errors", "preferred"],
    ...[
      "published_bias",
      "readers",
      "readings",
      "table1",
      "table10",
      "table11",
      "table12",
      "table13",
      "table14",
    ],
    ...["table15", "table16", "table2", "table4", "table5", "table6", "table8", "table9", "utility"],
  ],
  temperatures: [
    "copies",
    "coverage",
    "differences",
    "linguistic",
    "paper",
    "rates",
    "real_model",
    "real_model_t",
    "solar",
    "trend",
  ],
  tour: ["rates", "verdicts"],
  own: ["bias", "differences", "verdicts", "witnesses"],
} as const;

/** A notebook, by the name that the command knows it by. */
export type Study = keyof typeof TABLES;

const NOTEBOOKS = {
  faircoder: "05-faircoder",
  huang: "02-huang",
  linguistic: "04-linguistic",
  liu: "01-liu",
  solar: "03-solar",
  temperatures: "06-compare-temperatures",
  tour: "00-tour",
  own: "07-your-own-data",
} as const;

/** The figures, likewise. */
const FIGURES = {
  linguistic: [
    ...["correctness", "fig2", "fig3_t0.2", "fig3_t0.8", "fig5_correctness", "fig5_efficiency", "fig6"],
    ...["null", "residuals"],
  ],
  liu: ["fig4", "fig6_ethnicity", "fig6_occupation", "fig7_temperature", "fig7_top_p"],
  faircoder: ["fig10", "fig3", "fig4", "fig4_scenarios", "fig9"],
  huang: ["bias", "instruments", "strategies", "trade_off"],
  solar: ["leaning", "mitigation", "temperature", "temperature_dimensions"],
  temperatures: ["rates"],
  tour: ["rates"],
  own: ["bias"],
} as const;

/** Pages of samples of each study. */
const VIEWS: Readonly<Record<Study, readonly string[]>> = {
  linguistic: ["-1", "-2", "-3", "-languages"],
  liu: [""],
  faircoder: ["", "-1", "-2"],
  huang: [""],
  solar: [""],
  temperatures: ["-copies"],
  tour: [""],
  own: [""],
};

/** Of the project's recordings of a real model: where they are shown. */
const RECORDED: readonly string[] = ["real_model", "real_model_t", "readers"];

/**
 * The files that a finished `reproduce` leaves, but for samples, which are named by what is in them.
 *
 * @param recordings Whether the project's recordings are shown, which `--source demo` leaves out.
 */
export function expected(studies: readonly Study[], recordings = false): string[] {
  return [
    "index.html",
    "manifest.json",
    ...studies.flatMap((study) => [
      ...FIGURES[study].flatMap((figure) =>
        ["png", "svg"].map((ending) => `figures/${study}_${figure}.${ending}`)
      ),
      ...["html", "ipynb"].map((ending) => `notebooks/${NOTEBOOKS[study]}.${ending}`),
      ...VIEWS[study].map((view) => `views/${NOTEBOOKS[study]}${view}.html`),
      ...TABLES[study].filter((table) => recordings || !RECORDED.includes(table)).flatMap((table) =>
        ["csv", "md", "parquet", "tex"].map((ending) => `tables/${study}_${table}.${ending}`)
      ),
    ]),
  ].sort();
}

/** What is in a folder, but for samples and pages to review. */
export async function filesIn(folder: string): Promise<string[]> {
  return (await filesBelow(folder)).filter((file) => !/^(?:samples|reviews)\//.test(file));
}

/** The hash of each file. */
export async function hashes(folder: string, files: readonly string[]): Promise<Record<string, string>> {
  const entries = files.map(async (file) => {
    const bytes = await Deno.readFile(join(folder, file));
    return [file, createHash("sha256").update(bytes).digest("hex")] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Whether a file is a table or a figure. */
export function isResult(file: string): boolean {
  return /^(tables|figures)\//.test(file);
}

/** Results to look at, which must not be changed. */
export interface Reproduced {
  readonly folder: string;
  readonly studies: readonly Study[];
  /** Whether the project's recordings are shown in them. */
  readonly recordings: boolean;
  // deno-lint-ignore no-explicit-any
  readonly manifest: any;
}

let made: Promise<Reproduced> | undefined;

/**
 * What `deno task reproduce` leaves: in the folder that CODEBIAS_RESULTS names, else with `--source demo` of a run that is made
 * here, once a process: of all notebooks in `deno task test:long`, of the quickest otherwise.
 */
export function reproduced(): Promise<Reproduced> {
  const given = Deno.env.get("CODEBIAS_RESULTS");
  return made ??= given ? resultsIn(resolve(ROOT, given), true) : run();
}

async function resultsIn(folder: string, recordings: boolean): Promise<Reproduced> {
  const manifest = JSON.parse(await Deno.readTextFile(join(folder, "manifest.json")));
  return { folder, studies: manifest.command.studies, recordings, manifest };
}

async function run(): Promise<Reproduced> {
  const folder = await Deno.makeTempDir({ prefix: "codebias-test-" });
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  const studies = sized<readonly Study[]>({ small: ["tour", "temperatures", "own"], long: [] });
  const { code, stderr } = await task("reproduce", [...studies, "--source", "demo", "--out", folder]);
  assert.equal(code, 0, stderr);
  return await resultsIn(folder, false);
}
