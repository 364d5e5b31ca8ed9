/**
 * The project's own lint rules, as a Deno lint plugin: who may import whom, what pure code may not touch, and
 * that no error is swallowed. They hold for lib/, the last for tests/commands, too.
 *
 * @module
 */

import { isBuiltin } from "node:module";
import { fileURLToPath } from "node:url";
import { relative, resolve } from "node:path";
import { noSilentCatch } from "./no_silent_catch.ts";
import { pureRule } from "./pure.ts";

const NOUNS = ["types", "errors", "visible", "kinds", "nearest", "recipe", "fields", "frame"].map((name) =>
  `core/${name}`
);
const EVERYTHING = ["*"];

/**
 * What each room of lib/ may import besides itself and packages: the longest beginning of a path that is here is its room.
 * `studies/x` stands for any one study and `app/commands/x` for any one command: neither may import another of its kind.
 */
export const TABLE: Readonly<Record<string, readonly string[]>> = {
  "core/types": [],
  "core/errors": ["core/visible"],
  "core/visible": [],
  "core/kinds": [],
  "core/nearest": ["core/visible", "core/kinds"],
  "core/recipe": [],
  "core/fields": [],
  "core/frame": [],
  "core/study": ["core/types", "core/kinds", "core/nearest"],
  "values": NOUNS,
  "extraction": NOUNS,
  "complexity": NOUNS,
  "statistics": NOUNS,
  "bias": [...NOUNS, "values", "extraction", "statistics"],
  "comparison": [...NOUNS, "statistics"],
  "report": [...NOUNS, "statistics"],
  "calibration": [...NOUNS, "statistics"],
  "review": [...NOUNS, "statistics", "report"],
  "paper": [...NOUNS, "statistics", "report"],
  "studies/x": [
    ...NOUNS,
    "core/study",
    "values",
    "extraction",
    "complexity",
    "statistics",
    "calibration",
    "comparison",
    "bias",
    "report",
    "review",
    "paper",
    "data/x/*.json",
  ],
  "studies/mod": ["studies/x"],
  "generation": [...NOUNS, "values", "statistics", "calibration"],
  "execution": [...NOUNS, "values"],
  "store": [...NOUNS, "values"],
  "run": [
    ...NOUNS,
    "values",
    "generation",
    "execution",
    "store",
    "run/asking",
    "run/reference_check",
    "run/probing",
    "run/scoring",
    "run/tool",
  ],
  "run/study": [
    ...NOUNS,
    "values",
    "run",
    "generation",
    "execution",
    "store",
    "run/asking",
    "run/probing",
    "run/scoring",
    "run/profile",
    "run/linting",
    "run/functional_tests",
    "run/published_cbs",
    "run/results/classifying",
  ],
  "run/shards": [...NOUNS, "generation", "store", "run/asking", "run/study"],
  "run/tool": [...NOUNS, "execution", "store"],
  "run/asking": [...NOUNS, "values", "statistics", "generation", "store"],
  "run/importance": [...NOUNS, "generation", "run/asking", "store"],
  "run/profile": [...NOUNS, "values", "complexity", "execution", "store", "run/tool"],
  "run/probing": [...NOUNS, "values", "bias", "execution", "store", "run/tool"],
  "run/scoring": [...NOUNS, "values", "execution", "store", "run/tool"],
  "run/published_cbs": [...NOUNS, "values", "execution", "store", "run/tool"],
  "run/linting": [...NOUNS, "execution", "store", "run/tool"],
  "run/functional_tests": [...NOUNS, "execution", "store", "run/tool"],
  "run/reference_check": [...NOUNS, "values", "generation", "execution", "store", "run"],
  "run/results/shown_witness": [...NOUNS, "values", "bias", "review", "run/probing"],
  "run/results/shown_sample": [...NOUNS, "review", "store", "run/asking"],
  "run/results/shown_rows": [
    ...NOUNS,
    "values",
    "review",
    "run/probing",
    "run/results/shown_sample",
    "run/results/shown_witness",
  ],
  "run/results/view_cell": [...NOUNS, "report", "review", "store"],
  "run/results/view": [
    ...NOUNS,
    "report",
    "review",
    "store",
    "run/results/shown_rows",
    "run/results/shown_sample",
    "run/results/view_cell",
  ],
  "run/results/kept_pages": [
    ...NOUNS,
    "review",
    "run/results/shown_rows",
    "run/results/view",
    "run/results/view_cell",
  ],
  "run/results/reviewing": [...NOUNS, "report", "review", "store"],
  "run/results/human_review": [...NOUNS, "report", "review", "run/results/reviewing"],
  "run/results/classifying": [...NOUNS, "store"],
  "run/results/readers_table": [...NOUNS, "generation", "report", "review", "store"],
  "run/results/save": [...NOUNS, "values", "report", "store", "run/results/kept_pages"],
  "run/results/verify": [...NOUNS, "values", "report", "store"],
  "app/notebook": [...NOUNS, "values", "report"],
  "app/setup": [...NOUNS, "values", "store"],
  "app/command_line": [...NOUNS, "values", "store", "app/setup"],
  "app/studies": EVERYTHING,
  "mod": EVERYTHING,
  "app/commands/x": EVERYTHING,
};

/** Parts that import no packages either. */
const WITHOUT_PACKAGES: readonly string[] = ["core/types", "core/errors", "core/visible", "core/kinds"];

/** Parts without effects, clock or chance. */
const PURE: readonly string[] = [
  "core/visible",
  "core/kinds",
  "core/nearest",
  "core/recipe",
  "core/fields",
  "core/frame",
  "values",
  "extraction",
  "bias",
  "complexity",
  "statistics",
  "comparison",
  "report",
  "calibration",
  "review",
  "paper",
  "studies/x",
  "studies/mod",
];

