/**
 * `deno task work`: does shards of a plan, on this machine.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DataError } from "../../../core/errors.ts";
import { askShard } from "../../../run/shards/ask_shard.ts";
import { workShard } from "../../../run/shards/work_shard.ts";
import { sideBySide } from "../../../run/tool.ts";
import { shortPath, typedPath } from "../../../store/paths.ts";
import { localFolder } from "../../../store/shards/local_folder.ts";
import {
  checkoutHashes,
  checkSame,
  type PlannedShard,
  readPlan,
  readShard,
  shardPath,
  type StoredPlan,
} from "../../../store/shards/plan.ts";
import { hasAnswers, identityIn } from "../../../store/shards/shard_answers.ts";
import {
  type AnswersAbout,
  checkResult,
  ensureRoom,
  hasResult,
  type ShardAbout,
  writeResult,
} from "../../../store/shards/shard_result.ts";
import {
  type Command,
  command,
  oneOf,
  type Options,
  runCommand,
  statusOf,
  type Values,
} from "../../command_line/command.ts";
import { wholeOf } from "../../command_line/numbers.ts";
import { type AskedStudy, FORMS } from "../../studies/forms.ts";
import { STUDIES, suiteOf } from "../../studies.ts";

const OPTIONS = {
  all: "the word is a folder: all of its shards",
  jobs: "N  with --all, so many shards side by side, each in a process (default: 1); -j N is the same",
  ask: "ask the model only; the same shard again, without --ask and on any machine, judges its answers",
  "with-gaps": "leave out samples that have no answer, instead of failing",
} as const satisfies Options;

const declared = command({
  name: "work",
  usage: "SHARD.json ... | --all [-j N] DIR",
  about: `
Does shards of a plan: asks the model, extracts and runs programs, judges. A shard that has a result is left as it is. Results,
and answers with --ask, go to the folder of the plan, each whole or not at all. Until then what was answered and found is kept on a disk of this
machine, in TMPDIR: stopped by SIGTERM, SIGINT or SIGUSR1, the same command goes on from there; another machine begins the
shard anew. The exit status is 0 only if all shards have a result, or with --ask their answers.`,
  takes: {},
  options: OPTIONS,
  async does(values, words) {
    const jobs = jobsOf(values);
    const shards = values.all ? await allOf(words) : words.map((word) => typedPath(word));
    if (shards.length === 0) throw new RangeError("Name a shard, or a folder after --all; -h says more");
    const open = shards.filter((path) => !isDone(path, values));
    if (open.length < shards.length) {
      const what = values.ask ? "asked" : "done";
      console.error(`${shards.length - open.length} of ${shards.length} shards are ${what} already`);
    }
    const more = (["ask", "with-gaps"] as const).filter((name) => values[name]).map((name) => `--${name}`);
    if (jobs > 1) return await inProcesses(open, jobs, more);
    const checkout = open.length > 0 ? await checkoutHashes() : undefined;
    let all = true;
    for (const path of open) {
      const status = await statusOf(() => done(path, { values, checkout: checkout! }), []);
      if (status !== 0) console.error(`${shortPath(path)} failed`);
      all &&= status === 0;
    }
    return all;
  },
});

/** `deno task work`: does shards. */
export const workCommand: Command = (args) =>
  declared(args.map((arg) => arg.replace(/^-j(?==|$)/, "--jobs").replace(/^-j(?=\d)/, "--jobs=")));

const running = new Set<Deno.ChildProcess>();

/** Passes a signal on to all processes that {@linkcode inProcesses} started. */
function endAll(signal: Deno.Signal): void {
  for (const process of running) {
    try {
      process.kill(signal);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error; // the process has just ended
    }
  }
}

/** Does each shard in a process of its own, `jobs` at a time; a failed shard is named, and the others go on. */
async function inProcesses(
  shards: readonly string[],
  jobs: number,
  more: readonly string[],
): Promise<boolean> {
  const failed: string[] = [];
  await sideBySide(shards, jobs, async (path) => {
    const args = ["run", "-A", "--quiet", "--frozen", import.meta.filename!, ...more, path];
    const process = new Deno.Command(Deno.execPath(), { args, stdin: "null" }).spawn();
    running.add(process);
    const { success } = await process.status;
    running.delete(process);
    if (!success) failed.push(path);
  });
  if (failed.length > 0) {
    console.error(`${failed.length} of ${shards.length} shards failed: ${failed.map(shortPath).join(", ")}`);
  }
  return failed.length === 0;
}

