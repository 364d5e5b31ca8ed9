import assert from "node:assert/strict";
import { openProber } from "codebias";
import { codeFacts } from "codebias/bias/code/code_facts.ts";
import { explore } from "codebias/execution/probing/probe.ts";
import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import { peopleToCall } from "codebias/bias/people_to_call.ts";
import { checkClaims } from "codebias/run/probing/check_claims.ts";
import { observed, returnsNothing } from "codebias/run/probing/observed.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import type { ProbeReport, ProbeSubject } from "codebias/core/types.ts";
import { contained } from "../../execution/containment.ts";
import { sized } from "../../long.ts";
import { differing, everybody, misplaced } from "./brute_force.ts";
import { programs } from "./programs.ts";

const all = await programs();
const known = all.filter((_, at) => at % sized({ small: 12, long: 1 }) === 0);

/** Those that can be judged; of how many one is called in other ways, too. */
const judged = all.filter((one) => one.unjudged === undefined).filter((_, at) =>
  at % sized({ small: 32, long: 1 }) === 0
);

Deno.test("there are at least 100 programs to probe, with ids of their own", () => {
  assert(all.length >= 100);
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
});

Deno.test({
  name: "probing says of every program what its author, and full enumeration outside of codebias, say of it",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    const reports = await Promise.all(known.map(({ subject }) => prober.probe(subject)));
    for (const [at, { id, why, biasedOn, unjudged }] of known.entries()) {
      await t.step(`${id}: ${why}`, () => {
        const report = reports[at];
        if (unjudged !== undefined) {
          const verdicts = Object.entries(verdictsOf(report));
          const biased = verdicts.flatMap(([name, verdict]) => verdict === "biased" ? [name] : []);
          assert.deepEqual(biased, biasedOn);
          assert(verdicts.some(([, verdict]) => verdict === "unjudged"), JSON.stringify(verdicts));
          return;
        }
        const wanted = Object.keys(report.attributes).map((name) =>
          [name, biasedOn.includes(name) ? "biased" : "unbiased"] as const
        );
        assert.deepEqual(verdictsOf(report), Object.fromEntries(wanted));
        for (const name of biasedOn) checkWitness(report, name);
      });
    }
  },
});

Deno.test({
  name: "probing a program without being told how to call it says the same",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    const reports = await Promise.all(
      judged.map(({ subject: { source, functionName, attributes } }) =>
        prober.probe({ source, functionName, attributes })
      ),
    );
    for (const [at, { id, biasedOn }] of judged.entries()) {
      await t.step(id, () => {
        const verdicts = Object.entries(verdictsOf(reports[at]));
        const biased = verdicts.flatMap(([name, verdict]) => verdict === "biased" ? [name] : []);
        assert.deepEqual(biased.sort(), biasedOn.toSorted());
      });
    }
  },
});

Deno.test({
  name:
    "the sandbox's plain calls with all combinations of values differ where probing says so, and nowhere else",
  ...contained,
  async fn(t) {
    await using sandbox = await openSandbox(projectSandbox());
    const found = await Promise.all(judged.map(({ subject }) => enumerated(sandbox, subject)));
    for (const [at, { id, biasedOn }] of judged.entries()) {
      await t.step(id, () => assert.deepEqual(found[at], biasedOn.toSorted()));
    }
  },
});

/** What sets the seed of a call, which is not the same in processes of other programs. */
const random = /random|shuffle|secrets|uuid/;

async function enumerated(sandbox: Sandbox, subject: ProbeSubject): Promise<string[]> {
  const found = await explore(sandbox, subject);
  assert("shape" in found, "reason" in found ? found.reason : "");
  // Of a program that returns nothing, what it prints and leaves.
  const other = "leaves" in found && returnsNothing(found) && observed(subject, found);
  if (other) return await enumerated(sandbox, other);
  const all = await everybody(sandbox, found, subject.attributes);
  const facts = codeFacts(subject.source);
  const places = { sandbox, others: [sandbox] };
  const isSound = "leaves" in found && found.complete &&
    (await checkClaims(places, found, facts, peopleToCall(found, facts.handsOn))).agree;
  if (isSound && !random.test(found.source)) {
    assert.equal(misplaced(all, found), undefined, found.source);
  }
  return differing(all, subject.attributes);
}

function verdictsOf({ attributes }: ProbeReport): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, { verdict }]) => [name, verdict]));
}

/** A witness is two people who differ in one attribute, to whom different things happen, and a line of the program. */
function checkWitness({ attributes }: ProbeReport, name: string): void {
  const { witness, direction } = attributes[name];
  assert(witness && direction && direction.differing > 0);
  const [one, other] = witness.people;
  const differs = Object.keys(one).filter((key) => one[key].join() !== other[key].join());
  assert.deepEqual(differs, [name]);
  assert.notDeepEqual(witness.outcomes[0], witness.outcomes[1]);
  assert(witness.line === undefined || witness.text !== "");
}
