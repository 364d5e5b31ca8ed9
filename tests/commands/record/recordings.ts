import { hash } from "node:crypto";
import { join } from "node:path";
import pl from "nodejs-polars";
import { samePrompt } from "codebias/generation/recorded/find.ts";
import {
  manifestsIn,
  type NumberedCompletion,
  readRecording,
} from "codebias/generation/recorded/read_recorded.ts";
import { typedFrame } from "codebias/core/frame.ts";
import { exists, fileError } from "codebias/store/files/files.ts";
import { versions } from "codebias/store/environment.ts";
import type { GenerationRequest, ModelDescription, Reply, SampleId, Settings } from "codebias/core/types.ts";
import { isObject } from "codebias/generation/json.ts";

/** An answer to be written down. */
export interface NewAnswer {
  readonly request: GenerationRequest;
  readonly reply: Reply;
}

/** What a file's answers have in common. */
export interface Origin {
  readonly study: string;
  readonly model: ModelDescription;
  /** What the server does not tell about itself, e.g. its hardware. */
  readonly engine?: string;
}

/** Largest size of a file of answers, bytes. */
const MAX_BYTES = 1_000_000;

/**
 * The recorded answers of a study: a folder of Parquet files, each with a manifest of the same name. Files are added and never
 * changed.
 */
export class StudyRecordings {
  readonly #folder: string;
  readonly #answers: Map<string, NumberedCompletion>;
  #files: number;

  private constructor(folder: string, answers: readonly NumberedCompletion[], files: number) {
    this.#folder = folder;
    this.#answers = new Map(
      answers.map((answer) => [keyOf(answer.taskId, answer.settings, answer.epoch), answer]),
    );
    this.#files = files;
  }

  /**
   * Opens a folder that need not be there yet.
   *
   * @param identity Of the model that is asked now.
   * @throws {DataError} If a file is damaged, or another model's.
   */
  static async open(folder: string, identity: string): Promise<StudyRecordings> {
    const names = exists(folder) ? await Array.fromAsync(Deno.readDir(folder), ({ name }) => name) : [];
    const numbers = names.map((name) => /^(\d{4,})\.(?:parquet|json)$/.exec(name)?.[1]).filter((one) =>
      one !== undefined
    );
    const last = Math.max(0, ...numbers.map(Number));
    const bare = names.find((name) =>
      name.endsWith(".parquet") && !names.includes(name.replace(/parquet$/, "json"))
    );
    if (bare !== undefined) {
      const why = "this file has no manifest: nobody can tell whose answers it has; remove it";
      throw fileError(join(folder, bare), why);
    }
    for (const { model } of names.length > 0 ? await manifestsIn(folder) : []) {
      const other = isObject(model) ? model.identity : undefined;
      if (other === identity) continue;
      throw fileError(
        folder,
        `these answers are by another model (${other ?? "unknown"}) than the one asked (${identity}); ` +
          "record it into another folder with --out",
      );
    }
    const hasAnswers = names.some((name) => name.endsWith(".parquet"));
    return new StudyRecordings(folder, hasAnswers ? (await readRecording(folder)).completions : [], last);
  }

  /** Whether an answer was recorded, whatever the words of its prompt. */
  has({ taskId, settings, epoch, turn }: SampleId): boolean {
    return this.#answers.has(keyOf(taskId, withTurn(settings, turn), epoch));
  }

  /**
   * The answer that was recorded to a request; undefined if there is none.
   *
   * @throws {DataError} If the recorded prompt had other words.
   */
  find({ sample, prompt }: GenerationRequest): Reply | undefined {
    const { taskId, epoch, settings, turn } = sample;
    const found = this.#answers.get(keyOf(taskId, withTurn(settings, turn), epoch));
    if (!found) return undefined;
    if (found.prompt === undefined || !samePrompt(found.prompt, prompt)) {
      throw fileError(
        this.#folder,
        `the answer to task "${taskId}" was recorded for another wording of its prompt; remove the files of this study ` +
          "and record it again, or restore the wording",
      );
    }
    const { text, finish = "stop", promptTokens, completionTokens } = found;
    return { text, finish, promptTokens, completionTokens, totalMs: 0 };
  }

  /**
   * Writes answers down as one more file, with its manifest; as two, if they take too much room for one.
   *
   * @returns The paths.
   * @throws {DataError} If they cannot be written, or somebody else writes there.
   */
  async add(answers: readonly NewAnswer[], origin: Origin): Promise<string[]> {
    const { study, model, engine } = origin;
    const name = String(this.#files + 1).padStart(4, "0");
    const path = join(this.#folder, `${name}.parquet`);
    const bytes = parquetOf(answers, model.spec);
    if (bytes.length > MAX_BYTES && answers.length > 1) {
      const middle = Math.ceil(answers.length / 2);
      return [
        ...await this.add(answers.slice(0, middle), origin),
        ...await this.add(answers.slice(middle), origin),
      ];
    }
    const [{ request: { sample, sampling } }] = answers;
    const { temperature: _, ...plain } = sampling;
    const manifest = {
      format: "codebias recording",
      version: 1,
      study,
      suite: "own",
      answers: answers.length,
      model,
      ...engine !== undefined && { engine },
      seed: sample.runSeed,
      sampling: plain,
      written: new Date().toISOString(),
      sha256: hash("sha256", bytes),
      environment: await versions(),
    };
    await Deno.mkdir(this.#folder, { recursive: true });
    // The manifest first: a file without one is nobody's.
    await this.#create(`${name}.json`, new TextEncoder().encode(JSON.stringify(manifest, null, 2) + "\n"));
    await this.#create(`${name}.parquet`, bytes);
    this.#files++;
    return [path];
  }

  async #create(name: string, bytes: Uint8Array): Promise<void> {
    const file = join(this.#folder, name);
    try {
      await Deno.writeFile(file, bytes, { createNew: true });
    } catch (cause) {
      if (!(cause instanceof Deno.errors.AlreadyExists)) throw cause;
      throw fileError(file, "another process writes here too: run one after the other", cause);
    }
  }
}

/** Answers in the columns that `readRecording` describes. */
function parquetOf(answers: readonly NewAnswer[], model: string): Uint8Array {
  return typedFrame(answers, {
    task: [pl.Utf8, ({ request }) => request.sample.taskId],
    prompt: [
      pl.Utf8,
      ({ request: { prompt } }) => typeof prompt === "string" ? prompt : JSON.stringify(prompt),
    ],
    epoch: [pl.Int64, ({ request }) => request.sample.epoch],
    settings: [pl.Utf8, ({ request: { sample } }) => JSON.stringify(withTurn(sample.settings, sample.turn))],
    text: [pl.Utf8, ({ reply }) => reply.text],
    model: [pl.Utf8, () => model],
    finish: [pl.Utf8, ({ reply }) => reply.finish],
    promptTokens: [pl.Int64, ({ reply }) => reply.promptTokens ?? null],
    completionTokens: [pl.Int64, ({ reply }) => reply.completionTokens ?? null],
    seed: [pl.Int64, ({ request }) => request.seed],
  }).writeParquet({ compression: "zstd" });
}

/** Settings as a recording has them: from the second turn of a conversation on also the turn. */
function withTurn(settings: Settings, turn: number): Settings {
  return turn > 1 ? { ...settings, turn } : settings;
}

function keyOf(taskId: string, settings: Settings, epoch: number): string {
  return JSON.stringify([taskId, Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)), epoch]);
}
