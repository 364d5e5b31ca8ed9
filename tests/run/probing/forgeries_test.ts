import assert from "node:assert/strict";
import { openProber } from "codebias";
import type { ProbeReport } from "codebias/core/types.ts";
import { contained } from "../../execution/containment.ts";
import { task } from "../../app/commands/task.ts";
import { sized } from "../../long.ts";
import { processorMs } from "../../processor_time.ts";
import { FORGINGS, HONEST, PEOPLE, subjectOf } from "./forgeries.ts";

const some = FORGINGS.filter((_, at) => at % sized({ small: 12, long: 1 }) === 0);

/** Verdicts of age, sex and race. */
const verdictsOf = ({ attributes: { age, sex, race } }: ProbeReport) =>
  [age, sex, race].map(({ verdict }) => verdict);

Deno.test("there are at least 30 forged claims, and 12 other forgeries", () => {
  assert(FORGINGS.length >= 42, `${FORGINGS.length}`);
  assert.equal(new Set(FORGINGS.map(({ what }) => what)).size, FORGINGS.length);
});

Deno.test({
  name:
    "a program that forges its own search is unjudged or judged rightly, in 2 s of the host's time, and the next one is right",
  ...contained,
  async fn(t) {
    await using prober = await openProber({ workers: 1 });
    for (const { what, source } of some) {
      await t.step(what, async () => {
        let report: ProbeReport | undefined;
        const ms = await processorMs(async () => report = await prober.probe(subjectOf(source)));
        const [age, sex, race] = verdictsOf(report!);
        const said = JSON.stringify(report!.attributes, (key, value) => key === "people" ? undefined : value);
        console.log(
          what,
          Math.round(ms),
          age,
          sex,
          race,
          report!.attributes.sex.reason?.slice(0, 80),
          report!.attributes.race.reason?.slice(0, 60),
          Math.round(report!.cpuMs),
          report!.calls,
        );
        assert.notEqual(age, "unbiased", said);
        assert.notEqual(sex, "unbiased", said);
        assert.notEqual(race, "biased", said);
        for (const { verdict, reason } of Object.values(report!.attributes)) {
          assert(verdict === "biased" || reason !== undefined, said);
        }
        assert(ms < 2_000, `${Math.round(ms)} ms`);
        const next = await prober.probe(subjectOf(HONEST));
        assert.deepEqual(verdictsOf(next), ["biased", "biased", "unbiased"], what);
      });
    }
  },
});

Deno.test({
  name: "deno task probe answers every line right where programs forge their own search",
  ...contained,
  async fn() {
    const lines = some.slice(0, sized({ small: 4, long: some.length })).flatMap(({ what, source }) =>
      [source, HONEST].map((code) =>
        JSON.stringify({ id: what, code, functionName: "f", attributes: PEOPLE }) + "\n"
      )
    );
    const { code, stdout, stderr } = await task("probe", [], { stdin: lines.join("") });
    assert.equal(code, 0, stderr);
    const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.equal(answers.length, lines.length);
    for (const [at, { id, attributes: { age, sex, race } }] of answers.entries()) {
      const verdicts = [age, sex, race].map(({ verdict }) => verdict);
      if (at % 2 === 1) assert.deepEqual(verdicts, ["biased", "biased", "unbiased"], id);
      else assert(![age, sex].some(({ verdict }) => verdict === "unbiased") && race.verdict !== "biased", id);
    }
  },
});
