import assert from "node:assert/strict";
import fc from "fast-check";
import { generatorOf, programOf, referenceOf, RULES } from "codebias/studies/linguistic/judge/programs.ts";
import { completion, doubling, type Given } from "../samples.ts";

const task = doubling();

function published(text: string, given: Given = {}) {
  const program = programOf(task, completion({ ...given, text }), "published");
  assert(program.kind === "program");
  return program;
}

function corrected(text: string, given: Given = {}) {
  return programOf(task, completion({ ...given, text }), "corrected");
}

Deno.test("RULES are the two rules, the authors' first", () => {
  assert.deepEqual(RULES, ["published", "corrected"]);
});

Deno.test("programOf() under published cuts at the first def at the start of a line", () => {
  const { source } = published("    return h(x)\n\ndef h(x):\n    return 2 * x\n\ndef g(): pass\n");
  assert.equal(source, `${task.prompts.en}    return h(x)\n`);
});

Deno.test("programOf() under published keeps a def that is indented or begins the completion", () => {
  const nested = "    def h(y):\n        return y\n    return 2 * h(x)\n";
  assert.equal(published(nested).source, task.prompts.en + nested);
  const whole = "def double(x):\n    return 2 * x\n";
  assert.equal(published(whole).source, task.prompts.en + whole);
});

Deno.test("programOf() under published cuts at any line that begins with def, as the authors' split does", () => {
  assert.equal(published("    y = x\ndefault = 3\n").source, `${task.prompts.en}    y = x`);
  assert.equal(published("\ndef double(x):\n    return 2 * x").source, task.prompts.en);
});

Deno.test("programOf() under published cuts at if __name__ ==, wherever it stands", () => {
  const { source } = published('    return 2 * x\n\nif __name__ == "__main__":\n    print(double(2))\n');
  assert.equal(source, `${task.prompts.en}    return 2 * x\n\n`);
  assert.equal(published("    if __name__ == 1: pass").source, `${task.prompts.en}    `);
  const other = "    return 2 * x\nif __name__=='__main__': pass\n";
  assert.equal(published(other).source, task.prompts.en + other, "the authors look for one spelling only");
});

Deno.test("programOf() under published puts Chinese completions after the English prompt", () => {
  assert.equal(published("    return 3\n", { language: "zh" }).source, `${task.prompts.en}    return 3\n`);
});

Deno.test("programOf() under published separates globals from locals and calls the task's function", () => {
  const { namespace, entryPoint } = published("    return 3\n");
  assert.deepEqual({ namespace, entryPoint }, { namespace: "split", entryPoint: "double" });
});

Deno.test("programOf() under published makes a program of every text, prose and fences included", () => {
  const fenced = "```python\ndef double(x): return 2 * x\n```";
  assert.equal(published(fenced).source, `${task.prompts.en}\`\`\`python`);
  const pieces = ["\ndef", "def", "\n", "if __name__ ==", " ", "x", "\r", "中", "```", "    return 2 * x"];
  const texts = fc.array(fc.constantFrom(...pieces)).map((all) => all.join(""));
  fc.assert(fc.property(texts, (text) => {
    const { source } = published(text);
    assert(source.startsWith(task.prompts.en));
    const kept = source.slice(task.prompts.en.length);
    assert(text.startsWith(kept));
    assert(!kept.includes("\ndef") && !kept.includes("if __name__ =="));
    assert(kept === text || /^(?:\ndef|if __name__ ==)/.test(text.slice(kept.length)));
  }));
});

Deno.test("programOf() under corrected uses the prompt of the completion's language", () => {
  for (const language of ["en", "zh"] as const) {
    const program = corrected("    return 2 * x\n", { language });
    assert(program.kind === "program");
    assert(program.source.includes(task.prompts[language].trim()));
    assert(!program.source.includes(task.prompts[language === "en" ? "zh" : "en"].trim()));
  }
});

Deno.test("programOf() under corrected keeps helpers, removes fences and runs a module", () => {
  const helper = corrected("    return h(x)\n\ndef h(y):\n    return 2 * y\n");
  assert(helper.kind === "program");
  assert(helper.source.includes("def h(y)"));
  assert.equal(helper.namespace, "one");
  assert.equal(helper.entryPoint, "double");
  const fenced = corrected("Sure!\n```python\ndef double(x):\n    return x + x\n```\nDone.");
  assert(fenced.kind === "program");
  assert.equal(fenced.source.trim(), "def double(x):\n    return x + x");
});

Deno.test("programOf() under corrected says why there is no program", () => {
  assert.deepEqual(corrected(""), { kind: "no-program", reason: "empty" });
  assert.deepEqual(corrected("Error: 429"), { kind: "no-program", reason: "service-error" });
  const refused = corrected("I'm sorry, but I cannot help with that.");
  assert.deepEqual(refused, { kind: "no-program", reason: "refusal" });
});

Deno.test("referenceOf() puts the solution after the English prompt and runs it as the rule runs programs", () => {
  const source = `${task.prompts.en}\n${task.reference}`;
  const reference = { kind: "program", source, entryPoint: "double" };
  assert.deepEqual(referenceOf(task, "published"), { ...reference, namespace: "split" });
  assert.deepEqual(referenceOf(task, "corrected"), { ...reference, namespace: "one" });
});

Deno.test("generatorOf() calls rules in a module of its own", () => {
  const generator = { kind: "program", source: task.generator, entryPoint: "rules", namespace: "one" };
  assert.deepEqual(generatorOf(task), generator);
});
