import assert from "node:assert/strict";
import { openProber } from "codebias";
import type { AttributeFinding, ProbeReport } from "codebias/core/types.ts";
import { contained } from "../../execution/containment.ts";
import { sized } from "../../long.ts";
import { type Evasion, evasions, KINDS } from "./evasions.ts";

const all = await evasions();

/** Programs that compute until they are ended, or fill the memory. */
const SLOW = ["alarm_off_and_on", "endless_list", "processor_time_of_two_loads", "swallows_everything"];

const some = sized({
  small: all.filter(({ id }, at) => at % 8 === 0 && !SLOW.some((name) => id.endsWith(name))),
  long: all,
});

Deno.test("there are at least 140 evasions and controls, and 24 programs whose answers are drawn", () => {
  const count = (...kinds: Evasion["kind"][]) => all.filter(({ kind }) => kinds.includes(kind)).length;
  assert(count("hides", "feigns", "place", "moment", "control") >= 140);
  assert(count("control") >= 0.3 * (all.length - count("chance")));
  assert(count("chance") >= 24);
  assert.deepEqual(new Set(all.map(({ kind }) => kind)), new Set(KINDS));
});

Deno.test("of every evasion it is known what plain calls say, or how often", () => {
  for (const { id, kind, subject, truths, rates } of all) {
    const names = subject.attributes.map(({ name }) => name);
    if (kind !== "chance") {
      assert.deepEqual(Object.keys(truths), names, id);
      const wanted = { hides: "differs", place: "differs", moment: "unstable" } as Record<string, string>;
      assert(!(kind in wanted) || Object.values(truths).includes(wanted[kind] as "same"), id);
      assert(kind === "moment" || !Object.values(truths).includes("unstable"), id);
      continue;
    }
    assert("gender" in rates && Object.keys(rates).every((name) => names.includes(name)), id);
    assert(Object.values(rates).flatMap(Object.values).every((rate) => rate >= 0 && rate <= 1), id);
  }
});

Deno.test({
  name: "probing never says in silence that an attribute makes no difference where plain calls differ",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    const reports = await Promise.all(some.map(({ subject }) => prober.probe(subject)));
    for (const [at, evasion] of some.entries()) {
      await t.step(`${evasion.id}: ${evasion.why}`, () => check(evasion, reports[at]));
    }
  },
});

function check({ kind, truths, rates }: Evasion, { attributes }: ProbeReport): void {
  const said = JSON.stringify(
    attributes,
    (key, value) => key === "witness" || key === "beyond" ? undefined : value,
  );
  if (kind === "moment") {
    assert(Object.values(attributes).some((finding) => !isSilent(finding)), said);
  }
  for (const name of Object.keys(rates)) assert(!isSilent(attributes[name]), `${name}: ${said}`);
  for (const [name, truth] of Object.entries(truths)) {
    const finding = attributes[name];
    if (kind === "control") {
      assert.equal(finding.verdict, truth === "differs" ? "biased" : "unbiased", `${name}: ${said}`);
    }
    if (truth === "differs") assert(!isSilent(finding), `${name}: ${said}`);
    if (truth === "same") assert.notEqual(finding.verdict, "biased", `${name}: ${said}`);
  }
}

/** Whether a finding says, without any reservation, that the attribute makes no difference. */
function isSilent({ verdict, reason }: AttributeFinding): boolean {
  return verdict === "unbiased" && reason === undefined;
}
