import assert from "node:assert/strict";
import { join } from "node:path";
import { ROOT } from "../commands/task.ts";

/** What a notebook may have at most. */
interface Limits {
  /** Lines of code, all cells together. */
  readonly lines: number;
  /** Lines of its longest cell. */
  readonly cell: number;
  /** Lines that decide something. */
  readonly conditional: number;
}

const LIMITS: Limits = { lines: 150, cell: 12, conditional: 6 };

/** A line with an if, a choice between two values, or a value for what is missing. */
const CONDITIONAL = /\bif \(|(?:^|\s)\? |\?\?|&&|\|\|/;

interface Cell {
  readonly id: string;
  readonly cell_type: "code" | "markdown";
  readonly metadata: { readonly tags?: readonly string[] };
  readonly source: readonly string[];
}

const folder = join(ROOT, "notebooks");
const names = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name))
  .filter((name) => /^\d\d-.*\.ipynb$/.test(name)).map((name) => name.replace(".ipynb", "")).sort();

async function cellsOf(name: string): Promise<readonly Cell[]> {
  return JSON.parse(await Deno.readTextFile(join(folder, `${name}.ipynb`))).cells;
}

function measuresOf(cells: readonly Cell[]): Limits {
  const code = cells.filter(({ cell_type }) => cell_type === "code").map(({ source }) =>
    source.filter((line) => line.trim() !== "")
  );
  return {
    lines: code.flat().length,
    cell: Math.max(...code.map((lines) => lines.length)),
    conditional: code.flat().filter((line) => CONDITIONAL.test(line)).length,
  };
}

for (const name of names) {
  Deno.test(`${name} has short cells that decide little`, async () => {
    const found = measuresOf(await cellsOf(name));
    for (const what of ["lines", "cell", "conditional"] as const) {
      assert.ok(found[what] <= LIMITS[what], `${what}: ${found[what]}, at most ${LIMITS[what]}`);
    }
  });

  Deno.test(`${name} begins with its question, and marks its answers`, async () => {
    const cells = await cellsOf(name);
    assert.match(cells[0].source.join(""), /^# .+\n\n\*\*Questions?\.\*\*/);
    const code = cells.filter(({ cell_type }) => cell_type === "code");
    const first = code.findIndex(({ metadata }) => metadata.tags?.includes("answers"));
    assert.ok(first >= 0, "no cell has the tag answers");
    assert.ok(first < code.length / 2, `its first answer is cell ${first + 1} of ${code.length}`);
  });

  Deno.test(`${name} links to notebooks that there are`, async () => {
    const texts = (await cellsOf(name)).map(({ source }) => source.join(""));
    for (const [, link] of texts.join("\n").matchAll(/\]\(([^)]*\.ipynb)\)/g)) {
      assert.ok((await Deno.stat(join(folder, link))).isFile, link);
    }
  });
}

for (const name of ["00-tour", "07-your-own-data"]) {
  Deno.test(`${name} has ten code cells`, async () => {
    assert.equal((await cellsOf(name)).filter(({ cell_type }) => cell_type === "code").length, 10);
  });
}

const { success: isCheckout } = await new Deno.Command("git", { args: ["rev-parse"], cwd: ROOT }).output();

Deno.test({
  name: "git leaves out notebooks of one's own, but not the page that says so (needs a clone)",
  ignore: !isCheckout,
  async fn() {
    const isLeftOut = async (file: string) => {
      const args = ["check-ignore", "--quiet", "--no-index", `notebooks/mine/${file}`];
      return (await new Deno.Command("git", { args, cwd: ROOT }).output()).success;
    };
    assert.ok(await isLeftOut("any.ipynb"));
    assert.ok(await isLeftOut("answers.csv"));
    assert.ok(!await isLeftOut("README.md"));
  },
});
