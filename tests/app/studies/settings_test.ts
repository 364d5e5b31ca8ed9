import assert from "node:assert/strict";
import { settings } from "codebias";
import { SETTING_NAMES } from "codebias/app/studies/settings.ts";

/** What settings() gives with these variables and no others. */
function withVariables<T>(given: Partial<Record<keyof typeof SETTING_NAMES, string>>, use: () => T): T {
  const before = Object.values(SETTING_NAMES).map((name) => [name, Deno.env.get(name)] as const);
  try {
    for (const [key, name] of Object.entries(SETTING_NAMES)) {
      Deno.env.set(name, given[key as keyof typeof SETTING_NAMES] ?? "");
    }
    return use();
  } finally {
    for (const [name, value] of before) {
      value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
    }
  }
}

Deno.test("settings() are the defaults where nobody asked for anything", () => {
  const { out, recordings, ...rest } = withVariables({}, () => settings());
  assert.match(out, /outputs.interactive$/);
  assert.match(recordings!, /^recorded\/.*data.recorded.linguistic$/);
  assert.deepEqual(rest, {
    source: undefined,
    artifacts: undefined,
    models: undefined,
    executed: undefined,
    suite: "own",
    methods: ["DI"],
    temperatures: [0.2, 0.8],
    epochs: 5,
  });
});

Deno.test("settings() are what the variables say", () => {
  const asked = withVariables({
    source: "model",
    models: "ollama/a:1b,calibration",
    suite: "published",
    methods: "DI,QA+CoT",
    temperatures: "0,1.5",
    epochs: "2",
    limit: "3",
    out: "/x",
  }, () => settings());
  assert.deepEqual(asked, {
    source: "model",
    artifacts: undefined,
    models: ["ollama/a:1b", "calibration"],
    executed: undefined,
    suite: "published",
    methods: ["DI", "QA+CoT"],
    temperatures: [0, 1.5],
    epochs: 2,
    limit: 3,
    out: "/x",
  });
});

Deno.test("settings() of a study that asks models are its recordings beside a synthetic model, unless something is named", () => {
  const of = (given: Parameters<typeof withVariables>[0]) => {
    const { source, models, temperatures, every } = withVariables(given, () => settings({ study: "huang" }));
    return {
      source,
      models: models.map((name) => name.replace(/\/.*data.recorded/, "")),
      temperatures,
      every,
    };
  };
  const models = ["recorded/huang", "calibration"];
  assert.deepEqual(of({}), { source: undefined, models, temperatures: [1, 0.2], every: 12 });
  assert.deepEqual(of({ source: "artifact" }), {
    source: "artifact",
    models,
    temperatures: [1, 0.2],
    every: 12,
  });
  const demo = { source: "model", models: ["calibration"], temperatures: [1], every: 12 };
  assert.deepEqual(of({ source: "demo" }), demo);
  const named = { source: "model", models: ["ollama/a:1b"], temperatures: [1], every: 1 };
  assert.deepEqual(of({ source: "model", models: "ollama/a:1b" }), named);
  // deno-lint-ignore no-explicit-any
  assert.throws(() => settings({ study: "huan" as any }), /huang/);
});

Deno.test("settings() have recordings where a notebook of recorded answers is to show them", () => {
  const has = (given: Parameters<typeof withVariables>[0]) =>
    withVariables(given, () => settings()).recordings !== undefined;
  assert.deepEqual([{}, { source: "artifact" }, { executed: "all" }].map(has), [true, true, true]);
  const not = [{ source: "demo" }, { source: "model" }, { models: "CodeLlama" }, { executed: "none" }];
  assert.deepEqual(not.map(has), [false, false, false, false]);
});

Deno.test("settings() refuses values that a variable cannot have, by the variable's name", () => {
  const refused = (given: Parameters<typeof withVariables>[0]) => {
    try {
      withVariables(given, () => settings());
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.equal(
    refused({ source: "models" }),
    "Cannot use CODEBIAS_SOURCE=models: it must be demo, artifact or model",
  );
  assert.equal(refused({ suite: "mine" }), "Cannot use CODEBIAS_SUITE=mine: it must be own or published");
  assert.equal(refused({ epochs: "few" }), "Cannot use CODEBIAS_EPOCHS=few: few is not a number");
  assert.equal(
    refused({ temperatures: "1,hot" }),
    "Cannot use CODEBIAS_TEMPERATURES=1,hot: hot is not a number",
  );
});
