/**
 * Forbids catching an error without consequence: a handler must throw, call, assign or return something. An empty
 * handler, a bare `return`, `continue` or `break` lets a failure pass for a result.
 *
 * @param applies Whether the rule holds in a file.
 */
export const noSilentCatch = (applies: (filename: string) => boolean): Deno.lint.Rule => ({
  create(context) {
    if (!applies(context.filename)) return {};
    /** The handlers around the current node, innermost last; undefined stands for a function's boundary. */
    const handlers: ({ acts: boolean } | undefined)[] = [];
    const act = () => {
      const handler = handlers.at(-1);
      if (handler) handler.acts = true;
    };
    const enterFunction = () => void handlers.push(undefined);
    const leaveFunction = () => void handlers.pop();
    return {
      CatchClause: () => void handlers.push({ acts: false }),
      "CatchClause:exit"(node) {
        if (handlers.pop()?.acts) return;
        context.report({ node, message: MESSAGE });
      },
      ThrowStatement: act,
      CallExpression(node) {
        act();
        if (isEmptyCatchCallback(node)) context.report({ node, message: MESSAGE });
      },
      AssignmentExpression: act,
      UpdateExpression: act,
      YieldExpression: act,
      ReturnStatement(node) {
        if (node.argument) act();
      },
      FunctionDeclaration: enterFunction,
      FunctionExpression: enterFunction,
      ArrowFunctionExpression: enterFunction,
      "FunctionDeclaration:exit": leaveFunction,
      "FunctionExpression:exit": leaveFunction,
      "ArrowFunctionExpression:exit": leaveFunction,
    };
  },
});

const MESSAGE = "this catch swallows the error: rethrow it, return or assign what it means, or hand it on";

/** `promise.catch(() => {})` */
function isEmptyCatchCallback({ callee, arguments: [callback] }: Deno.lint.CallExpression): boolean {
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" &&
    callee.property.name === "catch" &&
    (callback?.type === "ArrowFunctionExpression" || callback?.type === "FunctionExpression") &&
    callback.body?.type === "BlockStatement" && callback.body.body.length === 0;
}
