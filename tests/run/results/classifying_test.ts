import assert from "node:assert/strict";
import { join } from "node:path";
import { openClassifier, trainClassifier } from "codebias";
import type { TrainedStudy } from "codebias/core/types.ts";

/** A classifier that knows how many rows there were. */
interface Counted {
  readonly count: number;
  readonly trainedOn: readonly { readonly path: string; readonly rows: number; readonly sha256: string }[];
}

const study: TrainedStudy<{ readonly x: number }, Counted> = {
  name: "counting",
  repository: { name: "Rows", url: "https://example.org/rows", landmark: "train.jsonl" },
  files: { training: "train.jsonl", validation: "val.jsonl" },
  parseRows: (records) =>
    records.map((record) => {
      const { x } = record as { x?: unknown };
      if (typeof x !== "number") throw new TypeError(`"x" must be a number`);
      return { x };
    }),
  train: (training, validation, { trainedOn }) => ({
    classifier: { count: training.length + validation.length, trainedOn },
  }),
  stored: (classifier) => classifier,
  parseStored: (value) => value as Counted,
};

async function withRows(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(folder, "Rows"));
    await Deno.writeTextFile(join(folder, "Rows", "train.jsonl"), '{"x":1}\n{"x":2}\n');
    await Deno.writeTextFile(join(folder, "Rows", "val.jsonl"), '{"x":3}\n');
    await act(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a trained classifier is stored with the hashes of its rows, and read again", async () => {
  await withRows(async (artifacts) => {
    const file = join(artifacts, "stored.json");
    const { classifier } = await trainClassifier(study, { artifacts, file });
    assert.equal(classifier.count, 3);
    assert.deepEqual(classifier.trainedOn.map(({ path, rows }) => [path, rows]), [["train.jsonl", 2], [
      "val.jsonl",
      1,
    ]]);
    assert.match(classifier.trainedOn[0].sha256, /^[0-9a-f]{64}$/);
    assert.deepEqual(await openClassifier(study, { artifacts, file }), classifier);
    // Who has no artifact can use it all the same.
    assert.deepEqual(await openClassifier(study, { artifacts: join(artifacts, "none"), file }), classifier);
    const bytes = await Deno.readFile(file);
    await trainClassifier(study, { artifacts, file });
    assert.deepEqual(await Deno.readFile(file), bytes, "the same rows give the same file");
  });
});

Deno.test("where none is stored a classifier is trained on a source with the artifact's rows, and on no other", async () => {
  await withRows(async (artifacts) => {
    const file = join(artifacts, "stored.json");
    const onSuite = openClassifier(study, { artifacts, file, trainOn: { kind: "suite" } });
    await assert.rejects(onSuite, /there is no such classifier/);
    const trained = await openClassifier(study, { artifacts, file, trainOn: { kind: "artifact" } });
    assert.equal(trained?.count, 3);
    assert.deepEqual(await openClassifier(study, { artifacts, file }), trained);
  });
});

Deno.test("a classifier that was trained on other rows than lie there is refused", async () => {
  await withRows(async (artifacts) => {
    const file = join(artifacts, "stored.json");
    await trainClassifier(study, { artifacts, file });
    await Deno.writeTextFile(join(artifacts, "Rows", "val.jsonl"), '{"x":4}\n');
    await assert.rejects(() => openClassifier(study, { artifacts, file }), {
      name: "DataError",
      message: /was trained on another val\.jsonl than is there; train it with: deno task train$/,
    });
  });
});

Deno.test("a classifier that was changed, cut off or never trained is refused, with what to do", async () => {
  await withRows(async (artifacts) => {
    const file = join(artifacts, "stored.json");
    await assert.rejects(
      () => openClassifier(study, { artifacts, file }),
      /there is no such classifier; train it with/,
    );
    await trainClassifier(study, { artifacts, file });
    const text = await Deno.readTextFile(file);
    await Deno.writeTextFile(file, text.replace('"count":3', '"count":4'));
    await assert.rejects(
      () => openClassifier(study, { artifacts, file }),
      /this classifier was changed after it was trained/,
    );
    for (const damaged of [text.slice(0, -9), "null", "[]", ""]) {
      await Deno.writeTextFile(file, damaged);
      await assert.rejects(() => openClassifier(study, { artifacts, file }), {
        name: "DataError",
        message: /deno task train$/,
      });
    }
  });
});

Deno.test("training says what is wrong with rows, and where the artifact is to be had", async () => {
  await withRows(async (artifacts) => {
    const file = join(artifacts, "stored.json");
    await Deno.writeTextFile(join(artifacts, "Rows", "val.jsonl"), '{"y":4}\n');
    await assert.rejects(() => trainClassifier(study, { artifacts, file }), {
      name: "DataError",
      message: /"x" must be a number/,
    });
    const strict = {
      ...study,
      parseRows: () => {
        throw new RangeError("Cannot read row 1: its label is 3");
      },
    };
    await assert.rejects(() => trainClassifier(strict, { artifacts, file }), {
      name: "DataError",
      message: /train\.jsonl.*Cannot read row 1: its label is 3; is this file from another dataset\?$/,
    });
    await assert.rejects(() => trainClassifier(study, { artifacts: join(artifacts, "none"), file }), {
      name: "DataError",
      message: /git clone https:\/\/example\.org\/rows/,
    });
  });
});
