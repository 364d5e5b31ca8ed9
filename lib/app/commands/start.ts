/**
 * The program behind deno.json's tasks: `start.ts COMMAND ARGUMENT …` sets up what the command needs, with
 * all rights, and then becomes the command, with the rights of {@linkcode COMMANDS} and no others.
 *
 * @module
 */

import { DataError } from "../../core/errors.ts";
import { NOT_SET_UP } from "../setup/ready.ts";
import { paths } from "../../store/paths.ts";
import { become } from "../command_line/become.ts";
import { denoCommand } from "./start/deno_command.ts";
import { type Command, COMMANDS } from "./start/permissions.ts";

const [name, ...args] = Deno.args;
const command: Command = COMMANDS[name];
const asksForHelp = args.some((arg) => arg === "-h" || arg === "--help");
if (command.setUp && !asksForHelp) await prepare(command.setUp);
if (command.rights !== "all") dropLoaderSettings();
await become(denoCommand(name, command, args));

/** Sets up. The command is told what is missing, and does without it or says so. */
async function prepare(needs: NonNullable<Command["setUp"]>): Promise<void> {
  const { setUp } = await import("../setup/setup.ts");
  try {
    await setUp({ environment: paths.environment, ...needs });
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    Deno.env.set(NOT_SET_UP, error.message);
  }
}

/**
 * Removes from the environment what makes programs load other libraries than their own: with it, Deno starts
 * no program for a command that may only run some. Contained programs never have it.
 */
function dropLoaderSettings(): void {
  for (const variable of Object.keys(Deno.env.toObject())) {
    if (/^(?:LD|DYLD)_/.test(variable)) Deno.env.delete(variable);
  }
}
