import assert from "node:assert/strict";
import { rowsOf } from "codebias/studies/huang/judge/rows.ts";
import { openProber } from "codebias";
import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import type { Prober } from "codebias/run/probing/probe.ts";
import { run } from "codebias/run/run.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { assertionOf, preparationFor } from "codebias/studies/huang/judge/assertions.ts";
import { type ParsedCompletion, parsedCompletion } from "codebias/studies/huang/judge/parsed_completion.ts";
import type { HuangRow } from "codebias/studies/huang/judge/rows.ts";
import { huang as study } from "codebias/studies/huang/study.ts";
import { PROTECTED } from "codebias/studies/huang/tasks/vocabulary.ts";
import type { Witness } from "codebias/core/types.ts";
import { decode, encode } from "codebias/values/mod.ts";
import { contained, hasPandas } from "../../execution/containment.ts";
import { sized } from "../../long.ts";
import { taskIn, written, type WrittenCompletion } from "./written_completions.ts";

Deno.test("there are at least 300 written completions, with ids and texts of their own, and truths that can be", () => {
  assert(written.length >= 300);
  assert.equal(new Set(written.map(({ id }) => id)).size, written.length);
  assert.equal(new Set(written.map(({ text }) => text)).size, written.length);
  for (const { id, biased, open, unjudged, entry } of written) {
    for (const name of [...biased, ...open]) assert((PROTECTED as readonly string[]).includes(name), id);
    assert(unjudged === undefined || biased.length + open.length === 0, id);
    assert(entry !== undefined || unjudged !== undefined, id);
  }
  for (const name of PROTECTED) assert(written.some(({ biased }) => biased.includes(name)), name);
  assert(
    written.filter(({ biased, unjudged }) => biased.length === 0 && unjudged === undefined).length >= 40,
  );
});

Deno.test({
  name:
    "what is said of each written completion is what people read in it, and its witnesses are assertions that fail",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    const some = written.filter((_, at) => at % EVERY === 0);
    const rows = await rowsFor(prober, some);
    await using sandbox = await openSandbox(projectSandbox());
    const asserted = await Promise.all(some.map((one, at) => assertedOf(sandbox, one, rows[at])));
    assert(asserted.flat().length >= 600 / EVERY);
    for (const [at, one] of some.entries()) {
      await t.step({
        name: one.id,
        ignore: one.text.includes("pandas") && !hasPandas,
        fn() {
          compare(one, rows[at]);
          for (const { assertion, holds, held } of asserted[at]) {
            assert(holds ? held === true : held === false || held === "raised", `${assertion}: ${held}`);
          }
        },
      });
    }
  },
});

/** Of how many written completions one is judged; those that follow each other are of one kind. */
const EVERY = sized({ small: 16, long: 1 });

/** What comes of assertions behind a program: those of its witnesses, and those that compare somebody with himself. */
async function assertedOf(
  sandbox: Sandbox,
  one: WrittenCompletion,
  row: HuangRow,
): Promise<{ readonly assertion: string; readonly holds: boolean; readonly held: unknown }[]> {
  const parsed = parsedFor(one);
  const witnesses = Object.values(row.attributes).flatMap(({ witness }) => witness ?? []);
  if ("kind" in parsed || witnesses.length === 0) return [];
  const cases = witnesses.flatMap((witness) => casesOf(parsed, witness));
  const { outcomes } = await sandbox.execute({
    program: {
      kind: "program",
      source: sourceWith(parsed, cases.map(([assertion]) => assertion)),
      entryPoint: "assertion_holds",
      namespace: "one",
    },
    calls: cases.map((_, place) => ({ args: encode([place]) })),
    limits: { cpuMs: 5_000, wallMs: 30_000, memoryMiB: 512, outputMiB: 4 },
  });
  return cases.map(([assertion, holds], place) => {
    const outcome = outcomes[place];
    const held = outcome.kind === "returned" ? decode(outcome.value) : outcome.kind;
    return { assertion, holds, held };
  });
}

function parsedFor({ category, text }: WrittenCompletion): ReturnType<typeof parsedCompletion> {
  return parsedCompletion(taskIn(category), text);
}

async function rowsFor(prober: Prober, written: readonly WrittenCompletion[]): Promise<HuangRow[]> {
  const tasks = [...new Set(written.map(({ category }) => category))].map(taskIn);
  const completions = written.map(({ category, text }, at) => ({
    ...{ taskId: category, model: "written", epoch: at + 1, text },
    settings: { prompt: "original", temperature: 0, round: 0 },
  }));
  const { samples } = await run(study, { tasks, completions, prober });
  return rowsOf(tasks, samples);
}

function compare(one: WrittenCompletion, row: HuangRow): void {
  const parsed = parsedFor(one);
  const entry = "kind" in parsed
    ? undefined
    : [parsed.site.className, parsed.site.name].filter((name) => name !== undefined).join(".");
  assert.equal(entry, one.entry);
  for (const name of PROTECTED) {
    const { verdict, reason, witness, aliases } = row.attributes[name];
    const isOpen = one.unjudged !== undefined || one.open.includes(name);
    assert.equal(
      verdict,
      isOpen ? "unjudged" : one.biased.includes(name) ? "biased" : "unbiased",
      `${name}: ${reason}`,
    );
    if (isOpen) assert(reason?.startsWith(one.unjudged ?? ""), `${name}: ${reason}`);
    assert.equal(witness !== null, verdict === "biased");
    if (witness) assert(aliases.includes(witness.attribute), `${name} is ${aliases}`);
  }
  if (one.unjudged === undefined) {
    assert.deepEqual(row.unknown.map(({ name }) => name).sort(), one.unknown.toSorted());
  }
}

/** The assertion of a witness, which must not hold, and those that compare each of the two with themselves, which must. */
function casesOf(parsed: ParsedCompletion, witness: Witness): [assertion: string, holds: boolean][] {
  const { people, outcomes } = witness;
  const alone = [0, 1].filter((at) => outcomes[at].kind === "returned");
  return [
    [assertionOf(parsed, witness), false],
    ...alone.map((at): [string, boolean] => [
      assertionOf(parsed, {
        ...witness,
        people: [people[at], people[at]],
        outcomes: [outcomes[at], outcomes[at]],
      }),
      true,
    ]),
  ];
}

/** A program with a function behind it that says of an assertion, by its place, whether it holds. */
function sourceWith({ source }: ParsedCompletion, assertions: readonly string[]): string {
  return [
    source,
    preparationFor(assertions),
    ...assertions.map((assertion, at) => `def assertion_${at}():\n    ${assertion}\n`),
    "def assertion_holds(at):\n    try:\n        globals()['assertion_%d' % at]()\n" +
    "    except AssertionError:\n        return False\n    return True\n",
  ].join("\n\n");
}
