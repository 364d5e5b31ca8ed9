import type { DetectionRow } from "../metrics/rates.ts";

/**
 * How often instruments say what people read in functions, in words.
 *
 * @param rows As `detections` gives them.
 */
export function answerDetection(rows: readonly DetectionRow[]): string[] {
  const known = rows.filter(({ value }) => value !== null);
  if (known.length === 0) {
    return ["Nothing is labelled here, and so it is not known how often either is right."];
  }
  return [...Map.groupBy(known, ({ labels, metric }) => JSON.stringify([labels, metric])).values()].map(
    (own) => {
      const [{ labels, metric }] = own;
      const said = own.map(({ instrument, value, low, high, n, unjudged }) =>
        `${instrument} is right for ${percent(value!)} of ${n} (${percent(low!)} to ${percent(high!)}${
          unjudged === 0 ? "" : `; ${unjudged} more it leaves open, or the labels do`
        })`
      );
      return `The ${metric}, ${labels}: ${said.join(", ")}.`;
    },
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
