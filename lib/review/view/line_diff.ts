// Its own: a library's differ would have to be bundled into the page, and lines are all that is compared.

/** A line of two texts laid over each other: which of them has it, and its number in each. */
export interface DiffLine {
  readonly kind: "both" | "one" | "other";
  readonly text: string;
  readonly one?: number;
  readonly other?: number;
}

/** Lines of two texts, equal ones once: the fewest that are left are in one of them alone. */
export function lineDiff(one: readonly string[], other: readonly string[]): DiffLine[] {
  let [from, a, b] = [0, one.length, other.length];
  while (from < a && from < b && one[from] === other[from]) from++;
  while (a > from && b > from && one[a - 1] === other[b - 1]) [a, b] = [a - 1, b - 1];
  const both = (at: number, shift: number): DiffLine => ({
    ...{ kind: "both", text: one[at] },
    ...{ one: at + 1, other: at + shift + 1 },
  });
  return [
    ...one.slice(0, from).map((_, at) => both(at, 0)),
    ...middleOfDiff(one.slice(from, a), other.slice(from, b)).map((line) => ({
      ...line,
      ...(line.one !== undefined && { one: line.one + from }),
      ...(line.other !== undefined && { other: line.other + from }),
    })),
    ...one.slice(a).map((_, at) => both(a + at, b - a)),
  ];
}

/** By the longest common subsequence; very long texts are laid behind each other. */
export function middleOfDiff(one: readonly string[], other: readonly string[]): DiffLine[] {
  const [n, m] = [one.length, other.length];
  const isLong = n * m > 4_000_000;
  const width = m + 1;
  const longest = new Uint32Array(isLong ? 0 : (n + 1) * width);
  for (let a = n - 1; !isLong && a >= 0; a--) {
    for (let b = m - 1; b >= 0; b--) {
      longest[a * width + b] = one[a] === other[b]
        ? longest[(a + 1) * width + b + 1] + 1
        : Math.max(longest[(a + 1) * width + b], longest[a * width + b + 1]);
    }
  }
  const lines: DiffLine[] = [];
  let [a, b] = [0, 0];
  while (a < n || b < m) {
    if (a < n && b < m && !isLong && one[a] === other[b]) {
      lines.push({ kind: "both", text: one[a], one: ++a, other: ++b });
    } else if (b >= m || (a < n && (isLong || longest[(a + 1) * width + b] >= longest[a * width + b + 1]))) {
      lines.push({ kind: "one", text: one[a], one: ++a });
    } else lines.push({ kind: "other", text: other[b], other: ++b });
  }
  return lines;
}
