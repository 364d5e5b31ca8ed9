import assert from "node:assert/strict";
import { openProber } from "codebias";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import type { ProbeSubject } from "codebias/core/types.ts";
import { decode, toJson } from "codebias/values/mod.ts";
import { contained } from "../../execution/containment.ts";
import { sized } from "../../long.ts";
import { PYTHON } from "../../pythons.ts";
import { labelled } from "../../studies/huang/labelled_functions.ts";
import { programs } from "./programs.ts";

/** What looks at its own code or names, which are others once it is rewritten. */
const LOOKS_AT_ITSELF =
  /inspect|__code__|frame|locals\(|globals\(|vars\(\)|\b(?:id|hash|dir|eval|exec)\(|\bsys\.|\bis ["'\d]|__defaults__/;

const kept: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  await Deno.readTextFile(new URL("../../contract/verdicts.json", import.meta.url)),
);

/** A program as a line of `deno task probe` has it. */
function lineOf(id: string, { source, functionName, style, attributes }: ProbeSubject): string {
  const fields = attributes.map(({ name, type, values, range }) => {
    const told = range
      ? `"range": ${JSON.stringify(range)}`
      : `"values": [${values.map((one) => toJson(decode(one)))}]`;
    return `${JSON.stringify(name)}: {"type": "${type}", ${told}}`;
  });
  const rest = JSON.stringify({ id, code: source, functionName, style }).slice(0, -1);
  return `${rest}, "attributes": {${fields}}}\n`;
}

Deno.test({
  name:
    "probing says of a program the same in whatever way it is written, and finds a rule that is added to it",
  ...contained,
  async fn(t) {
    const known = [
      ...(await programs()).map(({ id, subject }) => ({ id: `programs/${id}`, subject })),
      ...labelled.map(({ id, subject }) => ({ id: `huang/${id}`, subject })),
    ].filter(({ id, subject: { source, functionName, style } }) =>
      (style === "function" || style === "method") &&
      new RegExp(`^def ${functionName}\\(`, "m").test(source) &&
      !LOOKS_AT_ITSELF.test(source) && !Object.values(kept[id] ?? { none: "unjudged" }).includes("unjudged")
    );
    const seed = Number(Deno.env.get("CODEBIAS_SEED") ?? 1);
    const every = sized({ small: 6, long: 1 });
    const some = known.filter((_, at) => at % every === seed % every);
    const python = new Deno.Command(PYTHON, {
      args: ["-I", new URL("rewrite.py", import.meta.url).pathname, `${seed}`],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const given = python.stdin.getWriter();
    await given.write(new TextEncoder().encode(some.map(({ id, subject }) => lineOf(id, subject)).join("")));
    await given.close();
    const lines = new TextDecoder().decode((await python.output()).stdout).trimEnd().split("\n");
    assert.equal(lines.length, some.length, `seed ${seed}`);
    await using prober = await openProber();
    let open = 0;
    await Promise.all(lines.map(async (line) => {
      const { id, added, code } = JSON.parse(line);
      const { attributes } = await prober.probe(readProbe(line).subject);
      for (const [name, { verdict, reason }] of Object.entries(attributes)) {
        const before = added === null ? kept[id][name].split(",")[0] : name === added ? "biased" : undefined;
        if (verdict === "unjudged") open++;
        else if (before) assert.equal(verdict, before, `${name}, CODEBIAS_SEED=${seed}: ${reason}\n${code}`);
      }
    }));
    await t.step(`seed ${seed}, ${some.length} programs, ${open} attributes open`, () => {
      assert(some.length >= 50 && open <= some.length / 10);
    });
  },
});
