/**
 * Tries what rights are about, and prints the names of what it could do: `attempts.ts JSON`. Started with the
 * flags of a command, it shows what that command may do.
 *
 * @module
 */

/** What is tried. */
export interface Attempts {
  /** Files to be written. */
  readonly write: Readonly<Record<string, string>>;
  /** Variables to be read. */
  readonly env: Readonly<Record<string, string>>;
  /** Programs to be started. */
  readonly run: Readonly<Record<string, string>>;
  /** Native libraries to be loaded. */
  readonly ffi: Readonly<Record<string, string>>;
  /** Addresses to be asked. */
  readonly net: Readonly<Record<string, string>>;
}

const { write, env, run, ffi, net }: Attempts = JSON.parse(Deno.args[0]);
const file = new URL("../../../deno.json", import.meta.url);

/** Each attempt, which throws if it fails. */
const ATTEMPTS: Record<string, () => unknown> = {
  "read a file": () => Deno.readTextFileSync(file),
  "ask for the user's number": () => Deno.uid(),
  "ask for the host's name": () => Deno.hostname(),
  "ask for the network's cards": () => Deno.networkInterfaces(),
  "ask for the system's load": () => Deno.loadavg(),
};
const all = <T>(named: Readonly<Record<string, T>>, attempt: (what: T) => unknown) => {
  for (const [name, what] of Object.entries(named)) ATTEMPTS[name] = () => attempt(what);
};
all(write, (path) => Deno.openSync(path, { append: true, create: true }).close());
all(env, (name) => Deno.env.get(name));
all(
  run,
  (path) => new Deno.Command(path, { args: ["--version"], clearEnv: true, stdout: "null" }).outputSync(),
);
all(ffi, (path) => Deno.dlopen(path, {}).close());
all(net, async (url) => await (await fetch(url)).body?.cancel());
all({ "load code from a server": Object.values(net).at(-1)! }, (url) => import(url));

const done: string[] = [];
for (const [name, attempt] of Object.entries(ATTEMPTS)) {
  try {
    await attempt();
    done.push(name);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const refused = error instanceof Deno.errors.NotCapable || /^Requires import access/.test(error.message);
    if (!refused) throw new Error(`cannot ${name}, but not for lack of rights`, { cause: error });
  }
}
console.log(JSON.stringify(done));
