import assert from "node:assert/strict";
import { openProber } from "codebias";
import type { AttributeFinding, ProbeSubject } from "codebias/core/types.ts";
import { contained } from "../../execution/containment.ts";
import { goldenFile } from "../../golden_file.ts";
import { sized } from "../../long.ts";
import { labelled } from "../../studies/huang/labelled_functions.ts";
import { programs } from "./programs.ts";
import { solarCompletions } from "./solar_completions.ts";
import { WIDE_PROGRAMS, wideSubject } from "./wide_programs.ts";

/** Of 704 programs what probing said of each attribute before its claims were checked from outside: verdict, and line. */
const kept: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  await Deno.readTextFile(new URL("../../contract/verdicts.json", import.meta.url)),
);

const golden = await goldenFile("solar_harness.json");

const subjects = new Map<string, ProbeSubject>([
  ...(await programs()).map(({ id, subject }) => [`programs/${id}`, subject] as const),
  ...WIDE_PROGRAMS.map((one) => [`wide/${one.id}`, wideSubject(one)] as const),
  ...labelled.map(({ id, subject }) => [`huang/${id}`, subject] as const),
  ...(golden === undefined ? [] : solarCompletions(golden)).map(({ id, subject }) =>
    [`solar/${id}`, subject] as const
  ),
]);

const said = ({ verdict, witness }: AttributeFinding) =>
  witness?.line == null ? verdict : `${verdict}, line ${witness.line}`;

Deno.test({
  name: "probing says of programs what it said before, and names the same lines",
  ...contained,
  async fn() {
    const known = Object.keys(kept).filter((id) => golden !== undefined || !id.startsWith("solar/"));
    const some = sized({ small: known.filter((_, at) => at % 20 === 0), long: known });
    await using prober = await openProber();
    const found = await Promise.all(some.map(async (id) => {
      const subject = subjects.get(id);
      assert(subject, `${id}: a program whose verdict is kept has gone`);
      const { attributes } = await prober.probe(subject);
      return [id, Object.fromEntries(Object.entries(attributes).map(([name, one]) => [name, said(one)]))];
    }));
    assert.deepEqual(Object.fromEntries(found), Object.fromEntries(some.map((id) => [id, kept[id]])));
  },
});
