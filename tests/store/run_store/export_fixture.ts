import { join } from "node:path";
import { openStore } from "codebias";
import type { Run } from "codebias/store/run_store/run.ts";
import type { RunStore } from "codebias/store/run_store/run_store.ts";
import { withFiles } from "../repository.ts";
import { answered, begin, description, jobs, request, textOf, withStore } from "./run_fixture.ts";

/** The files of an export, in the order in which they are written. */
export const FILES = ["plan.json", "samples.jsonl", "provenance.jsonl", "samples.parquet", "manifest.json"];

/** The samples of {@linkcode various}. */
export const WANTED = {
  settings: [{ language: "en", shots: 0 }, { language: "zh", shots: 2 }],
  name: "pilot",
};

/** Runs a test with a store, a folder to export to, and another store. */
export function withTwoStores(
  test: (store: RunStore, folder: string, other: RunStore) => Promise<void>,
): Promise<void> {
  return withStore((store) =>
    withFiles({}, async (folder) => {
      using other = openStore(join(folder, "other.sqlite"));
      await test(store, join(folder, "export"), other);
    })
  );
}

/** A run with a bit of everything. */
export function various(store: RunStore): Run {
  const first = begin(store, WANTED);
  const planned = jobs(WANTED);
  first.put(request(planned[0]), answered(textOf(planned[0])));
  const begun = begin(store, WANTED, description({ details: { version: "2" } }));
  const odd = ["", "a\0b\r\n", "half \ud800", "求😀", "[1]", " "];
  for (const [index, text] of odd.entries()) {
    const reply = {
      reasoning: index % 2 ? text : undefined,
      promptTokens: undefined,
      firstTokenMs: index / 3,
    };
    begun.put(request(planned[index + 1]), {
      ...answered(text, reply),
      tries: index + 1,
      answer: "truncated",
    });
  }
  const conversation = [{ role: "user", content: "Solve \udc00." }, { role: "assistant", content: "no" }, {
    role: "user",
    content: "[]",
  }] as const;
  begun.put({ ...request(planned[0], 2), prompt: conversation }, answered("second turn"));
  begun.putFailure(request(planned[7]), { failure: "busy", message: "busy" });
  return begun.run;
}

/** What a run is, without what differs between stores. */
export function content(run: Run): unknown {
  const descriptions = run.descriptions();
  return {
    ...run.plan.record,
    id: run.id,
    name: run.name,
    createdAt: run.createdAt,
    description: run.description,
    samples: run.samples({ prompts: true }).map((sample) => ({
      ...sample,
      description: descriptions.get(sample.description),
    })),
  };
}
