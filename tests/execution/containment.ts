import { projectSandbox } from "codebias/store/environment.ts";
/** Why programs cannot be contained on this machine; undefined where they can. */
const obstacle = await findObstacle();
if (obstacle) console.warn(`Tests that need the sandbox are ignored: ${obstacle}`);

/** Options of a test that needs the sandbox: it is counted as ignored where programs cannot be contained. */
export const contained: { readonly ignore: boolean } = { ignore: obstacle !== undefined };

/** Tries bubblewrap without the code under test, so that a defect there is a failure and not an obstacle. */
async function findObstacle(): Promise<string | undefined> {
  if (Deno.build.os !== "linux") return "they need Linux";
  if (!await canRun("bwrap", "--version")) return "bubblewrap is not installed";
  if (Deno.uid() === 0 && !await canRun("setpriv", "--version")) return "setpriv is not installed";
  const probe = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"];
  const [command, ...args] = Deno.uid() === 0 ? [...asUser(65534), ...probe] : probe;
  const { success, stderr } = await new Deno.Command(command, { args }).output();
  return success ? undefined : `no user namespaces (${new TextDecoder().decode(stderr).trim()})`;
}

/** Whether a command exists and works. */
export async function canRun(command: string, ...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(command, { args, stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

/** The beginning of a command line that runs the rest as another user. */
export function asUser(id: number): string[] {
  return ["setpriv", "--reuid", `${id}`, "--regid", `${id}`, "--clear-groups", "--"];
}

/** Whether programs find pandas, which set-up installs where it can be had. */
export const hasPandas: boolean = projectSandbox().packages.some((path) => path.endsWith("/pandas"));
