type Identifier = Deno.lint.Identifier;

/** A node of whatever type, as the visitor below looks at it. */
interface Tree {
  readonly type: string;
  readonly range: Deno.lint.Range;
  readonly parent: Tree;
  readonly [role: string]: unknown;
}

const IN_BLOCK = "VariableDeclarator, FunctionDeclaration, ClassDeclaration, TSDeclareFunction, " +
  "TSTypeAliasDeclaration, TSInterfaceDeclaration, TSEnumDeclaration, TSImportEqualsDeclaration";
const WITH_PARAMETERS =
  "FunctionDeclaration, FunctionExpression, ArrowFunctionExpression, TSDeclareFunction, " +
  "TSEmptyBodyFunctionExpression, TSFunctionType, TSConstructorType, TSMethodSignature, " +
  "TSCallSignatureDeclaration, TSConstructSignatureDeclaration";
const BLOCKS: readonly string[] = [
  "BlockStatement",
  "Program",
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "SwitchStatement",
  "TSModuleBlock",
];

/**
 * A visitor that, at the end of a file, reports the names that the file uses but does not declare: its globals.
 *
 * A name counts as declared where a declaration of it, of whatever kind, is in scope; one scope is a block,
 * a function, a loop or the file.
 */
export function globalNames(report: (name: string, node: Identifier) => void): Deno.lint.LintVisitor {
  const uses: Identifier[] = [];
  const declared: { readonly name: string; readonly scope: Deno.lint.Range }[] = [];
  const declare = (pattern: unknown, scope: Tree) => {
    for (const name of namesIn(pattern as Tree | null)) declared.push({ name, scope: scope.range });
  };
  return {
    Identifier(node) {
      if (isReference(node as unknown as Tree)) uses.push(node);
    },
    [IN_BLOCK]: (node: Tree) => declare(node.id, blockAround(node)),
    [WITH_PARAMETERS]: (node: Tree) => {
      for (const parameter of node.params as Tree[]) declare(parameter, node);
    },
    "FunctionExpression, ClassExpression": (node: Tree) => declare(node.id, node),
    "CatchClause": (node: unknown) => declare((node as Tree).param, node as Tree),
    "TSTypeParameter": (node: unknown) => declare((node as Tree).name, (node as Tree).parent.parent),
    "ImportSpecifier, ImportDefaultSpecifier, ImportNamespaceSpecifier": (node: Tree) =>
      declare(node.local, blockAround(node)),
    "Program:exit"() {
      for (const use of uses) {
        const [from, to] = use.range;
        const local = declared.some(({ name, scope }) =>
          name === use.name && scope[0] <= from && to <= scope[1]
        );
        if (!local) report(use.name, use);
      }
    },
  };
}

/** The names that a pattern binds. */
function namesIn(pattern: Tree | null): string[] {
  const inside = (parts: unknown) => (parts as Tree[]).flatMap((part) => namesIn(part));
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name as string];
    case "AssignmentPattern":
      return inside([pattern.left]);
    case "RestElement":
      return inside([pattern.argument]);
    case "Property":
      return inside([pattern.value]);
    case "TSParameterProperty":
      return inside([pattern.parameter]);
    case "ArrayPattern":
      return inside(pattern.elements);
    case "ObjectPattern":
      return inside(pattern.properties);
    default:
      return [];
  }
}

function blockAround(node: Tree): Tree {
  let block = node.parent;
  while (!BLOCKS.includes(block.type)) block = block.parent;
  return block;
}

/** Whether an identifier stands for a value or a type, and is not just the name of a property or a label. */
function isReference(node: Tree): boolean {
  const { parent } = node;
  const is = (role: string) => {
    const other = parent[role] as Tree | undefined;
    return other?.range[0] === node.range[0] && other.range[1] === node.range[1];
  };
  switch (parent.type) {
    case "MemberExpression":
      return parent.computed === true || !is("property");
    case "Property":
    case "PropertyDefinition":
    case "MethodDefinition":
    case "TSPropertySignature":
    case "TSMethodSignature":
    case "TSAbstractPropertyDefinition":
    case "TSAbstractMethodDefinition":
      return parent.computed === true || parent.shorthand === true || !is("key");
    case "TSQualifiedName":
      return !is("right");
    case "ExportSpecifier":
      return is("local") && parent.parent.source === null;
    case "ImportSpecifier":
    case "ImportAttribute":
    case "LabeledStatement":
    case "BreakStatement":
    case "ContinueStatement":
    case "MetaProperty":
    case "TSEnumMember":
    case "TSNamedTupleMember":
    case "TSIndexSignature":
    case "TSImportType":
      return false;
    default:
      return true;
  }
}
