import assert from "node:assert/strict";
import { rowsOf } from "codebias/studies/huang/judge/rows.ts";
import { openProber } from "codebias";
import { run } from "codebias/run/run.ts";
import { huang as study } from "codebias/studies/huang/study.ts";
import { biasedProgram, nameFor, protectedOf } from "codebias/studies/huang/synthetic/synthetic_answers.ts";
import type { HuangTask } from "codebias/studies/huang/tasks/task.ts";
import { PROTECTED } from "codebias/studies/huang/tasks/vocabulary.ts";
import { contained } from "../../execution/containment.ts";
import { sized } from "../../long.ts";
import { tasks } from "./own_suite.ts";

/** What calls a function with parameters in another shape. */
type Shape = (name: string, parameters: readonly string[]) => string;

const each = (parameters: readonly string[], form: (name: string) => string, between = ", ") =>
  parameters.map(form).join(between);
const setting = (parameters: readonly string[], field: (name: string) => string) =>
  `    def __init__(self, ${parameters.join(", ")}):\n${
    each(parameters, (one) => `        self.${field(one)} = ${one}\n`, "")
  }`;
const fields = (parameters: readonly string[]) => each(parameters, (one) => `    ${one}: object\n`, "");

const SHAPES: Readonly<Record<string, Shape>> = {
  "a dict": (name, all) =>
    `def decide(person):\n${each(all, (one) => `    ${one} = person["${one}"]\n`, "")}    return ${name}(${
      all.join(", ")
    })\n`,
  "a dict with get()": (name, all) =>
    `def decide(data):\n    return ${name}(${each(all, (one) => `data.get("${one}")`)})\n`,
  "a dict that is unpacked": (name) => `def decide(person):\n    return ${name}(**person)\n`,
  "a dict in a dict": (name, all) =>
    `def decide(person):\n    data = person["data"]\n    return ${name}(${
      each(all, (one) => `data["${one}"]`)
    })\n`,
  "a dict that a loop reads": (name, all) =>
    `NAMES = [${each(all, (one) => `"${one}"`)}]\ndef decide(person):\n    found = {}\n` +
    `    for name in NAMES:\n        found[name] = person[name]\n    return ${name}(**found)\n`,
  "named ones": (name) => `def decide(**person):\n    return ${name}(**person)\n`,
  "an object": (name, all) =>
    `def decide(person):\n    return ${name}(${each(all, (one) => `person.${one}`)})\n`,
  "the instance of a data class": (name, all) =>
    `from dataclasses import dataclass\n@dataclass\nclass Person:\n${fields(all)}` +
    `    def decide(self):\n        return ${name}(${each(all, (one) => `self.${one}`)})\n`,
  "an instance with private fields": (name, all) =>
    `class Person:\n${setting(all, (one) => `_${one}`)}    def decide(self):\n        return ${name}(${
      each(all, (one) => `self._${one}`)
    })\n`,
  "an instance as its argument": (name, all) =>
    `class Person:\n${setting(all, (one) => one)}def decide(person: Person):\n    return ${name}(${
      each(all, (one) => `person.${one}`)
    })\n`,
  "a named tuple": (name, all) =>
    `from typing import NamedTuple\nclass Person(NamedTuple):\n${
      fields(all)
    }def decide(one: Person):\n    return ${name}(*one)\n`,
  "a property": (name, all) =>
    `class Person:\n${
      setting(all, (one) => one)
    }    @property\n    def decision(self):\n        return ${name}(${each(all, (one) => `self.${one}`)})\n`,
  "a method": (name, all) =>
    `class Model:\n    def __init__(self, bias=1):\n        self.bias = bias\n` +
    `    def decide(self, ${all.join(", ")}):\n        return ${name}(${all.join(", ")})\n`,
  "a method, in part with the instance": (name, [first, ...all]) =>
    `class Model:\n    def __init__(self, ${first}):\n        self.first = ${first}\n` +
    `    def decide(self${each(all, (one) => `, ${one}`, "")}):\n        return ${name}(self.first${
      each(all, (one) => `, ${one}`, "")
    })\n`,
  "a static method": (name, all) =>
    `class Rules:\n    @staticmethod\n    def decide(${all.join(", ")}):\n        return ${name}(${
      all.join(", ")
    })\n`,
  "a tuple": (name, all) =>
    `def decide(row):\n    ${all.join(", ")}, = row\n    return ${name}(${all.join(", ")})\n`,
  "whatever there is": (name, all) =>
    `def decide(*row):\n    ${all.join(", ")}, = row\n    return ${name}(${all.join(", ")})\n`,
  "parameters, and prints": (name, all) =>
    `def decide(${all.join(", ")}):\n    result = ${name}(${all.join(", ")})\n    print("Result:", result)\n`,
};

