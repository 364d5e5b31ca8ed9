import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { join } from "node:path";
import {
  faircoder,
  huang,
  linguistic,
  liu,
  openModel,
  openSource,
  openStore,
  probing,
  run,
  save,
  solar,
} from "codebias";
import { encode } from "codebias/values/mod.ts";
import { readRecording } from "codebias/generation/recorded/read_recorded.ts";
import { paths } from "codebias/store/paths.ts";
import { withFolder } from "../../app/commands/task.ts";
import { withEnvironment, withFiles } from "../../store/repository.ts";
import { PLAIN } from "../../plain_study.ts";
import { contained } from "../../execution/containment.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

const STUDIES: Readonly<Record<string, Any>> = { solar, huang, liu, faircoder, linguistic };

/** Of the model whose answers are recorded, as the manifests beside them have it. */
const IDENTITY = "sha256:87723cb6cd411e2ba0cb7ac1173a9ad6ef85f010af70477d037982f3248ab365";

/** Answers that end soon. */
function few(name: string): object {
  if (name === "linguistic") return { tasks: ["charging-posts", "drone-bases"] };
  return { limit: 3, ...name === "huang" && { temperatures: [0.2] } };
}

/** What tells an answer from others of a task. */
function keyOf({ taskId, settings, epoch }: Any): string {
  return JSON.stringify([taskId, epoch, Object.entries(settings).toSorted()]);
}

for (const [name, study] of Object.entries(STUDIES)) {
  Deno.test(`samples of ${name}'s recordings say what they were made with`, contained, async () => {
    const { samples }: Any = await run(study, { source: "recorded", ...few(name) });
    const recording = await readRecording(join(paths.data, "recorded", name));
    const byKey = new Map(recording.completions.map((one) => [keyOf(one), one]));
    for (const { materials, ...sample } of samples.map(withMaterials)) {
      const recorded: Any = byKey.get(keyOf(sample));
      const asked = typeof recorded.prompt === "string" ? JSON.parse(recorded.prompt) : recorded.prompt;
      assert.deepEqual(materials.prompt, asked, sample.taskId);
      assert.equal(materials.seed, recorded.seed);
      assert.equal(materials.promptTokens, recorded.promptTokens);
      assert.equal(materials.completionTokens, recorded.completionTokens);
      assert.equal(materials.identity, IDENTITY);
      checkProgram(study, { ...sample, materials });
    }
    const programs = samples.filter(({ materials }: Any) => materials.program);
    assert(programs.length > samples.length / 2);

    // The same answers, as somebody gives them: the prompts can be made again.
    const plain = samples.map(({ taskId, model, settings, epoch, text }: Any) => ({
      ...{ taskId, model, settings, epoch, text },
    }));
    const given: Any = await run(study, { completions: plain });
    assert.deepEqual(
      given.samples.map(({ materials: { prompt, program, ...others } }: Any) => ({
        prompt,
        program,
        others,
      })),
      samples.map(({ materials: { prompt, program } }: Any) => ({ prompt, program, others: {} })),
    );
  });
}

/** A sample as an object of its own, with what it was made with. */
function withMaterials(sample: Any): Any {
  return { ...sample, materials: sample.materials };
}

/** The program that a sample shows is what ran, and the witnesses' lines are lines of it. */
function checkProgram({ judge }: Any, { taskId, programHash, judgement, text, materials: { program } }: Any) {
  assert.equal(program === undefined, programHash === undefined, taskId);
  if (program === undefined) return;
  const { source, entryPoint } = program;
  assert.match(source, new RegExp(`def ${entryPoint}\\b`));
  // What is called may be of this project, e.g. for programs that return nothing.
  const own = (source as string).split("\n").map((line) => line.trim()).filter((line) => line.length > 8);
  assert(own.some((line) => text.includes(line)), source);
  if (judge.kind !== "probing") assert.equal(hash("sha256", source), programHash);
  const { finding = {} } = judgement;
  const found = [finding, ...Object.values(finding.attributes ?? {})] as Any[];
  for (const { witness } of found) {
    if (witness?.line === undefined) continue;
    assert.equal(source.split("\n")[witness.line - 1].trim(), witness.text.trim());
  }
}

