import {
  asNobody,
  type Interpreter,
  interpreterFiles,
  SYSTEM_FOLDERS,
  workerCommand,
  workerEnvironment,
} from "./interpreter.ts";
import type { Obstacle } from "./protection.ts";

/** The files that a contained interpreter may see besides the system's read-only /usr, and its other options. */
export interface ContainerOptions {
  readonly interpreter: Interpreter;
  /** Python packages to make importable, e.g. the folders of numpy; read-only inside. */
  readonly packages: readonly string[];
  /** Whether this process is root; then the sandbox runs as another user. */
  readonly root: boolean;
  /** Whether the worker may make a process namespace for every program. @default true */
  readonly pidNamespaces?: boolean;
  /** Python's hash seed, which determines the order of the items of a set. @default 0 */
  readonly hashSeed?: number;
}

/**
 * The command line that starts the worker inside bubblewrap: separate user, process, mount, network, ipc and uts
 * namespaces; the interpreter, its library and the packages read-only; no home, no /etc, no /proc, an empty
 * environment. As root, an outer bubblewrap keeps the files readable while the inner one starts as nobody.
 */
export function containerCommand(options: ContainerOptions): string[] {
  const { interpreter, packages, pidNamespaces = true, hashSeed = 0 } = options;
  const inside = packages.map((path) => `/site/${path.split("/").at(-1)}`);
  const files: Mount[] = [
    ...outside("/usr", interpreterFiles(interpreter)).map((path) => ({ from: path, to: path })),
    ...packages.map((path, index) => ({ from: path, to: inside[index] })),
  ];
  const readable = [...SYSTEM_FOLDERS, ...interpreterFiles(interpreter)];
  const python = workerCommand(interpreter, readable, inside);

  const confine = (mounts: readonly Mount[]) => [
    "bwrap",
    ...["--unshare-all", "--die-with-parent", "--new-session", "--clearenv"],
    ...Object.entries(workerEnvironment(hashSeed)).flatMap(([name, value]) => ["--setenv", name, value]),
    ...systemFolders(),
    ...mounts.flatMap(({ from, to }) => readOnly(from, to)),
    ...["--dev-bind", "/dev/null", "/dev/null", "--remount-ro", "/", "--chdir", "/"],
    ...["--hostname", "sandbox", "--cap-drop", "ALL"],
    ...(pidNamespaces ? ["--cap-add", "CAP_SYS_ADMIN"] : []),
    "--",
  ];
  if (!options.root) return [...confine(files), ...python];

  // The user nobody may have no access to the original paths, so the outer container mounts the files elsewhere.
  const shown = files.map(({ from, to }, index) => ({ from, via: `/shown/${index}`, to }));
  return [
    "bwrap",
    // A process namespace, since the outer bwrap may not signal the processes of nobody, but its namespace ends with
    // it.
    ...["--unshare-pid", "--die-with-parent", "--new-session", "--dev", "/dev", "--proc", "/proc"],
    ...["--tmpfs", "/tmp"],
    ...systemFolders(),
    ...["--perms", "0755", "--dir", "/shown"],
    ...shown.flatMap(({ from, via }) => readOnly(from, via)),
    ...["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--chdir", "/", "--"],
    ...asNobody(),
    ...confine(shown.map(({ via, to }) => ({ from: via, to }))),
    ...python,
  ];
}

/** A file or folder of this machine, and the path under which programs see it. */
interface Mount {
  readonly from: string;
  readonly to: string;
}

/** The paths that lie neither in the folder nor in an earlier path. */
function outside(folder: string, paths: readonly string[]): string[] {
  const within = (path: string, parent: string) => path === parent || path.startsWith(parent + "/");
  return paths.filter((path, index) =>
    !within(path, folder) && !paths.some((other, at) => at < index && within(path, other))
  );
}

/**
 * The reason why the container did not start, and what to do.
 *
 * @param message The output of bubblewrap on standard error.
 */
export function explainContainerFailure(message: string): Obstacle {
  const said = message.trim() && ` (bubblewrap said: ${message.trim()})`;
  const refused =
    /No permissions? to creat|Operation not permitted|Creating new namespace failed|setting up uid map/i;
  if (/^No such command/.test(message)) {
    return { reason: "bubblewrap is not installed", remedy: "run: sudo apt-get install bubblewrap" };
  }
  if (refused.test(message)) {
    return {
      reason: `this system does not let you create user namespaces${said}`,
      remedy: "allow them (sudo sysctl -w kernel.unprivileged_userns_clone=1 or " +
        "kernel.apparmor_restrict_unprivileged_userns=0), or work in a Linux virtual machine, in WSL2, or in a " +
        "container started with --security-opt seccomp=unconfined",
    };
  }
  return {
    reason: `bubblewrap did not start${said}`,
    remedy: "check that it is installed and works: bwrap --ro-bind / / true",
  };
}

function systemFolders(): string[] {
  const folders = SYSTEM_FOLDERS.filter((path) => path !== "/usr").flatMap((path) => {
    const info = statOrNothing(path);
    if (!info) return [];
    return info.isSymlink ? ["--symlink", Deno.readLinkSync(path), path] : readOnly(path);
  });
  return [...readOnly("/usr"), ...folders];
}

function statOrNothing(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function readOnly(from: string, to: string = from): string[] {
  return ["--ro-bind", from, to];
}
