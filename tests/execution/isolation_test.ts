import assert from "node:assert/strict";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { PACKAGES, PYTHON } from "../pythons.ts";
import { contained } from "./containment.ts";
import { withSandbox } from "./marked_sandbox.ts";
import { brief, callsWith, ending, program } from "./programs.ts";

/** What a program may try to leave for the next one. */
const LEAVE = `
import builtins, collections, json, marshal, os, random, struct, sys
def f():
    builtins.left = 1
    builtins.sorted = None
    collections.left = sys.left = random.left = 1
    random.random = lambda: 4
    sys.modules["left"] = sys
    os.environ["LEFT"] = "1"
    sys.path.append("/left")
    marshal.dumps = json.loads = struct.pack = None
    sys.setrecursionlimit(77)
    os.chdir("/usr")
    os.umask(0o123)
    return 1
`;

const FIND = `
import builtins, collections, json, marshal, os, random, struct, sys
def f():
    return [hasattr(m, "left") for m in (builtins, collections, sys, random)] + [
        sorted is None, "left" in sys.modules, "LEFT" in os.environ, "/left" in sys.path, random.random() == 4,
        marshal.dumps is None, json.loads is None, struct.pack is None, sys.getrecursionlimit(), os.getcwd(),
        os.umask(0) == 0o123]
`;

Deno.test("execute() shows a program nothing that an earlier one changed", contained, async () => {
  await withSandbox(1, async (sandbox) => {
    const before = ending(await sandbox.execute(program(FIND)));
    assert.match(
      before,
      /^returned \[false,false,false,false,false,false,false,false,false,false,false,false,1000,"\/",/,
    );
    assert.equal(ending(await sandbox.execute(program(LEAVE))), "returned 1");
    assert.equal(ending(await sandbox.execute(program(FIND))), before);
  });
});

/** Counts a text, given with each byte one off, in the whole heap of the process. */
const SCAN = `
import ctypes, gc
libc = ctypes.CDLL(None)
libc.sbrk.restype = ctypes.c_void_p
def f(shifted):
    gc.unfreeze()
    top = libc.sbrk(0)
    bottom = min(id(o) for o in gc.get_objects() if isinstance(o, type) and top - (64 << 20) < id(o) < top)
    heap = ctypes.string_at(bottom, top - bottom)
    return [heap.count(bytes(b - 1 for b in shifted)), len(heap) > 1 << 20]
`;

Deno.test(
  "execute() shows a program nothing of what an earlier one returned, not even freed memory",
  contained,
  async () => {
    await withSandbox(1, async (sandbox) => {
      const [shifted] = callsWith({ $type: "bytes", bytes: new TextEncoder().encode("tfdsfu.") });
      const scan = program(SCAN, { calls: [shifted], limits: { cpuMs: 2_000 } });
      const secret = "def f(n): return ['secret' + '-%d' % i for i in range(n)]";
      assert.equal(ending(await sandbox.execute(scan)), "returned [0,true]");
      for (const count of [10, 1_000, 20_000]) {
        const [call] = callsWith(count);
        assert.match(ending(await sandbox.execute(program(secret, { calls: [call, call] }))), /^returned /);
        assert.equal(ending(await sandbox.execute(scan)), "returned [0,true]", `after ${count} texts`);
      }
    });
  },
);

Deno.test(
  "execute() keeps numpy to one thread",
  { ignore: contained.ignore || PACKAGES.length === 0 },
  async () => {
    await using sandbox = await openSandbox({ python: PYTHON, workers: 1, packages: PACKAGES });
    // Programs cannot start threads: a numpy that is not told to do without them waits for its own until it meets a limit.
    const source = "import numpy, os\ndef f():\n  a = numpy.ones((700, 700))\n" +
      "  return [os.environ['OPENBLAS_NUM_THREADS'], int((a @ a)[0, 0])]";
    const limits = { cpuMs: 20_000, wallMs: 60_000, memoryMiB: 1_024 };
    assert.equal(ending(await sandbox.execute(program(source, { limits }))), 'returned ["1",700]');
  },
);

Deno.test(
  "execute() repeats numpy's random numbers with the seed",
  { ignore: contained.ignore || PACKAGES.length === 0 },
  async () => {
    await using sandbox = await openSandbox({ python: PYTHON, workers: 1, packages: PACKAGES });
    const limits = { cpuMs: 5_000, wallMs: 20_000, memoryMiB: 1_024 };
    const calls = [1, 1, 2, 2 ** 40].map((seed) => ({ seed }));
    const drawing = "float(numpy.random.rand()), int(numpy.random.randint(10**9))";
    for (
      const source of [
        `import numpy\ndef f(): return [${drawing}]`,
        `def f():\n  import numpy\n  return [${drawing}]`,
      ]
    ) {
      const [a, b, c, d] = brief(await sandbox.execute(program(source, { calls, limits })));
      assert.match(a, /^returned \[0\.\d+,\d+\]$/);
      assert.equal(a, b);
      assert.equal(new Set([a, c, d]).size, 3);
      assert.deepEqual(brief(await sandbox.execute(program(source, { calls, limits }))), [a, b, c, d]);
    }
  },
);
