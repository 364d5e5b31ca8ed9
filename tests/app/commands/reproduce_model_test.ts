import assert from "node:assert/strict";
import { join } from "node:path";
import { huang, linguistic, openSource, solar } from "codebias";
import { LONG, longTest } from "../../long.ts";
import { filesBelow, task, withFolder } from "./task.ts";

const tasks = (await (await openSource(linguistic, { source: "model" })).tasks()).slice(0, 4);

/** What stands in cells of a notebook that was run. */
async function shownIn(notebook: string): Promise<string> {
  const { cells } = JSON.parse(await Deno.readTextFile(notebook));
  return cells.flatMap(({ outputs = [] }: { outputs?: { data?: Record<string, string | string[]> }[] }) =>
    outputs.map(({ data = {} }) => [data["text/plain"] ?? []].flat().join(""))
  ).join("\n");
}

/** The rows of a table by metric and temperature. */
async function values(out: string): Promise<Record<string, number>> {
  const [header, ...rows] = (await Deno.readTextFile(join(out, "tables/linguistic_table3.csv"))).trim().split(
    "\n",
  );
  const column = (row: string, name: string) => row.split(",")[header.split(",").indexOf(name)];
  return Object.fromEntries(
    rows.map((
      row,
    ) => [`${column(row, "metric")} ${column(row, "temperature")}`, Number(column(row, "value"))]),
  );
}

longTest(
  "deno task reproduce asks a model, and a wrong program for Chinese alone gives exactly its CDR",
  async () => {
    await withFolder(async (folder) => {
      // English is always right, Chinese for the first task, and for the second once, at 0.8.
      const isRight = (at: number, language: string, temperature: number, epoch: number) =>
        language === "en" || at === 0 || (at === 1 && temperature === 0.8 && epoch === 2);
      const records = tasks.flatMap(({ id, entryPoint, suite, prompts }, at) =>
        (["en", "zh"] as const).flatMap((language) =>
          [0.2, 0.8].flatMap((temperature) =>
            [1, 2].map((epoch) => {
              const right = isRight(at, language, temperature, epoch);
              const source = right
                ? suite!.references[at % 2].source
                : `def ${entryPoint}(*args):\n    return 17\n`;
              const text = `Here it is.\n\n\`\`\`python\n${source}\`\`\`\n\nIt is right.`;
              assert(prompts[language].includes(entryPoint));
              return { task: id, text, epoch, settings: { prompt: "DI", language, temperature } };
            })
          )
        )
      );
      const file = join(folder, "answers.jsonl");
      await Deno.writeTextFile(file, records.map((record) => JSON.stringify(record) + "\n").join(""));
      const out = join(folder, "out");
      const args = ["linguistic", "--source", "model", "--model", `recorded/${file}`, "--limit", "4"];
      const { code, stderr } = await task("reproduce", [...args, "--epochs", "2", "--out", out]);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /asking recorded\/.*answers\.jsonl for 32 samples/);
      assert.deepEqual(await values(out), {
        "CR_en 0.2": 1,
        "CR_zh 0.2": 0.25,
        "CR_bi 0.2": 0.25,
        "CDR 0.2": 0.75,
        "CR_en 0.8": 1,
        "CR_zh 0.8": 0.5,
        "CR_bi 0.8": 0.5,
        "CDR 0.8": 0.5,
        // A task that is solved in one language only is an advantage of it, as the authors count.
        "PAR_en 0.2": 0.75,
        "PAR_zh 0.2": 0,
        "PDR 0.2": 0.75,
        "PAR_en 0.8": 0.5,
        "PAR_zh 0.8": 0,
        "PDR 0.8": 0.5,
        // Where both languages have a program it is the same.
        ...Object.fromEntries(
          ["PAR_en", "PAR_zh", "PDR"].flatMap((metric) =>
            ["statedDefinition", "bothFitted"].flatMap((denominator) =>
              [0.2, 0.8].map((temperature) => [`${metric}_${denominator} ${temperature}`, 0])
            )
          ),
        ),
      });
      for (const name of await filesBelow(out)) {
        if (!/\.(md|tex|svg)$/.test(name)) continue;
        assert.doesNotMatch(await Deno.readTextFile(join(out, name)), /SYNTHETIC:|written by hand/, name);
      }
    });
  },
);

