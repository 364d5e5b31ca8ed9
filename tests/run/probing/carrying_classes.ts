import { WIDE, type WideProgram } from "./wide_programs.ts";

const ALL = Object.keys(WIDE);
const DECISION = 'self.income < 25000 and self.gender == "female"';

const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`);
const method = (signature: string, ...lines: readonly string[]) => [`def ${signature}:`, ...indented(lines)];
const named = (...members: readonly (readonly string[])[]) =>
  ["class Applicant:", ...members.flatMap((lines) => ["", ...indented(lines)])].join("\n");

const constructor = (assign: (name: string) => string) =>
  method(`__init__(self, ${ALL.join(", ")})`, ...ALL.map(assign));
const plain = constructor((name) => `self.${name} = ${name}`);
const decide = (...lines: readonly string[]) => method("decide(self)", ...lines);
const fields = ALL.map((name) => `${name}: ${typeof WIDE[name][0] === "number" ? "int" : "str"}`);
const dataclass = (...members: readonly (readonly string[])[]) =>
  [
    "from dataclasses import asdict, dataclass, astuple",
    "",
    "@dataclass",
    "class Applicant:",
    ...indented(fields),
    ...members.flatMap((lines) => ["", ...indented(lines)]),
  ].join("\n");

const program = (id: string, code: string): WideProgram => ({ id, code, biased: ["gender", "income"] });

/** Classes that carry all attributes about in some way, and decide by two of them. */
export const CARRYING_CLASSES: readonly WideProgram[] = [
  program("a constructor of its own", named(plain, decide(`return ${DECISION}`))),
  program(
    "a constructor that converts and checks",
    named(
      constructor((name) => {
        const value = name === "gender"
          ? `${name}.strip().lower()`
          : name === "income"
          ? `int(${name})`
          : name;
        return name === "age"
          ? `self.age = age if isinstance(age, int) and age >= 0 else 0`
          : `self.${name} = ${value}`;
      }),
      decide(`return ${DECISION}`),
    ),
  ),
  program(
    "private fields with properties",
    named(
      constructor((name) => `self._${name} = ${name}`),
      ...ALL.map((name) => ["@property", ...method(`${name}(self)`, `return self._${name}`)]),
      decide(`return ${DECISION}`),
    ),
  ),
  program(
    "fields set in a loop",
    named(
      method(
        "__init__(self, **facts)",
        "for name, value in facts.items():",
        "    setattr(self, name, value)",
      ),
      decide(`return ${DECISION}`),
    ),
  ),
  program(
    "fields put into the object's dict",
    named(method("__init__(self, **facts)", "self.__dict__.update(facts)"), decide(`return ${DECISION}`)),
  ),
  program(
    "a dict as the only field",
    named(
      method(
        `__init__(self, ${ALL.join(", ")})`,
        `self.facts = {${ALL.map((name) => `"${name}": ${name}`).join(", ")}}`,
      ),
      decide('return self.facts["income"] < 25000 and self.facts.get("gender") == "female"'),
    ),
  ),
  program(
    "a parent's constructor",
    [
      "class Person:",
      ...indented(
        method("__init__(self, gender, age, race)", "self.gender, self.age, self.race = gender, age, race"),
      ),
      "",
      "class Applicant(Person):",
      ...indented([
        ...method(
          `__init__(self, ${ALL.join(", ")})`,
          "super().__init__(gender, age, race)",
          ...ALL.slice(3).map((name) => `self.${name} = ${name}`),
        ),
        "",
        ...decide(`return ${DECISION}`),
      ]),
    ].join("\n"),
  ),
  program(
    "a method that makes a dict of the fields",
    named(
      plain,
      method("facts(self)", `return {${ALL.map((name) => `"${name}": self.${name}`).join(", ")}}`),
      decide("facts = self.facts()", 'return facts["income"] < 25000 and facts["gender"] == "female"'),
    ),
  ),
  program(
    "asdict",
    dataclass(
      decide("facts = asdict(self)", 'return facts["income"] < 25000 and facts["gender"] == "female"'),
    ),
  ),
  program(
    "astuple",
    dataclass(
      decide(
        "facts = astuple(self)",
        `return facts[${ALL.indexOf("income")}] < 25000 and facts[${ALL.indexOf("gender")}] == "female"`,
      ),
    ),
  ),
  program(
    "vars",
    dataclass(decide("facts = vars(self)", 'return facts["income"] < 25000 and facts["gender"] == "female"')),
  ),
  program(
    "a rule as a method of its own, which is handed the fields",
    dataclass(
      method(`rule(self, ${ALL.join(", ")})`, 'return income < 25000 and gender == "female"'),
      decide(`return self.rule(${ALL.map((name) => `self.${name}`).join(", ")})`),
    ),
  ),
  program(
    "a nested function that is handed the fields",
    dataclass(decide(
      ...method(`rule(${ALL.join(", ")})`, 'return income < 25000 and gender == "female"'),
      `return rule(${ALL.map((name) => `self.${name}`).join(", ")})`,
    )),
  ),
  program(
    "texts that are printed, and one that nobody reads",
    dataclass(decide(
      `print(f"${ALL.map((name) => `{self.${name}}`).join(" ")}")`,
      `summary = f"${ALL.map((name) => `{self.${name}}`).join(", ")}"`,
      `return ${DECISION}`,
    )),
  ),
  program(
    "criteria in a dict",
    dataclass(decide(
      'criteria = {"income": self.income < 25000, "gender": self.gender == "female", "age": self.age >= 18}',
      "return all(criteria.values())",
    )),
  ),
];
