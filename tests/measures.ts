/**
 * Prints how large and how tangled lib/ is: `deno run -A tests/measures.ts`. The measures test holds some of these numbers.
 *
 * @module
 */

import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { faircoder, huang, linguistic, liu, solar } from "codebias";

/** What all studies have: the fields of the form, and the verbs of the design. */
const FORM = [
  ...[
    "name",
    "version",
    "title",
    "citation",
    "layout",
    "methods",
    "prompts",
    "tasks",
    "taskOf",
    "experiment",
    "calibration",
  ],
  ...["judge", "instruments", "classifier", "metrics", "rows", "told", "rounds", "measures", "paper"],
];
const VERBS = [
  ...["rates", "table", "figure", "answer", "errata", "claims", "synthetic", "declared", "witness", "review"],
];

/** Names of each study's object that are neither of the form nor a verb. */
export const ownNames: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({ faircoder, huang, linguistic, liu, solar }).map(([name, study]) => [
    name,
    Object.keys(study).filter((one) => ![...FORM, ...VERBS].includes(one)),
  ]),
);

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** How large and how tangled lib/ is. */
export interface Measures {
  /** Lines that are neither blank nor comments. */
  readonly lines: number;
  readonly files: number;
  /** The folder of lib with most files, and how many. */
  readonly fullest: readonly [folder: string, files: number];
  /** Files that import each other, directly or not. */
  readonly circles: readonly (readonly string[])[];
  /** Exported names that nothing else mentions. */
  readonly dead: readonly string[];
  /** Exported names that tests alone mention. */
  readonly tested: readonly string[];
  /** Imports from outside a room of a file that the room's face passes on. */
  readonly pastFaces: readonly string[];
}

/** Measures a checkout. */
export async function measures(root: string = ROOT): Promise<Measures> {
  const texts = await textsIn(join(root, "lib"), root);
  const others = await textsIn(join(root, "tests"), root);
  const notebooks = await textsIn(join(root, "notebooks"), root, ".ipynb");
  const folders = Map.groupBy([...await filesIn(join(root, "lib"))], (file) => dirname(relative(root, file)));
  const sizes = [...folders].map(([folder, files]) => [folder, files.length] as const);
  const { dead, tested } = unused(texts, others, notebooks);
  const imports = importsOf(texts);
  return {
    lines: [...texts.values()].flatMap(codeLines).length,
    files: texts.size,
    fullest: sizes.toSorted(([, a], [, b]) => b - a)[0],
    circles: circlesIn(imports),
    ...{ dead, tested },
    pastFaces: pastFaces(imports, texts),
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  const lists = await Promise.all(entries.map(({ name, isDirectory }) => {
    const path = join(folder, name);
    return isDirectory ? filesIn(path) : [path];
  }));
  return lists.flat();
}

/** The texts of a folder and all below it by file, in order. */
export async function textsIn(folder: string, root: string, end = ".ts"): Promise<Map<string, string>> {
  const files = (await filesIn(folder)).filter((file) => file.endsWith(end)).sort();
  const texts = files.map(async (file) => [relative(root, file), await Deno.readTextFile(file)] as const);
  return new Map(await Promise.all(texts));
}

function codeLines(text: string): string[] {
  return text.replaceAll(/^\s*\/\*\*?[\s\S]*?\*\//gm, "").split("\n").filter(isCode);
}

/** Whether a line is neither blank nor a comment. */
export function isCode(line: string): boolean {
  return !/^\s*(?:\/\/.*)?$/.test(line);
}

/** By a file of lib, the files of lib that it imports. */
function importsOf(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const imports = [...texts].map(([file, text]) => {
    const code = codeLines(text).join("\n");
    const found = [
      ...code.matchAll(/(?:^|\n)(?:import|export)\b[^;]*?\bfrom\s*"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/g),
    ];
    return [file, found.map(([, named, loaded]) => join(dirname(file), named ?? loaded))] as const;
  });
  return new Map(imports.map(([file, found]) => [file, found.filter((one) => texts.has(one))]));
}

/** Strongly connected components of more than one file (Tarjan's algorithm). */
export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      else if (!stack.includes(next)) continue;
      low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}

/** The files through which others import a room. Statistics have none: `statistics/mod.ts` is what analysts take, others take more. */
function facesOf(texts: ReadonlyMap<string, string>): string[] {
  const isForAnalysts = (file: string) =>
    texts.get(join("lib", "mod.ts"))!.includes(`"./${relative("lib", file)}"`);
  return [...texts.keys()].filter((file) => /^lib\/\w+\/mod\.ts$/.test(file) && !isForAnalysts(file));
}

function pastFaces(
  imports: ReadonlyMap<string, readonly string[]>,
  texts: ReadonlyMap<string, string>,
): string[] {
  return facesOf(texts).flatMap((face) => {
    const isOutside = (file: string) => !file.startsWith(`${dirname(face)}/`);
    const passed = imports.get(face)!;
    return [...imports].filter(([file]) => isOutside(file)).flatMap(([file, found]) =>
      found.filter((to) => passed.includes(to)).map((to) => `${file}: ${to}`)
    );
  });
}

const EXPORT =
  /^export (?:default )?(?:abstract |async )?(?:function\*?|const|let|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

function unused(
  texts: ReadonlyMap<string, string>,
  tests: ReadonlyMap<string, string>,
  notebooks: ReadonlyMap<string, string>,
): Pick<Measures, "dead" | "tested"> {
  const words = (text: string) => new Set(text.match(/[A-Za-z_$][\w$]*/g));
  const inLib = new Map<string, number>();
  const faces = facesOf(texts);
  for (const [file, text] of texts) {
    if (faces.includes(file)) continue; // what a face passes on is not used there
    for (const word of words(codeLines(text).join("\n"))) inLib.set(word, (inLib.get(word) ?? 0) + 1);
  }
  const [inTests, inNotebooks] = [tests, notebooks].map((some) =>
    new Set([...some.values()].flatMap((text) => [...words(text)]))
  );
  const [dead, tested]: [string[], string[]] = [[], []];
  for (const [file, text] of texts) {
    if (file === join("lib", "mod.ts")) continue;
    const code = codeLines(text).join("\n");
    for (const [, name] of code.matchAll(EXPORT)) {
      const isUsedHere =
        code.split(new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`)).length > 2;
      if (inLib.get(name)! > 1 || inNotebooks.has(name) || isUsedHere) continue;
      (inTests.has(name) ? tested : dead).push(`${file}: ${name}`);
    }
  }
  return { dead, tested };
}

if (import.meta.main) {
  const { lines, files, fullest, circles, dead, tested, pastFaces } = await measures();
  console.log(`${lines} lines of code in ${files} files; most files in a folder: ${fullest.join(", ")}`);
  console.log(
    `${circles.length} circles of imports${circles.map((one) => `\n  ${one.join(" <-> ")}`).join("")}`,
  );
  console.log(`${dead.length} names that nothing uses${dead.map((one) => `\n  ${one}`).join("")}`);
  console.log(`${tested.length} names that tests alone use${tested.map((one) => `\n  ${one}`).join("")}`);
  console.log(`${Object.values(ownNames).flat().length} names of studies beyond the form and the verbs`);
  for (const [study, names] of Object.entries(ownNames)) console.log(`  ${study}: ${names.join(", ")}`);
  console.log(`${pastFaces.length} imports past a face${pastFaces.map((one) => `\n  ${one}`).join("")}`);
}
