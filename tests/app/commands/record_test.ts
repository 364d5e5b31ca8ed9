import assert from "node:assert/strict";
import { join } from "node:path";
import { StudyRecordings } from "../../commands/record/recordings.ts";
import { readRecording } from "codebias/generation/recorded/read_recorded.ts";
import { openRecorded } from "codebias/generation/recorded/recorded.ts";
import { samplingOf } from "codebias/generation/sampling.ts";
import { fakeOllama, type FakeRequest } from "../../generation/fake_ollama.ts";
import { refuse, say } from "../../generation/ollama/behaviours.ts";
import { type Ended, task, withFolder } from "./task.ts";

const MODEL = "ollama/fake";

/** Answers by what was asked, so that each is another. */
function answer({ body }: FakeRequest) {
  return say(`seed ${body.options.seed}`, { eval_count: 3, prompt_eval_count: 9 });
}

function record(folder: string, url: string, args: readonly string[]): Promise<Ended> {
  const where = ["--model", MODEL, "--out", join(folder, "out"), "--store", join(folder, "runs.sqlite")];
  return task("record", [...args, ...where], { env: { OLLAMA_HOST: url } });
}

/** The recorded answers of a study: tasks with their settings, and texts. */
async function answersIn(folder: string, study: string) {
  const { completions: answers } = await readRecording(join(folder, "out", study));
  return answers.map(({ taskId, settings, epoch, text, seed }) => ({
    key: JSON.stringify([taskId, settings, epoch]),
    text,
    seed,
  }));
}

Deno.test("deno task record writes answers down, goes on where it ended, and asks nothing twice", () =>
  withFolder(async (folder) => {
    let asked = 0;
    await using server = fakeOllama({
      script: (request) => {
        asked++;
        return answer(request);
      },
    });
    const first = await record(folder, server.url, ["liu", "solar", "--answers", "12", "--engine", "a test"]);
    assert.equal(first.code, 0, first.stderr);
    const [liu, solar] = [await answersIn(folder, "liu"), await answersIn(folder, "solar")];
    assert.equal(liu.length + solar.length, 12);
    assert(liu.length > solar.length && solar.length > 0, "tasks of all studies take turns");
    for (const { text, seed } of [...liu, ...solar]) assert.equal(text, `seed ${seed}`);
    // Both temperatures of a task together.
    assert.equal(new Set(liu.map(({ key }) => JSON.parse(key)[0])).size, liu.length / 2);

    const before = await Deno.readFile(join(folder, "out", "liu", "0001.parquet"));
    const second = await record(folder, server.url, ["liu", "--answers", "5"]);
    assert.equal(second.code, 0, second.stderr);
    const more = await answersIn(folder, "liu");
    assert.deepEqual(more.slice(0, liu.length), liu);
    assert.equal(more.length, liu.length + 5);
    assert.equal(new Set(more.map(({ key }) => key)).size, more.length);
    assert.deepEqual(await Deno.readFile(join(folder, "out", "liu", "0001.parquet")), before);
    assert.equal(asked, 17);

    const manifest = JSON.parse(await Deno.readTextFile(join(folder, "out", "liu", "0001.json")));
    const { study, answers, engine, seed, sampling, model, sha256 } = manifest;
    assert.deepEqual([study, answers, engine, seed, sampling.topK], ["liu", liu.length, "a test", 1, 0]);
    assert.deepEqual([model.spec, model.synthetic], [MODEL, false]);
    assert.match(sha256, /^[0-9a-f]{64}$/);

    // The folder stands in the place of the model.
    const description = await openRecorded(join(folder, "out", "liu")).describe();
    assert.deepEqual(description.details.models, [MODEL]);
  }));

Deno.test("deno task record keeps what was answered before it failed, and writes it down when told to", () =>
  withFolder(async (folder) => {
    let asked = 0;
    await using server = fakeOllama({
      script: (request) => ++asked > 4 ? refuse(400, "no more") : answer(request),
    });
    const failed = await record(folder, server.url, ["huang", "--answers", "7", "--concurrency", "1"]);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /huang, .*no more/);
    assert.equal((await answersIn(folder, "huang")).length, 4);
    await Deno.remove(join(folder, "out"), { recursive: true });
    const kept = await record(folder, server.url, ["huang", "--kept"]);
    assert.equal(kept.code, 0, kept.stderr);
    assert.equal((await answersIn(folder, "huang")).length, 4);
    assert.equal(asked, 7);
  }));

Deno.test("deno task record refuses answers of another model, other words of a prompt, and what it does not know", () =>
  withFolder(async (folder) => {
    const models = (
      digit: string,
    ) => [{ name: "fake:latest", digest: digit.repeat(64), contextTokens: 8192 }];
    await using server = fakeOllama({ script: answer, models: models("a") });
    await using other = fakeOllama({ script: answer, models: models("b") });
    assert.equal((await record(folder, server.url, ["linguistic", "--answers", "1"])).code, 0);
    const another = await record(folder, other.url, ["linguistic", "--answers", "1"]);
    assert.equal(another.code, 1);
    assert.match(another.stderr, /these answers are by another model .*--out/);

    // A file that goes leaves its number, and one without a manifest is nobody's.
    const place = join(folder, "out", "linguistic");
    for (const end of ["json", "parquet"]) {
      await Deno.rename(join(place, `0001.${end}`), join(place, `0007.${end}`));
    }
    assert.equal((await record(folder, server.url, ["linguistic", "--answers", "1"])).code, 0);
    assert.deepEqual(
      (await Array.fromAsync(Deno.readDir(place), ({ name }) => name)).sort(),
      ["0007.json", "0007.parquet", "0008.json", "0008.parquet"],
    );
    await Deno.rename(join(place, "0008.json"), join(place, "8"));
    const bare = await record(folder, server.url, ["linguistic", "--answers", "1"]);
    assert.match(bare.stderr, /0008\.parquet: this file has no manifest/);
    await Deno.rename(join(place, "8"), join(place, "0008.json"));

    const { completions: [{ taskId }] } = await readRecording(join(folder, "out", "linguistic"));
    const recordings = await StudyRecordings.open(
      join(folder, "out", "linguistic"),
      `sha256:${"a".repeat(64)}`,
    );
    const sample = { study: "linguistic", taskId, epoch: 1, turn: 1, runSeed: 1 };
    const settings = { prompt: "DI", language: "en", temperature: 0.2 }; // which is asked first
    const reworded = {
      prompt: "other words",
      sampling: samplingOf({}),
      seed: 1,
      sample: { ...sample, settings },
    };
    assert.throws(() => recordings.find(reworded), /another wording/);

    const unknown = await record(folder, server.url, ["lingustic"]);
    assert.match(unknown.stderr, /lingustic.*linguistic/);
    const count = await record(folder, server.url, ["liu", "--answers", "none"]);
    assert.match(count.stderr, /--answers none: expected a whole number from 1/);
  }));
