import assert from "node:assert/strict";
import { sameModel, wholeName } from "codebias/generation/ollama/endpoints.ts";

Deno.test("wholeName fills in what a name leaves out", () => {
  const names = {
    "llama3": "registry.ollama.ai/library/llama3:latest",
    "llama3:8b-instruct-q4_K_M": "registry.ollama.ai/library/llama3:8b-instruct-q4_k_m",
    "ann/llama3": "registry.ollama.ai/ann/llama3:latest",
    "hf.co/ann/Model-GGUF:Q4_K_M": "hf.co/ann/model-gguf:q4_k_m",
    "localhost:5000/ann/m:1": "localhost:5000/ann/m:1",
    "https://example.com/ann/m": "example.com/ann/m:latest",
    "_m": "registry.ollama.ai/library/_m:latest",
  };
  for (const [name, whole] of Object.entries(names)) assert.equal(wholeName(name), whole);
});

Deno.test("wholeName refuses what Ollama takes for no name", () => {
  const none = [
    "",
    " ",
    "a b",
    ":tag",
    "m:",
    "a//b",
    "/m",
    "a/b/c/d",
    "m:t:u",
    "-m",
    ".m",
    "m/",
    "é",
    "a.b/m",
    "m\n",
  ];
  for (const name of none) {
    assert.throws(() => wholeName(name), (error) => {
      assert(error instanceof RangeError, name);
      assert(error.message.startsWith(`Cannot name an Ollama model ${JSON.stringify(name)}: expected `));
      return true;
    });
  }
});

Deno.test("sameModel compares as Ollama does: without regard to case, with defaults filled in", () => {
  for (
    const [one, other] of [["m", "m:latest"], ["M:7B", "m:7b"], ["library/m", "m"], [
      "m",
      "registry.ollama.ai/library/m",
    ]]
  ) {
    assert(sameModel(one, other), `${one} ${other}`);
    assert(sameModel(other, one), `${other} ${one}`);
  }
  for (const [one, other] of [["m", "m:7b"], ["m", "n"], ["ann/m", "m"], ["", ""], ["m ", "m"]]) {
    assert(!sameModel(one, other), `${one} ${other}`);
  }
});