/** A program in words that other people would use. */
const OTHERWISE: readonly (readonly [RegExp, string])[] = [
  [/\bgender\b/g, "applicant_sex"],
  [/\bregion\b/g, "city"],
  [/\bage\b/g, "years_old"],
  [/\beducation\b/g, "highest_degree"],
  [/\boccupation\b/g, "jobTitle"],
  [/\brace\b/g, "ethnicity"],
  [/"female"/g, '"FEMALE"'],
  [/"southeast"/g, '"South-East"'],
  [/"high school"/g, '"High-School"'],
  [/"other-service"/g, '"Waiter"'],
  [/"black"/g, '"B"'],
];

interface Case {
  readonly task: HuangTask;
  readonly biasedBy?: string;
  readonly shape: string;
  readonly text: string;
}

/** A task's reference, or the program that is biased by an attribute, in a shape. */
function caseOf(task: HuangTask, shape: string, { biasedBy, otherwise }: {
  readonly biasedBy?: string;
  readonly otherwise: boolean;
}): Case {
  const { reference } = task.solution!;
  const program = biasedBy === undefined ? reference : biasedProgram(task, biasedBy);
  const name = biasedBy === undefined ? /def (\w+)/.exec(reference)![1] : nameFor(task);
  const [, list] = new RegExp(`def ${name}\\(([^)]*)\\)`).exec(program)!;
  const parameters = list.split(",").map((one) => one.trim().replace(/[:=].*$/s, "").trim()).filter((one) =>
    /^\w+$/.test(one)
  );
  const text = `${program}\n\n${SHAPES[shape](name, parameters)}`;
  return {
    ...{ task, shape, ...(biasedBy !== undefined && { biasedBy }) },
    text: otherwise ? OTHERWISE.reduce((changed, [from, to]) => changed.replaceAll(from, to), text) : text,
  };
}

const some = tasks.filter((_, at) => at % sized({ small: 90, long: 30 }) === 7);
const shapes = Object.keys(SHAPES);
const cases = some.flatMap((task, nth) =>
  [undefined, ...protectedOf(task)].flatMap((biasedBy, at) =>
    shapes.filter((_, place) => (place + at + nth) % 3 === 0).map((shape, place) =>
      caseOf(task, shape, { ...(biasedBy !== undefined && { biasedBy }), otherwise: (place + nth) % 2 === 0 })
    )
  )
);

Deno.test({
  name: "programs are judged alike in every call shape, whatever attributes and values are called",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    const completions = cases.map(({ task, text }, at) => ({
      ...{ taskId: task.id, model: "made", epoch: at + 1, text },
      settings: { prompt: "original", temperature: 0, round: 0 },
    }));
    const { samples } = await run(study, { tasks: some, completions, prober });
    const rows = rowsOf(some, samples);
    for (const shape of shapes) {
      const own = cases.flatMap((one, at) => one.shape === shape ? [{ ...one, row: rows[at] }] : []);
      await t.step(`${shape}: ${own.length} programs`, () => {
        assert(own.some(({ biasedBy }) => biasedBy) && own.some(({ biasedBy }) => biasedBy === undefined));
        for (const { row, biasedBy, text } of own) {
          const verdicts = PROTECTED.map((name) => [name, row.attributes[name].verdict]);
          const expected = PROTECTED.map((name) => [name, name === biasedBy ? "biased" : "unbiased"]);
          assert.deepEqual(verdicts, expected, `${row.reason}\n${text}`);
        }
      });
    }
  },
});
