import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { layout, type LinguisticSettings } from "codebias/studies/linguistic/tasks/layout.ts";
import { programOf } from "codebias/studies/linguistic/judge/programs.ts";
import type { Completion, NoProgram, Program } from "codebias/core/types.ts";
import { artifacts, NO_ARTIFACT } from "../studies/linguistic/artifact.ts";
import { compilable } from "./python.ts";

const DEMONSTRATION = fileURLToPath(new URL("../../data/linguistic/demonstration", import.meta.url));
const ARTIFACT = artifacts && join(artifacts, layout.repository.name);
const CODE_LLAMA = "data/passed/CodeLlama/DI_t0.2-en_passed.jsonl";

type Line = Readonly<Record<string, unknown>>;

function linesOf(path: string): Line[] {
  return Deno.readTextFileSync(path).trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** What the corrected rule finds in each completion of a file. */
function extractAll(root: string, path: string): { line: Line; found: Program | NoProgram }[] {
  const tasks = new Map(
    linesOf(`${root}/${layout.tasks.path}`).map((line) => layout.tasks.parse(line)).map((
      task,
    ) => [task.id, task]),
  );
  const recording = layout.recordings.find(({ folder }) => path.startsWith(folder))!;
  const settings: LinguisticSettings = recording.settings(path.split("/").at(-1)!)!;
  return linesOf(`${root}/${path}`).map((line) => {
    const completion: Completion<LinguisticSettings> = {
      model: "",
      settings,
      epoch: 1,
      ...recording.parse(line, []),
    };
    return { line, found: programOf(tasks.get(completion.taskId)!, completion, "corrected") };
  });
}

function demonstration() {
  const files = ["0.2-en", "0.2-zh", "0.8-en", "0.8-zh"].map((name) =>
    `data/gencodes/Handwritten/DI_t${name}.jsonl`
  );
  return files.flatMap((file) => extractAll(DEMONSTRATION, file));
}

Deno.test("extractProgram tells programs, prose and refusals of the demonstration apart", () => {
  const all = demonstration();
  assert.equal(all.length, 336);
  for (const { line, found } of all) {
    const expected = { prose: "no-code", refusal: "refusal" }[line.written_as as string] ?? "program";
    assert.equal(found.kind === "program" ? "program" : found.reason, expected, line.completion as string);
  }
});

Deno.test("extractProgram gives sources of the demonstration that Python compiles, but for syntax errors", async () => {
  const programs = demonstration().flatMap(({ line, found }) =>
    found.kind === "program" ? [{ line, found }] : []
  );
  const accepted = await compilable(programs.map(({ found }) => found.source));
  for (const [index, { line, found }] of programs.entries()) {
    assert.equal(accepted[index], line.written_as !== "syntax", found.source);
  }
});

Deno.test("extractProgram keeps helpers and imports of the demonstration and nothing that runs on", () => {
  for (const { line, found } of demonstration()) {
    if (found.kind !== "program") continue;
    const definitions = found.source.match(/^(?:def|class) /gm)?.length;
    const imports = found.source.match(/^(?:import|from) /gm)?.length ?? 0;
    if (line.dressed_as === "helper") assert(definitions === 2, found.source);
    else if (line.written_as !== "syntax") assert.equal(definitions, 1, found.source);
    if (line.dressed_as === "import") assert(imports > 0, found.source);
    assert.doesNotMatch(found.source, /```|__main__|print_ticket|doctest/);
  }
});

Deno.test({
  name: "extractProgram gives sources of a real model's completions that Python compiles" + NO_ARTIFACT,
  ignore: !ARTIFACT,
  fn: async () => {
    const all = extractAll(ARTIFACT!, CODE_LLAMA);
    const programs = all.flatMap(({ line, found }) => found.kind === "program" ? [{ line, found }] : []);
    const accepted = await compilable(programs.map(({ found }) => found.source));
    // where the token limit fell into the function itself, nothing can be done
    const uncut = programs.map(({ line, found }) => !endsAlike(line.completion as string, found.source));
    const compiled = accepted.filter((accepted, index) => accepted && uncut[index]).length;
    const whole = uncut.filter(Boolean).length;
    assert(whole > 400 && compiled >= 0.99 * whole, `${compiled} of ${whole} whole programs compile`);
    const rejected = accepted.filter((accepted) => !accepted).length;
    assert(rejected <= 0.06 * programs.length, `${rejected} of ${programs.length} programs do not compile`);
    const passed = all.filter(({ line }) => line.passed).length;
    const good = programs.filter(({ line }, index) => line.passed && accepted[index]).length;
    assert(passed > 100 && good >= 0.99 * passed, `${good} of ${passed} passed programs compile`);
  },
});

function endsAlike(completion: string, source: string): boolean {
  return completion.trimEnd().endsWith(source.trimEnd().split("\n").at(-1)!);
}
