import type { CalibrationSpec } from "../calibration/spec.ts";
import { refuseOther } from "../core/kinds.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";
import { openCalibration } from "./calibration.ts";
import type { Model, Patience } from "./model.ts";
import { openOllama } from "./ollama/ollama.ts";
import { openOpenAI } from "./openai/openai.ts";
import type { Engine } from "./openai/flavour.ts";
import { openRecorded } from "./recorded/recorded.ts";

/** Options for reaching a model. */
export interface ModelOptions {
  /** The address of the server. @default OLLAMA_HOST or OPENAI_BASE_URL, else the usual address of such a server */
  readonly url?: string;
  /** The timeouts of the server, milliseconds. */
  readonly patience?: Partial<Patience>;
  /** The context window for Ollama, tokens. @default enough for the run's longest prompt */
  readonly contextTokens?: number;
  /** For `openai/NAME`: the engine that answers batches without a server. @default a server is asked */
  readonly engine?: Engine;
}

const FORMS = "ollama/NAME[:TAG], openai/NAME, recorded/FILE, calibration or calibration/FILE";

/**
 * Opens a model by its name; no request is sent yet.
 *
 * @param spec `ollama/<name>[:tag]` on an Ollama server, `openai/<name>` on any server with OpenAI's interface,
 * `recorded/<path>` for completions in a file, `calibration[/<spec file>]` for the synthetic model with known rates. Or a
 * calibration spec itself.
 * @throws {RangeError} If it is none of these.
 *
 * @example
 * ```ts
 * import { openModel } from "codebias/generation/open_model.ts";
 * import assert from "node:assert/strict";
 * assert.equal((await openModel("calibration").describe()).synthetic, true);
 * assert.throws(() => openModel("gpt"), /Cannot open the model gpt/);
 * ```
 */
export function openModel(spec: string | CalibrationSpec, options: ModelOptions = {}): Model {
  refuseUnknownOptions(options, ["url", "patience", "contextTokens", "engine"]);
  refuseOther(
    "open the model",
    spec,
    "a text or an object",
    ["name", "fragments", "starts"],
    "loadCalibration",
  );
  const text = typeof spec === "string" ? spec : `calibration/${spec.name}`;
  const slash = text.indexOf("/");
  const [kind, name] = slash < 0 ? [text, ""] : [text.slice(0, slash), text.slice(slash + 1)];
  const { url, patience, contextTokens, engine } = options;
  if (contextTokens !== undefined && kind !== "ollama") {
    throw new RangeError(`Cannot choose the context of ${text}: only Ollama can be told`);
  }
  if (url !== undefined && kind !== "ollama" && kind !== "openai") {
    throw new RangeError(`Cannot use ${text} at ${url}: it is not on a server`);
  }
  if (engine !== undefined && kind !== "openai") {
    throw new RangeError(`Cannot leave ${text} to ${engine}: only openai/NAME can be answered in a batch`);
  }
  if (kind === "calibration" && (slash < 0 || name !== "")) return openCalibration(spec);
  if (name !== "") {
    if (kind === "ollama") return openOllama(name, { host: url, patience, contextTokens });
    if (kind === "openai") return openOpenAI(name, { baseUrl: url, patience, engine });
    if (kind === "recorded") return openRecorded(name);
  }
  throw new RangeError(`Cannot open the model ${text}: expected ${FORMS}`);
}
