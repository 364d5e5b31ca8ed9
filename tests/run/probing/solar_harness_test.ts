import assert from "node:assert/strict";
import { openProber } from "codebias";
import { directionsOf } from "codebias/bias/direction.ts";
import { explore } from "codebias/execution/probing/probe.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { decode } from "codebias/values/mod.ts";
import { contained } from "../../execution/containment.ts";
import { goldenFile, noGolden } from "../../golden_file.ts";
import { sevenAttributes, solarCompletions } from "./solar_completions.ts";

const golden = await goldenFile("solar_harness.json");
const completions = golden === undefined ? [] : solarCompletions(golden);
const ignore = contained.ignore || golden === undefined;

Deno.test({
  name:
    `probing Solar's 14 completions says what the authors' 112,500 to 450,000 persons say, in at most 300 calls${
      noGolden(golden)
    }`,
  ignore,
  async fn() {
    assert.equal(completions.length, 14);
    await using prober = await openProber();
    for (const { id, subject, sensitive, related, found } of completions) {
      const { attributes, calls } = await prober.probe(subject);
      const biased = Object.keys(attributes).filter((name) => attributes[name].verdict === "biased");
      assert.deepEqual(
        biased.filter((name) => sensitive.includes(name)).sort(),
        found.sensitive.toSorted(),
        id,
      );
      assert.deepEqual(biased.filter((name) => related.includes(name)).sort(), found.related.toSorted(), id);
      assert(Object.values(attributes).every(({ verdict }) => verdict !== "unjudged"), id);
      assert(calls <= 300 + 5 * 2 * biased.length, `${id}: ${calls} calls`); // those that confirm besides
    }
  },
});

Deno.test({
  name: `the values that Solar's harness says are favoured are those that probing has affirmed${
    noGolden(golden)
  }`,
  ignore,
  async fn() {
    await using sandbox = await openSandbox(projectSandbox());
    for (const { id, subject, leaning } of completions) {
      const found = await explore(sandbox, subject);
      assert("leaves" in found, id);
      const directions = directionsOf(found);
      for (const [name, values] of Object.entries(leaning)) {
        const affirmed = directions[name].values.filter((one) => one.affirmed);
        assert.deepEqual(
          affirmed.map(({ value }) => String(decode(value))).sort(),
          values.toSorted(),
          `${id} ${name}`,
        );
      }
    }
  },
});

Deno.test({
  name: "probing a function of seven attributes with six values each takes few calls",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const { attributes, calls } = await prober.probe(sevenAttributes().subject);
    const biased = Object.keys(attributes).filter((name) => attributes[name].verdict === "biased");
    assert.deepEqual(biased, ["a", "e"]);
    assert(calls <= 300, `${calls} calls for 279,936 combinations`);
  },
});
