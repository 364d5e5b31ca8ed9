import assert from "node:assert/strict";
import { suiteTask } from "codebias/studies/linguistic/tasks/layout.ts";
import { classCounts, classTable, fitPrograms } from "codebias/studies/linguistic/metrics/efficiency/fits.ts";
import { samplePrograms } from "codebias/studies/linguistic/metrics/efficiency/sample_programs.ts";
import { SUITE } from "../../own_suite.ts";
import { doubling, type LinguisticSample, sample } from "../../samples.ts";

const passed = (given: Parameters<typeof sample>[1] = {}): LinguisticSample => sample("passed", given);

Deno.test("samplePrograms() takes the programs that passed, as rule corrected has them", () => {
  const samples = [passed(), sample("wrong", { epoch: 2 }), passed({ epoch: 3, text: "    return x + x\n" })];
  const programs = samplePrograms([doubling()], samples);
  assert.deepEqual(programs.map((one) => one.sample.epoch), [1, 3]);
  assert.match(programs[0].program.source, /return 2 \* x/);
  assert.match(programs[1].program.source, /return x \+ x/);
});

Deno.test("samplePrograms() calls programs of published tasks with named inputs, from sizes their generators are meant for", () => {
  const [{ program }] = samplePrograms([doubling({ maxSize: 12_800 })], [passed()]);
  assert.match(
    program.source,
    new RegExp(`def ${program.entryPoint}\\(given\\):\\n    return double\\(\\*\\*given\\)`),
  );
  assert.match(program.generator, /def rules\(n\)[^]*def make\(n\):\n {4}return \[rules\(n\)\]/);
  assert.deepEqual([program.smallest, program.largest], [100, 12_800]);
  assert.equal(samplePrograms([doubling({ maxSize: 50 })], [passed()])[0].program.smallest, 2);
});

Deno.test("samplePrograms() takes tasks of our own suite as they are", () => {
  const task = suiteTask(SUITE);
  const text = "```python\n" + SUITE.references[1].source + "```\n";
  const [{ program }] = samplePrograms([task], [passed({ taskId: SUITE.id, text })]);
  assert.deepEqual(
    [program.entryPoint, program.generator, program.smallest, program.largest],
    ["neighbours", SUITE.generator, 2, 1000],
  );
});

Deno.test("samplePrograms() refuses samples of tasks that it was not given", () => {
  assert.throws(() => samplePrograms([], [passed()]), {
    name: "RangeError",
    message: "Cannot measure programs of test/1: pass that task too",
  });
});

Deno.test("fitPrograms() puts what was measured to the samples, in order", () => {
  const samples = [passed(), passed({ language: "zh" })];
  const programs = samplePrograms([doubling()], samples);
  const fits = fitPrograms(programs, [
    { class: "linear", score: 3 },
    { class: null, score: null, reason: "O(n) or O(n log n)" },
  ]);
  assert.deepEqual(fits.map((fit) => [fit.settings.language, fit.class, fit.score, fit.reason]), [
    ["en", "linear", 3, null],
    ["zh", null, null, "O(n) or O(n log n)"],
  ]);
  assert.throws(() => fitPrograms(programs, []), {
    name: "RangeError",
    message: /0 measurements with 2 programs/,
  });
});

Deno.test("classCounts() counts by language and class, cheap ones first, programs without a class last", () => {
  const of = (language: "en" | "zh", name: "linear" | "quadratic" | null, epoch: number) => ({
    ...{ taskId: "test/1", model: "A", epoch, class: name, score: null, reason: null },
    settings: { prompt: "DI", temperature: 0.2, language },
  });
  const fits = [of("zh", null, 1), of("zh", "quadratic", 2), of("zh", "linear", 3), of("en", "quadratic", 1)];
  const counts = classCounts([...fits, of("zh", "linear", 4)]);
  assert.deepEqual(counts.map((row) => [row.language, row.class, row.programs]), [
    ["en", "quadratic", 1],
    ["zh", "linear", 2],
    ["zh", "quadratic", 1],
    ["zh", null, 1],
  ]);
  assert.deepEqual(classTable(fits).frame.getColumn("class").toArray(), [
    "quadratic",
    "linear",
    "quadratic",
    "none",
  ]);
});
