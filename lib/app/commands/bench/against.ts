import { table } from "../../../report/tables/table.ts";
import { paths, shortPath } from "../../../store/paths.ts";
import { checkCheckout } from "./checkout.ts";
import { pairedRatio } from "./ratio.ts";
import { join } from "node:path";
import { temporaryFolder } from "../../../store/files/files.ts";
import { ran } from "../../setup/ran.ts";
import { type Figure, FIGURES_VARIABLE, readFigures } from "./figures.ts";

/** How often each side is run. */
const ROUNDS = 7;

/** What this checkout is called in sentences. */
const THIS = "this checkout";

/** The runs of both sides, one of each per round. */
type Runs = readonly [MeasuredRun[], MeasuredRun[]];

/**
 * Runs a benchmark in this checkout and in another in turn, and prints for each figure the ratio of the two with its interval.
 *
 * The sides take turns at running first, so that a machine that slows down favours neither. Each side runs
 * once before, uncounted, as it may have to set up.
 *
 * @param against The root of the other checkout.
 * @returns Whether all rounds were run.
 * @throws {DataError | RangeError} If the other is no checkout, or has no such benchmark.
 */
export async function benchAgainst(name: string, args: readonly string[], against: string): Promise<boolean> {
  await checkCheckout(against, name);
  const sides: readonly [Side, Side] = [
    { title: THIS, root: paths.root },
    { title: shortPath(against), root: against },
  ];
  const runs: Runs = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const what = round === 0 ? "to set up, not counted" : `round ${round} of ${ROUNDS}`;
    const said: string[] = [];
    for (const at of round % 2 === 0 ? [1, 0] as const : [0, 1] as const) {
      const run = await measuredRun(sides[at], name, args);
      if ("failure" in run) {
        console.error(`${what}: ${sides[at].title} failed with ${run.failure}`);
        return false;
      }
      if (round > 0) runs[at].push(run);
      said.push(`${sides[at].title} ${run.wallS.toFixed(1)} s`);
    }
    console.error(`${what}: ${said.join(", ")}`);
  }
  tell(runs, sides);
  return true;
}

function tell(runs: Runs, [, { title }]: readonly [Side, Side]): void {
  const rows = [
    row("whole command, wall time, s", runs, ({ wallS }) => wallS),
    row("whole command, processor time, s", runs, ({ processorS }) => processorS),
  ];
  const remarks: string[] = [];
  const named = runs.map((own) => namesIn(own));
  for (const key of new Set(named.flat())) {
    const missing = runs.map((own) => own.filter((run) => valueOf(run, key) === undefined).length);
    if (missing.every((count) => count === 0)) rows.push(row(key, runs, (run) => valueOf(run, key)!));
    else {
      const where = [THIS, title].map((side, at) => missing[at] > 0 && `${missing[at]} rounds of ${side}`);
      remarks.push(`"${key}" cannot be compared: missing in ${where.filter(Boolean).join(" and ")}`);
    }
  }
  const silent = [THIS, title].filter((_, at) => named[at].length === 0);
  if (silent.length > 0) {
    remarks.unshift(`No figures are reported by ${silent.join(" and ")}: only whole commands are compared`);
  }
  console.log(
    table(rows, {
      headings: { figure: `median of ${ROUNDS} rounds`, this: THIS, other: title },
      intervals: [{ value: "ratio", low: "low", high: "high", title: "ratio [95 %]" }],
    }).toString(),
  );
  for (const remark of remarks) console.log(remark);
}

function row(figure: string, runs: Runs, valueIn: (run: MeasuredRun) => number) {
  const [ours, theirs] = runs.map((own) => own.map(valueIn));
  return { figure, this: median(ours), other: median(theirs), ...pairedRatio(ours, theirs) };
}

/** The key of a figure in the table; another unit makes it another figure. */
function keyOf({ name, unit }: MeasuredRun["figures"][number]): string {
  return `${name}, ${unit}`;
}

function namesIn(runs: readonly MeasuredRun[]): string[] {
  return [...new Set(runs.flatMap(({ figures }) => figures.map(keyOf)))];
}

function valueOf({ figures }: MeasuredRun, key: string): number | undefined {
  return figures.find((figure) => keyOf(figure) === key)?.value;
}

/** The median of an odd number of values. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** One of the two checkouts that are compared. */
interface Side {
  /** What it is called in sentences. */
  readonly title: string;
  readonly root: string;
}

/** What one run of a benchmark gave. */
interface MeasuredRun {
  /** Of the whole command, with its set-up. */
  readonly wallS: number;
  /** Processor time of the whole command and of every process that it waited for. */
  readonly processorS: number;
  /** Figures that the benchmark reports; none if its checkout is older than {@linkcode Figure}. */
  readonly figures: readonly Figure[];
}

/** Runs a command and leaves the shell's `times` in a file: Deno does not say how much processor time a process took. */
const TIMED_SCRIPT = `file=$1; shift; "$@"; status=$?; times > "$file"; exit $status`;

/**
 * Runs `deno task bench NAME ARGS` in a checkout, with its own code and environment.
 *
 * @returns Its output, if it failed.
 */
async function measuredRun(
  { root }: Side,
  name: string,
  args: readonly string[],
): Promise<MeasuredRun | { readonly failure: string }> {
  await using folder = await temporaryFolder({ prefix: "codebias-bench-" });
  const [times, figures] = ["times", "figures"].map((file) => join(folder.path, file));
  await Deno.writeTextFile(figures, "");
  const begun = performance.now();
  const timed = ["-c", TIMED_SCRIPT, "sh", times];
  const { code, out, error } = await ran("sh", [
    ...timed,
    Deno.execPath(),
    "task",
    "--quiet",
    "bench",
    name,
    ...args,
  ], {
    cwd: root,
    env: { INIT_CWD: Deno.env.get("INIT_CWD") ?? Deno.cwd(), [FIGURES_VARIABLE]: figures },
  });
  const wallS = (performance.now() - begun) / 1000;
  if (code !== 0) {
    const said = [out, error].map((text) => text.trimEnd()).filter((text) => text !== "");
    return { failure: [`status ${code}`, ...said].join("\n") };
  }
  const processorS = ofChildren(await Deno.readTextFile(times));
  return { wallS, processorS, figures: await readFigures(figures) };
}

/** Seconds that the children took: the second line of `times`, e.g. `0m1.230000s 0m0.400000s`, for the program and for the system. */
function ofChildren(times: string): number {
  const found = [...times.split("\n")[1].matchAll(/(\d+)m([\d.]+)s/g)];
  return found.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}
