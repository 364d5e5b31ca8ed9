import type { Domain } from "./domain.ts";
import { decimalsOf } from "../figures/figure_rows.ts";
import { TYPE } from "./sheet.ts";
import { textWidth } from "./text_width.ts";
import { logTicks, numberText, type Tick, ticks } from "./ticks.ts";

/** The least free space between two numbers below an axis, in pixels. */
const SPACE_BETWEEN = 8;

/** The ticks of a vertical axis of a given length: at most one in every 28 pixels, or 3 on a short axis. */
export function ticksFor(domain: Domain, log = false): (length: number) => readonly Tick[] {
  const make = log ? logTicks : ticks;
  return (length) => make(domain, Math.max(3, Math.floor(length / 28)));
}

/** The ticks of a horizontal axis of a given length: as many as fit beside each other, at most 8. */
export function ticksAcross(domain: Domain, log = false): (length: number) => readonly Tick[] {
  const make = log ? logTicks : ticks;
  return (length) => {
    for (let most = 8; most > 2; most--) {
      const found = make(domain, most);
      const width = Math.max(...found.map(({ text }) => textWidth(text, { size: TYPE.small })));
      if (found.length * (width + SPACE_BETWEEN) <= length) return found;
    }
    return make(domain, 2);
  };
}

/** Ticks at the existing levels, if these fit; otherwise at round numbers. */
export function levelTicks(levels: readonly number[], domain: Domain, length: number): readonly Tick[] {
  const decimals = decimalsOf(levels);
  const found = levels.map((value) => ({ value, text: numberText(value, decimals) }));
  const along = (value: number) => (value - domain[0]) / (domain[1] - domain[0]) * length;
  const half = ({ text }: Tick) => (textWidth(text, { size: TYPE.small }) + SPACE_BETWEEN) / 2;
  const crowded = found.some((tick, at) =>
    at > 0 && along(tick.value) - along(found[at - 1].value) < half(tick) + half(found[at - 1])
  );
  return crowded ? ticksAcross(domain)(length) : found;
}
