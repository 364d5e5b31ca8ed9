import { cpus } from "node:os";
import { join } from "node:path";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { table } from "codebias/report/tables/table.ts";
import { projectSandbox, versions } from "codebias/store/environment.ts";
import { writeWhole } from "codebias/store/files/files.ts";
import { paths, shortPath } from "codebias/store/paths.ts";
import { type Figure, figureOf } from "./figures.ts";
import { measuredRun } from "./measured_run.ts";

/** The benchmark whose figures are the baselines of all others. */
export const MACHINE = "machine";

/** How a benchmark is run where there are many: an entry of tests/bench/all.json. */
interface Plan {
  /** Its arguments, with which it is short. @default none */
  readonly args?: readonly string[];
  /** The figure that all its own are compared with: another of its own, or one of {@linkcode MACHINE}. @default none */
  readonly per?: string;
}

/** A figure beside what the machine itself gave just before and after. */
export interface MeasuredFigure extends Figure {
  /** What it is compared with; none for what is neither a speed nor a time. */
  readonly baseline?: string;
  /** How many times the baseline's its speed is; of a time, how many times the baseline's. */
  readonly ratio?: number;
}

/** What a benchmark found. */
export interface MeasuredBench {
  /** Only with the same arguments its figures are the same as another's. */
  readonly args: readonly string[];
  readonly figures: readonly MeasuredFigure[];
}

/** What benchmarks found on a machine, at a commit. */
export interface Report {
  readonly commit?: string;
  readonly uncommittedChanges?: boolean;
  /** When it was begun, as ISO 8601 has it. */
  readonly date: string;
  readonly machine: Readonly<Record<string, string | number>>;
  /** What the machine itself gives, over the whole time: a figure for each baseline. */
  readonly baselines: Readonly<Record<string, Figure>>;
  readonly benches: Readonly<Record<string, MeasuredBench>>;
  /** Benchmarks that failed, with what they said. */
  readonly notRun: readonly { readonly name: string; readonly why: string }[];
}

/**
 * Runs benchmarks one after the other, prints their figures, and writes them to a file.
 *
 * Before and after each the machine's own speed is measured: ratios to it can be compared with those of another machine, or of a
 * busier hour.
 *
 * @param args Of the benchmark. Defaults, for each, to those with which it is short.
 * @param file Defaults to one in outputs/bench.
 * @returns Whether all of them were run; the file says why one was not.
 * @throws {DataError} If the file cannot be written.
 */
export async function benchToFile(
  names: readonly string[],
  { args, file }: { readonly args?: readonly string[]; readonly file?: string } = {},
): Promise<boolean> {
  const report = await measured(names, args);
  const rows = Object.entries(report.benches).flatMap(([benchmark, { figures }]) =>
    figures.map(({ name, unit, value, low, high, ratio = null, baseline: of = null }) => ({
      ...{ benchmark, figure: `${name}, ${unit}`, value, low, high, ratio, of },
    }))
  );
  const title = "median [lowest, highest]";
  const intervals = [{ value: "value", low: "low", high: "high", title }] as const;
  if (rows.length > 0) console.log(table(rows, { groupBy: "benchmark", intervals }).toString());
  const when = report.date.slice(0, 16).replace(":", "");
  const usual = join(paths.outputs, "bench", `${report.commit?.slice(0, 8) ?? "no-commit"}-${when}.json`);
  await writeWhole(file ?? usual, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`Written: ${shortPath(file ?? usual)}`);
  return report.notRun.length === 0;
}

async function measured(names: readonly string[], given?: readonly string[]): Promise<Report> {
  const plans: Readonly<Record<string, Plan>> = JSON.parse(
    await Deno.readTextFile(join(paths.root, "tests", "bench", "all.json")),
  );
  const { commit, uncommittedChanges } = await versions();
  const [date, machine] = [new Date().toISOString(), await thisMachine()];
  const benches: Record<string, MeasuredBench> = {};
  const notRun: { name: string; why: string }[] = [];
  const run = async (name: string, args: readonly string[] = plans[name]?.args ?? []) => {
    const ended = await measuredRun(paths.root, name, args);
    const [figures, why] = "failure" in ended ? [[], ended.failure] : [ended.figures, "no figures"];
    if (figures.length === 0) notRun.push({ name, why });
    const isDone = "wallS" in ended && figures.length > 0;
    console.error(isDone ? `${name}: ${ended.wallS.toFixed(1)} s` : `${name} failed with ${why}`);
    return { args, figures };
  };
  const speeds = [(await run(MACHINE)).figures];
  for (const [at, name] of names.entries()) {
    const { args, figures } = await run(name, given);
    speeds.push((await run(MACHINE)).figures);
    const known = [...figures, ...Object.values(overAll([...speeds[at], ...speeds[at + 1]]))];
    const baseline = known.find((one) => one.name === plans[name]?.per);
    if (figures.length === 0) continue;
    benches[name] = { args, figures: figures.map((one) => ({ ...one, ...ratioTo(baseline, one) })) };
  }
  return { commit, uncommittedChanges, date, machine, baselines: overAll(speeds.flat()), benches, notRun };
}

/** What figures depend on; the load is that of others, just before. */
async function thisMachine() {
  await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
  const { level: protection, python, kernel } = sandbox.protection;
  const [{ model: processor }, deno, load] = [cpus()[0], Deno.version.deno, Deno.loadavg()[0]];
  return { cores: navigator.hardwareConcurrency, processor, kernel, deno, python, protection, load };
}

/** All figures of a name as one, whose rounds they are. */
function overAll(figures: readonly Figure[]): Record<string, Figure> {
  const byName = Object.entries(Object.groupBy(figures, ({ name }) => name));
  return Object.fromEntries(
    byName.map(([name, own = []]) => [name, figureOf(name, own.map(({ value }) => value), own[0].unit)]),
  );
}

function ratioTo(to: Figure | undefined, figure: Figure): Pick<MeasuredFigure, "baseline" | "ratio"> {
  const [base, own] = [to && secondsOf(to), secondsOf(figure)];
  if (to === undefined || base === undefined || own === undefined) return {};
  return { baseline: to.name, ratio: figure.unit === "/s" ? base / own : own / base };
}

/** How long a thing takes once; undefined for what is neither a time nor a speed. */
function secondsOf({ value, unit }: Figure): number | undefined {
  return { "/s": 1 / value, "s": value, "ms": value / 1000 }[unit];
}
