import { SandboxError } from "codebias/core/errors.ts";
import { type ProtectionLevel } from "codebias/execution/protection/protection.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "codebias/execution/sandbox.ts";
import { PYTHON } from "../pythons.ts";
import { contained } from "./containment.ts";

/** The levels that x86-64 has, the best first. */
export const LEVELS: readonly ProtectionLevel[] = [
  "full",
  "without-pid-namespace",
  "without-user-namespaces",
];

/** A level, and whether this machine gives it; a test that needs it says so in its name where it does not. */
export interface LevelHere {
  readonly level: ProtectionLevel;
  readonly ignore: boolean;
  /** ` (skipped: why)`, or nothing. */
  readonly skipped: string;
  /** What programs run with at this level; undefined where this machine does not give it. */
  readonly python?: string;
  readonly open: (options?: SandboxOptions) => Promise<Sandbox>;
}

/** Programs of a test at this level run with the first of these that it can use: nobody may not read root's own. */
const PYTHONS = [PYTHON, "/usr/bin/python3"];

async function levelHere(level: ProtectionLevel): Promise<LevelHere> {
  let why = contained.ignore && level !== "without-user-namespaces" ? "no user namespaces" : "";
  for (const python of why ? [] : PYTHONS) {
    const open = (options?: SandboxOptions) => openSandbox({ python, workers: 1, level, ...options });
    try {
      await (await open())[Symbol.asyncDispose]();
      return { level, ignore: false, skipped: "", python, open };
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      why = error.message;
    }
  }
  // Where the sandbox itself refuses although namespaces are there, that is a failure and not a reason to skip.
  const ignore = contained.ignore || level === "without-user-namespaces";
  const open = () => Promise.reject(new Error(why));
  return { level, ignore, skipped: ignore ? ` (skipped: ${why.slice(0, 120)})` : "", open };
}

/** The levels, each tried out. */
export const LEVELS_HERE: readonly LevelHere[] = await Promise.all(LEVELS.map(levelHere));
