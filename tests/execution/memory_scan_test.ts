import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { basename } from "node:path";
import { Session } from "codebias/execution/session.ts";
import { contained } from "./containment.ts";
import { withSandbox } from "./marked_sandbox.ts";
import { until, workersOf } from "./processes.ts";
import { callNamed, callsWith, ending, program } from "./programs.ts";

/** How many programs run before the one whose memory is looked through. */
const EARLIER = 40;

const CAN_READ = Deno.build.os === "linux" && mayTrace();

/** Whether this process may read the memory of another user's processes: the capability CAP_SYS_PTRACE. */
function mayTrace(): boolean {
  const [, effective] = Deno.readTextFileSync("/proc/self/status").match(/^CapEff:\s*([\da-f]+)$/m)!;
  return (BigInt(`0x${effective}`) >> 19n & 1n) === 1n;
}

const skipped = contained.ignore
  ? " (skipped: programs cannot be contained here)"
  : CAN_READ
  ? ""
  : " (skipped: only root may read another user's processes)";

/** Waits until a process does nothing for a while. */
async function untilAsleep(pid: number): Promise<void> {
  let times = 0;
  await until(() => {
    const [, state] = Deno.readTextFileSync(`/proc/${pid}/stat`).match(/\) (\S) /)!;
    times = state === "S" ? times + 1 : 0;
    return times > 20;
  });
}

/** Letters that occur nowhere else. */
function mark(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return Array.from(bytes, (byte) => String.fromCharCode(97 + byte % 26)).join("");
}

function reversed(text: string): string {
  return [...text].reverse().join("");
}

/** A text as it lies in memory: one, two or four bytes a letter, as Python keeps it beside wider letters. */
function forms(text: string): string[] {
  return [0, 1, 3].map((zeros) => [...text].join("\0".repeat(zeros)));
}

/** What a mapping of a process's memory held, as letters of one byte. */
interface Mapping {
  readonly name: string;
  readonly content: string;
}

/** All memory of a process that can be read. */
async function memoryOf(pid: number): Promise<Mapping[]> {
  const mappings: Mapping[] = [];
  using memory = await Deno.open(`/proc/${pid}/mem`);
  for (const line of (await Deno.readTextFile(`/proc/${pid}/maps`)).trim().split("\n")) {
    const [, from, to, rights, name] = line.match(/^(\w+)-(\w+) (\S+) \S+ \S+ \S+\s*(.*)$/)!;
    if (!rights.startsWith("r") || /^\[v(var|syscall)/.test(name)) continue; // the kernel's, which cannot be read
    const content = await read(memory, Number(`0x${from}`), Number(`0x${to}`));
    mappings.push({ name: name || "anonymous", content });
  }
  return mappings;
}

async function read(memory: Deno.FsFile, from: number, to: number): Promise<string> {
  const content = Buffer.alloc(to - from);
  await memory.seek(from, Deno.SeekMode.Start);
  for (let at = 0; at < content.length;) {
    const count = await memory.read(content.subarray(at));
    assert(count, `memory from ${from.toString(16)} ends after ${at} bytes`);
    at += count;
  }
  return content.toString("latin1");
}

/** Where a text is in memory, and what follows there. */
function places(memory: readonly Mapping[], text: string): string[] {
  return memory.flatMap(({ name, content }) =>
    forms(text).flatMap((form) => {
      const found: string[] = [];
      for (let at = content.indexOf(form); at >= 0; at = content.indexOf(form, at + 1)) {
        found.push(`${name}: ${JSON.stringify(content.slice(at, at + 60))}`);
      }
      return found;
    })
  );
}

/** Earlier programs: what each says is in its source, and so is what it returns or raises, but backwards. */
const EARLIER_SOURCES: readonly ((secret: string) => string)[] = [
  (secret) => `def f(x):\n  return ["${reversed(secret)}"[::-1] + x, "${secret}"]`,
  (secret) =>
    `kept = {}\ndef f(x):\n  kept[x] = "${reversed(secret)} \u{1F600}"[::-1]\n  return list(kept.items())`,
  (secret) => `# ${secret}\ndef f(x):\n  raise ValueError("${reversed(secret)}"[::-1], x)`,
  (secret) => `import os, random\nrandom.left = "${secret}" * 9\ndef f(x):\n  print(x)\n  os._exit(0)`,
  (secret) => `def f(x):\n  return [object(), x]\nf("${secret}" + "\u00e9")`,
];

Deno.test(
  `execute() leaves nothing of earlier programs in the memory of a later one or of the worker${skipped}`,
  { ignore: contained.ignore || !CAN_READ },
  async () => {
    await withSandbox(1, async (sandbox, folder) => {
      // All that earlier programs say has one of these in it; what the reference returns is what is expected later.
      const [earlier, inputs, expected, name] = [mark(), mark(), mark(), mark()];
      const endings = new Set<string>();
      for (let index = 0; index < EARLIER; index++) {
        const source = `${EARLIER_SOURCES[index % EARLIER_SOURCES.length](earlier)}\n# ${index}`;
        const calls = [...callsWith(`${inputs} 1`, `${inputs} \u{1F600}`), callNamed({ x: `${inputs} 2` })];
        await using session = new Session(sandbox);
        if (index % 2 === 1) await session.execute(program("def f(): return 1"));
        const place = index % 2 === 1 ? session : sandbox;
        endings.add(ending(await place.execute(program(source, { calls }))).split(" ")[0]);
      }
      assert.deepEqual(endings, new Set(["returned", "raised", "early-exit,", "unserialisable"]));
      const reference = program(`def ${name}(x):\n  return "${reversed(expected)}"[::-1]`, {
        calls: callsWith(1),
        entryPoint: name,
      });
      assert.equal(ending(await sandbox.execute(reference)), `returned "${expected}"`);

      const [source, input] = [mark(), mark()];
      sandbox.execute(
        program(`import time\nTEXT = "${source}"\ndef f(x):\n  time.sleep(60)`, {
          calls: callsWith(input),
          limits: { wallMs: 60_000 },
        }),
      ).catch(() => {}); // it ends with the sandbox
      const child = await until(() => workersOf(folder).children.at(0));
      await untilAsleep(child.pid);
      const { zygotes: [zygote] } = workersOf(folder);
      const [ofChild, ofZygote] = [await memoryOf(child.pid), await memoryOf(zygote.pid)];
      assert.equal(workersOf(folder).children[0]?.pid, child.pid, "the program ended while it was looked at");

      // What must be found shows that the rest would be, too.
      assert(places(ofChild, source).length > 0, "the program's own source was not found");
      assert(places(ofChild, input).length > 0, "the program's own input was not found");
      assert(places(ofZygote, basename(folder)).length > 0, "the worker's own arguments were not found");
      for (const secret of [earlier, inputs, expected, name]) {
        assert.deepEqual(places(ofChild, secret), []);
        assert.deepEqual(places(ofZygote, secret), []);
      }
      for (const own of [source, input]) assert.deepEqual(places(ofZygote, own), []);
    });
  },
);
