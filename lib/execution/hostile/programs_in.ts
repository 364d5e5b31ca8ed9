import { DataError } from "../../core/errors.ts";

/** A program in a file of several. */
interface Found {
  readonly source: string;
  /** Refuses it; names its file and line. */
  readonly refuse: (message: string) => never;
}

/**
 * The programs in a file, by their names. A line `# %% name` stands before each; all lines from there to the next such line,
 * without the end of the last one, are the program.
 *
 * @throws {DataError} If two have the same name, or one is not there; names file and line.
 */
export function programsIn(file: string, text: string): Map<string, Found> {
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
