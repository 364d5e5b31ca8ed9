/** Programs that speak of pandas run in workers of their own, which have imported it before. */

import assert from "node:assert/strict";
import { executeTwice } from "codebias/execution/repeat.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { contained, hasPandas } from "./containment.ts";
import { brief, callsWith, program } from "./programs.ts";

const LOADED = "import sys\ndef f(x):\n    return [x, 'pan' + 'das' in sys.modules]\n";
const WANTING = "import pandas as pd\ndef f(x):\n    return int(pd.Series([x, x]).sum())\n";

const withPandas = { ...contained, ignore: contained.ignore || !hasPandas };

Deno.test(
  "programs that speak of pandas find it ready, and others do not pay for it",
  withPandas,
  async () => {
    await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
    const outcomeOf = async (source: string) => {
      const { outcomes: [outcome] } = await sandbox.execute(program(source, { calls: callsWith(3) }));
      return outcome.kind === "returned" ? outcome.value : outcome;
    };
    const own = await outcomeOf(LOADED);
    assert.notDeepEqual(await outcomeOf(`# not pandas\n${LOADED}`), own, "one has it, the other one not");
    const six = await outcomeOf("def f(x):\n    return 6\n");
    assert.deepEqual(await outcomeOf(WANTING), six);
    assert.deepEqual(await outcomeOf(LOADED), own, "nor afterwards");
  },
);

Deno.test(
  "programs that use pandas draw other numbers in each process, unless there is a seed",
  withPandas,
  async () => {
    await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
    const source =
      "import pandas as pd\ndef f(x):\n    return int(pd.Series(range(10**6)).sample(1).iloc[0])\n";
    const request = program(source, { calls: callsWith(0), limits: { cpuMs: 2_000, memoryMiB: 512 } });
    assert.deepEqual(brief(await executeTwice(sandbox, request)), ["nondeterministic"]);
    const seeded = { ...request, calls: request.calls.map((call) => ({ ...call, seed: 1 })) };
    assert.match(brief(await executeTwice(sandbox, seeded))[0], /^returned/);
  },
);

Deno.test("a closed sandbox starts no workers for pandas", withPandas, async () => {
  const sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
  await sandbox[Symbol.asyncDispose]();
  await assert.rejects(sandbox.execute(program(WANTING, { calls: callsWith(3) })), {
    name: "SandboxError",
    message: "Cannot run the program: the sandbox is closed",
  });
});
