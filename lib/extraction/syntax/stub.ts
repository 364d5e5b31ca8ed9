import type { SyntaxNode } from "@lezer/common";
import { parse } from "./readable.ts";

/** Whether a function has nothing but docstrings, comments, `pass` and `...`; false for anything else. */
export function isStubBody(node: SyntaxNode): boolean {
  return node.name === "FunctionDefinition" && hasNothingBut(node, isPlaceholder);
}

/** Whether a function has nothing but docstrings and comments; false for anything else. */
export function isDocstringBody(node: SyntaxNode): boolean {
  return node.name === "FunctionDefinition" && hasNothingBut(node, isText);
}

/**
 * Whether code has gaps: `...` in the place of a value, or of a statement other than one that handles an
 * exception.
 */
export function isSketch(code: string): boolean {
  if (!code.includes("...")) return false;
  let found = false;
  parse(code).iterate({
    enter({ name, node }) {
      if (name !== "Ellipsis") return;
      const { parent } = node;
      if (parent?.name === "AssignStatement") found = true;
      if (parent?.name === "ExpressionStatement" && parent.parent?.parent?.name !== "TryStatement") {
        found = true;
      }
    },
  });
  return found;
}

/** Whether a function does nothing but raise NotImplementedError, or return a constant where a comment says what is to be done. */
export function isUnwritten(code: string): boolean {
  const isToDo = TO_DO.test(code);
  if (!isToDo && !code.includes(UNWRITTEN)) return false;
  const isStandIn = (one: SyntaxNode) =>
    isPlaceholder(one) || (one.name === "RaiseStatement" && code.startsWith(UNWRITTEN, one.from)) ||
    (isToDo && one.name === "ReturnStatement" && CONSTANT.test(code.slice(one.from, one.to)));
  let found = false;
  parse(code).iterate({
    enter({ name, node }) {
      found ||= name === "FunctionDefinition" && hasNothingBut(node, isStandIn) && !isStubBody(node);
    },
  });
  return found;
}

const UNWRITTEN = "raise NotImplementedError";

const CONSTANT = /^return(?:[ \t]+(?:None|True|False|[\d.]+|""|''))?$/;

/** A comment in the place of code. */
const TO_DO =
  /^[^#\n]*#.*\b(?:to-?do|implement|placeholder|your (?:own )?(?:code|logic|rules|implementation|solution))\b/im;

function hasNothingBut(node: SyntaxNode, accept: (statement: SyntaxNode) => boolean): boolean {
  const body = node.getChild("Body");
  if (!body) return false;
  for (let child = body.firstChild?.nextSibling; child; child = child.nextSibling) {
    // In a function that is not broken, an error here belongs to the next line.
    if (child.name !== "Comment" && child.name !== "⚠" && !accept(child)) return false;
  }
  return true;
}

function isText({ name, firstChild }: SyntaxNode): boolean {
  return name === "ExpressionStatement" && /String$/.test(firstChild!.name);
}

function isPlaceholder(statement: SyntaxNode): boolean {
  const { name, firstChild } = statement;
  return isText(statement) || name === "PassStatement" ||
    (name === "ExpressionStatement" && firstChild!.name === "Ellipsis");
}
