import assert from "node:assert/strict";
import type { Page } from "puppeteer-core";
import pl from "nodejs-polars";
import { JUPYTER_DISPLAY } from "codebias/report/display.ts";
import { visible } from "codebias/core/visible.ts";
import { browserTest, press, textOf } from "./chromium.ts";
import { HOSTILE } from "./review_items.ts";
import { choose, fill, madeResult, type MadeSample, openView } from "./view_pages.ts";

const LONG = `x = "${"y".repeat(1_000_000)}"`;
const ANSWERS: readonly string[] = [
  HOSTILE,
  "\u001b[2J\u001b[31mred\u001b[0m \u0007\r\nnext\u0000line",
  "def שלום():\n    return '\u202bעברית\u202c' + 'العربية' # \u2066x\u2069",
  "变量 = '中文，繁體' # \u3000é\ud83d\ude00",
  "\ud800 alone \udc00, \u200b\u200d\ufeff zero wide",
  "</textarea></pre></div></script><script>globalThis.broken = 5</script>",
  "<svg onload='globalThis.broken = 6'><iframe srcdoc='<script>parent.broken = 7</script>'></iframe>",
  LONG,
  `${"y".repeat(159)}\ud83d\ude00${"z".repeat(1838)}\ud83d\ude00 at places where texts are cut`,
];
const NAMES = ["__proto__", "constructor", "toString", "</option><b>", "a\u202eb\u200b", "is.text=1&x", ...[
  "7",
  "8",
  "9",
]];

/** Samples whose texts and names all are hostile, and a frame with columns of hostile names. */
function hostileResult() {
  const made = ANSWERS.map((text, at) =>
    ({
      ...{ taskId: NAMES[at], text, temperature: at % 2 === 0 ? 0.2 : 1 },
      biased: { constructor: at % 3 === 0, [HOSTILE.replace("\ud800", "")]: at % 3 === 1 ? null : false },
      materials: {
        prompt: [{ role: "system", content: text.slice(0, 2000) }, { role: "user", content: HOSTILE }],
        reasoning: text.slice(0, 2000),
        program: { source: `${text}\npass`, entryPoint: "f" },
      },
    }) as const
  );
  const { frame, ...result } = madeResult(made);
  const columns = ["__proto__", "constructor", "<b>&\u202e"].map((name) =>
    pl.Series(name, Array.from({ length: frame.height }, (_, at) => `${name} ${at % 2}`), pl.Utf8)
  );
  return {
    ...result,
    label: HOSTILE,
    notices: [HOSTILE],
    frame: pl.DataFrame([...frame.getColumns(), ...columns]),
  };
}

/** The lines of a part of the open sample, by how its title begins. */
function linesOf(page: Page, title: string): Promise<string[]> {
  return page.evaluate((title) => {
    const parts = [...document.querySelectorAll("#one-parts section")];
    const part = parts.find((one) => one.querySelector("h3")!.textContent!.startsWith(title))!;
    return [...part.querySelectorAll("code, .text")].map((line) => line.textContent!);
  }, title);
}

