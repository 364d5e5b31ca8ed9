/** What a command did that ran in this process. */
export interface Said {
  /** As the process would have ended. */
  readonly status: number;
  readonly out: string;
  readonly error: string;
}

/**
 * What is said while something runs in a folder: for a command that is called many times, or is refused before it starts
 * anything, without a process for each call.
 *
 * @param folder What is typed in, as `INIT_CWD`.
 */
export async function saidBy(folder: string, run: () => Promise<number>): Promise<Said> {
  const before = { log: console.log, error: console.error, write: Deno.stdout.write };
  const given = Deno.env.get("INIT_CWD") ?? folder;
  let [out, error] = ["", ""];
  console.log = (text) => void (out += `${text}\n`);
  console.error = (text) => void (error += `${text}\n`);
  Deno.stdout.write = (bytes) => {
    out += new TextDecoder().decode(bytes);
    return Promise.resolve(bytes.length);
  };
  Deno.env.set("INIT_CWD", folder);
  try {
    return { status: await run(), out, error };
  } finally {
    Object.assign(console, { log: before.log, error: before.error });
    Deno.stdout.write = before.write;
    Deno.env.set("INIT_CWD", given);
  }
}
