/**
 * Makes many calls of a command in one process: a call a line of standard input, `{ args, change? }`; a line out says how it would
 * have ended and what it said, `{ status, lines, errors }`. Each call sees a copy of its own of the folder that `INIT_CWD` names.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import pl from "nodejs-polars";
import { compareCommand } from "codebias/app/commands/compare.ts";
import { verifyCommand } from "codebias/app/commands/verify.ts";
import { statusOf } from "codebias/app/command_line/command.ts";
import { saidBy } from "../app/commands/said.ts";

type Command = Parameters<typeof statusOf>[0];

const COMMANDS: Readonly<Record<string, Command>> = { compare: compareCommand, verify: verifyCommand };

/** What can be done to a file of the copy before the call; the file comes first. */
const CHANGES: Readonly<Record<string, (file: string, ...rest: string[]) => Promise<void>>> = {
  remove: (file) => Deno.remove(file, { recursive: true }),
  write: (file, text) => Deno.writeTextFile(file, text),
  async cut(file, length) {
    await Deno.truncate(file, Number(length));
  },
  async replace(file, from, to) {
    const text = await Deno.readTextFile(file);
    if (!text.includes(from)) throw new Error(`${from} is not in ${file}`);
    await Deno.writeTextFile(file, text.replace(from, to));
  },
  /** A cell of a Parquet file. */
  async cell(file, row, column, value) {
    const frame = pl.readParquet(Buffer.from(await Deno.readFile(file)));
    const values = frame.getColumn(column).toArray();
    values[Number(row)] = JSON.parse(value);
    const changed = frame.withColumn(pl.Series(column, values, frame.getColumn(column).dtype));
    await Deno.writeFile(file, new Uint8Array(changed.select(...frame.columns).writeParquet()));
  },
  /** The manifest gets the hash that a file has now, as if it had been saved so. */
  async rehash(file) {
    const [folder, path] = file.split(/\/(?=(?:samples|tables)\/)/);
    const manifest = JSON.parse(await Deno.readTextFile(join(folder, "manifest.json")));
    const hash = createHash("sha256").update(await Deno.readFile(file)).digest("hex");
    for (const { outputs } of Object.values(manifest.notebooks) as { outputs: Record<string, string> }[]) {
      if (path in outputs) outputs[path] = hash;
    }
    await Deno.writeTextFile(join(folder, "manifest.json"), JSON.stringify(manifest, null, 2) + "\n");
  },
};

/** A call, and what is changed before it. */
interface Call {
  readonly args: string[];
  readonly change?: readonly (readonly string[])[];
}

async function answer(command: Command, { args, change = [] }: Call): Promise<unknown> {
  const folder = await Deno.makeTempDir();
  try {
    await copy(Deno.env.get("INIT_CWD")!, folder);
    for (const [what, file, ...rest] of change) await CHANGES[what](join(folder, file), ...rest);
    const said = await saidBy(folder, () => statusOf(command, args));
    const short = (text: string) =>
      text.replaceAll(`${folder}/`, "").split("\n").filter((line) => line !== "");
    return { status: said.status, lines: short(said.out), errors: short(said.error) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copy(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}

const command = COMMANDS[Deno.args[0]];
for (const line of (await new Response(Deno.stdin.readable).text()).split("\n").filter((text) => text)) {
  console.log(JSON.stringify(await answer(command, JSON.parse(line))));
}