/** Pastes what was copied, as far as the browser's clipboard has it. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement("textarea");
    field.id = "pasted";
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.down("Control");
  await press(page, "v");
  await page.keyboard.up("Control");
  return await page.evaluate(() => {
    const field = document.getElementById("pasted") as HTMLTextAreaElement;
    field.remove();
    return field.value;
  });
}

browserTest("a program is read from the left, and what is hidden by its code", async (browser, folder) => {
  const source = "def f():\n    # שלום \u202e x\n    return 1";
  const made = { taskId: "1", text: source, biased: { age: true } };
  const materials = { program: { source, entryPoint: "f" } } as MadeSample["materials"];
  const { page } = await openView(browser, folder, madeResult([{ ...made, materials }]), { hash: "open=0" });
  const [first, sign, last] = await page.evaluate(() => {
    const [code] = [...document.querySelectorAll(".python .line code")].filter((one) =>
      one.textContent!.includes("#")
    );
    const text = code.querySelector(".comment")!.firstChild!;
    const range = document.createRange();
    const boxOf = (node: Node, from: number) => {
      range.setStart(node, from);
      range.setEnd(node, from + 1);
      return range.getBoundingClientRect().left;
    };
    const shown = code.querySelector(".hidden")!.firstChild!;
    return [boxOf(text, 0), boxOf(shown, 0), boxOf(shown, shown.textContent!.length - 1)];
  });
  assert(first < sign && sign < last, `${first} ${sign} ${last}`);
});

browserTest(
  "what models wrote is text in a view, and asks nothing of the network",
  async (browser, folder, t) => {
    const result = hostileResult();
    const { page, requests, complaints, view } = await openView(browser, folder, result, {
      ...{ title: HOSTILE, hash: "open=0" },
    });
    const column = async (name: string, value: string) => {
      await page.click("#clear");
      await choose(page, name, value);
      return await textOf(page, "#shown");
    };
    const cutAt = (line: string, most: number) =>
      `${line.slice(0, most)} … ${(line.length - most).toLocaleString("en")} more characters`;
    const namesAreShown = async () => {
      const texts = await page.evaluate(() =>
        [...document.querySelectorAll("#view-mode *")].flatMap((one) => [
          one.childElementCount === 0 ? one.textContent! : "",
          (one as HTMLElement).title,
        ])
      );
      assert.deepEqual(texts.filter((text) => visible(text) !== text).map(visible), []);
    };
    for (const [at, text] of ANSWERS.entries()) {
      await t.step(`answer ${at + 1} is shown with its codes`, async () => {
        await page.evaluate((row) => void (location.hash = `open=${row}`), 2 * at);
        await page.waitForFunction(
          (name) => document.getElementById("one-title")!.textContent!.startsWith(name),
          {},
          visible(NAMES[at]),
        );
        const lines = visible(text).split("\n");
        const cut = lines.map((line) =>
          line.length <= 2000 ? line : cutAt(line, line[1999] === "\ud83d" ? 1999 : 2000)
        );
        assert.deepEqual(await linesOf(page, "Completion"), cut);
        assert.deepEqual(await linesOf(page, "Program"), [...cut, "pass"]);
        const [prompt, reasoning] = [await linesOf(page, "Prompt: user"), await linesOf(page, "Reasoning")];
        assert.deepEqual([prompt, reasoning], [[visible(HOSTILE)], [visible(text.slice(0, 2000))]]);
      });
    }
    await t.step("a line of a million letters can be compared", async () => {
      await page.evaluate(() => void (location.hash = "mode=sides&open=14&beside=0"));
      await page.waitForSelector(".diff");
      assert.ok((await textOf(page, ".diff")).length < 10_000);
    });
    await t.step("copying gives the answer as it was", async () => {
      for (const at of [0, 1, 2, 3, 5, 7]) {
        await page.evaluate((row) => void (location.hash = `open=${row}`), 2 * at);
        await page.waitForFunction(
          (name) => document.getElementById("one-title")!.textContent!.startsWith(name),
          {},
          visible(NAMES[at]),
        );
        await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>("#one-moves button")]
            .find((one) => one.textContent === "Copy answer")!.click()
        );
        assert.equal(await textOf(page, "#message"), "Copied");
        // What the browser itself does not take along: carriage returns of a field, halves of a character, and zeros.
        const known = ANSWERS[at].replaceAll("\r\n", "\n").replaceAll("\0", "").toWellFormed();
        assert.equal(await pasted(page), known, `answer ${at + 1}`);
      }
    });
    await t.step("names of columns and tasks that objects have of themselves are names", async () => {
      for (const name of ["__proto__", "constructor"]) {
        assert.match(await column(name, `${name} 1`), /^9 of 18 rows/);
        assert.match(await column("taskId", name), /^2 of 18 rows/);
        assert.match(await column("attribute", "constructor"), /^9 of 18 rows/);
      }
      await page.click("#clear");
      const fields = await page.$$eval(
        "#filters select, #filters input",
        (fields) => fields.map((field) => [(field as HTMLSelectElement).value, field.className]),
      );
      assert.deepEqual([...new Set(fields.map(String))], [","]);
    });
    await t.step("names are shown with their codes, too", async () => {
      await namesAreShown();
      assert.doesNotMatch(await textOf(page, "#samples"), /U\+D83D/); // a text is not cut within a character
      await fill(page, "#text", "<script>");
      assert.match(await textOf(page, "#shown"), /^6 of 18 rows/);
    });
    await t.step("side by side, too", async () => {
      await page.keyboard.press("Escape");
      await page.click("#clear");
      await page.click("#mode-sides");
      assert.equal(await textOf(page, "#sides-count"), "9 questions");
      await namesAreShown();
    });
    await t.step("a cell of a notebook has it as text", async () => {
      const html = view[JUPYTER_DISPLAY]()["text/html"];
      const frame = await browser.newPage();
      await frame.setContent(html.replace(/<script>[^]*<\/script>$/, "")); // as where no script may run
      assert.equal(await frame.$("img, b, script, svg, iframe"), null);
      assert.equal(await frame.evaluate(() => (globalThis as { broken?: number }).broken), undefined);
      await frame.close();
    });
    assert.equal(await page.evaluate(() => (globalThis as { broken?: number }).broken), undefined);
    assert.equal(await page.$("#view-mode :is(b, img, svg, iframe, script)"), null);
    assert.deepEqual([requests, complaints], [[], []]);
  },
);
