/** The kinds of servers that have OpenAI's interface; `unknown` if the kind could not be found out. */
export type Flavour = "openai" | "ollama" | "vllm" | "sglang" | "llama.cpp" | "lm-studio" | "unknown";

/** The engines that answer a batch without a server. */
export type Engine = "vllm";

export const ENGINES: readonly Engine[] = ["vllm"];

/** The settings that OpenAI's interface itself does not have. */
export type Extra = "topK" | "minP" | "repeatPenalty";

export const EXTRAS: readonly Extra[] = ["topK", "minP", "repeatPenalty"];

const STANDARD = {
  /** The name in messages. */
  called: "A server of a kind that codebias does not know",
  /** The server's names for settings that OpenAI's interface lacks; a setting without a name cannot be sent. */
  fields: {} as Readonly<Partial<Record<Extra, string>>>,
  /** Other settings that change sampling, with the values that switch them off, as models and servers have own defaults. */
  neutral: {} as Readonly<Record<string, number>>,
  /** The value of topK that stands for all tokens. */
  allTokens: 0,
  /** Whether `/completions` leaves out the chat template. */
  raw: false,
  /** The maximum number of stop texts. */
  mostStops: Infinity,
  /** Whether `/models` lists every model that the server has. */
  listsAll: true,
  /** Whether a prompt that is too long is cut silently. */
  truncates: false,
};

const NO_PENALTY = { presence_penalty: 0, frequency_penalty: 0 };

/** The properties of one kind of server. */
export type Traits = Readonly<typeof STANDARD> & {
  /** The maximum number of requests at once, if the server batches many; else the server's slots are used. */
  readonly most?: number;
  /** The name of the server's setting that lets it answer more at once. */
  readonly raisedBy?: string;
};

/** The properties of servers that batch hundreds of requests, and take defaults for all settings from the model. */
const BATCHING = {
  ...STANDARD,
  fields: { topK: "top_k", minP: "min_p", repeatPenalty: "repetition_penalty" },
  allTokens: -1, // 0 as well in current versions, but not in all
  raw: true,
  most: 1024,
};

/** The properties of each kind of server. */
export const TRAITS: Readonly<Record<Flavour, Traits>> = {
  openai: { ...STANDARD, called: "OpenAI", mostStops: 4, listsAll: false },
  ollama: {
    ...{ ...STANDARD, called: "Ollama behind OpenAI's interface", neutral: NO_PENALTY, truncates: true },
    raisedBy: "OLLAMA_NUM_PARALLEL",
  },
  vllm: { ...BATCHING, called: "vLLM", raisedBy: "--max-num-seqs" },
  sglang: { ...BATCHING, called: "SGLang", listsAll: false, raisedBy: "--max-running-requests" },
  "llama.cpp": {
    ...STANDARD,
    called: "llama.cpp",
    fields: { topK: "top_k", minP: "min_p", repeatPenalty: "repeat_penalty" },
    neutral: {
      ...{ ...NO_PENALTY, typical_p: 1, top_n_sigma: -1, mirostat: 0, dynatemp_range: 0 },
      ...{ xtc_probability: 0, dry_multiplier: 0 },
    },
    raw: true,
    listsAll: false,
    raisedBy: "--parallel",
  },
  "lm-studio": {
    ...STANDARD,
    called: "LM Studio",
    fields: { topK: "top_k", repeatPenalty: "repeat_penalty" },
    neutral: NO_PENALTY,
    raw: true,
    truncates: true,
  },
  unknown: { ...STANDARD, listsAll: false },
};

/** The models of OpenAI that complete texts without a chat template. */
const WITHOUT_CHAT = /^(?:gpt-3\.5-turbo-instruct|davinci-002|babbage-002)/;

/** The first build of llama.cpp that refuses a prompt that is too long unless it is told to shift its context. */
const REFUSING_BUILD = 6_210;

/** The properties of a kind of server for one of its models. @param version Undefined if it could not be asked for. */
export function traitsOf(flavour: Flavour, model: string, version?: string): Traits {
  const build = Number(/^b(\d{3,})/.exec(version ?? "")?.[1]); // NaN if there is no number, e.g. of llamafile
  const cuts = flavour === "llama.cpp" && (version === "" || build < REFUSING_BUILD) && { truncates: true };
  const continues = flavour === "openai" && WITHOUT_CHAT.test(model) && { raw: true };
  return { ...TRAITS[flavour], ...cuts, ...continues };
}
