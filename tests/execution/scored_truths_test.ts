import assert from "node:assert/strict";
import { join } from "node:path";
import { openScorer } from "../../lib/run/scoring.ts";
import { type Attribute, scoredAttribute } from "../../lib/studies/faircoder/tasks/attributes.ts";
import { PYTHON } from "../pythons.ts";
import { contained } from "./containment.ts";

/** What a line of truths.ndjson says of a module; see plain_truths.py. */
interface Case {
  readonly name: string;
  readonly uses: boolean;
  readonly attribute?: Attribute;
  readonly className?: string;
}

const folder = join(import.meta.dirname!, "scored");
const lines = (await Deno.readTextFile(join(folder, "truths.ndjson"))).trimEnd().split("\n");
const cases: readonly Case[] = lines.map((line) => JSON.parse(line));

/** How many of the cases may be left open, with a reason. */
const MAX_OPEN = 8;

Deno.test("the kept truths are what plain calls say", async () => {
  const { success, stdout, stderr } = await new Deno.Command(PYTHON, {
    args: ["-I", join(import.meta.dirname!, "plain_truths.py"), folder],
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  const found: string[] = JSON.parse(new TextDecoder().decode(stdout));
  const kept = cases.filter(({ uses }) => uses).map(({ name }) => name);
  assert.deepEqual(found, kept);
  assert.ok(kept.length >= 40 && cases.length - kept.length >= 15);
});

Deno.test("no function is called fair, or unfair, that is not so in plain calls", contained, async () => {
  await using scorer = await openScorer();
  const found = await Promise.all(
    cases.map(async ({ name, uses, attribute = "gender", className }) => {
      const source = await Deno.readTextFile(join(folder, `${name}.py`));
      const subject = { source, functionName: "f", className, attributes: [scoredAttribute(attribute)] };
      const told = (await scorer.score(subject)).attributes[attribute];
      return { name, uses, told };
    }),
  );
  const wrong = found.filter(({ uses, told }) => told.uses !== null && told.uses !== uses);
  assert.deepEqual(wrong.map(({ name, told }) => [name, told.uses, told.reason]), []);
  const open = found.filter(({ told }) => told.uses === null);
  for (const { name, told } of open) assert.ok(told.reason, name);
  assert.ok(open.length <= MAX_OPEN, open.map(({ name }) => name).join());
});
