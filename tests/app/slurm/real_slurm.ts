/** A real Slurm, from Debian's packages, which are unpacked and not installed. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sized } from "../../long.ts";
import { unpacked } from "./unpacked.ts";

const PACKAGES = [
  "libhwloc15",
  "liblua5.1-0",
  "libmunge2",
  "munge",
  "slurm-wlm-basic-plugins",
  "slurm-client",
]
  .concat("slurmctld", "slurmd");

/** A folder with the unpacked packages; undefined where they cannot be had or run: that takes root, apt-get and a network. */
export async function unpackedSlurm(): Promise<string | undefined> {
  if (Deno.build.target !== "x86_64-unknown-linux-gnu" || Deno.uid() !== 0) return undefined; // as slurm.conf has its paths
  return await unpacked(
    `apt-get download ${PACKAGES.join(" ")} && for one in *.deb; do dpkg -x "$one" root; done &&
    ln -s slurmstepd-wlm root/usr/sbin/slurmstepd && unshare --mount --pid --fork true`,
  );
}

/** A cluster of two nodes. */
export interface Slurm extends AsyncDisposable {
  /** What commands that use it need in their environment. */
  readonly env: Record<string, string>;
  /** What one of its commands prints. */
  say(...command: string[]): Promise<string>;
}

/**
 * Starts a cluster.
 *
 * @param folder As {@linkcode unpackedSlurm} gave it; it is removed at the end.
 * @param more Lines of its configuration.
 */
export async function startSlurm(
  folder: string,
  more: Readonly<Record<string, number>> = {},
): Promise<Slurm> {
  const here = fileURLToPath(new URL(".", import.meta.url));
  for (const name of ["key", "log", "state"]) await Deno.mkdir(join(folder, name), { mode: 0o700 });
  await Deno.writeFile(join(folder, "key/munge.key"), crypto.getRandomValues(new Uint8Array(128)), {
    mode: 0o400,
  });
  const first = 20_000 + 3 * Math.floor(Math.random() * 4_000); // below those that systems give away
  const conf = (await Deno.readTextFile(join(here, "slurm.conf"))).replaceAll("FOLDER", folder)
    .replace(/PORT(\d)/g, (_, at) => `${first + Number(at)}`);
  const lines = Object.entries(more).map(([name, value]) => `${name}=${value}\n`);
  await Deno.writeTextFile(join(folder, "slurm.conf"), conf + lines.join(""));
  const namespaces = ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
  const process = new Deno.Command("unshare", {
    args: [...namespaces, "bash", join(here, "start.sh"), folder],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const libraries = join(folder, "root/usr/lib/x86_64-linux-gnu");
  const env = {
    PATH: `${join(folder, "root/usr/bin")}:${Deno.env.get("PATH")}`,
    LD_LIBRARY_PATH: `${libraries}:${libraries}/slurm-wlm`,
    SLURM_CONF: join(folder, "slurm.conf"),
  };
  const say = async (program: string, ...args: string[]) => {
    const { stdout } = await new Deno.Command(join(folder, "root/usr/bin", program), { args, env }).output();
    return new TextDecoder().decode(stdout);
  };
  const until = performance.now() + 60_000;
  while (!/idle/.test(await say("sinfo", "--noheader", "--format=%t"))) {
    if (performance.now() > until) throw new Error(`Slurm does not start: ${await logs(folder)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    env,
    say,
    async [Symbol.asyncDispose]() {
      process.kill("SIGKILL"); // everything in its namespace ends with it
      await process.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Waits until something is there, and returns it. @param what Which is said where it does not come. */
export async function until<T>(what: string, find: () => Promise<T | undefined>, slurm: Slurm): Promise<T> {
  const end = performance.now() + sized({ small: 400_000, long: 2_000_000 });
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > end) assert.fail(`${what}: ${await slurm.say("squeue")}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

async function logs(folder: string): Promise<string> {
  const names = await Array.fromAsync(Deno.readDir(join(folder, "log")));
  const texts = names.map(({ name }) => Deno.readTextFile(join(folder, "log", name)));
  return (await Promise.all(texts)).join("\n");
}
