import assert from "node:assert/strict";
import type { Page } from "puppeteer-core";
import pl from "nodejs-polars";
import { summarize } from "codebias";
import { browserTest, textOf } from "./chromium.ts";
import { choose, fill, openView, realResult, rowsExpected, rowsShown } from "./view_pages.ts";

const TABLE = ["taskId", "verdict", "attribute", "temperature", "reason", "row"];

/** What a reader does, and what polars selects then, of a frame with the texts of the answers. */
interface Selection {
  readonly name: string;
  readonly act: (page: Page) => Promise<unknown>;
  readonly select: (frame: pl.DataFrame) => pl.DataFrame;
  /** What the page says of the selection besides numbers. */
  readonly says?: RegExp;
}

const is = (column: string, value: string | number) => pl.col(column).eq(pl.lit(value));
const matches = (column: string, pattern: string) => pl.col(column).str.contains(pattern);
const sortBy = (page: Page, column: string) =>
  page.evaluate((column) => {
    const headings = [...document.querySelectorAll<HTMLElement>("#samples [role=columnheader] button")];
    headings.find((heading) => heading.textContent!.replace(/ [▲▼]$/, "") === column)!.click();
  }, column);

const SELECTIONS: readonly Selection[] = [
  {
    name: "a verdict",
    act: (page) => choose(page, "verdict", "biased"),
    select: (frame) => frame.filter(is("verdict", "biased")),
    says: /biased 100\.0 %/,
  },
  {
    name: "a number",
    act: (page) => choose(page, "temperature", "1"),
    select: (frame) => frame.filter(is("temperature", 1)),
  },
  {
    name: "what is unjudged",
    act: (page) => choose(page, "verdict", "unjudged"),
    select: (frame) => frame.filter(is("verdict", "unjudged")),
    says: /nothing judged/,
  },
  {
    name: "a reason that is empty",
    act: (page) => choose(page, "reason", "—"),
    select: (frame) => frame.filter(pl.col("reason").isNull()),
  },
  {
    name: "one task",
    act: (page) => choose(page, "taskId", "early-pension-draw"),
    select: (frame) => frame.filter(is("taskId", "early-pension-draw")),
    says: /one task: no interval/,
  },
  {
    name: "a part of a value",
    act: (page) => fill(page, '[data-has="row"]', "17"),
    select: (frame) => frame.filter(matches("words", "17")),
  },
  {
    name: "a whole value, typed",
    act: (page) => fill(page, '[data-has="row"]', "=17"),
    select: (frame) => frame.filter(is("words", "17")),
  },
  {
    name: "a text, large and small letters alike",
    act: (page) => fill(page, "#text", "RETURN self.age"),
    select: (frame) => frame.filter(matches("text", "(?i)return self\\.age")),
  },
  {
    name: "a text with signs that patterns have",
    act: (page) => fill(page, "#text", "[28, 30"),
    select: (frame) => frame.filter(matches("text", "\\[28, 30")),
  },
  {
    name: "a regular expression",
    act: async (page) => {
      await fill(page, "#text", "^ +(el)?if .*(age|gender).*:$");
      await page.click("#regex");
    },
    select: (frame) => frame.filter(matches("text", "(?im)^ +(el)?if .*(age|gender).*:$")),
  },
  {
    name: "a regular expression as Python has it",
    act: async (page) => {
      await fill(page, "#text", "self[\\w-.]age");
      await page.click("#regex");
    },
    select: (frame) => frame.filter(matches("text", "(?im)self[\\w.-]age")),
  },
  {
    name: "several at once",
    act: async (page) => {
      await choose(page, "verdict", "unbiased");
      await choose(page, "temperature", "0.2");
      await fill(page, "#text", "age");
    },
    select: (frame) =>
      frame.filter(is("verdict", "unbiased")).filter(is("temperature", 0.2)).filter(
        matches("text", "(?i)age"),
      ),
  },
  {
    name: "nothing",
    act: (page) => fill(page, "#text", "no answer has this"),
    select: (frame) => frame.filter(pl.col("text").isNull()),
  },
  {
    name: "upwards by a text, of a part",
    act: async (page) => {
      await choose(page, "temperature", "1");
      await sortBy(page, "attribute");
    },
    select: (frame) => frame.filter(is("temperature", 1)).sort(["attribute", "row"]),
  },
  {
    name: "downwards by a number, by size and not by digits",
    act: async (page) => {
      await sortBy(page, "row");
      await sortBy(page, "row");
    },
    select: (frame) => frame.sort("row", true),
  },
  {
    name: "downwards by what some rows lack, which come last",
    act: async (page) => {
      await sortBy(page, "reason");
      await sortBy(page, "reason");
    },
    select: (frame) => {
      const [known, empty] = [pl.col("reason").isNotNull(), pl.col("reason").isNull()];
      return pl.concat([frame.filter(known), frame.filter(empty)]);
    },
  },
];

