/**
 * Moves positions on a line so that neighbours are at least `gap` apart and all lie within a range, each as near to
 * its old position as its neighbours allow. This is our own code, because Plot's dodge moves marks away from a line, not
 * along it.
 *
 * @param places The positions, in any order.
 * @param gap The least distance between two.
 * @param range The start and the end of the range, long enough for all.
 * @returns The new positions, in the order of the old ones.
 *
 * @example
 * ```ts
 * import { spreadOut } from "codebias/report/drawing/spread_out.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(spreadOut([50, 52, 90], { gap: 10, range: [0, 100] }), [46, 56, 90]);
 * assert.deepEqual(spreadOut([99, 0], { gap: 10, range: [0, 95] }), [95, 0]);
 * ```
 */
export function spreadOut(
  places: readonly number[],
  { gap, range: [from, to] }: { gap: number; range: readonly [number, number] },
): number[] {
  const order = places.map((_, at) => at).sort((a, b) => places[a] - places[b] || a - b);
  const groups: { members: number[]; start: number }[] = [];
  const startOf = (members: readonly number[]) => {
    const wanted = members.reduce((sum, at, index) => sum + places[at] - index * gap, 0) / members.length;
    return Math.max(from, Math.min(wanted, to - (members.length - 1) * gap));
  };
  for (const at of order) {
    let members = [at];
    // Groups that touch are merged; the merged group is centred again and may touch the one before it.
    for (let last = groups.at(-1); last; last = groups.at(-1)) {
      if (last.start + last.members.length * gap <= startOf(members)) break;
      members = [...last.members, ...members];
      groups.pop();
    }
    groups.push({ members, start: startOf(members) });
  }
  const moved = [...places];
  for (const { members, start } of groups) members.forEach((at, index) => moved[at] = start + index * gap);
  return moved;
}
