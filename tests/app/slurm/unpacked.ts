import { exists } from "codebias/store/files/files.ts";

/**
 * A folder where a script of the shell has unpacked Debian's packages, which are not installed; undefined where it fails. It is
 * removed when the tests end.
 */
export async function unpacked(script: string): Promise<string | undefined> {
  const folder = await Deno.makeTempDir({ prefix: "codebias-packages-" });
  const remove = () => exists(folder) && Deno.removeSync(folder, { recursive: true });
  globalThis.addEventListener("unload", remove); // where a filter leaves the test out
  const unpack = new Deno.Command("bash", {
    args: ["-c", script],
    cwd: folder,
    stdout: "null",
    stderr: "null",
  });
  const { success } = await unpack.output();
  return success ? folder : undefined;
}
