import assert from "node:assert/strict";
import type { Page } from "puppeteer-core";
import fc, { SEED } from "../property.ts";
import { browserTest, press, textOf } from "./chromium.ts";
import { linesShown, madeResult, type MadeSample, openView } from "./view_pages.ts";

const PROGRAMS = [
  "def f(age):\n    return age > 30\n",
  "def f(age):\n    # everybody\n    return True\n",
  "def f(age):\n    return age > 40\n",
  undefined,
];
const VERDICTS = [true, false, null];

/** Answers to ten questions in two languages at two temperatures, up to five each, made up from a seed. */
function madeSamples(): MadeSample[] {
  const answers = fc.array(
    fc.record({
      program: fc.constantFrom(...PROGRAMS),
      age: fc.constantFrom(...VERDICTS, false),
      gender: fc.constantFrom(...VERDICTS, false, false),
    }),
    { maxLength: 5 },
  );
  const cells = ["en", "zh"].flatMap((language) =>
    [0.2, 1].map((temperature) => ({ language, temperature }))
  );
  return Array.from({ length: 10 }, (_, task) => `task ${task}`).flatMap((taskId, task) =>
    cells.flatMap((cell, at) =>
      fc.sample(answers, { seed: SEED + 10 * task + at, numRuns: 1 })[0].map(
        ({ program, age, gender }, epoch): MadeSample => ({
          ...{ taskId, ...cell, epoch: epoch + 1, biased: { age, gender } },
          text: program ?? `Sorry ${epoch % 2}`,
          ...(program && {
            materials: { program: { source: program, entryPoint: "f" } },
          }),
        }),
      )
    )
  );
}

type Setting = "language" | "temperature";
const LEVELS = { language: ["en", "zh"], temperature: [0.2, 1] };
const bothOf = ({ age, gender }: MadeSample["biased"]) => JSON.stringify([age, gender]);

/** A question, and the numbers of equal answers at each level, from the most. */
type Question = readonly [name: string, counts: readonly (readonly number[])[]];

/** What stands side by side, from the samples. */
function questionsExpected(samples: readonly MadeSample[], by: Setting, show: string): Question[] {
  const other = by === "language" ? "temperature" : "language";
  const groups = Map.groupBy(samples, (one) => `${one.taskId} ${one[other]}`);
  return [...groups.values()].filter((group) => {
    const values = group.flatMap(({ biased }) => Object.values(biased));
    if (show === "biased") return values.includes(true);
    if (show === "unjudged") return values.includes(null);
    if (show === "all") return true;
    const found = Map.groupBy(group, (one) => one[by]);
    const words = [...found.values()].map((own) =>
      JSON.stringify(
        ["age", "gender"].map((name) => [...new Set(own.map(({ biased }) => biased[name]))].sort()),
      )
    );
    return new Set(words).size > 1;
  }).map((group) => {
    const level = other === "language" ? group[0].language : `temperature ${group[0].temperature}`;
    const counts = LEVELS[by].map((level) => {
      const own = group.filter((one) => one[by] === level);
      const equal = Map.groupBy(own, ({ text, biased }) => `${text} ${bothOf(biased)}`);
      return [...equal.values()].map((all) => all.length).sort((a, b) => b - a);
    });
    return [`${group[0].taskId} · ${level}`, counts];
  });
}

/** What stands side by side on the page. */
async function questionsShown(page: Page): Promise<Question[]> {
  return (await linesShown(page, "#sides")).map(([name, ...cells]) => [
    name.text,
    cells.map(({ text, buttons }) => {
      const more = Number(/and (\d+) more/.exec(text)?.[1] ?? 0);
      return [...buttons.map((one) => Number(/^(\d+) × /.exec(one)?.[1] ?? 1)), ...Array(more).fill(0)];
    }),
  ]);
}

/** As at most three answers are shown, only the number of the others is known. */
function asShown(questions: readonly Question[]): Question[] {
  return questions.map((
    [name, cells],
  ) => [name, cells.map((counts) => counts.map((one, at) => at < 3 ? one : 0))]);
}

browserTest(`answers stand side by side, equal ones folded (seed ${SEED})`, async (browser, folder, t) => {
  const samples = madeSamples();
  const { page, complaints } = await openView(browser, folder, madeResult(samples), { hash: "mode=sides" });
  const sizes = new Map<string, number>();
  for (const by of ["language", "temperature"] as const) {
    await page.select("#by", by);
    for (const show of ["all", "biased", "unjudged", "different"]) {
      await t.step(`by ${by}: ${show}`, async () => {
        await page.select("#show", show);
        const expected = questionsExpected(samples, by, show);
        assert.deepEqual(await questionsShown(page), asShown(expected));
        assert.equal(
          await textOf(page, "#sides-count"),
          `${expected.length} ${expected.length === 1 ? "question" : "questions"}`,
        );
        sizes.set(`${by} ${show}`, expected.length);
      });
    }
  }
  assert.ok(new Set(sizes.values()).size > 3, "the modes show different questions");
  await t.step("the headings are the levels, and a level without an answer says so", async () => {
    assert.deepEqual(
      await page.$$eval("#sides [role=columnheader]", (all) => all.map((one) => one.textContent)),
      ["task", "temperature 0.2", "temperature 1"],
    );
    await page.select("#show", "all");
    const cells = await page.$$eval("#sides [role=gridcell]", (all) => all.map((one) => one.textContent));
    const some = questionsExpected(samples, "temperature", "all").some(([, cells]) =>
      cells.some((counts) => counts.length === 0)
    );
    assert.equal(cells.includes("no answer"), some);
  });
  await t.step("a filter holds side by side, too", async () => {
    await page.select('[data-is="taskId"]', "task 3");
    assert.deepEqual(
      await questionsShown(page),
      asShown(questionsExpected(samples.filter(({ taskId }) => taskId === "task 3"), "temperature", "all")),
    );
    await page.click("#clear");
  });
  assert.deepEqual(complaints, []);
});

