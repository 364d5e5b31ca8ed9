import { FOLDER } from "./hostile.ts";
import { parseSuite } from "./table.ts";

const text = (name: string) => Deno.readTextFileSync(new URL(name, FOLDER));

/** The topics, each of which has a file of programs. */
const topics = [...Deno.readDirSync(FOLDER)].map(({ name }) => name)
  .filter((name) => name.endsWith(".py") && name !== "prelude.py").map((name) => name.slice(0, -3)).sort();

const { version, cases, programs } = parseSuite(
  text("suite.yaml"),
  Object.fromEntries(topics.map((topic) => [topic, text(`${topic}.py`)])),
);

/** Raised whenever a program or an expectation changes. */
export const SUITE_VERSION = version;

/** The cases by their names; the topics are A resources, B processes, C files, D network and kernel, E false results, F measurement. */
export const ROWS = cases;

/** All programs that the sandbox has to contain, or to measure rightly; `requestOf()` says how each is run. */
export const HOSTILE = programs;
