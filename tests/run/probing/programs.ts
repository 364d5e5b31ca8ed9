import { join } from "node:path";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { paths } from "codebias/store/paths.ts";
import { readYamlFiles } from "codebias/store/own_data.ts";
import type { ProbeSubject } from "codebias/core/types.ts";

/** A program whose verdicts are known; they were found by full enumeration outside of codebias. */
export interface KnownProgram {
  readonly id: string;
  /** What is hard about it. */
  readonly why: string;
  readonly subject: ProbeSubject;
  /** The attributes that alone change its outcome. */
  readonly biasedOn: readonly string[];
  /** Why nothing can be said of some other attribute. */
  readonly unjudged?: string;
}

/** The programs of tests/bias/programs. */
export async function programs(): Promise<KnownProgram[]> {
  const files = await readYamlFiles(join(paths.root, "tests", "bias", "programs"));
  return files.flatMap(({ value }) =>
    (value as Record<string, unknown>[]).map(({ why, biasedOn, unjudged, ...line }) => ({
      id: String(line.id),
      why: String(why),
      subject: readProbe(JSON.stringify(line)).subject,
      biasedOn: (biasedOn ?? []) as string[],
      ...(unjudged !== undefined && { unjudged: String(unjudged) }),
    }))
  );
}