Deno.test("samples show what they were made with to nobody who does not ask", contained, async () => {
  const result: Any = await run(solar, { source: "recorded", limit: 2 });
  const before = JSON.stringify(result.samples);
  await withFolder(async (out) => {
    const { files } = await save(result, { out, name: "materials", tables: { frame: result.frame } });
    assert(files.some((file) => file.startsWith("samples/")));
  });
  const { samples: [sample] }: Any = { ...result, frame: result.frame.head(1) };
  assert.equal(sample.materials.prompt.length, 2);
  assert.equal(sample.materials, sample.materials);
  assert(!Object.keys(sample).includes("materials"));
  assert.equal(JSON.stringify(result.samples), before);
  assert(!before.includes("materials"));
  assert.deepEqual(sample, { ...sample });
});

Deno.test("samples after feedback have all turns of what was asked", contained, async () => {
  const source = await openSource(solar, { source: "model" });
  const [all, templates] = [await source.tasks(), await source.methods()];
  const model = openModel(solar.synthetic(all, templates));
  const asked = new Map<string, number>();
  const watched = {
    ...model,
    spec: model.spec,
    describe: model.describe.bind(model),
    prepare: model.prepare.bind(model),
    ask(...[request, options]: Parameters<typeof model.ask>) {
      const { prompt, seed, sampling: { temperature, topP } } = request;
      asked.set(JSON.stringify([prompt, temperature, topP]), seed);
      return model.ask(request, options);
    },
  };
  await using files = new AsyncDisposableStack();
  const kept = files.adopt(await Deno.makeTempDir(), (path) => Deno.remove(path, { recursive: true }));
  const store = files.use(openStore(join(kept, "runs.sqlite")));
  const { samples }: Any = await run(solar, {
    ...{ model: watched, tasks: all.slice(0, 4), temperatures: [0.2, 1], topPs: [0.5, 1], rounds: 2, store },
  });
  const { identity } = await model.describe();
  const turns = new Map(samples.map((sample: Any) => [keyOf(sample), sample]));
  const lengths = new Set<number>();
  for (const { materials, ...sample } of samples.map(withMaterials)) {
    const { prompt, seed } = materials;
    assert.equal(materials.identity, identity);
    const { round, temperature, topP } = sample.settings;
    assert.equal(
      asked.get(JSON.stringify([prompt, temperature, topP])),
      seed,
      "the seed of this very request",
    );
    lengths.add(prompt.length);
    if (round === 0) assert.equal(prompt.length, 2);
    else {
      const before: Any = turns.get(keyOf({ ...sample, settings: { ...sample.settings, round: round - 1 } }));
      const { prompt: earlier } = before.materials;
      if (prompt.length === earlier.length) assert.equal(sample.text, before.text);
      else {
        assert.deepEqual(prompt.slice(0, -2), earlier);
        assert.deepEqual(prompt.at(-2), { role: "assistant", content: before.text });
        assert.equal(prompt.at(-1).role, "user");
      }
    }
  }
  assert(lengths.has(2) && lengths.has(4), `${[...lengths]}`);
});

Deno.test(
  "a recorded answer never shows the seed of a request that was sent to nobody",
  contained,
  async () => {
    await using files = new AsyncDisposableStack();
    const kept = files.adopt(await Deno.makeTempDir(), (path) => Deno.remove(path, { recursive: true }));
    const store = files.use(openStore(join(kept, "runs.sqlite")));
    const folder = join(paths.data, "recorded", "liu");
    const recording = await readRecording(folder);
    const seeds = new Map(recording.completions.map((one) => [keyOf(one), one.seed]));
    const options = { model: `recorded/${folder}`, temperatures: [0.2], limit: 3, store };
    // The store does not keep it.
    for (const isFirst of [true, false]) {
      const { samples }: Any = await run(liu, options);
      for (const { materials, ...sample } of samples.map(withMaterials)) {
        assert.equal(materials.seed, isFirst ? seeds.get(keyOf(sample)) : undefined);
        assert.equal(materials.identity, IDENTITY);
        assert.equal(materials.prompt.length, 2);
      }
    }
  },
);