/** The line above the table, from what `summarize` gives. */
function lineExpected(selected: pl.DataFrame, height: number): string {
  const asked = new Set(selected.select("taskId", "temperature", "epoch").rows().map(String));
  const counts = `${selected.height} of ${height} rows, ${asked.size} ${
    asked.size === 1 ? "sample" : "samples"
  }`;
  if (selected.height === 0) return `${counts} · nothing judged, unjudged 0`;
  const [{ value, low, high, n, clusters, unjudged }] = summarize(selected, {
    ...{ by: "study", metric: "biased", cluster: "taskId" },
  }).toRecords();
  if (value === null) return `${counts} · nothing judged, unjudged ${unjudged}`;
  const percent = (share: unknown) => `${(100 * Number(share)).toFixed(1)} %`;
  const bounds = low === null
    ? " (one task: no interval)"
    : ` [${percent(low)}, ${percent(high)}], 95 % interval clustered by ${clusters} tasks`;
  return `${counts} · biased ${percent(value)}${bounds}; n = ${n}, unjudged ${unjudged}`;
}

browserTest(
  "filters of a view show the rows that polars selects, and the estimate that summarize gives",
  async (browser, folder, t) => {
    const result = await realResult();
    const places = [...Array(result.frame.height).keys()];
    const frame = result.frame.withColumns(pl.Series("row", places, pl.Int64));
    const texts = new Map(
      result.samples.map(({ taskId, settings, epoch, text }) => [
        String([taskId, settings.temperature, epoch]),
        text,
      ]),
    );
    const textOfRow = frame.select("taskId", "temperature", "epoch").rows().map((row) =>
      texts.get(String(row))!
    );
    const known = frame.withColumns(
      pl.Series("text", textOfRow),
      pl.Series("words", places.map(String)),
    );
    const { page, requests, complaints } = await openView(browser, folder, { ...result, frame });
    for (const { name, act, select, says } of SELECTIONS) {
      await t.step(name, async () => {
        await page.click("#clear");
        await act(page);
        const selected = select(known);
        const shown = await rowsShown(page);
        assert.deepEqual(
          shown.map((line) =>
            Object.fromEntries(TABLE.map((name) => [name, line[name].replace(/^[●○?] /, "")]))
          ),
          rowsExpected(selected, TABLE),
        );
        const line = await textOf(page, "#shown");
        assert.equal(line, lineExpected(selected, frame.height));
        if (says) assert.match(line, says);
        const isPart = selected.height > 0 && selected.height < frame.height;
        assert.ok(isPart || /^(?:nothing$|downwards)/.test(name), "the selection is some of the rows");
      });
    }
    await t.step("what is no regular expression is said, and shows nothing", async () => {
      await page.click("#clear");
      await page.click("#regex");
      await fill(page, "#text", "(age");
      assert.match(await textOf(page, "#text-trouble"), /Invalid regular expression/);
      assert.deepEqual(await rowsShown(page), []);
    });
    await t.step("a choice says how many rows each value would give beside the other filters", async () => {
      await page.click("#clear");
      await choose(page, "verdict", "biased");
      const words = await page.$$eval(
        '[data-is="temperature"] option',
        (options) => options.map((option) => option.textContent),
      );
      const counts = [0.2, 1].map((one) =>
        known.filter(is("verdict", "biased")).filter(is("temperature", one)).height
      );
      assert.deepEqual(words, ["all", `0.2 (${counts[0]})`, `1 (${counts[1]})`]);
    });
    assert.deepEqual([requests, complaints], [[], []]);
  },
);

browserTest(
  "no share is given where answers would count twice, or nothing says which rows count",
  async (browser, folder) => {
    const { samples, frame } = await realResult();
    const twice = pl.concat(
      ["execution", "reading"].map((instrument) => frame.withColumn(pl.lit(instrument).alias("instrument"))),
    );
    const { page } = await openView(browser, folder, { samples, frame: twice });
    assert.match(
      await textOf(page, "#shown"),
      /samples · no share over several values of instrument: choose one$/,
    );
    await choose(page, "instrument", "reading");
    assert.equal(await textOf(page, "#shown"), lineExpected(frame, twice.height));
    const synthetic = frame.withColumn(pl.lit("calibration/solar").alias("model"));
    const two = [...samples, ...samples.map((one) => ({ ...one, model: "calibration/solar" }))];
    const mixed = {
      samples: two,
      frame: pl.concat([frame, synthetic]),
      label: "A, SYNTHETIC: calibration/solar",
    };
    const both = await openView(browser, folder, mixed);
    assert.match(
      await textOf(both.page, "#shown"),
      /samples · no share over several values of model: choose one$/,
    );
    const attributes = frame.getColumn("attribute").unique().toArray().map((name, at) => ({
      ...{ name, protected: at === 0 },
    }));
    const about = frame.getColumn("taskId").unique().toArray().map((id) => ({ id, attributes }));
    const marked = await openView(browser, folder, { samples, frame, about });
    assert.match(
      await textOf(marked.page, "#shown"),
      /samples · no share over several values of protected: choose one$/,
    );
    const alone = await openView(browser, folder, samples);
    assert.match(
      await textOf(alone.page, "#shown"),
      /samples · no share of samples alone: a run's frame says which rows count$/,
    );
  },
);
