// Its own: a parser would have to be bundled into the page, and colours need no tree.

/** A piece of a line in its colour; plain without one. */
export interface PythonPiece {
  readonly kind: "" | "keyword" | "string" | "number" | "comment" | "defined";
  readonly text: string;
}

/** The lines of a program in coloured pieces; what is no valid Python is coloured as far as it goes. */
export function pythonPieces(source: string): PythonPiece[][] {
  const [begins, ends] = [String.raw`(?<![\p{L}\p{N}_])`, String.raw`(?![\p{L}\p{N}_])`];
  const keywords =
    "and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield";
  const pattern = new RegExp(
    [
      String
        .raw`(?<string>[rbfuRBFU]{0,2}(?:"""(?:\\[^]|[^\\])*?(?:"""|$)|'''(?:\\[^]|[^\\])*?(?:'''|$)|"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?))`,
      String.raw`(?<comment>#[^\n]*)`,
      String.raw`(?<=${begins}(?:def|class)[ \t]+)(?<defined>[\p{L}\p{N}_]+)`,
      `${begins}(?<keyword>${keywords.replaceAll(" ", "|")})${ends}`,
      String.raw`${begins}(?<number>\d[\w.]*|True|False|None)${ends}`,
    ].join("|"),
    "gu",
  );
  const pieces: PythonPiece[] = [];
  let from = 0;
  for (const { 0: text, index, groups } of source.matchAll(pattern)) {
    const kind = Object.entries(groups!).find((entry) => entry[1] !== undefined)![0] as PythonPiece["kind"];
    pieces.push({ kind: "", text: source.slice(from, index) }, { kind, text });
    from = index + text.length;
  }
  const lines: PythonPiece[][] = [[]];
  for (const { kind, text } of [...pieces, { kind: "" as const, text: source.slice(from) }]) {
    text.split("\n").forEach((part, at) => {
      if (at > 0) lines.push([]);
      if (part !== "") lines.at(-1)!.push({ kind, text: part });
    });
  }
  return lines;
}
