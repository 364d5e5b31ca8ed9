/** A process of a group, as /proc shows it. */
export interface Member {
  readonly pid: number;
  /** The name of its program, e.g. `ollama`; as the kernel knows it, at most 15 characters. */
  readonly program: string;
}

/** The processes of a group that have not ended. */
export function membersOf(group: number): Member[] {
  return [...Deno.readDirSync("/proc")].flatMap(({ name }) => {
    if (!/^\d+$/.test(name)) return [];
    const [, program, state, member] = readIfThere(`/proc/${name}/stat`).match(/\((.*)\) (\S) \d+ (\d+)/s) ??
      [];
    return Number(member) === group && state !== "Z" ? [{ pid: Number(name), program }] : [];
  });
}

/** A file's text; nothing if it is not there or of a process that ends just now. */
export function readIfThere(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Error && /No such (?:file|process)|os error [23]\b/.test(error.message)) return "";
    throw error;
  }
}
