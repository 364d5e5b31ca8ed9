/**
 * `deno task lab`: JupyterLab with the Deno kernel, in this checkout and nowhere else.
 *
 * @module
 */

import { join } from "node:path";
import { runCommand } from "../notebook/command_line.ts";
import { jupyterEnvironment } from "../setup/kernel.ts";
import { setUp } from "../setup/setup.ts";
import { paths } from "../store/paths.ts";

async function lab(args: string[]): Promise<boolean> {
  await setUp({ environment: paths.environment, notebooks: true });
  const root = Deno.uid() === 0 ? ["--allow-root"] : []; // Jupyter asks root to confirm that it is meant
  const process = new Deno.Command(join(paths.environment, "bin", "jupyter-lab"), {
    args: [
      `--notebook-dir=${paths.root}`,
      "--LabApp.default_url=/lab/tree/notebooks/00-tour.ipynb",
      "--MultiKernelManager.default_kernel_name=deno",
      ...root,
      ...args,
    ],
    env: jupyterEnvironment(paths.environment),
  }).spawn();
  return (await process.status).success;
}

if (import.meta.main) await runCommand(lab);
