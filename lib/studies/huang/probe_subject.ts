import type { ProbeSubject } from "../../types.ts";
import { encode } from "../../values/encode.ts";
import type { Reading } from "./reading.ts";

/** What to probe of a completion that was read: its function, with the values of all that this is handed. */
export function probeSubjectOf({ source, site, inputs }: Reading): ProbeSubject {
  return {
    source,
    functionName: site.name,
    ...(site.className !== undefined && { className: site.className }),
    attributes: inputs.map(({ name, protected: isProtected, pool }) => ({
      name,
      type: pool.kind,
      values: pool.values.map((value) => encode(value)),
      ...(pool.range && { range: pool.range }),
      protected: isProtected,
    })),
  };
}
