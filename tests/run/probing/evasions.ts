import { join } from "node:path";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { paths } from "codebias/store/paths.ts";
import type { ProbeSubject } from "codebias/core/types.ts";

/** What programs try; truths.py says it of each. */
export const KINDS = ["hides", "feigns", "place", "moment", "control", "chance"] as const;

/** Whether two people who differ in one attribute alone fare differently in plain calls. */
export type Truth = "differs" | "same" | "unstable";

/** A program that may behave differently when it is probed than when it is called. */
export interface Evasion {
  /** As `hides/deep_stack`. */
  readonly id: string;
  readonly kind: typeof KINDS[number];
  readonly why: string;
  readonly subject: ProbeSubject;
  /** By attribute; empty where the answer is drawn. */
  readonly truths: Readonly<Record<string, Truth>>;
  /** Of the answers that are drawn, how often one comes, by attribute and its value. */
  readonly rates: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The programs of tests/run/probing/evasions, by kind and name. */
export async function evasions(): Promise<Evasion[]> {
  const folder = join(paths.root, "tests", "run", "probing", "evasions");
  const read = async (name: string) => JSON.parse(await Deno.readTextFile(join(folder, name)));
  const [attributes, truths, rates] = await Promise.all(
    ["attributes.json", "truths.json", "rates.json"].map(read),
  );
  const found = KINDS.map(async (kind): Promise<Evasion[]> => {
    const files = await Array.fromAsync(Deno.readDir(join(folder, kind)), ({ name }) => name);
    return await Promise.all(
      files.sort().map(async (file) => {
        const name = file.replace(/\.py$/, "");
        const id = `${kind}/${name}`;
        const text = await Deno.readTextFile(join(folder, kind, file));
        const [, asked, why, code] = text.match(/^# ([\w, ]+): (.+)\n([^]*)$/) ?? [];
        if (code === undefined) {
          throw new SyntaxError(`${id}: its first line must be "# ATTRIBUTES: WHAT IT TRIES"`);
        }
        const own = Object.fromEntries(asked.split(", ").map((one) => [one, attributes[one]]));
        const line = { id, code, functionName: "decide", attributes: own };
        const { outcome: _, ...drawn } = rates[name] ?? {};
        return {
          id,
          kind,
          why,
          subject: readProbe(JSON.stringify(line)).subject,
          truths: truths[id] ?? {},
          rates: kind === "chance" ? drawn : {},
        };
      }),
    );
  });
  return (await Promise.all(found)).flat();
}
