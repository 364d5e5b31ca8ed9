/**
 * `deno task runs`: manages the runs in outputs/.
 *
 * @module
 */

import { join } from "node:path";
import { visible } from "../../core/visible.ts";
import { table } from "../../report/tables/table.ts";
import { exists, fileError } from "../../store/files/files.ts";
import { compactOutcomes } from "../../store/outcomes/outcome_store.ts";
import { paths, shortPath, typedPath } from "../../store/paths.ts";
import { compactReports } from "../../store/reports.ts";
import { exportRun } from "../../store/run_store/exchange/export_run.ts";
import { importRun } from "../../store/run_store/exchange/import_run.ts";
import { readRunManifest } from "../../store/run_store/run_manifest.ts";
import { compactRuns, openStore, type RunStore } from "../../store/run_store/run_store.ts";
import { command, oneOf, runCommand } from "../command_line/command.ts";

/** The arguments of a verb. */
interface Given {
  /** The words that were typed after the verb. */
  readonly words: readonly string[];
  /** The file of the run store. */
  readonly file: string;
  /** Whether the run store is this checkout's, with other stores beside it. */
  readonly isOwn: boolean;
  readonly out?: string;
}

type Verb = (given: Given) => string | Promise<string>;

/** The verbs, each with the names of its arguments and its function. */
const VERBS: Readonly<Record<string, { readonly takes: readonly string[]; readonly does: Verb }>> = {
  list: { takes: [], does: (given) => inStore(given, listed) },
  show: { takes: ["RUN"], does: (given) => inStore(given, (store) => shown(store, given.words[0])) },
  export: { takes: ["RUN"], does: (given) => inStore(given, (store) => exported(store, given)) },
  import: { takes: ["DIR"], does: imported },
  remove: { takes: ["RUN"], does: (given) => inStore(given, (store) => removed(store, given.words[0])) },
  size: { takes: [], does: sizes },
  compact: { takes: [], does: compacted },
};

const runs = command({
  name: "runs",
  usage: "VERB [--store FILE]",
  about: "Looks after what was asked, executed and found. A RUN is an id or a name, or the beginning of one.",
  takes: {
    list: "the runs, the latest first: whose answers, how many, how many failed (the default)",
    "show RUN": "a run: the model as it was, settings, how many answers there are, what failed and why",
    "export RUN": "writes a run to a folder, to be archived, shared and imported",
    "import DIR": "brings an exported run back",
    "remove RUN":
      "removes a run, named in full, and the answers that no other run has, earlier models' among them",
    size: "how large the stores are",
    compact:
      "gives back the room of what was removed, and of what earlier versions of the code executed and found",
  },
  options: {
    out: "DIR  the folder of export (default: outputs/run-ID)",
    store:
      "FILE  a store of runs, and nothing else (default: outputs/runs.sqlite, with the outcomes and reports beside it)",
  },
  async does({ store, out }, [typed = "list", ...words]) {
    const verb = oneOf("verb", typed, Object.keys(VERBS));
    const { takes, does } = VERBS[verb];
    if (words.length !== takes.length) {
      const typed = [verb, ...words].join(" ");
      throw new RangeError(`Cannot run "${typed}": it is deno task runs ${[verb, ...takes].join(" ")}`);
    }
    if (out !== undefined && verb !== "export") {
      throw new RangeError(`Cannot use --out with ${verb}: only export writes to a folder`);
    }
    const file = store ?? join(paths.outputs, "runs.sqlite");
    console.log(await does({ words, file, isOwn: store === undefined, out }));
  },
});

/** Runs an action on an existing run store. @throws {DataError} If there is no such store. */
async function inStore<R>({ file }: Given, action: (store: RunStore) => R | Promise<R>): Promise<R> {
  if (!exists(file)) {
    const remedy = "generate with a store, or deno task generate --run NAME";
    throw fileError(file, `there is no store of runs yet: ${remedy}`);
  }
  using store = openStore(file);
  return await action(store);
}

function listed(store: RunStore): string {
  const rows = store.listRuns();
  if (rows.length === 0) return "There are no runs in this store";
  return table(rows.map(({ identity: _, synthetic, model, updated, created, ...row }) => ({
    ...row,
    model: synthetic ? `SYNTHETIC: ${model}` : model,
    last: (updated ?? created).slice(0, 16).replace("T", " "),
  }))).toString();
}

function shown(store: RunStore, typed: string): string {
  const run = store.openRun(typed);
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
    ...run.earlierModels.map(({ identity, samplesOfRun }) =>
      `An earlier model of this name, ${identity}, gave ${samplesOfRun} answers of this run`
    ),
    ...[...reasons].map(([reason, { length }]) => `Failed: ${length} by ${reason}`),
    ...description.notices,
  ].map(visible).join("\n");
}

async function exported(store: RunStore, { words: [typed], out }: Given): Promise<string> {
  const run = store.openRun(typed);
  const folder = out ?? join(paths.outputs, `run-${run.id}`);
  const files = await exportRun(run, folder);
  return `Run ${run.id} is in ${shortPath(folder)}: ${files.join(", ")}`;
}

async function imported({ words: [typed], file }: Given): Promise<string> {
  const folder = typedPath(typed);
  await readRunManifest(folder); // checked before a store is created
  using store = openStore(file);
  const run = await importRun(folder, store);
  return `Run ${run.id} is there: ${run.samples().length} completions of ${run.wanted} samples`;
}

function removed(store: RunStore, name: string): string {
  const completions = store.removeRun(name);
  return `Run ${name} is gone, with ${completions} completions that no other run has; deno task runs compact gives the room back`;
}

/** A table of the stores with their contents and sizes. */
function sizes({ file, isOwn }: Given): string {
  const others = {
    [join(paths.outputs, "outcomes.sqlite")]: "what programs did",
    [join(paths.outputs, "reports.sqlite")]: "what probing and scoring found",
  };
  const rows = Object.entries({ [file]: "what models answered", ...isOwn && others }).map(([path, has]) => {
    const bytes = [path, `${path}-wal`].filter(exists).reduce((sum, one) => sum + Deno.statSync(one).size, 0);
    return { file: shortPath(path), has, megabytes: bytes / 1e6 };
  });
  return table(rows, { decimals: 1 }).toString();
}

async function compacted(given: Given): Promise<string> {
  const before = sizes(given);
  if (exists(given.file)) compactRuns(given.file);
  if (given.isOwn) {
    await compactOutcomes();
    await compactReports();
  }
  return `${before}\n\nnow:\n${sizes(given)}`;
}

if (import.meta.main) await runCommand(runs);
