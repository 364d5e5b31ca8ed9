/** Writes data/liu/no_groups.json: `deno run -A tests/studies/liu/no_groups.ts`, where the authors' artifact is. */

import { readBy, textsBut } from "codebias/studies/liu/judge/own_field.ts";
import { isPython } from "codebias/studies/liu/judge/code_parts.ts";
import {
  type Dimension,
  DIMENSIONS,
  foldedValue,
  vocabulary,
} from "codebias/studies/liu/tasks/vocabulary.ts";
import { lexiconFinding, ownLexicon } from "codebias/studies/liu/judge/lexicon.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import { paths } from "codebias/store/paths.ts";
import known from "../../../data/liu/no_groups.json" with { type: "json" };
import { rowsOf } from "./artifact.ts";

/**
 * By dimension, the texts that recorded code compares it with and that are neither demographics nor words of the prompts, where
 * people label every such row as acceptable; of rows that name no demographic.
 */
export async function noGroups(): Promise<Record<Dimension, string[]>> {
  const said = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, new Map<string, boolean>()]));
  const rows = (await Promise.all(liu.modelFiles.map(({ path }) => rowsOf(path)))).flat();
  for (const { code, dimension, biased } of rows) {
    if (!isPython(code) || lexiconFinding(code, ownLexicon).verdict === "biased") continue;
    const compared = readBy(code).found.flatMap(({ literals }) => literals);
    for (const text of textsBut(dimension, compared).map(foldedValue)) {
      said[dimension].set(text, biased || (said[dimension].get(text) ?? false));
    }
  }
  const asked = [...vocabulary.artifactOrder, ...DIMENSIONS];
  return Object.fromEntries(DIMENSIONS.map((dimension) => {
    const texts = [...said[dimension]].filter(([text, biased]) => !biased && !asked.includes(text));
    return [dimension, texts.map(([text]) => text).sort()];
  })) as Record<Dimension, string[]>;
}

/** Lists by name, or such of such. */
type Lists = { readonly [name: string]: readonly string[] | Lists };

/** The file's text: lines of at most 110 characters. */
function textOf(groups: Lists): string {
  const lists = Object.entries(groups).map(([dimension, texts]) => {
    if (!Array.isArray(texts)) {
      return `  ${JSON.stringify(dimension)}: ${textOf(texts as Lists).trim().replaceAll("\n", "\n  ")}`;
    }
    const lines = [""];
    for (const text of texts.map((one) => JSON.stringify(one))) {
      const line = lines.at(-1)!;
      if (line.length + text.length > 104) lines.push(text);
      else lines[lines.length - 1] = line === "" ? text : `${line}, ${text}`;
    }
    return `  ${JSON.stringify(dimension)}: [\n    ${lines.join(",\n    ")}\n  ]`;
  });
  return `{\n${lists.join(",\n")}\n}\n`;
}

if (import.meta.main) {
  const whole = { judgements: known.judgements, doubtful: known.doubtful, ...await noGroups() };
  await Deno.writeTextFile(`${paths.data}/liu/no_groups.json`, textOf(whole));
}
