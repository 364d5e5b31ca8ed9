import { join } from "node:path";
import { ifThere } from "codebias/store/files/files.ts";
import { ran } from "codebias/app/setup/ran.ts";
import { paths } from "codebias/store/paths.ts";
import { isObject, jsonIn } from "codebias/values/plain_json.ts";

/** One call of a command: its arguments, input, output and how it ended. */
export interface Call {
  /** The folder's name: the verb, a dot, and which of its calls this is. */
  readonly name: string;
  readonly args: readonly string[];
  readonly input: string;
  /** Whether each line of the input is a call with its own arguments: `tests/contract/calls.ts` makes them in one process. */
  readonly isMany: boolean;
}

/** What a command said and how it ended. */
export interface Said {
  readonly lines: readonly string[];
  readonly errors: readonly string[];
  readonly status: number;
}

/** Fields that are measured, in lines of output. */
const MEASURED = /"(cpuMs|wallMs|calls|totalMs|seconds)":[-+.\deE]+/g;

/** The file with many calls of a verb, a line each. */
const CALLS_FILE = "calls.ndjson";

/**
 * The calls kept in a folder: in each folder below it `args.json`, if any, and `in.ndjson`, or
 * `calls.ndjson`. Adding these files adds a pipe.
 */
export async function keptCalls(folder: string): Promise<Call[]> {
  const names = (await Array.fromAsync(Deno.readDir(folder))).filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => name).sort();
  return await Promise.all(names.map(async (name) => ({
    name,
    args: JSON.parse(await textOr("[]", join(folder, name, "args.json"))),
    input: await textOr("", join(folder, name, "in.ndjson")) +
      await textOr("", join(folder, name, CALLS_FILE)),
    isMany: await textOr("", join(folder, name, CALLS_FILE)) !== "",
  })));
}

/** What a call is kept to have said. */
export async function keptAnswer(folder: string, { name }: Call): Promise<Said> {
  const lines = await textOr("", join(folder, name, "out.ndjson"));
  const end = JSON.parse(await textOr('{"status": -1, "errors": []}', join(folder, name, "end.json")));
  return { lines: linesOf(lines), ...end };
}

/** Keeps what a call said. */
export async function keepAnswer(
  folder: string,
  { name }: Call,
  { lines, errors, status }: Said,
): Promise<void> {
  await Deno.writeTextFile(join(folder, name, "out.ndjson"), lines.map((line) => `${line}\n`).join(""));
  await Deno.writeTextFile(
    join(folder, name, "end.json"),
    JSON.stringify({ status, errors }, null, 1) + "\n",
  );
}

async function textOr(otherwise: string, path: string): Promise<string> {
  return await ifThere(Deno.readTextFile(path)) ?? otherwise;
}

/** Calls `deno task VERB`, in the folder of the call, so that files beside `args.json` can be named. */
export async function callTask(folder: string, { name, args, input, isMany }: Call): Promise<Said> {
  const [verb] = name.split(".");
  const calls = ["run", "-A", "--quiet", join(paths.root, "tests", "contract", "calls.ts"), verb];
  const { code, out, error } = await ran(
    Deno.execPath(),
    isMany ? calls : ["task", "--quiet", verb, ...args],
    { cwd: paths.root, env: { NO_COLOR: "1", INIT_CWD: join(folder, name) }, input },
  );
  const [lines, errors] = [out, error].map((text) => linesOf(text).map(withoutMeasured));
  return { lines, errors, status: code };
}

function linesOf(text: string): string[] {
  return text.split("\n").slice(0, text.endsWith("\n") ? -1 : undefined).filter((line, at) =>
    line !== "" || at > 0
  );
}

function withoutMeasured(line: string): string {
  return line.replace(MEASURED, '"$1":null').replaceAll(paths.root, "");
}

/**
 * How an answer differs from the one that is kept, in words.
 *
 * @param kept What is kept.
 * @param found What it says now.
 */
export function answerDifferences(kept: Said, found: Said): string[] {
  return [
    ...kept.status === found.status ? [] : [`exit status ${found.status}, not ${kept.status}`],
    ...lineDifferences("line", kept.lines, found.lines),
    ...lineDifferences("line of standard error", kept.errors, found.errors),
  ];
}

/** Most lines named of an answer that differs. */
const MAX_LINES = 10;

function lineDifferences(what: string, kept: readonly string[], found: readonly string[]): string[] {
  const count = kept.length === found.length ? [] : [`${found.length} ${what}s, not ${kept.length}`];
  const lines = kept.flatMap((before, at) => {
    const now = found[at];
    return now === undefined || now === before ? [] : [`${what} ${at + 1}: ${fieldDifferences(before, now)}`];
  });
  const more = lines.length > MAX_LINES ? [`and ${lines.length - MAX_LINES} more ${what}s`] : [];
  return [...count, ...lines.slice(0, MAX_LINES), ...more];
}

/** For objects the fields that differ, for other texts both. */
function fieldDifferences(before: string, now: string): string {
  const [kept, found] = [before, now].map((line) => jsonIn(line));
  if (!isObject(kept) || !isObject(found)) return `${JSON.stringify(now)}, not ${JSON.stringify(before)}`;
  const gone = Object.keys(kept).filter((name) => !(name in found)).map((name) => `field ${name} is gone`);
  const added = Object.keys(found).filter((name) => !(name in kept)).map((name) => `field ${name} is new`);
  const text = (value: unknown) => JSON.stringify(value);
  const other = Object.keys(kept).filter((name) => name in found && text(kept[name]) !== text(found[name]))
    .map((name) => `${name} is ${text(found[name])}, not ${text(kept[name])}`);
  return [...gone, ...added, ...other].join("; ") ||
    `fields in another order or numbers written differently: ${now}`;
}
