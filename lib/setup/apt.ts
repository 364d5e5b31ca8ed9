/**
 * Installs a Debian package when that is possible here: as root, where apt-get is.
 *
 * @returns Whether the package is installed now.
 */
export async function aptInstall(name: string, say: (step: string) => void): Promise<boolean> {
  if (Deno.uid() !== 0 || !await succeeds("apt-get", ["--version"])) return false;
  say(`Installing ${name} with apt-get`);
  const install = [...WAIT, "install", "--yes", "--no-install-recommends", name];
  const before = installing;
  installing = (async () => {
    await before;
    // A fresh machine has no package lists yet.
    return await succeeds("apt-get", install) ||
      await succeeds("apt-get", [...WAIT, "update"]) && await succeeds("apt-get", install);
  })();
  return await installing;
}

/** Waits for other processes that install packages, for two minutes. */
const WAIT: readonly string[] = ["-o", "DPkg::Lock::Timeout=120"];

/** The last installation, since there can be only one at a time. */
let installing: Promise<boolean> = Promise.resolve(true);

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
