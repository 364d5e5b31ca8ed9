/**
 * `deno task lab`: JupyterLab with the Deno kernel, in this checkout and nowhere else.
 *
 * @module
 */

import { join } from "node:path";
import { command, runCommand } from "../command_line/command.ts";
import { jupyterEnvironment } from "../setup/kernel.ts";
import { requireSetUp } from "../setup/ready.ts";
import { artifactsFolder, namedArtifacts } from "../../store/artifacts.ts";
import { paths } from "../../store/paths.ts";
import { become } from "../command_line/become.ts";

const lab = command({
  name: "lab",
  usage: "[options]",
  about: "Opens JupyterLab with the Deno kernel, at the tour. Ctrl-C ends it, and its kernels.",
  options: {
    port: "N  where it listens on this machine (default: the first free one from 8888 on)",
    token: "TEXT  what a browser must know to enter (default: a new one, in the address that is printed)",
    "no-browser": "only prints the address",
    "set-up": "only installs what it needs",
  },
  async does({ port, token, "no-browser": noBrowser, "set-up": isSetUp }) {
    if (port !== undefined && !(/^\d+$/.test(port) && Number(port) > 0 && Number(port) < 65_536)) {
      throw new RangeError(`--port takes a whole number from 1 to 65535, not "${port}"`);
    }
    if (token === "") throw new RangeError("--token needs a text: without one, anybody could enter");
    await requireSetUp(paths.environment, { notebooks: true, lab: true });
    if (isSetUp) return;
    const env = {
      ...namedArtifacts() && { CODEBIAS_ARTIFACTS: artifactsFolder() },
      ...token !== undefined && { JUPYTER_TOKEN: token }, // not passed as an argument, since other users can see arguments
      ...jupyterEnvironment(paths.environment),
    };
    for (const [name, value] of Object.entries(env)) Deno.env.set(name, value);
    Deno.env.delete("INIT_CWD"); // commands typed in JupyterLab start in their own current folder
    await become([
      join(paths.environment, "bin", "jupyter-lab"),
      `--notebook-dir=${paths.root}`,
      "--LabApp.default_url=/lab/tree/notebooks/00-tour.ipynb",
      "--LabApp.news_url=None", // otherwise JupyterLab asks whether it may fetch news
      "--MultiKernelManager.default_kernel_name=deno",
      ...port === undefined ? [] : [`--port=${port}`, "--ServerApp.port_retries=0"],
      ...noBrowser ? ["--no-browser"] : [],
      ...Deno.uid() === 0 ? ["--allow-root"] : [], // Jupyter refuses to run as root without this
    ]);
  },
});

if (import.meta.main) await runCommand(lab);