/** The built-in modules of Node.js that pure parts may import. */
const PURE_BUILTINS: readonly string[] = ["node:buffer", "node:crypto"];

/** A part of the project: its row of the table, and what `x` stands for. */
interface Part {
  readonly row: string;
  readonly name: string;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The part that a path relative to the project's root belongs to; undefined outside of lib/ and data/. */
function partOf(path: string): Part | undefined {
  const [top, ...names] = path.split("/").map((segment) => segment.replace(/\.tsx?$/, ""));
  if (top === "data" && path.endsWith(".json")) return { row: "data/x/*.json", name: `data/${names[0]}` };
  if (top !== "lib" || !names[0]) return undefined;
  for (let length = names.length; length > 0; length--) {
    const name = names.slice(0, length).join("/");
    if (name in TABLE) return { row: name, name };
    const row = name.replace(/^(studies|app\/commands)\/[^/]+$/, "$1/x");
    if (row in TABLE) return { row, name };
  }
  return { row: names[0], name: names[0] };
}

function partOfFile(filename: string): Part | undefined {
  const path = placeOf(filename);
  return path.startsWith("lib/") ? partOf(path) : undefined;
}

/** A file's path relative to the project's root. */
function placeOf(filename: string): string {
  return relative(ROOT, resolve(ROOT, filename)).replaceAll("\\", "/");
}

/** Whether a file is one of lib, or a command of those who change the toolkit. */
function isToolkit(filename: string): boolean {
  return partOfFile(filename) !== undefined || placeOf(filename).startsWith("tests/commands/");
}

/** What a specifier written in a file names, as a path relative to the project's root; undefined for a package. */
function pathOf(specifier: string, filename: string): string | undefined {
  if (specifier === "codebias") return "lib/mod.ts";
  if (specifier.startsWith("codebias/")) return normalized(`/lib/${specifier.slice("codebias/".length)}`);
  if (/^(?:https?|jsr|data|blob|file):|^\//.test(specifier)) return specifier;
  if (!/^\.{1,2}\//.test(specifier)) return undefined;
  return normalized(`/${relative(ROOT, resolve(ROOT, filename))}/../${specifier}`);
}

/** Steps out of the project are kept as `..`, not dropped. */
function normalized(path: string): string {
  const url = new URL(`file:///outside/project${path}`);
  const inside = "/outside/project/";
  return url.pathname.startsWith(inside) ? url.pathname.slice(inside.length) : `..${url.pathname}`;
}

/** Why a file may not import something; undefined if it may. */
function objection(from: Part, specifier: string, filename: string): string | undefined {
  const path = pathOf(specifier, filename);
  const allowed = TABLE[from.row];
  if (!allowed) return `lib/${from.name} is in no row of the import table in tests/lint/layers.ts`;
  if (path === undefined) return objectionToPackage(from, specifier);
  const to = partOf(path);
  if (to && mayImport(from, to)) return undefined;
  const target = to ? (to.name.startsWith("data/") ? to.name : `lib/${to.name}`) : specifier;
  const x = from.name.split("/").at(-1);
  const rest = allowed === EVERYTHING ? "everything in lib but the other commands" : allowed.join(", ");
  return `lib/${from.name} may not import ${target}: ` +
    (allowed.length === 0 ? "it may import nothing" : `allowed are ${rest.replace("data/x", `data/${x}`)}`);
}

function mayImport(from: Part, to: Part): boolean {
  if (from.name === to.name) return true;
  if (to.row === "data/x/*.json") {
    return from.row === "studies/x" && to.name === from.name.replace("studies", "data");
  }
  if (TABLE[from.row] === EVERYTHING) return to.row in TABLE && to.row !== from.row;
  return TABLE[from.row].includes(to.row);
}

function objectionToPackage(from: Part, specifier: string): string | undefined {
  if (WITHOUT_PACKAGES.includes(from.row)) {
    return `lib/${from.name} may not import ${specifier}: it may import nothing`;
  }
  if (PURE.includes(from.row) && isBuiltin(specifier) && !PURE_BUILTINS.includes(specifier)) {
    return `lib/${from.name} may not import ${specifier}: ` +
      `of the built-in modules, pure parts may import ${PURE_BUILTINS.join(", ")}`;
  }
  return undefined;
}

const layers: Deno.lint.Rule = {
  create(context) {
    const from = partOfFile(context.filename);
    if (!from) return {};
    const check = (node: Deno.lint.Node, source: Deno.lint.Node | null) => {
      if (!source) return;
      const message = source.type === "Literal" && typeof source.value === "string"
        ? objection(from, source.value, context.filename)
        : `lib/${from.name} imports what is not written out: name the module in quotes`;
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      TSExternalModuleReference: (node) => check(node, node.expression),
      TSImportType: (node) =>
        check(node, node.argument.type === "TSLiteralType" ? node.argument.literal : node.argument),
      Program(node) {
        if (from.row !== "mod") return;
        for (const statement of node.body) {
          if (statement.type === "ExportAllDeclaration") continue;
          if (statement.type === "ExportNamedDeclaration" && statement.source) continue;
          context.report({ node: statement, message: "lib/mod may hold nothing but re-exports" });
        }
      },
    };
  },
};

const pure = pureRule((filename) => {
  const part = partOfFile(filename);
  return part && PURE.includes(part.row) ? `lib/${part.name}` : undefined;
}, (filename) => partOfFile(filename)?.row === "core/recipe");

/** To be named in deno.json under `lint.plugins`. */
const plugin: Deno.lint.Plugin = {
  name: "codebias",
  rules: { layers, pure, "no-silent-catch": noSilentCatch(isToolkit) },
};

export default plugin;
