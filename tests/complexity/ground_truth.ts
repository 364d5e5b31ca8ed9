import { join } from "node:path";
import { CLASSES, type ComplexityClass } from "codebias/complexity/classes.ts";
import { paths } from "codebias/store/paths.ts";
import { readYamlFile } from "codebias/store/own_data.ts";
import type { ProfiledProgram } from "codebias/core/types.ts";

/** A program whose complexity is known by argument. */
export interface KnownProgram extends ProfiledProgram {
  readonly id: string;
  readonly class: ComplexityClass;
  /** `sealed`: not looked at before the estimator was finished. */
  readonly set: "tuning" | "sealed";
  readonly trait: string;
  /** The argument. */
  readonly reason: string;
}

/** All programs of data/complexity, by set and class. */
export async function knownPrograms(): Promise<KnownProgram[]> {
  const files = (["tuning", "sealed"] as const).flatMap((set) =>
    CLASSES.map((name) => ({ set, class: name }))
  );
  const lists = await Promise.all(files.map(async (file) => {
    const { value } = await readYamlFile(join(paths.data, "complexity", file.set, `${file.class}.yaml`));
    return (value as Omit<KnownProgram, "class" | "set">[]).map((program) => ({ ...program, ...file }));
  }));
  return lists.flat();
}

/** Keeps one core busy until it is disposed of. */
export class BusyCore implements Disposable {
  readonly #process = new Deno.Command(Deno.execPath(), { args: ["eval", "for (;;);"] }).spawn();

  [Symbol.dispose](): void {
    this.#process.kill("SIGKILL");
  }
}
