import { globalNames } from "./names.ts";

type Node = Deno.lint.Node;

/** Collections that keep what calls put into them. */
const COLLECTIONS: readonly unknown[] = ["Map", "Set", "WeakMap", "WeakSet"];

/** Global names that pure code does not use, by what they would let in. */
const GLOBALS: Readonly<Record<string, readonly string[]>> = {
  "the outside world": [
    ..."Deno process require fetch Request Response WebSocket WebSocketStream EventSource XMLHttpRequest"
      .split(" "),
    ..."BroadcastChannel Worker SharedWorker navigator location localStorage sessionStorage caches".split(
      " ",
    ),
    ..."console alert confirm prompt".split(" "),
  ],
  "the clock": [
    ..."performance setTimeout setInterval setImmediate queueMicrotask requestAnimationFrame".split(" "),
  ],
  "chance": ["crypto"],
  "waiting": ["Promise", "PromiseLike", "AsyncIterable", "AsyncIterator", "AsyncGenerator", "AbortSignal"],
  "anything at all": ["globalThis", "self", "window", "global", "eval"],
};

/** Properties of otherwise pure objects that pure code does not use. */
const PROPERTIES: Readonly<Record<string, string>> = {
  "Math.random": "chance",
  "Date.now": "the clock",
  "Temporal.Now": "the clock",
};

/** What pure code may take from node:crypto; the rest is chance or asynchronous. */
const DETERMINISTIC_CRYPTO: readonly string[] = ["createHash", "createHmac", "hash"];

const REASONS = new Map(
  Object.entries(GLOBALS).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
);

/**
 * Forbids effects, asynchrony, the clock, chance and mutable module state in pure files.
 *
 * @param pureName The name of the pure part that a file belongs to, undefined for other files.
 * @param remembers Whether a file is there to remember something of values.
 */
export function pureRule(
  pureName: (filename: string) => string | undefined,
  remembers: (filename: string) => boolean,
): Deno.lint.Rule {
  return {
    create(context) {
      const name = pureName(context.filename);
      if (!name) return {};
      const forbid = (node: Node, what: string, reason: string) =>
        context.report({ node, message: `${name} is pure and may not use ${what}: it lets in ${reason}` });
      const forbidAsync = (node: Node & { async: boolean }) => {
        if (node.async) forbid(node, "async", "waiting");
      };
      const globals = globalNames((global, node) => {
        const reason = REASONS.get(global);
        if (reason) forbid(node, global, reason);
      });
      return together(globals, {
        FunctionDeclaration: forbidAsync,
        FunctionExpression: forbidAsync,
        ArrowFunctionExpression: forbidAsync,
        AwaitExpression: (node) => forbid(node, "await", "waiting"),
        ForOfStatement(node) {
          if (node.await) forbid(node, "for await", "waiting");
        },
        ImportExpression: (node) => forbid(node, "import()", "waiting"),
        MemberExpression(node) {
          const what = `${nameOf(node.object)}.${propertyName(node)}`;
          if (what in PROPERTIES) forbid(node, what, PROPERTIES[what]);
        },
        NewExpression(node) {
          if (nameOf(node.callee) === "Function") forbid(node, "new Function", "anything at all");
          if (nameOf(node.callee) === "Date" && node.arguments.length === 0) {
            forbid(node, "new Date()", "the clock");
          }
        },
        CallExpression(node) {
          if (nameOf(node.callee) === "Date") forbid(node, "Date()", "the clock");
          if (nameOf(node.callee) === "Function") forbid(node, "Function()", "anything at all");
        },
        VariableDeclarator(node) {
          if (node.id.type !== "ObjectPattern") return;
          for (const property of node.id.properties) {
            const key = property.type === "Property" ? nameOf(property.key) : undefined;
            const what = `${nameOf(node.init)}.${key}`;
            if (what in PROPERTIES) forbid(node, what, PROPERTIES[what]);
          }
        },
        VariableDeclaration(node) {
          if (node.kind === "await using") forbid(node, "await using", "waiting");
          const top = node.parent.type === "Program" || node.parent.type === "ExportNamedDeclaration";
          if (top && (node.kind === "let" || node.kind === "var")) {
            forbid(node, `${node.kind} at the top level`, "state that outlives a call");
          }
          const isFilled = top && node.declarations.some(({ init }) => isEmptyCollection(init));
          if (isFilled && !remembers(context.filename)) {
            forbid(node, "a collection at the top level that is filled later", "state that outlives a call");
          }
        },
        ImportDeclaration(node) {
          if (node.source.value !== "node:crypto" || node.importKind === "type") return;
          for (const specifier of node.specifiers) {
            const imported = specifier.type === "ImportSpecifier" ? nameOf(specifier.imported)! : "all of it";
            if (!DETERMINISTIC_CRYPTO.includes(imported)) {
              forbid(specifier, `node:crypto (${imported})`, "chance");
            }
          }
        },
      });
    },
  };
}

function isEmptyCollection(node: Node | null): boolean {
  return node?.type === "NewExpression" && node.arguments.length === 0 &&
    COLLECTIONS.includes(nameOf(node.callee));
}

function nameOf(node: Node | null | undefined): string | undefined {
  if (node?.type === "Identifier") return node.name;
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

function propertyName({ property, computed }: Deno.lint.MemberExpression): string | undefined {
  return computed && property.type === "Identifier" ? undefined : nameOf(property);
}

/** One visitor that does what both do. */
function together(a: Deno.lint.LintVisitor, b: Deno.lint.LintVisitor): Deno.lint.LintVisitor {
  const both: Record<string, (node: Node) => void> = { ...a as typeof both };
  for (const [selector, visit] of Object.entries(b as typeof both)) {
    const first = both[selector];
    both[selector] = first ? (node) => (first(node), visit(node)) : visit;
  }
  return both;
}
