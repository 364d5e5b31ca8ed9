import { json, models, type Script } from "../fake_openai.ts";

/** What a vLLM server tells about itself. */
export const VLLM: Script = {
  "/v1/models": models({
    id: "m",
    owned_by: "vllm",
    created: 1,
    root: "org/m-7b",
    parent: null,
    max_model_len: 4096,
  }),
  "/version": json({ version: "0.11.0" }),
};

/** What an SGLang server tells about itself. */
export const SGLANG: Script = {
  "/v1/models": models({ id: "m", owned_by: "sglang", created: 1, root: "org/m-7b", max_model_len: 4096 }),
};

/** What a llama-server tells about itself. */
export const LLAMA_CPP: Script = {
  "/v1/models": models({
    id: "/somewhere/private/m.gguf",
    aliases: ["/somewhere/private/m.gguf"],
    owned_by: "llamacpp",
    created: 1,
    meta: { n_vocab: 32000, n_ctx_train: 8192, n_params: 7_000_000_000, size: 4_000_000_000 },
  }),
  "/props": json({
    default_generation_settings: { n_ctx: 8000 },
    total_slots: 4,
    model_path: "/somewhere/private/m.gguf",
    chat_template: "{{ messages }}",
    build_info: "b10488",
  }),
};

/** What an Ollama server tells about itself. */
export const OLLAMA: Script = {
  "/v1/models": models({ id: "m:latest", owned_by: "library", created: 1700000000 }),
  "/api/version": json({ version: "0.9.6" }),
  "/api/tags": json({ models: [{ name: "m:latest", digest: "5e8f" }] }),
  "/api/show": json({
    parameters: 'stop    "<|im_end|>"',
    template: "{{ .Prompt }}",
    details: { quantization_level: "Q4_K_M" },
    model_info: { "general.architecture": "llama", "llama.context_length": 131072 },
  }),
  "/api/ps": json({ models: [] }),
};

/** What LM Studio tells about itself. */
export const LM_STUDIO: Script = {
  "/v1/models": models({ id: "m", owned_by: "organization_owner" }),
  "/api/v0/models/m": json({
    id: "m",
    arch: "qwen2",
    quantization: "Q4_K_M",
    compatibility_type: "gguf",
    max_context_length: 32768,
    loaded_context_length: 4096,
  }),
};