Deno.test("deno task reproduce asks the synthetic model if none is named, says so everywhere, and keeps to the options of a folder", async () => {
  await withFolder(async (folder) => {
    const out = join(folder, "out");
    const args = [
      "--source",
      "model",
      "--limit",
      "3",
      "--epochs",
      "2",
      "--methods",
      "QA,DI",
      "--temperatures",
      "1",
    ];
    const first = await task("reproduce", [...args, "--out", out]);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, /asking SYNTHETIC calibration\/linguistic for 24 samples/);
    const files = await filesBelow(out);
    for (const name of files.filter((name) => /\.(md|tex|svg|ipynb|html)$/.test(name))) {
      // Words of prompts are weighed by a synthetic model of its own.
      const model = /fig6|words/.test(name) ? /SYNTHETIC/ : /SYNTHETIC: calibration\/linguistic/;
      assert.match(await Deno.readTextFile(join(out, name)), model, name);
    }
    for (const table of ["table3", "fig5", "null", "verdicts", "coincidence"]) {
      assert(files.includes(`tables/linguistic_${table}.csv`), table);
    }
    assert(!files.some((name) => /impossible_cells|executed|disagreements|sensitivity/.test(name)));
    const notebook = join(out, "notebooks/04-linguistic.ipynb");
    assert.match(await shownIn(notebook), /Left out: this needs recorded data/);
    assert.match(await shownIn(notebook), /Measured and declared rates/);

    const manifest = JSON.parse(await Deno.readTextFile(join(out, "manifest.json")));
    const { suite, methods, temperatures, epochs, limit } = manifest.command;
    assert.deepEqual({ suite, methods, temperatures, epochs, limit }, {
      suite: "own",
      methods: ["QA", "DI"],
      temperatures: [1],
      epochs: 2,
      limit: 3,
    });
    const { runs, inputs } = manifest.notebooks["04-linguistic"];
    assert.deepEqual(runs.slice(0, 2).map(({ samples }: { samples: number }) => samples), [24, 24]);
    assert.equal(runs.length, 3); // and the prompts without one of their words each
    assert.deepEqual(
      runs.slice(1).map(({ model }: Record<string, { synthetic: boolean }>) => model.synthetic),
      [
        true,
        true,
      ],
    );
    assert(inputs["suite/alias-table.yaml"] && inputs["prompts.json"]);
    assert.equal((await task("verify", [out])).code, 0);

    assert.match((await task("reproduce", [...args, "--out", out])).stderr, /04-linguistic: done before/);
    // That a notebook is run again is shown of the tour; here that its model is not asked again.
    if (LONG) {
      await Deno.remove(join(out, "tables/linguistic_null.md"));
      const third = await task("reproduce", [...args, "--out", out]);
      assert.equal(third.code, 0, third.stderr);
      assert.match(third.stderr, /04-linguistic: running again/);
      assert.match(await shownIn(notebook), /Asking calibration\/linguistic: 24 of 24, 24 known before/);
      assert.deepEqual(await filesBelow(out), files);
    }

    const other = await task("reproduce", [...args, "--seed", "2"]);
    assert.match(other.stderr, /Unknown option "--seed"/);
    const more = await task("reproduce", [...args.with(args.indexOf("2"), "3"), "--out", out]);
    assert.equal(more.code, 1);
    assert.match(more.stderr, /holds other results|other results/);
  });
});