function jobsOf({ all, jobs = "1" }: Values<typeof OPTIONS>): number {
  const count = wholeOf("jobs", jobs);
  if (jobs !== "1" && !all) throw new RangeError("Option --jobs is for all shards of a folder: add --all");
  return count;
}

async function allOf(words: readonly string[]): Promise<string[]> {
  if (words.length !== 1) throw new RangeError(`Name one folder after --all, not ${words.length}`);
  const folder = typedPath(words[0]);
  const { shards } = await readPlan(folder);
  return shards.map(({ name }) => `${folder}/${name}.json`);
}

function isDone(path: string, { ask }: Values<typeof OPTIONS>): boolean {
  const [folder, name] = [dirname(path), nameOf(path)];
  return hasResult(folder, name) || (ask === true && hasAnswers(folder, name));
}

function nameOf(path: string): string {
  return basename(path).replace(/\.json$/, "");
}

interface Doing {
  readonly values: Values<typeof OPTIONS>;
  readonly checkout: Awaited<ReturnType<typeof checkoutHashes>>;
}

/** Does a shard, or asks for its answers, and prints a summary. */
async function done(path: string, doing: Doing): Promise<void> {
  const { values, checkout } = doing;
  checkIsShard(path);
  const folder = dirname(path);
  const planRead = await readPlan(folder);
  checkSame(folder, planRead, { checkout, what: "this checkout" });
  const planned = plannedOf(planRead, path);
  const { name } = planned;
  const shard = await readShard(folder, planned);
  await checkResult(folder, name); // refuses an incomplete folder, e.g. one copied in part
  await ensureRoom(folder, values.ask ? "answers" : "results");
  // If no server was asked for the plan, the first finished shard determines the model's identity.
  const plan = { ...planRead, identity: planRead.identity ?? await identityIn(folder, planRead.id) };
  const study = oneOf("study", plan.study, Object.keys(FORMS)) as AskedStudy;
  // Imported answers are kept in another folder than answers that were asked for here.
  const isAsked = hasAnswers(folder, name);
  const local = await localFolder(folder, [plan.id.slice(0, 16), isAsked ? `${name}-judged` : name]);
  using lock = await Deno.open(local); // locks the folder itself until the end of this function
  await lock.lock(true);
  if (isDone(path, values)) return console.log(`${shardPath(folder, name)}: another process was faster`);
  if (isAsked !== hasAnswers(folder, name)) return await done(path, doing); // another process has asked meanwhile
  const suite = await suiteOf(study);
  const own = { plan, name, shard, folder, local, study: STUDIES[study], withGaps: values["with-gaps"] };
  if (values.ask) {
    const { from, to } = shard.tasks;
    const prompts = suite.promptsOf(plan.settings.tasks.slice(from, to), shard.methods);
    const about = await askShard({ ...own, prompts });
    console.log(`${shardPath(folder, name)}: ${said(about)}`);
  } else {
    // The prompts of all tasks of the plan determine the position of a sample.
    const prompts = suite.promptsOf(plan.settings.tasks, plan.settings.methods);
    const result = await workShard({ ...own, prompts });
    await writeResult(folder, result);
    console.log(`${shardPath(folder, name)}: ${said(result.about)}`);
  }
  await Deno.remove(local, { recursive: true });
}

/** Refuses a folder of shards in place of a shard: it needs --all. */
function checkIsShard(path: string): void {
  if (!existsSync(join(path, "plan.json"))) return;
  throw new RangeError(`${shortPath(path)} is a folder of shards: --all does all of them`);
}

function plannedOf({ shards }: StoredPlan, path: string): PlannedShard {
  const found = shards.find(({ name }) => name === nameOf(path));
  if (found) return found;
  throw new DataError(`there is no such shard: the plan has ${shards[0].name} to ${shards.at(-1)!.name}`, {
    place: { file: shortPath(path) },
  });
}

function said(about: AnswersAbout & Partial<Pick<ShardAbout, "unjudged">>): string {
  const { samples, unanswered, unjudged = {}, begun, ended } = about;
  const open = Object.values(unjudged).reduce((sum, one) => sum + one, 0);
  const seconds = Math.round((Date.parse(ended) - Date.parse(begun)) / 1000);
  return [
    `${samples} samples`,
    ...unanswered > 0 ? [`${unanswered} without an answer`] : [],
    ...open > 0 ? [`${open} findings unjudged`] : [],
    `${seconds} s`,
  ].join(", ");
}

if (import.meta.main) {
  await runCommand(workCommand, {
    interrupted: "the same command goes on where this one stopped, on this machine",
    also: ["SIGUSR1"],
    ending: endAll,
  });
}
