import { mergeCommand } from "codebias/app/commands/merge/merge.ts";
import { shardCommand } from "codebias/app/commands/shard/shard.ts";
import { workCommand } from "codebias/app/commands/work/work.ts";
import { type Command, statusOf } from "codebias/app/command_line/command.ts";
import { type Said, saidBy } from "./said.ts";

const COMMANDS: Readonly<Record<string, Command>> = {
  shard: shardCommand,
  work: workCommand,
  merge: mergeCommand,
};

/** What a command says that is typed in a folder. */
export function say(folder: string, line: string): Promise<Said> {
  const [name, ...args] = line.split(" ");
  return saidBy(folder, () => statusOf(COMMANDS[name], args));
}
