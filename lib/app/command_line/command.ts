import { parseArgs, type ParseArgsOptionDescriptor } from "node:util";
import { DataError, ModelError, SandboxError } from "../../core/errors.ts";
import { nearestTo, unknownName } from "../../core/nearest.ts";
import { visible } from "../../core/visible.ts";
import { typedPath } from "../../store/paths.ts";
import { print, READER_GONE, ReaderGone } from "./print.ts";

/**
 * Options by name, each with its help text. An option whose text begins with one word and two spaces takes a value, which
 * the word names in the help; with `*` after the word, it may be given several times. The paths of DIR and FILE are
 * relative to the folder where they are typed. All other options are switches.
 */
export type Options = Readonly<Record<string, string>>;

/** The typed values of options. */
export type Values<O extends Options> = {
  readonly [Name in keyof O]?: O[Name] extends `${infer Word}  ${string}`
    ? Word extends `${string} ${string}` ? boolean : Word extends `${string}*` ? string[] : string
    : boolean;
};

/** The declaration of a command's arguments, from which parsing, help and error messages are derived. */
export interface Arguments<O extends Options> {
  /** The name of the task, as `deno task` knows it. */
  readonly name: string;
  /** The text after the name in the first line of the help. */
  readonly usage: string;
  /** The description of the command in the help. */
  readonly about: string;
  /** The positional arguments, each with its help text. @default none */
  readonly takes?: Options;
  readonly options?: O;
  /** The text of the help after the options. */
  readonly more?: string;
  /** The source of the lines that it reads, for the message that refuses arguments. */
  readonly reads?: string;
}

/** The declaration of a command: its arguments, and the function that runs with them. */
export interface Declared<O extends Options> extends Arguments<O> {
  /**
   * @param words The positional arguments.
   * @returns False if it failed.
   */
  readonly does: (values: Values<O>, words: readonly string[]) => Promise<boolean | void> | boolean | void;
}

/** A function that runs a command with the typed arguments; it returns false if the command failed. */
export type Command = (args: string[]) => Promise<boolean | void>;

/** The command for a declaration: prints the help if it is asked for, else runs `does`. */
export function command<const O extends Options>(declared: Declared<O>): Command {
  return async (args) => {
    const { help, values, words } = typed(declared, args);
    return help ? await print([helpOf(declared)]) : await declared.does(values, words);
  };
}

/**
 * The text that `--help` prints.
 *
 * @example
 * ```ts
 * import { helpOf } from "codebias/app/command_line/command.ts";
 * import assert from "node:assert/strict";
 * const options = { most: "N  at most so many", all: "everything" };
 * const lines = helpOf({ name: "sort", usage: "[options]", about: "Sorts.", options }).split("\n");
 * assert.deepEqual(lines.slice(0, 5), ["Usage: deno task sort [options]", "", "Sorts.", "", "  --most N    at most so many"]);
 * ```
 */
export function helpOf({ name, usage, about, takes = {}, options = {}, more }: Arguments<Options>): string {
  const rows = [
    ...Object.entries(takes),
    ...Object.entries(options).map(([option, text]) => {
      const value = valueIn(text);
      return value ? [`--${option} ${value.word}`, value.text] : [`--${option}`, text];
    }),
    ["-h, --help", "this text"],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, text]) =>
    `  ${label.padEnd(width)}  ${
      text.split("\n").map((line) => line.trim()).join(`\n${" ".repeat(width + 4)}`)
    }`
  );
  const parts = [`Usage: deno task ${name} ${usage}`.trimEnd(), about.trim(), lines.join("\n"), more?.trim()];
  return `${parts.filter((part) => part).join("\n\n")}\n`;
}

/** The only option of commands that declare no options. */
const HELP = ["--help"];

/** The beginning of the help text of an option whose value is a path. */
const PLACE = /^(?:DIR|FILE) /;

/** The word that names an option's value, and the rest of the help text; undefined for a switch. */
function valueIn(text: string): { word: string; isMany: boolean; text: string } | undefined {
  const [, word, star, rest] = /^([^\s*]+)(\*?) {2}(.*)$/s.exec(text) ?? [];
  return word === undefined ? undefined : { word, isMany: star !== "", text: rest };
}

/**
 * Parses the typed arguments.
 *
 * @throws {RangeError} If an option is unknown, or lacks its value; names the nearest.
 * @throws {TypeError} If Node's parser refuses them for another reason.
 *
 * @example
 * ```ts
 * import { typed } from "codebias/app/command_line/command.ts";
 * import assert from "node:assert/strict";
 * const options = { all: "everything", most: "N  at most", tag: "NAME*  may be given several times" };
 * const known = { name: "sort", usage: "", about: "", options };
 * const { values } = typed(known, ["--all", "--tag", "a", "--tag", "b"]);
 * assert.deepEqual(values, { all: true, tag: ["a", "b"] });
 * assert.throws(() => typed(known, ["--al"]), /^RangeError: Unknown option "--al": did you mean --all/);
 * assert.throws(() => typed(known, ["--most"]), /^RangeError: Option --most needs a value/);
 * ```
 */
