// Its own: the parser that colours a review page would take seconds for thousands of programs, which are seen one at a time.

/** A piece of a line in its colour; plain without one. */
export interface PythonPiece {
  readonly kind: "" | "keyword" | "string" | "number" | "comment" | "defined";
  readonly text: string;
}

/** The lines of a program in coloured pieces; what is no valid Python is coloured as far as it goes. */
export function pythonPieces(source: string): PythonPiece[][] {
  const keywords =
    "and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield match case";
  const pattern = new RegExp(
    [
      String
        .raw`(?<string>[rbfu]{0,2}(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))`,
      String.raw`(?<comment>#[^\n]*)`,
      String.raw`(?<=\b(?:def|class)[ \t]+)(?<defined>\w+)`,
      String.raw`\b(?<keyword>${keywords.replaceAll(" ", "|")})\b`,
      String.raw`\b(?<number>\d[\w.]*|True|False|None)\b`,
    ].join("|"),
    "gi",
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
