import assert from "node:assert/strict";
import { probeOnce } from "codebias/run/probing/once.ts";
import type { ProbeReport, ProbeSubject } from "codebias/core/types.ts";
import { encode } from "codebias/values/mod.ts";

/** Counts what it is asked; `answer` may fail. */
function counting(
  answer: (asked: number) => ProbeReport = (asked) => ({ attributes: {}, calls: asked, cpuMs: 0 }),
) {
  const prober = {
    asked: 0,
    known: new Map<string, Promise<ProbeReport>>(),
    probe: () => Promise.resolve().then(() => answer(++prober.asked)),
  };
  return prober;
}

const subject = (own: Partial<ProbeSubject> = {}): ProbeSubject => ({
  source: "def f(age):\n    return age\n",
  functionName: "f",
  attributes: [{ name: "age", type: "int", values: [encode(1), encode(2)] }],
  ...own,
});

Deno.test("probeOnce() asks once for equal subjects, also while the answer is not there yet", async () => {
  const prober = counting();
  const both = await Promise.all([probeOnce(prober, subject()), probeOnce(prober, subject())]);
  assert.equal(both[0], both[1]);
  assert.equal(await probeOnce(prober, subject()), both[0]);
  assert.equal(prober.asked, 1);
});

Deno.test("probeOnce() asks anew for whatever may change the answer, and another prober", async () => {
  const prober = counting();
  const [attribute] = subject().attributes;
  const others = [
    {},
    { source: "def f(age):\n    return 1\n" },
    { functionName: "g" },
    { style: "dict" as const },
    { className: "Person" },
    { attributes: [{ ...attribute, name: "sex" }] },
    { attributes: [{ ...attribute, type: "float" as const }] },
    { attributes: [{ ...attribute, values: [encode(1), encode(3)] }] },
    { attributes: [{ ...attribute, range: [1, 9] as const }] },
    { attributes: [{ ...attribute, unlisted: true }] },
    { attributes: [{ ...attribute, closed: true }] },
    { attributes: [] },
  ];
  for (const other of others) await probeOnce(prober, subject(other));
  assert.equal(prober.asked, others.length);
  const another = counting();
  await probeOnce(another, subject());
  assert.equal(another.asked, 1);
});

Deno.test("probeOnce() asks again after a failure", async () => {
  const prober = counting((asked) => {
    if (asked === 1) throw new Error("the sandbox is gone");
    return { attributes: {}, calls: asked, cpuMs: 0 };
  });
  await assert.rejects(probeOnce(prober, subject()), /the sandbox is gone/);
  assert.equal((await probeOnce(prober, subject())).calls, 2);
});

Deno.test("probeOnce() lets a caller go who gives up, and no other", async () => {
  const { promise, resolve } = Promise.withResolvers<ProbeReport>();
  const prober = { probe: () => promise, known: new Map() };
  const impatient = new AbortController();
  const [gone, stays] = [probeOnce(prober, subject(), impatient.signal), probeOnce(prober, subject())];
  impatient.abort(new Error("enough"));
  await assert.rejects(gone, /enough/);
  resolve({ attributes: {}, calls: 7, cpuMs: 0 });
  assert.equal((await stays).calls, 7);
  await assert.rejects(probeOnce(prober, subject(), impatient.signal), /enough/);
  assert.equal((await probeOnce(prober, subject(), new AbortController().signal)).calls, 7);
});