export function typed<O extends Options>(
  { name: command, options, takes, reads }: Arguments<O>,
  args: readonly string[],
): { readonly help: boolean; readonly values: Values<O>; readonly words: readonly string[] } {
  const given = args.filter((one) => one !== "-h" && one !== "--help");
  const misspelt = options ? undefined : given.find((one) => /^-./.test(one) && nearestTo(one, HELP) !== "");
  if (misspelt !== undefined) throw unknownName("option", misspelt, HELP);
  if (!options && !takes && given.length > 0) {
    throw new RangeError(
      `deno task ${command} takes no arguments, but was given ${given.join(" ")}${
        reads ? `: it reads ${reads}` : ""
      }`,
    );
  }
  const known: Record<string, ParseArgsOptionDescriptor> = { help: { type: "boolean", short: "h" } };
  for (const [option, text] of Object.entries(options ?? {})) {
    const value = valueIn(text);
    known[option] = { type: value ? "string" : "boolean", multiple: value?.isMany === true };
  }
  const config = { args: [...args], options: known, allowPositionals: takes !== undefined };
  for (const token of parseArgs({ ...config, allowPositionals: true, strict: false, tokens: true }).tokens) {
    if (token.kind !== "option" || !options) continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(known, name)) {
      throw unknownName("option", rawName, Object.keys(known).map((one) => `--${one}`));
    }
    const isMissing = value === undefined || (!inlineValue && /^-./.test(value)) ||
      (value === "" && PLACE.test(options[name])); // an empty path would mean the current folder
    if (isMissing && known[name].type === "string") throw missingValue(command, rawName);
  }
  const { values: { help = false, ...values }, positionals } = parseArgs(config);
  for (const [name, value] of Object.entries(values)) {
    if (PLACE.test(options![name])) values[name] = typedPath(`${value}`);
  }
  return { help: help === true, values: values as Values<O>, words: positionals };
}

/** The error for an option of a command without its value. */
export function missingValue(command: string, option: string): RangeError {
  return new RangeError(`Option ${option} needs a value; deno task ${command} --help says which`);
}

/**
 * Checks that a given name is one of the known names.
 *
 * @param what The kind of thing, e.g. `rule`.
 * @throws {RangeError} If it is not; names the nearest.
 */
export function oneOf<T extends string>(what: string, given: string, known: readonly T[]): T {
  const found = known.find((name) => name === given);
  if (found === undefined) throw unknownName(what, given, known);
  return found;
}

/** The exit status after Ctrl-C, as shells define it. */
const INTERRUPTED = 130;

/** The exit status after SIGUSR1, by which a scheduler says that time is up. */
const OUT_OF_TIME = 138;

/**
 * Runs a command and ends the process: with 0 if it returns nothing or true, with 1 otherwise.
 *
 * Errors of the analyst or of the environment become one sentence on standard error; any other error is a bug of this
 * project and keeps its stack trace. Ctrl-C and a request to terminate end the process with 130, together with everything
 * that it started. If nobody reads the output any more, the process ends quietly, as filters do.
 *
 * @param options.interrupted What to do after an interruption, for the message about it.
 * @param options.also Other signals that end the process, with 138.
 * @param options.ending Called with a signal before the end, e.g. to pass it on.
 */
export async function runCommand(
  command: Command,
  options: {
    readonly interrupted?: string;
    readonly also?: readonly "SIGUSR1"[];
    readonly ending?: (signal: Deno.Signal) => void;
  } = {},
): Promise<never> {
  const { interrupted, also = [], ending } = options;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", ...also] as const) {
    Deno.addSignalListener(signal, () => {
      console.error(`\nInterrupted${interrupted ? `; ${interrupted}` : ""}`);
      ending?.(signal);
      Deno.exit(signal === "SIGUSR1" ? OUT_OF_TIME : INTERRUPTED);
    });
  }
  Deno.exit(await statusOf(command, Deno.args));
}

/**
 * Runs a command and returns the process's exit status: 0 if it returns nothing or true, 1 otherwise; errors
 * of the analyst or the world go to standard error.
 *
 * @param command The command.
 * @param args Its arguments.
 * @throws Errors that are bugs of this project.
 */
export async function statusOf(command: Command, args: string[]): Promise<number> {
  try {
    return await command(args) === false ? 1 : 0;
  } catch (error) {
    if (error instanceof ReaderGone) return READER_GONE;
    if (!isForTheUser(error)) throw error;
    console.error(visible(sentence(error as Error)));
    return 1;
  }
}

function isForTheUser(error: unknown): boolean {
  return error instanceof DataError || error instanceof ModelError || error instanceof SandboxError ||
    error instanceof RangeError || isArgumentError(error);
}

/** The message of an error; if it is of `parseArgs`, without the final advice on unusual arguments. */
function sentence(error: Error): string {
  return isArgumentError(error) ? error.message.split(/\. |\n/)[0] : error.message;
}

/** Whether `parseArgs` of node:util refused the arguments. */
function isArgumentError(error: unknown): boolean {
  return error instanceof TypeError && String((error as { code?: string }).code).startsWith("ERR_PARSE_ARGS");
}
