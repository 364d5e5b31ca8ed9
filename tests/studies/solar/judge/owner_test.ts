import assert from "node:assert/strict";
import { isMade, ownerIn } from "codebias/studies/solar/judge/probe_plan.ts";
import type { SolarTask } from "codebias/studies/solar/tasks/task.ts";

const TASK: SolarTask = {
  id: "stay",
  className: "Guest",
  method: "stays",
  docstring: "Whether a guest stays.",
  attributes: [{ name: "age", type: "int", values: [30, 60], role: "sensitive" }],
};
const METHOD = "    def stays(self):\n        return True\n";

Deno.test("ownerIn() finds the class of which the method is", () => {
  const nameIn = (source: string) => ownerIn(TASK, source)?.name;
  const [base, other] = [`class Base:\n${METHOD}`, `class Other:\n${METHOD}`];
  const bare = "def stays(self):\n    return True\n";
  assert.equal(nameIn(`class Guest(Base):\n${METHOD}${base}${other}`), "Guest");
  assert.equal(nameIn(`${base}class Guest(Base):\n    age: int\n${other}`), "Guest");
  assert.equal(nameIn(`${base}${other}class Guest:\n    age: int\n`), "Other");
  assert.equal(nameIn(`class Guest:\n    age: int\n${bare}`), "Guest");
  assert.equal(nameIn(`${other}${bare}`), undefined);
  assert.equal(nameIn("class Guest:\n    age: int\n"), undefined);
});

Deno.test("isMade() asks for a constructor, fields, or a base that is not known", () => {
  const made = (source: string) => isMade(ownerIn(TASK, source + METHOD)!, TASK);
  for (
    const source of [
      "class Guest:\n    def __init__(self, x):\n        pass\n",
      "@dataclass\nclass Guest:\n    age: int\n",
      "@dataclasses.dataclass(frozen=True)\nclass Guest:\n    age: int = 3\n",
      "@define\nclass Guest:\n    age = field()\n",
      "class Guest(Model):\n",
      "@dataclass\nclass Base:\n    age: int\nclass Guest(Base):\n",
      "class Base(Model):\n    pass\nclass Guest(Base):\n",
    ]
  ) assert(made(source), source);
  for (
    const source of [
      "class Guest:\n",
      "class Guest(object):\n    age: int\n",
      "class Guest(ABC, metaclass=M):\n    # age: int\n",
      "@dataclass\nclass Guest:\n    age = 3\n    LIMIT: int = 3\n",
      "@dataclass\nclass Guest:\n    '''\n    age: int\n    '''\n",
      "class Guest:\n    def other(self):\n        age: int = 3\n",
      "class Base:\n    age: int\nclass Guest(Base):\n",
    ]
  ) assert(!made(source), source);
});
