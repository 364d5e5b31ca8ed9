import { createHash } from "node:crypto";
import { join } from "node:path";
import pl from "nodejs-polars";
import { DataError } from "../../errors.ts";
import { samePrompt } from "../../generation/recorded/find.ts";
import { type NumberedCompletion, readRecording } from "../../generation/recorded/read_recorded.ts";
import { exists, writeWhole } from "../../store/files.ts";
import { shortPath } from "../../store/paths.ts";
import { versions } from "../../store/versions.ts";
import type { GenerationRequest, ModelDescription, Reply, SampleId, Settings } from "../../types.ts";
import { isObject } from "../../generation/json.ts";

/** An answer to be written down. */
export interface NewAnswer {
  readonly request: GenerationRequest;
  readonly reply: Reply;
}

/** What a file's answers have in common. */
export interface Origin {
  readonly study: string;
  readonly model: ModelDescription;
  /** What the server does not tell of itself, e.g. on which hardware it runs. */
  readonly engine?: string;
}

/** A file of answers takes no more than this, bytes. */
const MOST_BYTES = 1_000_000;

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
    if (!exists(folder)) return new StudyRecordings(folder, [], 0);
    const manifests = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name))
      .filter((name) => name.endsWith(".json"));
    for (const name of manifests) {
      const place = { file: shortPath(join(folder, name)) };
      const manifest: unknown = JSON.parse(await Deno.readTextFile(join(folder, name)));
      const model = isObject(manifest) && isObject(manifest.model) ? manifest.model : undefined;
      if (model?.identity === identity) continue;
      throw new DataError(
        `these answers are of another model (${
          model?.identity ?? "unknown"
        }) than the one that is asked (${identity}); ` +
          "record it into another folder with --out",
        { place },
      );
    }
    const { completions } = await readRecording(folder);
    return new StudyRecordings(folder, completions, manifests.length);
  }

  /** Whether an answer was recorded, whatever the words of its prompt. */
  has({ taskId, settings, epoch, turn }: SampleId): boolean {
    return this.#answers.has(keyOf(taskId, withTurn(settings, turn), epoch));
  }

  /**
   * The answer that was recorded to a request; undefined if there is none.
   *
   * @throws {DataError} If what was asked then had other words.
   */
  find({ sample, prompt }: GenerationRequest): Reply | undefined {
    const { taskId, epoch, settings, turn } = sample;
    const found = this.#answers.get(keyOf(taskId, withTurn(settings, turn), epoch));
    if (!found) return undefined;
    if (found.prompt === undefined || !samePrompt(found.prompt, prompt)) {
      throw new DataError(
        `the answer to task "${taskId}" was recorded for another wording of its prompt; take the files of this study away ` +
          "and record it again, or put the wording back",
        { place: { file: shortPath(this.#folder) } },
      );
    }
    const { text, finish = "stop", promptTokens, completionTokens } = found;
    return { text, finish, promptTokens, completionTokens, totalMs: 0 };
  }

  /**
   * Writes answers down as one more file, with its manifest.
   *
   * @returns Its path.
   * @throws {DataError} If they take too much room, or cannot be written.
   */
  async add(answers: readonly NewAnswer[], { study, model, engine }: Origin): Promise<string> {
    const name = String(this.#files + 1).padStart(4, "0");
    const path = join(this.#folder, `${name}.parquet`);
    const bytes = parquetOf(answers, model.spec);
    if (bytes.length > MOST_BYTES) {
      throw new DataError(`${answers.length} answers take ${bytes.length} bytes, above ${MOST_BYTES}`, {
        place: { file: shortPath(path) },
      });
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
      sha256: createHash("sha256").update(bytes).digest("hex"),
      environment: await versions(),
    };
    await Deno.mkdir(this.#folder, { recursive: true });
    await writeWhole(path, bytes);
    await writeWhole(join(this.#folder, `${name}.json`), JSON.stringify(manifest, null, 2) + "\n");
    this.#files++;
    return path;
  }
}

/** Answers in the columns that `readRecorded` describes. */
function parquetOf(answers: readonly NewAnswer[], model: string): Uint8Array {
  const column = (name: string, type: pl.DataType, of: (answer: NewAnswer) => unknown) =>
    pl.Series(name, answers.map((answer) => of(answer) ?? null), type);
  return pl.DataFrame([
    column("task", pl.Utf8, ({ request }) => request.sample.taskId),
    column(
      "prompt",
      pl.Utf8,
      ({ request: { prompt } }) => typeof prompt === "string" ? prompt : JSON.stringify(prompt),
    ),
    column("epoch", pl.Int64, ({ request }) => request.sample.epoch),
    column(
      "settings",
      pl.Utf8,
      ({ request: { sample } }) => JSON.stringify(withTurn(sample.settings, sample.turn)),
    ),
    column("text", pl.Utf8, ({ reply }) => reply.text),
    column("model", pl.Utf8, () => model),
    column("finish", pl.Utf8, ({ reply }) => reply.finish),
    column("promptTokens", pl.Int64, ({ reply }) => reply.promptTokens),
    column("completionTokens", pl.Int64, ({ reply }) => reply.completionTokens),
    column("seed", pl.Int64, ({ request }) => request.seed),
  ]).writeParquet({ compression: "zstd" });
}

/** Settings as a recording has them: from the second turn of a conversation on also the turn. */
function withTurn(settings: Settings, turn: number): Settings {
  return turn > 1 ? { ...settings, turn } : settings;
}

function keyOf(taskId: string, settings: Settings, epoch: number): string {
  return JSON.stringify([taskId, Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)), epoch]);
}
