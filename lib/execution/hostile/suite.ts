import { callOf, FOLDER, type Hostile } from "./hostile.ts";
import * as z from "../../core/fields.ts";
import { unknownName } from "../../core/nearest.ts";
import type { Limits } from "../../core/types.ts";
import type { PythonValue } from "../../values/mod.ts";
import { HOSTILE_CALL, HOSTILE_LONG, HOSTILE_SHORT, HOSTILE_WAITING } from "../limits.ts";
import { CheckedYaml, type FieldsOf, type Form, optional } from "./checked_yaml.ts";
import { changed, CHECKS, ends, type Expectation, says } from "./expectations.ts";
import { DataError } from "../../core/errors.ts";

/** A case that a sandbox has to withstand, in brief. */
export interface Case {
  readonly title: string;
  /** The reason why no program shows it; absent if there is one. */
  readonly none?: string;
}

/** The content of the table and of the files of programs. */
interface Suite {
  readonly version: number;
  readonly cases: Readonly<Record<string, Case>>;
  readonly programs: readonly Hostile[];
}

type Named<T> = Readonly<Record<string, T>>;

const form = <T>(expected: string, schema: z.Schema<T>): Form<T> => ({ expected, schema });
const TEXT = form("a text", z.text);
const TRUE = optional(form("true, or left out", z.literal(true)));
const ENDINGS = z.union([z.text, z.texts]);
const VALUES = z.custom<readonly PythonValue[]>(Array.isArray);
const SEEDED = z.part({ args: VALUES, seed: z.number() });
const PARTS = z.array(z.union([z.text, z.tuple([z.text, z.number()])]));

/** The forms of the table's fields; data/hostile/README.md explains each field. */
const TABLE = {
  version: form("a number", z.number()),
  cases: form("a mapping from cases to titles", z.named(z.text)),
  none: form("a mapping from cases to reasons", z.named(z.text)),
  endings: form("a mapping from names to endings", z.named(ENDINGS)),
  programs: form("a mapping from topics to lists of programs", z.named(z.list)),
};

/** The forms of the fields of a program in the table. */
const PROGRAM = {
  name: TEXT,
  cases: form("a list of cases", z.texts),
  filtered: TRUE,
  bare: TRUE,
  twice: TRUE,
  reachesOut: TRUE,
  entryPoint: optional(TEXT),
  limits: optional(
    form("a name or a mapping from limits to numbers", z.union([z.text, z.named(z.number())])),
  ),
  calls: optional(form("a list of lists of arguments", z.array(z.union([VALUES, SEEDED])))),
  source: optional(form("a text, or a list of texts and [text, times]", z.union([z.text, PARTS]))),
  given: optional(form("a mapping of texts", z.named(z.text))),
  ends: optional(form("an ending or a list of them", ENDINGS)),
  expect: optional(TEXT),
  message: optional(TEXT),
  changes: optional(form("a list", VALUES)),
};
type ProgramFields = FieldsOf<typeof PROGRAM>;

const LIMITS: Named<Partial<Limits>> = { short: HOSTILE_SHORT, long: HOSTILE_LONG, waiting: HOSTILE_WAITING };

/**
 * Reads the table of hostile programs.
 *
 * @param table The text of `suite.yaml`.
 * @param files The texts of the files of programs, by their topics.
 * @throws {DataError} If a field or program is missing, unknown or invalid; names file and line.
 */
export function parseSuite(table: string, files: Named<string>): Suite {
  const yaml = new CheckedYaml("data/hostile/suite.yaml", table);
  const { version, cases, none, endings } = yaml.fields(TABLE);
  const shared = yaml.at(yaml.part("endings"), () => mapped(endings, (one) => ends([one].flat())));
  yaml.at(yaml.part("none"), () => Object.keys(none).forEach((name) => oneOf("case", name, cases)));
  const left = mapped(files, (text, topic) => programsIn(`data/hostile/${topic}.py`, text));
  const programs = yaml.items("programs").flatMap(([topic, item]) => {
    const fields = yaml.fields(PROGRAM, item);
    return yaml.at(item, () => {
      for (const name of fields.cases) oneOf("case", name, cases);
      const source = fields.source === undefined
        ? taken(oneOf("topic", topic, left), fields.name)
        : written(fields.source);
      return hostiles(fields, source, expectation(fields, { ...CHECKS, ...shared }));
    });
  });
  for (const found of Object.values(left).flatMap((one) => [...one.values()])) {
    found.refuse("the table has no such program");
  }
  return { version, cases: mapped(cases, (title, name) => ({ title, none: none[name] })), programs };
}

