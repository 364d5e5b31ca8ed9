import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { openSource } from "codebias";
import { hasRepository } from "codebias/store/artifacts.ts";
import { paths } from "codebias/store/paths.ts";
import { completion, lines, STUDY, task, TASKS, verdict } from "./repository.ts";
import { withEnvironment, withFiles, withSource } from "./repository.ts";

const GENCODES = "data/gencodes";
const PASSED = "data/passed";
const TWO_TASKS = lines(task("demo/1"), task("demo/2"));

Deno.test("tasks are read in the dataset's order", async () => {
  await withSource({ [TASKS]: lines(task("b", { max_n: "7" }), task("a", { max_n: 8 })) }, async (source) => {
    const tasks = await source.tasks();
    assert.deepEqual(tasks.map(({ id, maxSize }) => [id, maxSize]), [["b", 7], ["a", 8]]);
    assert.deepEqual(tasks[0], {
      id: "b",
      entryPoint: "f",
      prompts: { en: "def f(x):\n", zh: "def f(x): # 求和\n" },
      reference: "    return x\n",
      generator: "def rules(n):\n    return {'x': n}\n",
      maxSize: 7,
    });
    assert.equal(await source.tasks(), tasks);
  });
});

Deno.test("tasks are read from files with Windows line ends and trailing blank lines", async () => {
  for (const text of [TWO_TASKS.replaceAll("\n", "\r\n"), `${TWO_TASKS}\n\n \n`, TWO_TASKS.trimEnd()]) {
    await withSource({ [TASKS]: text }, async (source) => {
      assert.deepEqual((await source.tasks()).map(({ id }) => id), ["demo/1", "demo/2"]);
    });
  }
});

Deno.test("completions are numbered per task, 10 or 20 or unequally many of them", async () => {
  for (const count of [1, 10, 20]) {
    const records = Array.from({ length: count }, () => [completion("demo/1"), completion("demo/2")]).flat();
    const text = lines(...records, completion("demo/2"));
    await withSource({ [TASKS]: TWO_TASKS, [`${GENCODES}/M/DI_t0.2-en.jsonl`]: text }, async (source) => {
      const found = await source.completions();
      assert.equal(found.length, 2 * count + 1);
      const epochs = (id: string) => found.filter(({ taskId }) => taskId === id).map(({ epoch }) => epoch);
      assert.deepEqual(epochs("demo/1"), Array.from({ length: count }, (_, index) => index + 1));
      assert.deepEqual(epochs("demo/2"), Array.from({ length: count + 1 }, (_, index) => index + 1));
      assert.deepEqual(source.notices, []);
    });
  }
});

Deno.test("completions carry model, settings, text and the recorded verdict", async () => {
  const files = {
    [TASKS]: lines(task("demo/1")),
    [`${PASSED}/B/QA+CoT_t0.8-zh_passed.jsonl`]: lines(verdict("demo/1", true)),
    [`${PASSED}/A/BP_t0.2-en_passed.jsonl`]: lines(verdict("demo/1", false)),
  };
  await withSource(files, async (source) => {
    assert.deepEqual(await source.models(), ["A", "B"]);
    assert.deepEqual(await source.completions(), [
      {
        taskId: "demo/1",
        model: "A",
        settings: { prompt: "BP", temperature: 0.2, language: "en" },
        epoch: 1,
        text: "    return 1\n",
        recorded: { passed: false, result: "failed: NameError" },
      },
      {
        taskId: "demo/1",
        model: "B",
        settings: { prompt: "QA+CoT", temperature: 0.8, language: "zh" },
        epoch: 1,
        text: "    return 1\n",
        recorded: { passed: true, result: "passed" },
      },
    ]);
  });
});

