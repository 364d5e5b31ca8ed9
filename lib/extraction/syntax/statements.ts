import type { SyntaxNode, Tree } from "@lezer/common";
import { definitionIn } from "./functions.ts";
import { parse } from "./readable.ts";
import { namesOf } from "./names.ts";
import { isDocstringBody, isStubBody } from "./stub.ts";

/** The Python features by which code learns about the subclasses of a class. */
const FINDING_HEIRS = /\b__(?:init_subclass|subclasses)__\b|\bmetaclass\s*=(?!\s*(?:abc\.)?ABCMeta\b)/;

/** A statement at the top level of a Python source, with whatever is indented below it. */
export type Statement = ReturnType<typeof topLevelStatements>[number];

/** Whether a statement defines a function or a class. */
export function isDefinition({ kind }: Statement): boolean {
  return kind === "function" || kind === "class";
}

/**
 * The top-level statements of a Python source, however broken it is.
 *
 * A statement begins at a line that begins with neither space nor a comment, so that a broken statement does not affect the
 * others. The parser knows the grammar but not every rule of the compiler (`return` outside a function): CPython in the
 * sandbox is the arbiter of whether a program loads.
 *
 * @example
 * ```ts
 * import { topLevelStatements } from "codebias/extraction/syntax/statements.ts";
 * import assert from "node:assert/strict";
 * const [first, second] = topLevelStatements("import re\ndef f(x):\n    return re.sub(x, '', x)\n");
 * assert.deepEqual([first.kind, second.kind], ["import", "function"]);
 * assert.deepEqual([...second.binds], ["f"]);
 * assert.deepEqual([...second.needs], ["re"]);
 * ```
 */
export function topLevelStatements(source: string) {
  const tree = parse(source);
  const lines = firstNodes(tree, source);
  const [errors, tooDeep] = [errorsOf(tree, source), tooDeepIn(tree)];
  let passed = 0;
  return lines.map((nodes, index) => {
    const [{ from }] = nodes;
    const end = lines[index + 1]?.[0].from ?? source.length;
    // the parser reports a missing part where the next statement begins
    const isDeep = tooDeep.some((place) => from <= place && place < end);
    // Both lists are in order, so that no error is looked at for every line.
    while (errors[passed]?.from < from) passed++;
    let broken = isDeep;
    for (let at = passed; !broken && errors[at]?.from <= end; at++) {
      broken = errors[at].from === errors[at].to ? from < errors[at].from : errors[at].from < end;
    }
    const to = broken ? end : Math.min(nodes.at(-1)!.to, end);
    const text = source.slice(from, to).trimEnd() + "\n";
    return {
      kind: kindOf(nodes[0]),
      ...namesOf(isDeep ? [] : nodes, source),
      /** Whether it finds classes through their base class, so that nothing has to name them. */
      findsHeirs: FINDING_HEIRS.test(text),
      /** Its source, ending in a line feed. */
      text,
      /** The offset in the whole source at which it ends. */
      to,
      /** Whether there is a syntax error in it, something below it is wrongly indented, or it nests too deep. */
      broken,
      /** Whether it is a function with nothing but a docstring. */
      hollow: !broken && isDocstringBody(definitionIn(nodes[0])),
      /** Whether it is a function with nothing but docstrings, `pass` and `...`. */
      stub: !broken && isStubBody(definitionIn(nodes[0])),
    };
  });
}

/**
 * The nodes on each line with which a top-level statement begins: one, or more in `a = 1; b = 2`. The parser puts
 * some of them into the function before.
 */
function firstNodes(tree: Tree, source: string): SyntaxNode[][] {
  const lines: SyntaxNode[][] = [];
  tree.iterate({
    enter({ name, from, to, node }) {
      const top = node.parent?.name === "Script";
      if (name === "Comment" || from === to || !(top || node.parent?.name === "Body")) return;
      const space = indentation(node, source);
      if (space === "" || (top && lines.length === 0)) lines.push([node]);
      else if (top && space === undefined) lines.at(-1)!.push(node);
    },
  });
  return lines;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Syntax errors, statements of Python 2, and statements that are indented at the top level. */
function errorsOf(tree: Tree, source: string): Range[] {
  const errors: Range[] = [];
  tree.iterate({
    enter({ type, name, node }) {
      const strayed = !type.isTop && node.parent?.name === "Script" && name !== "Comment" &&
        (indentation(node, source)?.length ?? 0) > 0;
      if (type.isError || name === "PrintStatement" || strayed) errors.push({ from: node.from, to: node.to });
    },
  });
  return errors;
}

/** The greatest depth of the syntax tree. Python's own compiler accepts some hundreds of brackets, and a few thousand operators. */
const MAX_LEVELS = 1000;

/** The offsets at which a tree is nested deeper than can be read. */
export function tooDeepIn(tree: Tree): number[] {
  const found: number[] = [];
  let level = 0;
  tree.iterate({
    enter({ from }) {
      if (++level > MAX_LEVELS && found.at(-1) !== from) found.push(from);
    },
    leave() {
      level--;
    },
  });
  return found;
}

/** The space before a node at the start of its line; undefined if something else stands there. */
function indentation(node: SyntaxNode, source: string): string | undefined {
  const before = source.slice(source.lastIndexOf("\n", node.from - 1) + 1, node.from);
  return before.trim() === "" ? before : undefined;
}

function kindOf(node: SyntaxNode) {
  switch (definitionIn(node).name) {
    case "ImportStatement":
      return "import";
    case "FunctionDefinition":
      return "function";
    case "ClassDefinition":
      return "class";
    case "AssignStatement": // f = lambda x: x
      return node.lastChild?.name === "LambdaExpression" ? "function" : "other";
    default:
      return "other";
  }
}
