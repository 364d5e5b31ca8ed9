/**
 * `deno task docs`: one site of README.md, docs/ and all that an analyst can type.
 *
 * @module
 */

import { join } from "node:path";
import { command, runCommand } from "../../command_line/command.ts";
import { paths, shortPath } from "../../../store/paths.ts";
import { writeSite } from "./site.ts";

const docs = command({
  name: "docs",
  usage: "[--out DIR]",
  about: `
Makes one site of README.md, docs/, and the reference of all that an analyst can type, with a search over it. It is
made of files that ask for nothing else: open its index.html, or put the folder on any server.`,
  options: { out: "DIR  where to put it, a new or empty folder (default: outputs/docs, made anew)" },
  async does({ out }) {
    const folder = out ?? join(paths.outputs, "docs");
    const pages = await writeSite(folder, { anew: out === undefined });
    console.log(`${pages} pages and the reference: ${shortPath(join(folder, "index.html"))}`);
  },
});

if (import.meta.main) await runCommand(docs);
