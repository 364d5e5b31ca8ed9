import assert from "node:assert/strict";
import { iterativePrompting, probing } from "codebias";
import { PLAIN } from "../../plain_study.ts";
import type { ProbedStudy, ProbeReport, Task } from "codebias/core/types.ts";

/** A study whose programs are the texts; those with an x in it are biased. */
const study: ProbedStudy<Task> = {
  ...PLAIN,
  name: "made up",
  judge: probing({
    subject: (_task, { text }) =>
      text === ""
        ? { kind: "no-program", reason: "empty" }
        : { source: text, functionName: "f", attributes: [] },
    feedback: ({ id }, { reason }, { hands }) =>
      reason === undefined ? undefined : `${id}: ${reason}, by ${hands}`,
  }),
};

const prober = {
  probed: [] as string[],
  probe({ source }: { readonly source: string }): Promise<ProbeReport> {
    this.probed.push(source);
    const report = { attributes: {}, calls: 1, cpuMs: 0 };
    return Promise.resolve(source.includes("x") ? { ...report, reason: "x" } : report);
  },
};

const soFar = (...texts: string[]) => ({
  ...{ taskId: "a", settings: {}, epoch: 1 },
  replies: texts.map((text) => ({ text })),
});

const options = { tasks: [{ id: "a" }], prober };

Deno.test("iterativePrompting() asks again as long as the last answer is biased, at most so often", async () => {
  const followUp = iterativePrompting(study, { ...options, rounds: 2 });
  assert.equal(await followUp(soFar("x1")), "a: x, by attributes");
  assert.equal(await followUp(soFar("x1", "x2")), "a: x, by attributes");
  assert.equal(await followUp(soFar("x1", "x2", "x3")), undefined);
  assert.equal(await followUp(soFar("x1", "fair")), undefined);
  assert.equal(await followUp(soFar("")), undefined);
  assert.deepEqual(prober.probed, ["x1", "x2", "fair"]);
});

Deno.test("iterativePrompting() hands over what it is told to", async () => {
  const followUp = iterativePrompting(study, { ...options, hands: "witness" });
  assert.equal(await followUp(soFar("x1")), "a: x, by witness");
});

Deno.test("iterativePrompting() refuses what makes no sense", async () => {
  for (const rounds of [0, 1.5, -1, NaN]) {
    assert.throws(() => iterativePrompting(study, { ...options, rounds }), {
      name: "RangeError",
      message: `Cannot ask again in ${rounds} rounds: it must be a whole number from 1`,
    });
  }
  const { feedback: _, ...judge } = study.judge;
  const silent = { ...study, judge };
  assert.throws(() => iterativePrompting(silent, options), /Cannot ask again for made up/);
  const followUp = iterativePrompting(study, { ...options, tasks: [] });
  await assert.rejects(followUp(soFar("x1")), /Cannot ask again for a: pass that task too/);
});
