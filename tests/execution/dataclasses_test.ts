import assert from "node:assert/strict";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { orSkipped, PYTHONS } from "../pythons.ts";
import { contained } from "./containment.ts";
import { callsWith, ending, program } from "./programs.ts";

/** Classes whose methods are the same text, with other defaults and types; the second one is made anew in each call. */
const ALIKE = `
from dataclasses import dataclass, field, fields
seen = []

@dataclass(order=True)
class A:
    a: int = 1
    b: list = field(default_factory=list)

def made(of, start):
    @dataclass(order=True)
    class A:
        a: of = start
        b: list = field(default_factory=lambda: [start])
    return A

def f(x):
    seen.append(x)
    B = made(float, x)
    A.a += x
    one, other = A(), B()
    return [one.a, one.b, other.a, other.b, repr(one), repr(other), [f.type.__name__ for f in fields(B)],
            A(3) < A(4), B(3) == B(3), A(3) == B(3), A.__init__ is B.__init__, len(seen)]
`;

const said = (x: number) =>
  `returned [1,[],${x},[${x}],"A(a=1, b=[])","made.<locals>.A(a=${x}, b=[${x}])",["float","list"],true,true,false,false,1]`;

/** What a program finds of the sandbox behind the function with which dataclasses run their texts. */
const LOOKING = `
import dataclasses, gc
def f():
    run = dataclasses.exec
    own = run.__globals__ is vars(dataclasses)
    reached = [one for one in gc.get_referents(run) if isinstance(one, dict) and "recorder" in str(one.keys())]
    return [own, run.__closure__ is None, len(reached)]
`;

for (const version of PYTHONS) {
  Deno.test({
    name: `dataclasses of a program that is loaded for each call are its own, Python ${version.version}${
      orSkipped(version)
    }`,
    ignore: contained.ignore || !version.command,
    async fn() {
      await using sandbox = await openSandbox({ python: version.command, workers: 1 });
      const { outcomes, ...execution } = await sandbox.execute(program(ALIKE, { calls: callsWith(5, 7, 5) }));
      const endings = outcomes.map((outcome) => ending({ ...execution, outcomes: [outcome] }));
      assert.deepEqual(endings, [5, 7, 5].map(said));
      assert.equal(ending(await sandbox.execute(program(LOOKING))), "returned [true,true,0]");
    },
  });
}
