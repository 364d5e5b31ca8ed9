import { ran } from "codebias/app/setup/ran.ts";
import { succeeds } from "codebias/app/setup/apt.ts";

/** A version of Ollama that the tests run: the last that is one program, and the current one. */
export type EngineVersion = "0.9.6" | "0.33.0";

/** A tool for building it. */
interface Need {
  /** What it is, e.g. `Go 1.24 or newer`. */
  readonly name: string;
  readonly remedy: string;
  readonly there: () => Promise<boolean>;
}

const GO: Readonly<Record<EngineVersion, readonly [number, number]>> = {
  "0.9.6": [1, 24],
  "0.33.0": [1, 26],
};

/**
 * What this machine lacks to build a version of Ollama.
 *
 * @returns For each thing that is missing, what it is and how to get it; nothing if all is there.
 */
export async function missingTools(version: EngineVersion): Promise<string[]> {
  const needs = [...goNeeds(GO[version]), ...version === "0.33.0" ? LLAMA_NEEDS : []];
  const there = await Promise.all(needs.map((need) => need.there()));
  return needs.filter((_, at) => !there[at]).map(({ name, remedy }) => `${name} is missing: ${remedy}`);
}

/** The build tool cmake writes for: ninja if there is one, else make. */
export async function buildGenerator(): Promise<"Ninja" | "Unix Makefiles"> {
  return await succeeds("ninja", ["--version"]) ? "Ninja" : "Unix Makefiles";
}

const LLAMA_NEEDS: readonly Need[] = [
  tool("cmake", "sudo apt-get install cmake ninja-build"),
  {
    ...tool("ninja or make", "sudo apt-get install ninja-build"),
    there: async () => await buildGenerator() === "Ninja" || await succeeds("make", ["--version"]),
  },
  tool("npm", "install Node.js 20 or newer, which has it"),
  tool("git", "sudo apt-get install git"),
  tool("tar", "sudo apt-get install tar"),
];

/** A tool that says its version. */
function tool(name: string, remedy: string): Need {
  return { name, remedy, there: () => succeeds(name, ["--version"]) };
}

function goNeeds([major, minor]: readonly [number, number]): Need[] {
  return [
    {
      name: `Go ${major}.${minor} or newer`,
      remedy: "install it from https://go.dev/dl and put it on PATH",
      there: async () => {
        const found = (await goEnv("GOVERSION"))?.match(/go(\d+)\.(\d+)/)?.slice(1).map(Number);
        return found !== undefined && (found[0] > major || (found[0] === major && found[1] >= minor));
      },
    },
    ...[["C", "CC", "cc"], ["C++", "CXX", "c++"]].map(([language, variable, usual]) => ({
      name: `a ${language} compiler`,
      remedy: "sudo apt-get install build-essential",
      there: async () => await succeeds((await goEnv(variable))?.split(" ")[0] || usual, ["--version"]),
    })),
  ];
}

/** One of Go's settings; undefined where there is no Go. */
async function goEnv(name: string): Promise<string | undefined> {
  const { success, out } = await ran("go", ["env", name]);
  return success ? out.trim() : undefined;
}
