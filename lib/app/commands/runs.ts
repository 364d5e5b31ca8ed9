/**
 * `deno task runs`: looks after the runs in outputs/.
 *
 * @module
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { DataError } from "../../core/errors.ts";
import { unknownName } from "../../core/nearest.ts";
import { visible } from "../../core/visible.ts";
import { table } from "../../report/tables/table.ts";
import { exists } from "../../store/files/files.ts";
import { openOutcomes } from "../../store/outcomes/outcome_store.ts";
import { paths, shortPath, typedPath } from "../../store/paths.ts";
import { openReports } from "../../store/reports.ts";
import { exportRun } from "../../store/run_store/exchange/export_run.ts";
import { importRun } from "../../store/run_store/exchange/import_run.ts";
import type { Run } from "../../store/run_store/run.ts";
import { openStore, type RunStore } from "../../store/run_store/run_store.ts";
import { runCommand } from "../notebook/command_line.ts";

const USAGE = `Usage: deno task runs VERB [--store FILE]

Looks after what was asked, executed and found. A RUN is an id or a name, or the beginning of one.

  list             the runs, the latest first: whose answers, how many, how many failed (the default)
  show RUN         a run: the model as it was, settings, what is missing and why
  export RUN       writes a run to a folder, to be archived, shared and imported
  import DIR       brings an exported run back
  remove RUN       removes a run, and the answers that no other run has
  size             how large the stores are
  compact          gives back the room of what was removed, and of what older versions found
  --out DIR        the folder of export (default: outputs/run-ID)
  --store FILE     another store of runs (default: outputs/runs.sqlite)
  -h, --help       this text
`;

/** What each verb is given after it, and does. */
const VERBS: Readonly<Record<string, { readonly takes: readonly string[]; readonly does: Verb }>> = {
  list: { takes: [], does: (store) => print(listed(store)) },
  show: { takes: ["RUN"], does: (store, [run]) => print(shown(store, store.openRun(run))) },
  export: { takes: ["RUN"], does: exported },
  import: { takes: ["DIR"], does: imported },
  remove: { takes: ["RUN"], does: removed },
  size: { takes: [], does: () => print(sizes()) },
  compact: { takes: [], does: compacted },
};

type Verb = (store: RunStore, given: readonly string[], out?: string) => void | Promise<void>;

async function runs(args: string[]): Promise<void> {
  const { values, positionals: [verb = "list", ...given] } = parseArgs({
    args,
    allowPositionals: true,
    options: { store: { type: "string" }, out: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) return print(USAGE);
  if (!Object.hasOwn(VERBS, verb)) throw unknownName("verb", verb, Object.keys(VERBS));
  const { takes, does } = VERBS[verb];
  if (given.length !== takes.length) {
    const typed = [verb, ...given].join(" ");
    throw new RangeError(`Cannot run "${typed}": it is deno task runs ${[verb, ...takes].join(" ")}`);
  }
  if (values.out !== undefined && verb !== "export") {
    throw new RangeError(`Cannot use --out with ${verb}: only export writes to a folder`);
  }
  const file = values.store === undefined ? undefined : typedPath(values.store);
  if (file !== undefined && verb !== "import" && !exists(file)) {
    throw new DataError("there is no such store of runs; deno task runs import makes one", {
      place: { file: shortPath(file) },
    });
  }
  using store = openStore(file);
  await does(store, given, values.out);
}

function print(text: string): void {
  console.log(text);
}

function listed(store: RunStore): string {
  const rows = store.listRuns();
  if (rows.length === 0) {
    return "There are no runs yet: generate with a store, or deno task generate --run NAME";
  }
  return table(rows.map(({ identity: _, synthetic, model, updated, created, ...row }) => ({
    ...row,
    model: synthetic ? `SYNTHETIC: ${model}` : model,
    last: (updated ?? created).slice(0, 16).replace("T", " "),
  }))).toString();
}

function shown(store: RunStore, run: Run): string {
  const { id, name, study, seed, createdAt, description, plan: { record } } = run;
  const { samples, wanted, failed } = store.listRuns().find((one) => one.id === id)!;
  const reasons = Map.groupBy(run.failures(), ({ failure, message }) => `${failure}: ${message}`);
  return [
    `Run ${id}${
      name === undefined ? "" : ` (${name})`
    } of ${study}, begun ${createdAt.toISOString()}, seed ${seed}`,
    `${run.synthetic ? "SYNTHETIC: " : ""}${run.model}, ${description.identity}`,
    `${samples} of ${wanted} samples are answered; ${failed} failed`,
    `Settings: ${record.settings.map((one) => JSON.stringify(one)).join(" ")}`,
    ...run.earlierModels.map(({ identity, samples }) =>
      `Before, another model answered: ${identity}, ${samples}`
    ),
    ...[...reasons].map(([reason, { length }]) => `Failed ${length} times: ${reason}`),
    ...description.notices,
  ].map(visible).join("\n");
}

async function exported(store: RunStore, [name]: readonly string[], out?: string): Promise<void> {
  const run = store.openRun(name);
  const folder = out === undefined ? join(paths.outputs, `run-${run.id}`) : typedPath(out);
  const files = await exportRun(run, folder);
  print(`Run ${run.id} is in ${shortPath(folder)}: ${files.join(", ")}`);
}

async function imported(store: RunStore, [folder]: readonly string[]): Promise<void> {
  const run = await importRun(typedPath(folder), store);
  print(`Run ${run.id} is there: ${run.samples().length} completions of ${run.wanted} samples`);
}

function removed(store: RunStore, [name]: readonly string[]): void {
  const { id } = store.openRun(name);
  const completions = store.removeRun(id);
  print(
    `Run ${id} is gone, with ${completions} completions that no other run has; deno task runs compact gives the room back`,
  );
}

/** The files of outputs/ that keep what was asked, executed and found. */
const STORES = {
  runs: "what models answered",
  outcomes: "what programs did",
  reports: "what probing and scoring found",
};

function sizes(): string {
  const rows = Object.entries(STORES).map(([name, has]) => {
    const file = join(paths.outputs, `${name}.sqlite`);
    const bytes = [file, `${file}-wal`].filter(exists).reduce((sum, one) => sum + Deno.statSync(one).size, 0);
    return { file: shortPath(file), has, megabytes: bytes / 1e6 };
  });
  return table(rows, { decimals: 1 }).toString();
}

async function compacted(store: RunStore): Promise<void> {
  const before = sizes();
  store.compact();
  using outcomes = await openOutcomes();
  outcomes.compact();
  using reports = await openReports();
  reports.compact();
  print(`${before}\n\nnow:\n${sizes()}`);
}

if (import.meta.main) await runCommand(runs);