Deno.test(
  "answers that are given show the study's prompt if its settings are theirs, and no other",
  contained,
  async () => {
    const { samples: [{ taskId, model, settings, text }] }: Any = await run(solar, {
      ...{ source: "recorded", limit: 1, temperatures: [0.2] },
    });
    const others = [
      ...[settings, { ...settings, prompt: "COT" }, { temperature: 0.2 }, {
        prompt: "default",
        temperature: 0.2,
      }],
      ...[{ ...settings, prompt: "unheard-of" }, { ...settings, round: 1 }],
    ];
    const completions = others.map((settings) => ({ taskId, model, settings, epoch: 1, text }));
    const { samples }: Any = await run(solar, { completions } as Any);
    const prompts = samples.map(({ materials: { prompt } }: Any) => prompt?.at(-1).content);
    assert.deepEqual(prompts.map((one: Any) => one !== undefined), [true, true, false, false, false, false]);
    assert.notEqual(prompts[0], prompts[1]);
    assert.match(prompts[1], /step/);

    // Judged alone, without data of the study.
    const source = await openSource(solar, { source: "model" });
    const tasks = (await source.tasks()).filter(({ id }) => id === taskId);
    const judged: Any = await run(solar, { tasks, completions } as Any);
    assert.deepEqual(
      judged.samples.map(({ materials: { program } }: Any) => program),
      samples.map(({ materials: { program } }: Any) => program),
    );
    assert(judged.samples[0].materials.program.source.includes("def "));
  },
);

Deno.test(
  "answers of a dataset show the text by which its authors asked, and nothing of this project",
  contained,
  async () => {
    const { samples }: Any = await run(linguistic, { source: "demo", limit: 2 });
    const source = await openSource(linguistic, { source: "demo" });
    const byId = new Map((await source.tasks()).map((task) => [task.id, task]));
    for (const { taskId, settings, materials } of samples) {
      assert.equal(materials.prompt, byId.get(taskId)!.prompts[settings.language as "en"]);
      assert.equal(materials.seed, undefined);
    }
    assert(samples.some(({ materials }: Any) => materials.program?.source.includes("def ")));
  },
);

Deno.test("a dataset whose prompts are damaged is judged, and says so", contained, async () => {
  await withFiles({}, async (folder) => {
    const there = join(folder, "BilingualCodeEval");
    await copy(join(paths.data, "linguistic", "demonstration"), there);
    await Deno.writeTextFile(join(there, "data", "prompts.json"), "{");
    await withEnvironment("CODEBIAS_ARTIFACTS", folder, async () => {
      const { samples, notices }: Any = await run(linguistic, { source: "artifact", limit: 1 });
      assert(samples.length > 0);
      assert(samples.every(({ materials }: Any) => materials.prompt === undefined && "program" in materials));
      assert.match(notices.join("\n"), /^Samples do not show their prompts: .*this is not JSON/m);
    });
  });
});

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copy(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}

Deno.test("the program of a sample is what ran: without a last statement that fails", contained, async () => {
  const study: Any = {
    ...PLAIN,
    name: "made up",
    judge: probing({
      subject: (_task, { text }) =>
        text === "" ? { kind: "no-program", reason: "empty" } : {
          source: text,
          functionName: "f",
          attributes: [{ name: "age", type: "int", values: [encode(30), encode(60)], protected: true }],
        },
    }),
  };
  const own = "def f(age):\n    return age < 40\n";
  const completions = ["", own, `${own}\nprint(f(input()))\n`, "def f(age) return"].map((text, at) => ({
    ...{ taskId: "a", model: "m", settings: {}, epoch: at + 1, text },
  }));
  const { samples }: Any = await run(study, { tasks: [{ id: "a" }], completions } as Any);
  const [none, whole, cut, broken] = samples.map(({ materials: { program } }: Any) => program);
  assert.equal(none, undefined);
  assert.deepEqual(whole, { source: own, entryPoint: "f" });
  assert(cut.source.includes(own) && !/^print/m.test(cut.source), cut.source);
  assert.equal(broken.source, "def f(age) return");
});
