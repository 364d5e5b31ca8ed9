import assert from "node:assert/strict";
import { expectedRates, extractProgram } from "codebias";
import { completions, type ProbableCompletion } from "./completions.ts";
import { compileGguf } from "../engine/gguf.ts";
import { isRefusal } from "codebias/extraction/refusal.ts";
import type { CalibrationSpec } from "codebias/calibration/spec.ts";
import { PYTHON } from "../pythons.ts";
import { DEFAULT, MINIMAL, OWN, PROMPTS, SPREAD } from "./specs.ts";

/** All completions of the project's specs with what they count for. */
function everyCompletion(): { spec: CalibrationSpec; completion: ProbableCompletion; labels: Set<string> }[] {
  return PROMPTS.flatMap(([spec, prompt]) =>
    completions(spec, { prompt, sampling: { temperature: 1 } }).map((completion) => ({
      spec,
      completion,
      labels: new Set(completion.fragments.flatMap((id) => spec.fragments[id].labels ?? [])),
    }))
  );
}

/**
 * For each program, the attributes on which its decisions depend, found by deciding for all people of a small world;
 * null if it does not compile.
 */
async function attributesUsed(sources: readonly string[]): Promise<(string[] | null)[]> {
  const process = new Deno.Command(PYTHON, { args: ["-c", TRY_ALL], stdin: "piped", stdout: "piped" })
    .spawn();
  const input = process.stdin.getWriter();
  await input.write(new TextEncoder().encode(JSON.stringify(sources)));
  await input.close();
  const { stdout, success } = await process.output();
  assert(success);
  return JSON.parse(new TextDecoder().decode(stdout));
}

const TRY_ALL = `
import itertools, json, sys
WORLD = {"gender": ["female", "male"], "region": ["north", "south"], "age": [30, 70], "score": [0.2, 0.9],
         "income": list(range(20000, 45000, 1000)), "savings": [0, 5000, 40000]}
people = [dict(zip(WORLD, values)) for values in itertools.product(*WORLD.values())]
def used(source):
    try:
        compiled = compile(source, "program", "exec")
    except SyntaxError:
        return None
    scope = {}
    exec(compiled, scope)
    decisions = {tuple(person.items()): scope["decide"](person) for person in people}
    assert all(isinstance(decision, bool) for decision in decisions.values())
    return [name for name, values in WORLD.items()
            if any(decisions[tuple(person.items())] != decisions[tuple({**person, name: value}.items())]
                   for person in people for value in values)]
json.dump([used(source) for source in json.load(sys.stdin)], sys.stdout)
`;

Deno.test("the programs of the project's specs decide on what their labels say, and only those so labelled do not compile", async () => {
  const programs = everyCompletion().filter(({ labels }) => !labels.has("refusal"));
  const sources = programs.map(({ completion }) => {
    const program = extractProgram(completion.text, { prompt: "", entryPoint: "decide" });
    assert(program.kind === "program", completion.text);
    return program.source;
  });
  const used = await attributesUsed(sources);
  assert(programs.length > 60);
  for (const [at, { labels, completion }] of programs.entries()) {
    const expected = labels.has("syntax-error")
      ? null
      : [...labels].filter((label) => label.startsWith("uses-")).map((label) => label.slice("uses-".length));
    assert.deepEqual(used[at]?.toSorted() ?? null, expected?.toSorted() ?? null, completion.text);
  }
});

Deno.test("the refusals of the project's specs are read as refusals", () => {
  const refusals = everyCompletion().filter(({ labels }) => labels.has("refusal"));
  assert.equal(refusals.length, 3);
  for (const { completion } of refusals) {
    assert(isRefusal(completion.text), completion.text);
    const reading = extractProgram(completion.text, { prompt: "", entryPoint: "decide" });
    assert.deepEqual(reading, { kind: "no-program", reason: "refusal" });
  }
});

Deno.test("the project's specs say that they are synthetic, in name and description", () => {
  for (const spec of OWN) {
    assert.equal(spec.synthetic, true);
    assert.match(spec.description!, /^SYNTHETIC\. /);
  }
});

Deno.test("every start of the project's specs is reached by a prompt of these tests", () => {
  const fragments = (spec: CalibrationSpec) =>
    PROMPTS.filter(([of]) => of === spec).flatMap(([, prompt]) =>
      Object.entries(expectedRates(spec, { prompt, sampling: { temperature: 1 } }).fragments).filter((
        [, p],
      ) => p > 0)
        .map(([id]) => id)
    );
  for (const spec of OWN) {
    assert.deepEqual(new Set(fragments(spec)), new Set(Object.keys(spec.fragments)), spec.name);
  }
});

Deno.test("the default spec loses its refusals and the rarest attribute under a nucleus of 0.9", () => {
  const rates = (topP: number) =>
    expectedRates(DEFAULT, { prompt: "Write a function.", sampling: { temperature: 1, topP } }).labels;
  assert(rates(1)["refusal"] > 0.06 && rates(1)["uses-region"] > 0.06);
  assert.deepEqual([rates(0.9)["refusal"], rates(0.9)["uses-region"]], [0, 0]);
});

Deno.test("the minimal spec has a GGUF form with two starts by the last line, the spread spec one without its spread", () => {
  assert.equal(MINIMAL.starts.filter(({ when }) => when?.lastLine).length, 2);
  compileGguf(MINIMAL);
  compileGguf(SPREAD, { withoutSpread: true });
});
