/** Whether a text contains a line that only code would contain. */
export function looksLikeCode(text: string): boolean {
  return CODE_LINES.some((pattern) => pattern.test(text));
}

const CODE_LINES = [
  /^[ \t]*(?:async )?def [^\s(]+\s*\(/m,
  /^[ \t]*class \w+.*:[ \t]*$/m,
  /^[ \t]*(?:from [\w.]+ )?import \w+/m,
  /^[ \t]*(?:for .+ in .+|while .+|if .+|else|try) ?:/m,
  /^[ \t]+(?:return|yield|raise|assert|pass|\.\.\.)(?!\w)|^return\b.*[\w)\]}'"]$/m,
  /^[ \t]*[\w.[\]]+ ?[-+*/]?= ?\S/m,
  /^[ \t]+[\w.]+\(|^[\w.]+\(.*\)[ \t]*$/m,
];
