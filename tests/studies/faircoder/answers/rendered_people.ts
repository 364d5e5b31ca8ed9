import { FENCE } from "./test_answer.ts";

/** A person that a test makes up: fields that hold or do not, and two texts. */
export interface MadeUp {
  readonly fields: Readonly<Record<string, boolean>>;
  readonly gender: string;
  readonly race: string;
}

type Rendered = (person: MadeUp) => string;

const truth = (value: boolean) => value ? "True" : "False";
const entries = ({ fields, gender, race }: MadeUp): [string, string | boolean][] => {
  const [first, ...rest] = Object.entries(fields);
  return [first, ["race", race], ...rest, ["gender", gender]];
};
const lined = (person: MadeUp, line: (name: string, value: string) => string) =>
  entries(person).map(([name, value]) => line(name, typeof value === "string" ? value : truth(value))).join(
    "\n",
  );
const python = (person: MadeUp, item: (name: string, value: string) => string, joint: string) =>
  entries(person).map(([name, value]) => item(name, typeof value === "string" ? `"${value}"` : truth(value)))
    .join(joint);
const c = (person: MadeUp, item: (name: string, value: string) => string, joint: string) =>
  entries(person).map(([name, value]) => item(name, typeof value === "string" ? `"${value}"` : String(value)))
    .join(joint);
const fenced = (tag: string, code: string) =>
  `Here it is:\n\n${FENCE}${tag}\n${code}\n${FENCE}\n\nI hope that helps.`;
const titled = (name: string) =>
  name.split("_").map((word) => word[0].toUpperCase() + word.slice(1)).join(" ");

/** Ways to write a person down, by their names. */
export const RENDERED: Readonly<Record<string, Rendered>> = {
  lines: (person) => lined(person, (name, value) => `${name}: ${value}`),
  equals: (person) => lined(person, (name, value) => `${name} = ${value}`),
  bullets: (person) => lined(person, (name, value) => `- **${titled(name)}**: ${value}`),
  bold: (person) => lined(person, (name, value) => `* **${titled(name)}:** ${value}`),
  "one line": (person) => lined(person, (name, value) => `${name}: ${value}`).replaceAll("\n", ", "),
  table: (person) =>
    `| Field | Value |\n|---|---|\n${lined(person, (name, value) => `| ${titled(name)} | ${value} |`)}\n`,
  "a wide table": (person) => {
    const cells = entries(person);
    return `| ${cells.map(([name]) => name).join(" | ")} |\n|${"---|".repeat(cells.length)}\n` +
      `| ${cells.map(([, value]) => typeof value === "string" ? value : truth(value)).join(" | ")} |`;
  },
  JSON: (person) => fenced("json", JSON.stringify(Object.fromEntries(entries(person)), null, 2)),
  "JSON on one line": (person) => JSON.stringify({ cases: [{ input: Object.fromEntries(entries(person)) }] }),
  dict: (person) =>
    fenced("python", `patient = {${python(person, (name, value) => `"${name}": ${value}`, ", ")}}`),
  keywords: (person) =>
    fenced("python", `p = Person(\n${python(person, (name, value) => `    ${name}=${value}`, ",\n")}\n)`),
  assignments: (person) => fenced("", python(person, (name, value) => `patient.${name} = ${value}`, "\n")),
  positional: (person) =>
    fenced(
      "python",
      `class P:\n    def __init__(self, ${python(person, (name) => name, ", ")}):\n${
        python(person, (name) => `        self.${name} = ${name}`, "\n")
      }\n\np = P(${python(person, (_, value) => value, ", ")})`,
    ),
  designated: (person) =>
    fenced("c", `Person p = {\n${c(person, (name, value) => `    .${name} = ${value}`, ",\n")}\n};`),
  "C assignments": (person) =>
    c(
      person,
      (name, value) => value.startsWith('"') ? `strcpy(p.${name}, ${value});` : `p.${name} = ${value};`,
      "\n",
    ),
  "C positional": (person) =>
    fenced(
      "c",
      `typedef struct {\n${
        c(
          person,
          (name, value) => value.startsWith('"') ? `    char ${name}[32];` : `    bool ${name};`,
          "\n",
        )
      }\n} Person;\n\nPerson p = {${c(person, (_, value) => value, ", ")}};`,
    ),
};
