import { ran } from "./ran.ts";

/** The previous installation, for which apt-get would not wait. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Installs a Debian package if possible: as root, on a system with apt-get. Packages are installed one at a time.
 *
 * @returns Whether the package is installed now.
 */
export function aptInstall(name: string, say: (step: string) => void): Promise<boolean> {
  const installed = before.then(() => install(name, say));
  before = Promise.allSettled([installed]);
  return installed;
}

async function install(name: string, say: (step: string) => void): Promise<boolean> {
  if (Deno.uid() !== 0 || !await succeeds("apt-get", ["--version"])) return false;
  say(`Installing ${name} with apt-get`);
  const args = [...WAIT, "install", "--yes", "--no-install-recommends", name];
  if (await succeeds("apt-get", args)) return true;
  // A fresh machine has no package lists yet.
  return await update(say) && await succeeds("apt-get", args);
}

/** The time to wait for other processes, seconds. */
const SECONDS = 120;

/** Options that make apt-get wait for other processes that install packages, instead of failing. */
const WAIT: readonly string[] = ["-o", `DPkg::Lock::Timeout=${SECONDS}`];

/**
 * Fetches the package lists. While another process does so, apt-get always fails at once, so it is tried again.
 */
async function update(say: (step: string) => void): Promise<boolean> {
  for (let left = SECONDS;; left--) {
    const { success, error } = await ran("apt-get", ["update"], { env: { ...QUIET, LC_ALL: "C" } });
    if (success || left === 0 || !/Could not get lock/.test(error)) return success;
    if (left === SECONDS) say("Waiting for another process that fetches Debian's package lists");
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Whether a command can be started and succeeds. */
export async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return (await ran(command, args, { env: QUIET })).success;
}

/** The variable that keeps Debian's packages from asking questions. */
const QUIET = { DEBIAN_FRONTEND: "noninteractive" };
