import { DataError } from "../../core/errors.ts";
import { ran } from "./ran.ts";

const NEWEST_FIRST = "python3 python3.14 python3.13 python3.12 python3.11 python3.10 python".split(" ");

const ASK = `
import sys, importlib.util
print(sys.version.split()[0]); print(all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")))
`;

/**
 * The first Python of at least 3.10 among `CODEBIAS_PYTHON` (only this one if set), python3, python3.14, ...
 *
 * @throws {DataError} If there is none; the message has the versions found and what to do.
 */
export async function findPython() {
  const named = Deno.env.get("CODEBIAS_PYTHON");
  const tooOld: string[] = [];
  for (const command of named ? [named] : NEWEST_FIRST) {
    const answer = await ask(command);
    if (!answer) continue;
    const [major, minor] = answer.version.split(".").map(Number);
    if (major === 3 && minor >= 10) return answer;
    tooOld.push(`${command} is ${answer.version}`);
  }
  const found = tooOld.length > 0
    ? tooOld.join(", ")
    : named
    ? `${named} does not run`
    : "there is none on the PATH";
  throw new DataError(
    `Python 3.10 or newer is needed (${found}); install one (Debian or Ubuntu: sudo apt-get install python3 ` +
      `python3-venv) or name one in CODEBIAS_PYTHON`,
  );
}

/** The version of a Python command, and whether it can make virtual environments; undefined if it does not run. */
async function ask(command: string) {
  const { success, out } = await ran(command, ["-I", "-c", ASK]);
  const [version, hasVenv] = out.trim().split("\n");
  if (!success || !version) return undefined;
  // Debian has the modules that make virtual environments in a separate package.
  return { command, version, hasVenv: hasVenv === "True" };
}
