import { join } from "node:path";
import { exists } from "codebias/store/files/files.ts";
import { paths } from "codebias/store/paths.ts";

const COMMANDS = "lib/app/commands";

/** By the name of a task of deno.json: the file of its command, by its path in the checkout. */
export async function taskFiles(): Promise<Map<string, string>> {
  const { tasks } = JSON.parse(await Deno.readTextFile(join(paths.root, "deno.json")));
  return new Map(
    Object.entries<{ readonly command: string }>(tasks).map(([task, { command }]) => {
      const [, file, name] = / (\S+\.ts)(?: (\w+))?/.exec(command)!;
      const files = [`${COMMANDS}/${name}.ts`, `${COMMANDS}/${name}/${name}.ts`];
      return [task, name === undefined ? file : files.find((file) => exists(join(paths.root, file)))!];
    }),
  );
}