/** The source of a program, which is removed from the map, so that no two entries of the table can use it. */
function taken(programs: Map<string, { source: string }>, name: string): string {
  const { source } = oneOf("program", name, Object.fromEntries(programs));
  programs.delete(name);
  return source;
}

/** The programs of an entry: one, or one for each text that is given for `GIVEN`. */
function hostiles(fields: ProgramFields, source: string, expect: Expectation): Hostile[] {
  if (typeof fields.limits !== "string") {
    Object.keys(fields.limits ?? {}).forEach((name) => oneOf("limit", name, HOSTILE_CALL));
  }
  const limits = typeof fields.limits === "string" ? oneOf("limits", fields.limits, LIMITS) : fields.limits;
  const calls = fields.calls?.map((call) =>
    "seed" in call ? { ...callOf(...call.args), seed: call.seed } : callOf(...call)
  );
  const one = { ...fields, rows: fields.cases, source, expect, limits, calls };
  if (!fields.given) return [one];
  return Object.entries(fields.given).map(([what, text]) => ({
    ...one,
    name: one.name.replace("GIVEN", () => what),
    source: source.replaceAll("GIVEN", () => text),
  }));
}

/** The source in the table itself, whose parts may be repeated. */
function written(source: NonNullable<ProgramFields["source"]>): string {
  return [source].flat().map((part) => typeof part === "string" ? part : part[0].repeat(part[1])).join("");
}

function expectation(fields: ProgramFields, known: Named<Expectation>): Expectation {
  const { expect, message, changes } = fields;
  if ((fields.ends === undefined) === (expect === undefined)) {
    throw new TypeError(`"${fields.name}" must have either "ends" or "expect"`);
  }
  const checks = [
    expect === undefined ? ends([fields.ends!].flat()) : oneOf("expectation", expect, known),
    ...message === undefined ? [] : [says(message)],
    ...changes === undefined ? [] : [changed(changes)],
  ];
  return (execution) => checks.every((holds) => holds(execution));
}

function mapped<A, B>(values: Named<A>, map: (value: A, name: string) => B): Named<B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}

function oneOf<T extends object>(what: string, name: string, known: T): T[keyof T] {
  if (!Object.hasOwn(known, name)) throw unknownName(what, name, Object.keys(known));
  return known[name as keyof T];
}

/** A program in a file of several programs. */
interface Found {
  readonly source: string;
  /** Throws an error about it that names its file and line. */
  readonly refuse: (message: string) => never;
}

/**
 * The programs in a file, by their names. A line `# %% name` precedes each; the program is all lines up to the next such line,
 * without the last newline.
 *
 * @throws {DataError} If two programs have the same name, or one is empty; names file and line.
 */
function programsIn(file: string, text: string): Map<string, Found> {
  const [head, ...parts] = text.split(/^# %% (.+)\n/m);
  const programs = new Map<string, Found>();
  let next = head;
  for (let part = 0; part < parts.length; part += 2) {
    const [name, body] = parts.slice(part);
    const line = next.split("\n").length;
    const refuse = (message: string) => {
      throw new DataError(`"${name}": ${message}`, { place: { file, line } });
    };
    if (programs.has(name)) refuse("expected another name, as a program above has it");
    if (!body.endsWith("\n")) refuse("expected the lines of a program below");
    programs.set(name, { source: body.slice(0, -1), refuse });
    next += `\n${body}`;
  }
  return programs;
}

const text = (name: string) => Deno.readTextFileSync(new URL(name, FOLDER));

/** The topics, each of which has a file of programs. */
const topics = [...Deno.readDirSync(FOLDER)].map(({ name }) => name)
  .filter((name) => name.endsWith(".py") && name !== "prelude.py").map((name) => name.slice(0, -3)).sort();

const { version, cases, programs } = parseSuite(
  text("suite.yaml"),
  Object.fromEntries(topics.map((topic) => [topic, text(`${topic}.py`)])),
);

/** The version of the suite, raised whenever a program or an expectation changes. */
export const SUITE_VERSION = version;

/** The cases by their names; the topics are A resources, B processes, C files, D network and kernel, E false results, F measurement. */
export const ROWS = cases;

/** All programs that the sandbox has to contain, or to measure correctly; `requestOf()` makes the request for each. */
export const HOSTILE = programs;