Deno.test("the completions of a model are read from data/gencodes only if data/passed has none of it", async () => {
  const gencodes = { [`${GENCODES}/G/DI_t0.2-en.jsonl`]: lines(completion("demo/1"), completion("demo/2")) };
  const others = { [`${PASSED}/P/README.md`]: "text", [`${PASSED}/P/DI_t0.2-en.jsonl`]: "" };
  for (const files of [gencodes, { ...gencodes, ...others }]) {
    await withSource({ [TASKS]: TWO_TASKS, ...files }, async (source) => {
      assert.deepEqual(await source.models(), ["G"]);
      assert.equal((await source.completions()).every(({ recorded }) => recorded === undefined), true);
    });
  }
  const passed = {
    [`${PASSED}/P/DI_t0.2-en_passed.jsonl`]: lines(verdict("demo/1", true), verdict("demo/2", true)),
  };
  const hidden = { [`${GENCODES}/P/DI_t0.2-en.jsonl`]: "not read" };
  await withSource({ [TASKS]: TWO_TASKS, ...gencodes, ...passed, ...hidden }, async (source) => {
    assert.deepEqual(await source.models(), ["G", "P"]);
    const found = await source.completions();
    assert.deepEqual(found.map(({ model, recorded }) => `${model} ${recorded?.passed}`), [
      ..."G undefined,G undefined,P true,P true".split(","),
    ]);
    assert.deepEqual(source.notices, []);
  });
});

Deno.test("completions can be chosen by model and settings", async () => {
  const text = lines(completion("demo/1"), completion("demo/2"));
  const names = ["A/DI_t0.2-en", "A/DI_t0.8-en", "B/DI_t0.2-en", "B/BP_t0.2-zh"];
  const files = Object.fromEntries(names.map((name) => [`${GENCODES}/${name}.jsonl`, text]));
  await withSource({ [TASKS]: TWO_TASKS, ...files }, async (source, folder) => {
    assert.equal((await source.completions()).length, 8);
    assert.equal((await source.completions({ models: ["B"] })).length, 4);
    const cold = await source.completions({
      models: ["B", "A"],
      where: ({ temperature }) => temperature < 0.5,
    });
    assert.deepEqual(cold.map(({ model, settings }) => `${model} ${settings.prompt}`), [
      ..."B BP,B BP,B DI,B DI,A DI,A DI".split(","),
    ]);
    await Deno.writeTextFile(join(folder, `${GENCODES}/A/DI_t0.8-en.jsonl`), "damaged");
    assert.equal((await source.completions({ where: ({ temperature }) => temperature < 0.5 })).length, 6);
  });
});

Deno.test("completions leave a notice about tasks without samples", async () => {
  const files = {
    [TASKS]: lines(task("demo/1"), task("demo/2"), task("demo/3")),
    [`${GENCODES}/M/DI_t0.2-en.jsonl`]: lines(completion("demo/2")),
    [`${GENCODES}/M/DI_t0.8-en.jsonl`]: lines(...["demo/1", "demo/2", "demo/3"].map((id) => completion(id))),
  };
  await withSource(files, async (source) => {
    assert.equal((await source.completions()).length, 4);
    assert.deepEqual(source.notices, [
      `${GENCODES}/M/DI_t0.2-en.jsonl has no samples for 2 tasks: demo/1, demo/3`,
    ]);
  });
});

Deno.test("completions leave a notice about recordings that other models have", async () => {
  const text = lines(verdict("demo/1", true), verdict("demo/2", true));
  const names = ["A/DI_t0.2-en", "A/DI_t0.8-en", "A/DI_t0.8-zh", "B/DI_t0.2-en"];
  const files = Object.fromEntries(names.map((name) => [`${PASSED}/${name}_passed.jsonl`, text]));
  const folder = { [`${PASSED}/B/DI_t0.8-en_passed.jsonl/inside`]: "" };
  const generated = { [`${GENCODES}/C/DI_t0.2-en.jsonl`]: lines(completion("demo/1"), completion("demo/2")) };
  const lacks = `${PASSED}/B lacks recordings that other models have: `;
  await withSource({ [TASKS]: TWO_TASKS, ...files, ...folder, ...generated }, async (source) => {
    await source.completions({ models: ["A"] });
    assert.deepEqual(source.notices, []);
    await source.completions({ models: ["B"], where: ({ temperature }) => temperature < 0.5 });
    assert.deepEqual(source.notices, []);
    await source.completions({ models: ["B"], where: ({ language }) => language === "en" });
    assert.deepEqual(source.notices, [`${lacks}DI_t0.8-en_passed.jsonl`]);
    await source.completions();
    await source.completions(); // says nothing twice
    assert.deepEqual(source.notices.slice(1), [
      `${lacks}DI_t0.8-en_passed.jsonl, DI_t0.8-zh_passed.jsonl`,
      `${GENCODES}/C lacks recordings that other models have: ` +
      `${PASSED}/A/DI_t0.8-en_passed.jsonl, ${PASSED}/A/DI_t0.8-zh_passed.jsonl`,
    ]);
  });
});

