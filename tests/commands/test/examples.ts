/** An example in a docstring or in the README that is run as a test. */
export interface Example {
  /** What the test is called: where the example stands, `lib/statistics/intervals/wilson.ts:12`. */
  readonly name: string;
  /** The body of an asynchronous function. */
  readonly body: string;
}

/** `\`\`\`ts` up to its end, with each line's prefix; one that says `ts ignore` is only shown. */
const BLOCK = /^([ \t]*(?:\*[ \t]?)?)```(?:ts|typescript)[ \t]*\n(.*?)^[ \t]*(?:\*[ \t]?)?```/gms;
const IMPORT = /^import (type )?(?:(\w+)|(?:\* as (\w+))|\{([^}]*)\}) from ("[^"]+");$/gm;

/**
 * The examples in the text of a file. Several of them make one module in {@linkcode exampleModule}:
 * `deno test --doc` starts one for each, which takes longer than running them.
 *
 * @param path The file's, as it is to be shown.
 * @param text Of a TypeScript or Markdown file.
 * @throws {RangeError} If an example imports in a way that is not understood.
 */
export function examplesIn(path: string, text: string): Example[] {
  const found = path.endsWith(".md")
    ? [{ text, at: 0 }]
    : [...text.matchAll(/\/\*\*.*?\*\//gs)].map((match) => ({
      text: match[0],
      at: match.index,
    }));
  return found.flatMap((part) =>
    [...part.text.matchAll(BLOCK)].map((match) => {
      const line = text.slice(0, part.at + match.index).split("\n").length;
      const code = match[2].replace(path.endsWith(".md") ? /^$/g : /^[ \t]*\*[ \t]?/gm, "");
      return { name: `${path}:${line}`, body: withoutImports(code, `${path}:${line}`) };
    })
  );
}

/** Imports belong at the top of a module; they are rewritten so that they can stand in a function. */
function withoutImports(code: string, where: string): string {
  const body = code.replace(IMPORT, (_, type, name, all, names, from) => {
    if (type) return "";
    if (all) return `const ${all} = await import(${from});`;
    const list = name ? `default: ${name}` : names.replace(/\btype \w+,?/g, "").replace(/ as /g, ": ").trim();
    return `const { ${list.replaceAll("\n", " ").replace(/,$/, "")} } = await import(${from});`;
  });
  if (/^(?:import|export)\b(?!\()/m.test(body)) {
    throw new RangeError(`${where}: an example must import { names } from "module", one by one`);
  }
  return body;
}

/** A module that registers examples as tests. */
export function exampleModule(examples: readonly Example[]): string {
  return examples.map(({ name, body }) =>
    `Deno.test(${JSON.stringify(`example ${name}`)}, async () => {\n${body}\n});\n`
  ).join("");
}
