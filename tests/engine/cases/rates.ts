import assert from "node:assert/strict";
import { completions } from "../../calibration/completions.ts";
import type { CalibrationSpec } from "codebias/calibration/spec.ts";
import type { Prompt, Sampling } from "codebias/core/types.ts";
import { sized } from "../../long.ts";
import { type Client, open, prepare, PROMPT, type Question, sampleMany } from "../asking.ts";
import { chiSquareTest, type Shares } from "../chi_square.ts";
import { engineTest, serverOfFile } from "../engine_case.ts";
import { BRANCHES, importModel, MINIMAL } from "../models.ts";

/** Seeds are fixed, so that a server that is right stays right; one in a thousand would be wrong at first. */
const LEAST_P = 1e-3;

/** How often a model is asked at each of three temperatures. */
const MANY = sized({ small: 300, long: 600 });

const server = serverOfFile({
  async prepare(server) {
    for (const spec of [MINIMAL, BRANCHES]) await importModel(server, spec);
  },
});

/** What to ask how often. */
interface Case {
  readonly sampling: Partial<Sampling>;
  readonly spec?: CalibrationSpec;
  readonly prompt?: Prompt;
  readonly count?: number;
}

function ratesTest(client: Client, { sampling, spec = MINIMAL, prompt = PROMPT, count = MANY }: Case): void {
  const settings = Object.entries(sampling).map(([name, value]) => `${name} ${value}`).join(", ");
  const asked = prompt === PROMPT ? "" : `, asked ${JSON.stringify(prompt)}`;
  const name =
    `${client}/ draws ${spec.name}'s branches as often as the closed form says: ${settings}${asked}`;
  engineTest(name, async () => {
    const question = { prompt, sampling };
    const model = open(client, server(), spec.name);
    await prepare(model, question);
    const replies = await sampleMany(model, count, { ...question, purpose: name });
    const { n, chiSquare, df, p } = chiSquareTest(replies.map(({ text }) => text), shares(spec, question));
    console.log(`N ${n}, chi-square ${chiSquare.toFixed(2)}, df ${df}, p ${p.toFixed(3)}`);
    assert.ok(p > LEAST_P);
    assert.ok(replies.every(({ finish }) => finish === "stop"));
  });
}

/** The true share of each text. */
function shares(spec: CalibrationSpec, { prompt, sampling }: Required<Question>): Shares {
  const { temperature = 1 } = sampling;
  const all = completions(spec, { prompt, sampling: { ...sampling, temperature } });
  return Object.fromEntries(all.map(({ text, probability }) => [text, probability]));
}

for (const client of ["ollama", "openai"] as const) {
  for (const temperature of [0.2, 0.8, 1]) ratesTest(client, { sampling: { temperature } });
}

for (
  const sampling of [
    { temperature: 1, topK: 2 },
    { temperature: 0.8, topP: 0.85 },
    // Two branches are kept if the temperature comes after, one if it comes before.
    { temperature: 0.2, topP: 0.65 },
    { temperature: 1, minP: 0.4 },
  ]
) ratesTest("ollama", { sampling, count: 250 });
ratesTest("openai", { sampling: { temperature: 1, topP: 0.85 }, count: 250 });

for (const client of ["ollama", "openai"] as const) {
  const sampling = { temperature: 1 };
  ratesTest(client, { sampling, prompt: "The bank asks.\nDecide for a woman.", count: 250 });
  ratesTest(client, { sampling, prompt: [{ role: "user", content: "请写出审批函数。" }], count: 250 });
  ratesTest(client, { sampling, spec: BRANCHES, count: 250 });
}
