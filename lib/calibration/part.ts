import { reachable } from "./graph.ts";
import { type CalibrationSpec, END } from "./spec.ts";

/**
 * The part of a spec that follows one start, without a spread between tasks: the rates of a whole spec take
 * time quadratic in its fragments.
 *
 * @param at The number of the start, from 0.
 */
export function partOf({ fragments, starts, ...rest }: CalibrationSpec, at: number): CalibrationSpec {
  const { next } = starts[at];
  const follow = (id: string) => id === END ? [] : Object.keys(fragments[id].next);
  const reached = [...reachable(Object.keys(next), follow)].filter((id) => id !== END);
  return {
    ...rest,
    fragments: Object.fromEntries(reached.map((id) => [id, fragments[id]])),
    starts: [{ next }],
  };
}
