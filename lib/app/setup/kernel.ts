import { join } from "node:path";
import { ifThere, writeWhole } from "../../store/files/files.ts";
import { pythonOf } from "./environment.ts";

/** The programs between Deno and the client that shows a notebook; each begins with its reason. */
const PROGRAMS = ["relay.py", "kernel.py"];

/**
 * Installs the Deno kernel into the project's environment, not into the user's home.
 *
 * The kernel is the Deno that runs this code, behind copies of programs of lib/app/notebook. No file names a checkout, as
 * several checkouts may share an environment. Files are rewritten when their content has changed.
 *
 * @param folder The environment, e.g. `.venv` in the checkout.
 */
export async function ensureKernel(folder: string): Promise<void> {
  const root = await Deno.realPath(folder);
  const own = (name: string) => join(root, "share", "jupyter", "kernels", "deno", name);
  const spec = {
    argv: [pythonOf(root), "-I", own("kernel.py"), Deno.execPath(), "{connection_file}"],
    display_name: "Deno",
    language: "typescript",
    interrupt_mode: "message",
  };
  const program = (name: string) => Deno.readTextFile(join(import.meta.dirname!, "../notebook", name));
  const files = [
    ...await Promise.all(PROGRAMS.map(async (name) => [name, await program(name)])),
    ["kernel.json", JSON.stringify(spec, null, 2) + "\n"],
  ];
  for (const [name, text] of files) {
    if (await ifThere(Deno.readTextFile(own(name))) === text) continue;
    await writeWhole(own(name), text); // a kernel started meanwhile by another process finds the old file or the new one
  }
}

/**
 * Environment variables that keep Jupyter inside the project's environment.
 *
 * @param folder The environment, e.g. `.venv` in the checkout.
 */
export function jupyterEnvironment(folder: string): Record<string, string> {
  const own = (name: string) => join(folder, "share", "codebias", name);
  return {
    JUPYTER_CONFIG_DIR: own("config"),
    JUPYTER_DATA_DIR: own("data"),
    JUPYTER_RUNTIME_DIR: own("runtime"),
    JUPYTERLAB_SETTINGS_DIR: own("lab-settings"),
    JUPYTERLAB_WORKSPACES_DIR: own("lab-workspaces"),
    IPYTHONDIR: own("ipython"),
    JUPYTER_PREFER_ENV_PATH: "1",
    PYDEVD_DISABLE_FILE_VALIDATION: "1",
    NO_COLOR: "1",
  };
}