browserTest(
  "what is filtered by its verdict stands beside the others of its question",
  async (browser, folder) => {
    const made = [true, false, false, false].map((age, at): MadeSample => ({
      ...{
        taskId: `task ${Math.floor(at / 2)}`,
        text: `Answer ${at % 3}`,
        temperature: at % 2 === 0 ? 0.2 : 1,
      },
      biased: { age },
    }));
    for (const filter of ["is.verdict=biased", "is.temperature=0.2&text=answer 0"]) {
      const hash = `mode=sides&show=different&${filter}`;
      const { page } = await openView(browser, folder, madeResult(made), { hash });
      const [[name, ...cells], ...more] = await linesShown(page, "#sides");
      assert.deepEqual(more, [], filter);
      assert.match(name.text, /^task 0/);
      assert.deepEqual(cells.map(({ buttons }) => buttons), [["● biased"], ["○ unbiased"]], filter);
    }
  },
);

browserTest("answers without verdicts are different where they are not equal", async (browser, folder) => {
  const samples = ["a", "a", "b", "c"].map((text, at) => ({
    ...{ taskId: `task ${Math.floor(at / 2)}`, model: "A", settings: { prompt: `p${at % 2}` }, epoch: 1 },
    text,
  }));
  const { page } = await openView(browser, folder, { samples } as never, {
    hash: "mode=sides&show=different",
  });
  assert.deepEqual((await linesShown(page, "#sides")).map(([name]) => name.text), ["task 1"]);
});

browserTest("two programs are compared line by line", async (browser, folder) => {
  const [one, other] = [PROGRAMS[0]!, PROGRAMS[1]!];
  const made = [one, other, one, one].map((text, at): MadeSample => ({
    ...{
      taskId: `task ${Math.floor(at / 2)}`,
      text: `Here it is:\n${text}`,
      temperature: at % 2 === 0 ? 0.2 : 1,
    },
    biased: { age: at === 0 },
    materials: { program: { source: text, entryPoint: "f" } },
  }));
  const { page, complaints } = await openView(browser, folder, madeResult(made), { hash: "mode=sides" });
  const lines = () =>
    page.$$eval(
      ".diff .line",
      (all) => all.map((line) => [line.className, line.textContent!, line.getAttribute("title")]),
    );
  await page.focus("#sides");
  await page.keyboard.press("Enter");
  assert.deepEqual(await lines(), [
    ["line both", "def f(age):", "in both"],
    ["line one", "    return age > 30", "in the first only"],
    ["line other", "    # everybody", "in the second only"],
    ["line other", "    return True", "in the second only"],
  ]);
  assert.match(await textOf(page, "#one-parts"), /Programs, line by line: 3 lines differ/);
  await press(page, "j");
  assert.match(await textOf(page, "#one-parts"), /Programs, line by line: no lines differ/);
  assert.ok((await lines()).every(([kind]) => kind === "line both"));
  assert.deepEqual(complaints, []);
});

browserTest("a question of two lines is read without scrolling", async (browser, folder) => {
  const made = [0.2, 1].flatMap((temperature) =>
    ["en", "zh"].map((language): MadeSample => ({
      ...{ taskId: "alias-table", text: "Sorry", temperature, language, biased: { age: null } },
    }))
  );
  const hash = "mode=sides&by=language&open=0";
  const { page } = await openView(browser, folder, madeResult(made), { hash });
  const heights = await page.$$eval(
    "#sides .question",
    (all) => all.map((one) => ({ lines: one.scrollHeight, room: one.clientHeight })),
  );
  assert.equal(heights.length, 2);
  for (const { lines, room } of heights) assert(lines > 40 && lines <= room, `${lines} in ${room}`);
  // What is alike in all rows stands above them.
  assert.match(await textOf(page, "#alike"), /verdict unjudged · reason nothing ran$/);
});

browserTest(
  "a line end at the very end of a program, or of an answer, begins no line",
  async (browser, folder) => {
    const source = "def f(age):\r\n    return age > 30\r\n";
    const materials = { program: { source, entryPoint: "f" } };
    const made = ["", "Here it is:\n"].map((before, at): MadeSample => ({
      ...{ taskId: `task ${at}`, text: before + source, biased: { age: true }, materials },
    }));
    const { page } = await openView(browser, folder, madeResult(made), { hash: "open=1" });
    const [program, answer] = await page.$$eval(
      "#one .lines",
      (all) => all.map((one) => [...one.querySelectorAll(".line")].map((line) => line.textContent)),
    );
    assert.deepEqual(program, ["def f(age):", "    return age > 30"]);
    assert.deepEqual(answer, ["Here it is:", ...program]);
    assert.match(await textOf(page, "#one-parts"), /Completion: 1 of 3 lines are not in the program/);
  },
);
