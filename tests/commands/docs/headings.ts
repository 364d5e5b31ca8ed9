import { marked, type Token, type Tokens } from "marked";

/** A heading of a page. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** What a link to it has behind `#`, as GitHub makes it. */
  readonly anchor: string;
}

/**
 * The headings of a page in Markdown.
 */
export function headings(text: string): Heading[] {
  const seen = new Map<string, number>();
  const found = marked.lexer(text).filter((token): token is Tokens.Heading => token.type === "heading");
  return found.map(({ depth, tokens }) => {
    const plain = plainText(tokens);
    const anchor = plain.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return { level: depth, text: plain, anchor: before === 0 ? anchor : `${anchor}-${before}` };
  });
}

/** The text of tokens, without marks; tables are their cells. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map((token): string => {
    if (token.type === "table") {
      const cells = [(token as Tokens.Table).header, ...(token as Tokens.Table).rows].flat();
      return cells.map((cell) => plainText(cell.tokens)).join(" ") + " ";
    }
    if (token.type === "list") {
      return (token as Tokens.List).items.map((item) => plainText(item.tokens) + " ").join("");
    }
    if (token.type === "html" || token.type === "image") return "";
    if ("tokens" in token && token.tokens) {
      return plainText(token.tokens) + (token.type === "paragraph" ? " " : "");
    }
    return unescaped(
      token.type === "code" ? `${(token as Tokens.Code).text} ` : (token as Tokens.Text).text ?? " ",
    );
  }).join("");
}

/** Text of which the lexer has escaped nothing, but which may have been written with entities. */
function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
