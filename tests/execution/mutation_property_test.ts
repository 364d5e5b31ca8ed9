import assert from "node:assert/strict";
import fc from "fast-check";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { dict, encode, type PythonValue, toJson } from "codebias/values/mod.ts";
import { PYTHON } from "../pythons.ts";
import { arbitraryValue } from "../values/arbitrary_value.ts";
import { contained } from "./containment.ts";
import { program, type ProgramOptions } from "./programs.ts";

const sandbox = contained.ignore ? undefined! : await openSandbox({ python: PYTHON, workers: 1 });
Deno.test.afterAll(() => sandbox?.[Symbol.asyncDispose]());

const run = (source: string, options?: ProgramOptions) => sandbox.execute(program(source, options));

Deno.test(
  "execute() tells of no change where a call changed nothing, whatever its arguments are",
  contained,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryValue, { maxLength: 3 }), async (values) => {
        const { outcomes: [one, two] } = await run("def f(*a, **k): return len(a)", {
          calls: [{ args: encode(values) }, { args: encode(values), kwargs: encode(dict({ k: values })) }],
        });
        for (const outcome of [one, two]) {
          assert.equal(outcome.mutated, undefined);
          if (!hasInstance(values)) assert.equal(outcome.kind, "returned");
        }
      }),
      { numRuns: 60 },
    );
  },
);

/** Whether some part is an instance of a class, which the program here does not define. */
function hasInstance(value: PythonValue): boolean {
  return toJson(value).includes('"$type":"instance"');
}
