import type { SyntaxNode } from "@lezer/common";
import { basesOf } from "./classes.ts";
import { decoratorsOf, definitionIn } from "./functions.ts";
import { parse } from "./readable.ts";
import { childrenOf } from "./nodes.ts";
import { isStubBody } from "./stub.ts";

/** What a class declares at its own level: nothing of what stands in its methods, docstrings and comments. */
export interface ClassBody {
  readonly name: string;
  /** Decorators without `@` and arguments, e.g. `dataclass`. */
  readonly decorators: readonly string[];
  /** Its bases as they are written, without keywords. */
  readonly bases: readonly string[];
  /** Annotated names, with their annotations. */
  readonly annotated: ReadonlyMap<string, string>;
  /** Names that get a value, annotated or not. */
  readonly assigned: ReadonlySet<string>;
  /** Its methods by name, the last of each name. */
  readonly methods: ReadonlyMap<string, Method>;
  /** The space before its statements; undefined if they stand on the line of the class itself. */
  readonly margin?: string;
}

/** A function in the body of a class. */
export interface Method {
  /** Its parameters that are annotated, with their annotations. */
  readonly annotated: ReadonlyMap<string, string>;
  /** Whether it has nothing but docstrings, comments, `pass` and `...`. */
  readonly stub: boolean;
}

/**
 * What the first class of a source declares; undefined if there is no class.
 *
 * @example
 * ```ts
 * import { classBody } from "codebias/extraction/syntax/class_body.ts";
 * import assert from "node:assert/strict";
 * const { annotated, methods } = classBody("class A(B):\n    x: int\n    def f(self):\n        y: int = 1\n")!;
 * assert.deepEqual([...annotated], [["x", "int"]]);
 * assert.deepEqual([...methods.keys()], ["f"]);
 * ```
 */
export function classBody(source: string): ClassBody | undefined {
  const text = ({ from, to }: SyntaxNode) => source.slice(from, to);
  const top = parse(source).topNode;
  const decorated = top.firstChild?.name === "DecoratedStatement" ? top.firstChild : top;
  const node = decorated.getChild("ClassDefinition");
  const body = node?.getChild("Body");
  if (!node || !body) return undefined;
  const statements = childrenOf(body).slice(1);
  const assignments = statements.filter(({ name }) => name === "AssignStatement");
  return {
    name: text(node.getChild("VariableName")!),
    decorators: decoratorsOf(decorated, source),
    bases: basesOf(node).map(text),
    annotated: annotations(assignments.flatMap((one) => childrenOf(one).slice(0, 2)), text),
    assigned: new Set(
      assignments.filter((one) => one.getChild("AssignOp")).flatMap((one) => {
        const children = childrenOf(one);
        return children.filter(({ name }, at) => name === "VariableName" && at < children.length - 1).map(
          text,
        );
      }),
    ),
    methods: new Map(statements.flatMap((one): [string, Method][] => {
      const method = definitionIn(one);
      if (method.name !== "FunctionDefinition") return [];
      const parameters = method.getChild("ParamList");
      const annotated = annotations(parameters ? childrenOf(parameters) : [], text);
      return [[text(method.getChild("VariableName")!), { annotated, stub: isStubBody(method) }]];
    })),
    ...marginOf(source, body),
  };
}

/** Names directly before an annotation, with it. */
function annotations(nodes: readonly SyntaxNode[], text: (node: SyntaxNode) => string): Map<string, string> {
  return new Map(
    nodes.flatMap((node, at): [string, string][] =>
      node.name === "TypeDef" && nodes[at - 1]?.name === "VariableName"
        ? [[text(nodes[at - 1]), text(node).slice(1).trim()]]
        : []
    ),
  );
}

function marginOf(source: string, body: SyntaxNode): { readonly margin?: string } {
  const first = childrenOf(body).slice(1).find(({ name }) => name !== "Comment");
  const margin = first && source.slice(source.lastIndexOf("\n", first.from - 1) + 1, first.from);
  return margin !== undefined && /^\s+$/u.test(margin) ? { margin } : {};
}
