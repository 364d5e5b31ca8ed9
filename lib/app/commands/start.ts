/**
 * The program behind deno.json's tasks: `start.ts COMMAND ARGUMENT …` sets up the environment that the command needs, with
 * all rights, and then replaces itself by the command, with only the rights in {@linkcode COMMANDS}.
 *
 * @module
 */

import { DataError } from "../../core/errors.ts";
import { missingGroups } from "../setup/environment.ts";
import { groupsOf, type Needs, NOT_SET_UP } from "../setup/ready.ts";
import { paths } from "../../store/paths.ts";
import { become } from "../command_line/become.ts";
import { denoCommand } from "./start/deno_command.ts";
import { type Command, COMMANDS } from "./start/permissions.ts";

const [name, ...args] = Deno.args;
const command: Command = COMMANDS[name];
const asksForHelp = args.some((arg) => arg === "-h" || arg === "--help");
if (command.setUp && !asksForHelp) {
  await refuseEarly(command.setUp);
  await prepare(command.setUp);
}
if (command.rights !== "all") dropLoaderSettings();
await become(denoCommand(name, command, args));

/** Has the command refuse unknown options before an installation that takes minutes, by asking it for its help. */
async function refuseEarly(needs: Needs): Promise<void> {
  if ((await missingGroups(paths.environment, groupsOf(needs))).length === 0) return;
  const [program, ...rest] = denoCommand(name, command, ["--help", ...args]);
  const asked = new Deno.Command(program, { args: rest, stdin: "null", stdout: "null" });
  const { code } = await asked.spawn().status;
  if (code !== 0) Deno.exit(code);
}

/** Sets up the environment. If that fails, passes the reason to the command, which does without or reports it. */
async function prepare(needs: Needs): Promise<void> {
  const { setUp } = await import("../setup/setup.ts");
  try {
    await setUp({ environment: paths.environment, ...needs });
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    Deno.env.set(NOT_SET_UP, error.message);
  }
}

/**
 * Removes the variables that make programs load other libraries, such as LD_PRELOAD: if they are set, Deno starts no
 * program for a command that may run only some programs. Contained programs never get these variables.
 */
function dropLoaderSettings(): void {
  for (const variable of Object.keys(Deno.env.toObject())) {
    if (/^(?:LD|DYLD)_/.test(variable)) Deno.env.delete(variable);
  }
}
