/** Kinds of servers that have OpenAI's interface. `unknown`: nothing told which. */
export type Flavour = "openai" | "ollama" | "vllm" | "sglang" | "llama.cpp" | "lm-studio" | "unknown";

/** Engines that answer a batch without a server. */
export type Engine = "vllm";

export const ENGINES: readonly Engine[] = ["vllm"];

/** The settings that OpenAI's interface itself does not have. */
export type Extra = "topK" | "minP" | "repeatPenalty";

export const EXTRAS: readonly Extra[] = ["topK", "minP", "repeatPenalty"];

const STANDARD = {
  /** What sentences call it. */
  called: "A server of a kind that codebias does not know",
  /** Its names for settings that OpenAI's interface lacks; one without a name cannot be sent. */
  fields: {} as Readonly<Partial<Record<Extra, string>>>,
  /** What else changes how it draws, switched off: models and command lines have defaults of their own for it. */
  neutral: {} as Readonly<Record<string, number>>,
  /** The value of topK that stands for all tokens. */
  allTokens: 0,
  /** Whether `/completions` leaves out the chat template. */
  raw: false,
  /** How many texts may end a completion. */
  mostStops: Infinity,
  /** Whether `/models` has every model that can be asked for. */
  listsAll: true,
  /** Whether a prompt that is too long is cut without a word. */
  truncates: false,
};

const NO_PENALTY = { presence_penalty: 0, frequency_penalty: 0 };

/** How one kind of server differs from the others. */
export type Traits = Readonly<typeof STANDARD> & {
  /** Most requests at once, where it batches so many; else what the server or the pace says. */
  readonly most?: number;
  /** What lets it answer more at once. */
  readonly raisedBy?: string;
};

/** What batches hundreds of requests, and takes defaults for all settings from the model. */
const BATCHING = {
  ...STANDARD,
  fields: { topK: "top_k", minP: "min_p", repeatPenalty: "repetition_penalty" },
  allTokens: -1, // 0 as well in current versions, but not in all
  raw: true,
  most: 1024,
};

/** What each kind of server can be told. */
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

/** Models of OpenAI that are asked without a chat. */
const WITHOUT_CHAT = /^(?:gpt-3\.5-turbo-instruct|davinci-002|babbage-002)/;

/** The first build of llama.cpp that refuses a prompt that is too long unless it is told to shift its context. */
const REFUSING_BUILD = 6_210;

/** What a kind of server can be told about one of its models. @param version Undefined if it was not to be had. */
export function traitsOf(flavour: Flavour, model: string, version?: string): Traits {
  const build = Number(/^b(\d{3,})/.exec(version ?? "")?.[1]); // own builds may have none, llamafile tells no version
  const cuts = flavour === "llama.cpp" && (version === "" || build < REFUSING_BUILD) && { truncates: true };
  const continues = flavour === "openai" && WITHOUT_CHAT.test(model) && { raw: true };
  return { ...TRAITS[flavour], ...cuts, ...continues };
}
