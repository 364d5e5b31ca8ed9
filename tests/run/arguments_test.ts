import assert from "node:assert/strict";
import * as codebias from "codebias";

// deno-lint-ignore no-explicit-any
const all: any = codebias;
const {
  table,
  openStore,
  openOutcomes,
  openReports,
  openModel,
  openSource,
  generate,
  run,
  save,
  view,
  solar,
} = all;

const prompts = [{ taskId: "1", prompt: "x" }];
const result = { frame: table([{ temperature: 1 }]).frame, samples: [], about: [], label: "A", notices: [] };

/** Each call, and what is said of it. */
const WRONG: readonly (readonly [what: string, call: () => unknown, said: RegExp])[] = [
  ...["faircoder", "huang", "linguistic", "liu", "solar"].flatMap((name) =>
    ([[undefined, "undefined"], [5, "a number"], [[null], "a list"], [["id"], "a list"]] as const).flatMap((
      [given, told],
    ) =>
      [
        [
          `${name}.prompts of ${told}`,
          () => all[name].prompts(given),
          new RegExp(`Cannot make prompts of ${told}: expected a list of objects`),
        ],
        [
          `${name}.synthetic of ${told}`,
          () => all[name].synthetic(given),
          new RegExp(`Cannot make a synthetic model of ${told}: expected a list of objects`),
        ],
        [`${name}.rows of ${told}`, () =>
          all[name].rows(given), new RegExp(`make rows of ${told}: expected an object`)],
      ] as const
    )
  ),
  [
    "a table of nothing",
    () => table(undefined),
    /Cannot make a table of undefined: expected a list of objects/,
  ],
  ["a table of a number", () => table(5), /Cannot make a table of a number/],
  ["a table of numbers", () => table([1, 2]), /Cannot make a table of a list: expected a list of objects/],
  ["a store at null", () => openStore(null), /Cannot open the run store at null: expected a text/],
  ["outcomes at a number", () => openOutcomes(5), /at a number: expected a text/],
  ["reports at a list", () => openReports([]), /at a list: expected a text/],
  ["no model", () => openModel(), /Cannot open the model undefined: expected an object/],
  ["a model that is a number", () => openModel(5), /Cannot open the model a number/],
  ["the data of nothing", () => openSource(), /Cannot open the data of undefined: expected an object/],
  ["asking nobody", () => generate({ prompts }), /Cannot ask the model undefined: expected an object/],
  ["no prompts", () => generate({ model: "calibration" }), /Cannot ask the prompts undefined/],
  [
    "tasks that are numbers",
    () => run(solar, { source: "recorded", tasks: [5] }),
    /Cannot run tasks of a list/,
  ],
  [
    "an instrument that is a number",
    () => run(solar, { source: "recorded", instruments: 5 }),
    /Unknown instrument "5"/,
  ],
  ["a number for tables", () => save(result, { tables: 5, out: "." }), /Cannot save as tables a number/],
  ["a number to be shown first", () => view(result, { where: 5, out: "." }), /Cannot show first a number/],
];

for (const [what, call, said] of WRONG) {
  Deno.test(`${what} is refused in words`, async () => {
    await assert.rejects(async () => await call(), (error: Error) => {
      assert.match(error.message, said);
      return true;
    });
  });
}