Deno.test("a source follows symbolic links to folders and files", async () => {
  const text = lines(completion("demo/1"), completion("demo/2"));
  await withSource({ [TASKS]: TWO_TASKS, "real/one.jsonl": text }, async (source, folder) => {
    await Deno.mkdir(join(folder, GENCODES), { recursive: true });
    await Deno.mkdir(join(folder, "models", "M"), { recursive: true });
    await Deno.symlink(join(folder, "real", "one.jsonl"), join(folder, "models", "M", "DI_t0.2-en.jsonl"));
    await Deno.symlink(join(folder, "models", "M"), join(folder, GENCODES, "M"));
    assert.equal((await source.completions()).length, 2);
  });
});

Deno.test("a source remembers the hashes of what was read", async () => {
  const text = lines(completion("demo/1"), completion("demo/2"));
  await withSource({ [TASKS]: TWO_TASKS, [`${GENCODES}/M/DI_t0.2-en.jsonl`]: text }, async (source) => {
    assert.deepEqual([...source.files], []);
    await source.completions();
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    assert.deepEqual(Object.fromEntries(source.files), {
      [TASKS]: hash(TWO_TASKS),
      [`${GENCODES}/M/DI_t0.2-en.jsonl`]: hash(text),
    });
  });
});

Deno.test("openSource takes the artifact when its folder is named", async () => {
  await withFiles({ [`BilingualCodeEval/${TASKS}`]: TWO_TASKS }, async (folder) => {
    const artifact = await openSource(STUDY, { artifacts: folder });
    assert.equal(artifact.kind, "artifact");
    assert.equal(artifact.root, join(folder, "BilingualCodeEval"));
    assert.equal(artifact.label, "artifact BilingualCodeEval");
    assert.equal((await artifact.tasks()).length, 2);
    const demo = await openSource(STUDY, { artifacts: folder, source: "demo" });
    assert.equal(demo.kind, "demo");
    await withEnvironment("CODEBIAS_ARTIFACTS", folder, async () => {
      assert.equal((await openSource(STUDY)).root, join(folder, "BilingualCodeEval"));
    });
  });
});

Deno.test({
  name:
    "openSource takes the demonstration when nobody named an artifact (skipped where data/artifacts has it)",
  ignore: await hasRepository(STUDY.layout.repository, { artifacts: paths.artifacts }),
  fn: () =>
    withEnvironment("CODEBIAS_ARTIFACTS", undefined, async () => {
      assert.equal((await openSource(STUDY)).kind, "demo");
    }),
});

Deno.test("openSource reads the whole demonstration", async () => {
  const demo = await openSource(STUDY, { source: "demo" });
  assert.match(demo.label, /no model produced it/);
  assert.equal((await demo.tasks()).length, 14);
  assert.equal((await demo.completions()).length, 336);
  assert.deepEqual(demo.notices, []);
});

Deno.test("openSource says what to do if the artifact is asked for or its folder is named and it is not there", async () => {
  await withFiles({}, async (folder) => {
    const complaint = {
      name: "DataError",
      message: `${folder}: this artifacts folder has no BilingualCodeEval; get it with: ` +
        `git clone https://github.com/lenijwp/BilingualCodeEval ${folder}/BilingualCodeEval`,
    };
    await assert.rejects(() => openSource(STUDY, { artifacts: folder, source: "artifact" }), complaint);
    await assert.rejects(() => openSource(STUDY, { artifacts: folder }), complaint);
    await withEnvironment("CODEBIAS_ARTIFACTS", folder, async () => {
      await assert.rejects(() => openSource(STUDY), complaint);
      assert.equal((await openSource(STUDY, { source: "demo" })).kind, "demo");
    });
  });
});
