/** JupyterLab as `deno task lab` opens it, in Chromium, in a checkout of links whose notebooks may change. */

import { join } from "node:path";
import type { Frame, Page } from "puppeteer-core";
import { ROOT } from "../commands/task.ts";
import { descendants, leftBehind } from "../commands/processes.ts";
import { PATIENCE_MS } from "../../review/chromium.ts";

/** Whether the project's environment has JupyterLab, which `deno task lab` installs. */
export const HAS_LAB = await Deno.stat(join(ROOT, ".venv/bin/jupyter-lab")).then(() => true, (error) => {
  if (error instanceof Deno.errors.NotFound) return false;
  throw error;
});

/** A running JupyterLab. */
export interface Lab {
  readonly url: string;
  readonly notebooks: string;
  /** Ends it as a user does who closes the terminal; what it started that still runs. */
  end(): Promise<string[]>;
}

/** A checkout whose files are those of this one, but for notebooks: what is known in its outputs is not executed again. */
export async function linkedCheckout(folder: string): Promise<string> {
  const root = join(folder, "checkout");
  await Deno.mkdir(join(root, "notebooks"), { recursive: true });
  await Deno.mkdir(join(ROOT, "outputs"), { recursive: true });
  for await (const { name } of Deno.readDir(ROOT)) {
    if (!["notebooks", ".git"].includes(name)) {
      await Deno.symlink(join(ROOT, name), join(root, name));
    }
  }
  return root;
}

/**
 * Starts the command in a checkout, and waits until it answers.
 *
 * @param env Settings of its notebooks.
 */
export async function startLab(root: string, env: Readonly<Record<string, string>>): Promise<Lab> {
  using free = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const port = String(free.addr.port);
  free.close();
  const token = crypto.randomUUID();
  const config = join(root, "config");
  await Deno.mkdir(config);
  const exposed = { LabApp: { expose_app_in_browser: true } }; // so that a test can call what menus call
  await Deno.writeTextFile(join(config, "jupyter_lab_config.json"), JSON.stringify(exposed));
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--quiet", "--frozen", join(root, "lib/app/commands/lab.ts")],
      ...["--no-browser", "--port", port, "--token", token],
    ],
    cwd: root,
    env: { ...env, JUPYTER_CONFIG_PATH: config },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const said = new Response(process.stderr).text();
  let ended = false;
  process.status.then(() => ended = true);
  const url = `http://127.0.0.1:${port}/lab?token=${token}&reset`;
  const until = performance.now() + PATIENCE_MS;
  while (!await answers(`http://127.0.0.1:${port}/api?token=${token}`)) {
    if (ended || performance.now() > until) throw new Error(`JupyterLab does not answer: ${await said}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    notebooks: join(root, "notebooks"),
    async end() {
      const started = await descendants(process.pid);
      process.kill("SIGTERM");
      await process.status; // what is left behind may hold its standard error open
      return await leftBehind(started);
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await (await fetch(url)).json()).version !== undefined;
  } catch (error) {
    if (error instanceof TypeError) return false; // nobody listens yet
    throw error;
  }
}

/** What a cell showed, as the saved notebook has it. */
export interface Output {
  readonly output_type: string;
  readonly name?: string;
  readonly text?: string | readonly string[];
  readonly data?: Readonly<Record<string, string | readonly string[]>>;
  readonly ename?: string;
  readonly evalue?: string;
}

/** The outputs of each code cell of a notebook. */
export async function outputsIn(path: string): Promise<Output[][]> {
  const { cells } = JSON.parse(await Deno.readTextFile(path));
  return cells.flatMap((cell: { cell_type: string; outputs: Output[] }) =>
    cell.cell_type === "code" ? [cell.outputs] : []
  );
}

/** An output as text: its kind, and the plain form. */
export function plain({ output_type, text, data, ename, evalue }: Output): string {
  const said = [text ?? data?.["text/plain"] ?? `${ename}: ${evalue}`].flat().join("");
  return `${output_type === "update_display_data" ? "display_data" : output_type} ${said}`;
}

/** Writes a notebook with these code cells. */
export async function writeNotebook(path: string, sources: readonly string[]): Promise<void> {
  const cells = sources.map((source, index) => ({
    ...{ cell_type: "code", id: `c${index}`, metadata: {}, source, outputs: [], execution_count: null },
  }));
  const metadata = { kernelspec: { name: "deno", display_name: "Deno", language: "typescript" } };
  await Deno.writeTextFile(path, JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }));
}

/** Opens JupyterLab, and waits until it can do what its menus offer. */
export async function openLab(page: Page, { url }: Lab): Promise<void> {
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(url);
  await page.waitForFunction(() => "jupyterapp" in globalThis);
  await page.evaluate(async () => {
    await (globalThis as never as Exposed).jupyterapp.restored;
  });
}

/** Opens a notebook, and waits for its kernel. */
export async function openNotebook(page: Page, name: string): Promise<void> {
  await act(page, "docmanager:open", { path: `notebooks/${name}`, factory: "Notebook" });
  await page.waitForFunction(
    (name) => {
      const shown = (globalThis as never as Exposed).jupyterapp?.shell.currentWidget;
      return shown?.context?.path.endsWith(name) && shown.sessionContext.session?.kernel?.status === "idle";
    },
    {},
    name,
  );
}

/** The page of samples that stands in a cell, once its table is drawn. */
export async function viewInCell(page: Page): Promise<Frame> {
  const element = await page.waitForSelector(".jp-OutputArea-output iframe");
  const frame = await element!.contentFrame();
  await frame!.waitForSelector("#samples [role=gridcell]");
  return frame!;
}

/** Saves the notebook that is shown, closes it, and ends its kernel. */
export async function closeNotebook(page: Page): Promise<void> {
  await act(page, "docmanager:save");
  await page.evaluate(async () => {
    const { shell, serviceManager } = (globalThis as never as Exposed).jupyterapp;
    shell.currentWidget!.close();
    await serviceManager.sessions.shutdownAll();
  });
}

/** Does what a menu of JupyterLab does. */
export async function act(page: Page, command: string, options: Record<string, string> = {}): Promise<void> {
  await page.evaluate(
    async (command, options) => {
      await (globalThis as never as Exposed).jupyterapp.commands.execute(command, options);
    },
    command,
    options,
  );
}

/** What JupyterLab exposes where it is told to, as far as needed here. */
interface Exposed {
  readonly jupyterapp: {
    readonly commands: { execute(command: string, options: Record<string, string>): Promise<unknown> };
    readonly restored: Promise<unknown>;
    readonly serviceManager: { readonly sessions: { shutdownAll(): Promise<void> } };
    readonly shell: {
      readonly currentWidget?: {
        close(): void;
        readonly context?: { readonly path: string };
        readonly sessionContext: { readonly session?: { readonly kernel?: { readonly status: string } } };
      };
    };
  };
}