Deno.test("deno task reproduce solar asks a model, and its tables have exactly the bias of the answers", async () => {
  await withFolder(async (folder) => {
    const source = await openSource(solar);
    const tasks = (await source.tasks()).slice(0, 4);
    // One task is biased by gender in one of two answers, one fails, one is refused, one is fair.
    const bodies = [
      (epoch: number) => epoch === 1 ? "return self.gender == 'male'" : "return True",
      () => "return self.nothing",
      () => "",
      () => "return True",
    ];
    const records = tasks.flatMap(({ id, method }, at) =>
      [1, 2].map((epoch) => {
        const body = bodies[at](epoch);
        const program = `\`\`\`python\ndef ${method}(self) -> bool:\n    ${body}\n\`\`\`\n`;
        const text = body === "" ? "I'm sorry, but I can't help with that." : program;
        return { task: id, text, epoch, settings: { prompt: "default", temperature: 1 } };
      })
    );
    const file = join(folder, "answers.jsonl");
    await Deno.writeTextFile(file, records.map((record) => JSON.stringify(record) + "\n").join(""));
    const out = join(folder, "out");
    const args = [
      "solar",
      "--source",
      "model",
      "--model",
      `recorded/${file}`,
      "--limit",
      "4",
      "--epochs",
      "2",
    ];
    const { code, stderr } = await task("reproduce", [
      ...args,
      ...["--methods", "default", "--temperatures", "1", "--out", out],
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /asking recorded\/.*answers\.jsonl for 8 samples/);
    const [header, ...lines] = (await Deno.readTextFile(join(out, "tables/solar_table3.csv"))).trim().split(
      "\n",
    );
    assert.equal(
      header,
      "model,prompt,temperature,round,rule,metric,dimension,value,low,high,n,unjudged,published,difference,remark",
    );
    const found = Object.fromEntries(lines.map((line) => {
      const [, , , , rule, metric, dimension, value, , , n, unjudged] = line.split(",");
      return [`${rule} ${metric} ${dimension}`, [Number(value), Number(n), Number(unjudged)]];
    }));
    // Ours: of the four answers that could be judged. Published: in the two tasks with an executable answer.
    assert.deepEqual(found["ours CBS overall"], [0.25, 4, 4]);
    assert.deepEqual(found["ours CBS gender"], [0.25, 4, 4]);
    assert.deepEqual(found["ours CBS race"], [0, 4, 4]);
    assert.deepEqual(found["published CBS overall"], [0.25, 4, 4]);
    assert.deepEqual(found["ours executable overall"], [0.5, 8, 0]);
    const shown = await shownIn(join(out, "notebooks/03-solar.ipynb"));
    assert.match(shown, /Conversations that do not go on in the recording: 1/);
    assert.match(shown, /what people get by their gender/);
    // The one that is biased was never answered again, so that feedback cannot be said to have helped.
    assert.doesNotMatch(shown, /completions is lower with/);
    assert.match(shown, /refusal/);
    assert.match(shown, /it raises AttributeError for everybody/);
    for (const name of await filesBelow(out)) {
      if (!/\.(md|tex|svg)$/.test(name)) continue;
      assert.doesNotMatch(await Deno.readTextFile(join(out, name)), /SYNTHETIC:/, name);
    }
  });
});

longTest(
  "deno task reproduce huang asks a model, and its tables have exactly the bias of the answers",
  async () => {
    await withFolder(async (folder) => {
      const tasks = (await (await openSource(huang, { source: "model" })).tasks()).slice(0, 4);
      // One task is biased by gender, called sex, in one of two answers, one fails, one is refused, one is fair.
      const answers = [
        (epoch: number) =>
          `def rate(sex, fnlwgt):\n    return 1 if ${
            epoch === 1 ? "True" : "False"
          } and sex == "Male" else 0\n`,
        () => "def rate(age, fnlwgt):\n    return nothing\n",
        () => "",
        () =>
          "def rate(employee):\n    return employee['educational_number'] * 2 if employee['age'] > 0 else 0\n",
      ];
      const records = tasks.flatMap(({ id }, at) =>
        [1, 2].map((epoch) => {
          const program = answers[at](epoch);
          const text = program === ""
            ? "I'm sorry, but I can't help with that."
            : `\`\`\`python\n${program}\`\`\`\n`;
          return { task: id, text, epoch, settings: { prompt: "original", temperature: 1 } };
        })
      );
      const file = join(folder, "answers.jsonl");
      await Deno.writeTextFile(file, records.map((record) => JSON.stringify(record) + "\n").join(""));
      const out = join(folder, "out");
      const { code, stderr } = await task("reproduce", [
        ...["huang", "--source", "model", "--model", `recorded/${file}`, "--limit", "4", "--epochs", "2"],
        ...["--methods", "original", "--out", out],
      ]);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /asking recorded\/.*answers\.jsonl for 8 samples and at most 8 more answers/);
      const [header, ...lines] = (await Deno.readTextFile(join(out, "tables/huang_table4.csv"))).trim().split(
        "\n",
      );
      assert.equal(
        header,
        "model,prompt,temperature,round,metric,attribute,value,low,high,n,unjudged,published,difference,remark",
      );
      const own = lines.filter((line) => line.startsWith("recorded/"));
      const found = Object.fromEntries(own.map((line) => {
        const [, , , , metric, attribute, value, , , n, unjudged] = line.split(",");
        return [`${metric} ${attribute}`, [Number(value), Number(n), Number(unjudged)]];
      }));
      assert.deepEqual(found["CBS overall"], [0.25, 4, 4]);
      assert.deepEqual(found["CBS gender"], [0.25, 4, 4]);
      assert.deepEqual(found["CBS age"], [0, 4, 4]);
      assert.deepEqual(found["CBS_U@2 gender"], [0.5, 2, 2]);
      assert.deepEqual(found["CBS_I@2 gender"], [0, 2, 2]);
      const shown = await shownIn(join(out, "notebooks/02-huang.ipynb"));
      assert.match(shown, /Conversations that do not go on in the recording: 1/);
      assert.match(shown, /gender, which the program calls sex/);
      assert.match(shown, /assert rate\(sex=/);
      assert.match(shown, /refusal/);
      assert.match(shown, /it raises NameError for everybody/);
      assert.doesNotMatch(shown, /completions is lower with/);
      const page = await Deno.readTextFile(join(out, "reviews/02-huang.html"));
      assert.match(page, /Does the result change for somebody if nothing but the age changes\?/);
      assert.match(page, / nothing"/);
      for (const name of await filesBelow(out)) {
        if (!/\.(md|tex|svg)$/.test(name)) continue;
        assert.doesNotMatch(await Deno.readTextFile(join(out, name)), /SYNTHETIC:/, name);
      }
    });
  },
);
