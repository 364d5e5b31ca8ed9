/** The installation before, which apt-get would not wait for. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Installs a Debian package when that is possible here: as root, where apt-get is. One after the other.
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
  return await succeeds("apt-get", [...WAIT, "update"]) && await succeeds("apt-get", args);
}

/** For other processes that install packages apt-get waits two minutes, instead of failing. */
const WAIT: readonly string[] = ["-o", "DPkg::Lock::Timeout=120"];

/** Whether a command can be started and ends well. */
export async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  try {
    const process = new Deno.Command(command, {
      args: [...args],
      stdout: "null",
      stderr: "null",
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
    return (await process.output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}
