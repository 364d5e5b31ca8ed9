import type { ExecutionRequest, Progress } from "../../core/types.ts";
import { ending } from "../hostile/expectations.ts";
import { callOf, type Hostile, type Outside, requestOf } from "../hostile/hostile.ts";
import { HOSTILE, SUITE_VERSION } from "../hostile/suite.ts";
import type { Protection } from "./protection.ts";
import { executeTwice } from "../repeat.ts";
import { DEFAULT_CALL } from "../limits.ts";
import type { Sandbox } from "../sandbox.ts";

/** The result of the hostile suite on a machine, i.e. how well programs are contained there. */
export interface Certificate {
  /** Version of the suite, see `hostile/suite.ts`. */
  readonly suite: number;
  readonly protection: Protection;
  /** Whether this process was root, so that programs ran as nobody. */
  readonly root: boolean;
  /** The command line of the container, without the worker's script. */
  readonly command: readonly string[];
  /** The numbers of programs that were run, and of those that were contained and followed by a correct harmless program. */
  readonly programs: number;
  readonly contained: number;
  /** The number of workers that were lost; each was replaced. */
  readonly workersLost: number;
  /** Whether a program connected to the port outside the sandbox, or left a file outside. */
  readonly reachedOut: boolean;
  readonly cases: readonly CaseResult[];
}

/** The result of one hostile program. */
export interface CaseResult {
  readonly name: string;
  /** The cases to which it belongs, see `hostile/suite.ts`. */
  readonly rows: readonly string[];
  /** Whether it ended as expected, and a harmless program after it gave the right answer. */
  readonly contained: boolean;
  /** The way in which it ended, e.g. `cpu-limit`; at most 200 characters. */
  readonly ending: string;
}

/**
 * Runs the hostile suite: every program, each followed by a harmless one whose answer must be right.
 *
 * @param sandbox A sandbox, best with one worker, so that damage by a program affects the next one.
 */
export async function certify(
  sandbox: Sandbox,
  onProgress: (state: Progress) => void = () => {},
): Promise<Certificate> {
  const folder = await Deno.makeTempDir({ prefix: "codebias-outside-" });
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let connected = false;
  const watching = listener.accept().then((connection) => {
    connected = true;
    connection.close();
  }, (error) => {
    if (!(error instanceof Deno.errors.BadResource || error instanceof Deno.errors.Interrupted)) throw error;
  });
  try {
    const secretFile = `${folder}/secret`;
    await Deno.writeTextFile(secretFile, crypto.randomUUID());
    const outside = { port: (listener.addr as Deno.NetAddr).port, secretFile, folder };
    const lostBefore = sandbox.workersLost;
    const suite = HOSTILE.filter((hostile) => isMeant(hostile, sandbox.protection));
    const cases: CaseResult[] = [];
    for (const hostile of suite) {
      cases.push(await tryHostile(hostile, sandbox, outside));
      onProgress({ done: cases.length, total: suite.length });
    }
    const left = [...Deno.readDirSync(folder)].length > 1;
    return {
      suite: SUITE_VERSION,
      protection: sandbox.protection,
      root: Deno.uid() === 0,
      command: sandbox.command,
      programs: cases.length,
      contained: cases.filter(({ contained }) => contained).length,
      workersLost: sandbox.workersLost - lostBefore,
      reachedOut: connected || left,
      cases,
    };
  } finally {
    listener.close();
    await watching;
    await Deno.remove(folder, { recursive: true });
  }
}

/** A harmless program that uses modules with which hostile programs tamper; its right answer is `CANARY_ANSWER`. */
const CANARY: ExecutionRequest = {
  program: {
    kind: "program",
    source: "import json, marshal, random, struct, time\ndef f(n):\n" +
      "  data = {'n': n, 'list': sorted(range(n), reverse=True)}\n  random.seed(n)\n" +
      "  return json.loads(json.dumps(data))['list'] + [len(struct.pack('<q', n)), random.randint(0, 10**6)]",
    entryPoint: "f",
    namespace: "one",
  },
  calls: [callOf(3), callOf(0)],
  limits: DEFAULT_CALL,
};
export const CANARY_ANSWER = "returned [2,1,0,8,249523], returned [8,885440]";

/** Whether a certificate shows that every program was contained. */
export function holds({ programs, contained, workersLost, reachedOut }: Certificate): boolean {
  return programs > 0 && contained === programs && workersLost === 0 && !reachedOut;
}

/** Whether a program is to be run at a level of protection. */
function isMeant({ filtered }: Hostile, { level }: Protection): boolean {
  return !filtered || level !== "without-system-call-filter";
}

/** Runs one hostile program, then the harmless one. */
export async function tryHostile(hostile: Hostile, sandbox: Sandbox, outside: Outside): Promise<CaseResult> {
  const request = requestOf(hostile, outside);
  const execution = hostile.twice ? await executeTwice(sandbox, request) : await sandbox.execute(request);
  const after = await runCanary(sandbox);
  return {
    name: hostile.name,
    rows: hostile.rows,
    contained: hostile.expect(execution) && after === CANARY_ANSWER,
    ending: (ending(execution) + (after === CANARY_ANSWER ? "" : `; then ${after}`)).slice(0, 200),
  };
}

/** The ending of the harmless program, which must be {@linkcode CANARY_ANSWER}. */
export async function runCanary(sandbox: Sandbox): Promise<string> {
  return ending(await sandbox.execute(CANARY));
}
