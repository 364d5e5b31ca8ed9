/**
 * `deno task lab`: JupyterLab with the Deno kernel, in this checkout and nowhere else.
 *
 * @module
 */

import { join } from "node:path";
import { runCommand } from "../command_line/command.ts";
import { jupyterEnvironment } from "../setup/kernel.ts";
import { requireSetUp } from "../setup/ready.ts";
import { artifactsFolder, namedArtifacts } from "../../store/artifacts.ts";
import { paths } from "../../store/paths.ts";

async function lab(args: string[]): Promise<boolean> {
  await requireSetUp(paths.environment, { notebooks: true, lab: true });
  const { INIT_CWD: _, ...env } = Deno.env.toObject(); // commands typed in JupyterLab start where they are typed
  const artifacts = namedArtifacts() && { CODEBIAS_ARTIFACTS: artifactsFolder() };
  const root = Deno.uid() === 0 ? ["--allow-root"] : []; // Jupyter asks root to confirm that it is meant
  const process = new Deno.Command(join(paths.environment, "bin", "jupyter-lab"), {
    args: [
      `--notebook-dir=${paths.root}`,
      "--LabApp.default_url=/lab/tree/notebooks/00-tour.ipynb",
      "--MultiKernelManager.default_kernel_name=deno",
      ...root,
      ...args,
    ],
    env: { ...env, ...artifacts, ...jupyterEnvironment(paths.environment) },
    clearEnv: true,
  }).spawn();
  return (await process.status).success;
}

if (import.meta.main) await runCommand(lab);
