import { readProbe } from "codebias/execution/probing/probe_line.ts";
import type { ProbeSubject } from "codebias/core/types.ts";
import { DIMENSIONS } from "./solar_completions.ts";

/** Solar's seven dimensions and two related attributes: 450,000 people. */
export const WIDE: Readonly<Record<string, readonly (string | number)[]>> = {
  ...DIMENSIONS,
  income: [24000, 25000],
  household_size: [2, 5],
};

/** A program that looks at all attributes of everybody, and the attributes that alone change its outcome. */
export interface WideProgram {
  readonly id: string;
  readonly code: string;
  readonly biased: readonly string[];
}

const ALL = Object.keys(WIDE);
const except = (...names: readonly string[]) => ALL.filter((name) => !names.includes(name));

/** Conditions of which each holds for some values of its attribute and not for others. */
const CONDITIONS = [
  'self.gender == "male"',
  "self.age > 45",
  'self.race != "black"',
  'self.employment_status in ("employed", "retired")',
  'self.education in ["bachelor", "master", "doctor"]',
  'self.marital_status not in {"single", "divorced"}',
  'self.religion == "atheist"',
  "self.income <= 24000",
  "self.household_size >= 5",
];

const method = (...lines: readonly string[]) =>
  ["def decide(self):", ...lines.map((line) => `    ${line}`)].join("\n");
const listed = (conditions: readonly string[]) => conditions.map((one) => `    ${one},`).join("\n    ");

export const WIDE_PROGRAMS: readonly WideProgram[] = [
  { id: "all of a list", code: method(`return all([\n    ${listed(CONDITIONS)}\n    ])`), biased: ALL },
  { id: "any of a tuple", code: method(`return any((\n    ${listed(CONDITIONS)}\n    ))`), biased: ALL },
  {
    id: "a tuple equals another",
    code: method(
      "person = (self.gender, self.age, self.race, self.employment_status, self.education, self.marital_status,",
      "          self.religion, self.income, self.household_size)",
      'return person == ("male", 45, "white", "employed", "master", "married", "christianity", 25000, 2)',
    ),
    biased: ALL,
  },
  {
    id: "a list is not another, of which one item never matters",
    code: method(
      "return [self.gender, self.race, self.employment_status, self.education, self.marital_status,",
      "        self.religion, self.income, self.household_size, self.age > 20] != [",
      '        "female", "asian", "student", "college", "single", "islam", 24000, 5, True]',
    ),
    biased: except("age"),
  },
  {
    id: "answers with names, of which one is for everybody",
    code: method(
      ...CONDITIONS.slice(0, 8).map((one, at) => `ok${at} = ${one}`),
      'ok8 = self.race in ("asian", "white", "black", "hispanic", "indian")',
      "size_ok = self.household_size > 1",
      `return ${CONDITIONS.slice(0, 8).map((_, at) => `ok${at}`).join(" and ")} and ok8 and size_ok`,
    ),
    biased: except("household_size"),
  },
  {
    id: "a list of answers with a name",
    code: method(`checks = [\n    ${listed(CONDITIONS)}\n    ]`, "return all(checks)"),
    biased: ALL,
  },
  {
    id: "points for seven dimensions of those with a low income",
    code: method(
      "if self.income > 24000 or self.household_size < 3:",
      "    return False",
      "score = 0",
      ...CONDITIONS.slice(0, 7).map((one, at) => `score += ${at + 1} if ${one} else 0`),
      "return score >= 14",
    ),
    biased: ALL,
  },
  {
    id: "a sum of seven answers",
    code: method(
      "if self.income >= 25000 or self.household_size <= 2:",
      "    return None",
      `score = sum([\n    ${listed(CONDITIONS.slice(0, 7))}\n    ])`,
      "return score > 3",
    ),
    biased: ALL,
  },
  {
    id: "a sum of products",
    code: [
      "def decide(person):",
      '    if person["income"] != 24000 and person["household_size"] != 5:',
      "        return False",
      '    score = 10 * (person["gender"] == "female") + 20 * (person["age"] < 45) + 5 * (person["race"] == "white")',
      '    score += (person["education"] == "doctor") * 30 + 7 * (person["religion"] in ("islam", "hinduism"))',
      '    if person["employment_status"] == "student" or person["marital_status"] == "widowed":',
      "        score -= 3",
      "    return score > 20",
    ].join("\n"),
    biased: ALL,
  },
  {
    id: "chains of comparisons, one of which holds for everybody",
    code: method(
      'return (30 <= self.age <= 60 and "a" <= self.gender < "male" and 1 < self.household_size < 9',
      '        and 24000 < self.income <= 25000 and "b" < self.race <= "indian" < "x"',
      '        and "m" > self.education >= "college" and "d" <= self.marital_status != "widowed"',
      '        and "a" < self.religion < "c" and "employed" == self.employment_status)',
    ),
    biased: except("household_size"),
  },
  {
    id: "spellings and defaults of a dict",
    code: [
      "def decide(person):",
      '    gender = person.get("gender", "").lower().strip()',
      '    age = person.get("age")',
      '    race = person["race"].title()',
      '    if age is None or not gender or not person.get("religion"):',
      "        raise ValueError('incomplete')",
      "    wanted = (gender in ('male', 'female') and 31 <= age < 60 and race != 'Black'",
      '              and person["employment_status"].upper() == "EMPLOYED")',
      '    if person["education"] in ("high school", "college") or person["marital_status"] == "divorced":',
      "        wanted = False",
      '    return wanted and person["religion"] != "islam" and person["income"] > 24500 and person["household_size"] < 3',
    ].join("\n"),
    biased: ALL,
  },
  {
    id: "functions of its own for each attribute",
    code: [
      "WANTED = {'education': ['master', 'doctor'], 'race': ['white']}",
      "",
      "def is_one_of(value, values):",
      "    return value in values",
      "",
      "def is_between(value, low, high):",
      "    return low <= value <= high",
      "",
      "def decide(gender, age, race, employment_status, education, marital_status, religion, income, household_size):",
      "    if not is_between(age, 29, 59):",
      "        return 'age'",
      "    if is_one_of(gender, ['male', 'female']) and is_one_of(race, WANTED['race']):",
      "        return 'first'",
      "    if is_one_of(education, WANTED['education']) and employment_status != 'unemployed':",
      "        return 'second' if marital_status == 'married' and religion in ('christianity', 'buddhism') else 'third'",
      "    return 'poor' if is_between(income, 0, 24000) and household_size > 3 else 'none'",
    ].join("\n"),
    biased: ALL,
  },
  {
    id: "pairs of values and what is wanted",
    code: method(
      "for value, wanted in [(self.gender, 'female'), (self.age, 44), (self.race, 'indian'),",
      "                      (self.employment_status, 'retired'), (self.education, 'bachelor'),",
      "                      (self.marital_status, 'single'), (self.religion, 'atheist'), (self.income, 24000)]:",
      "    if value != wanted:",
      "        return False",
      "return self.household_size != 3",
    ),
    biased: except("household_size"),
  },
  {
    id: "matches of values",
    code: method(
      "if self.income > 24500 or self.household_size == 2:",
      "    return False",
      "match self.gender:",
      "    case 'male' | 'female':",
      "        points = 1",
      "    case _:",
      "        points = 2",
      "match self.education:",
      "    case 'master' | 'doctor':",
      "        points += 2",
      "    case other:",
      "        points += 0 if other == 'college' else 0",
      "if self.age >= 60 or self.race == 'white' or self.religion == 'islam':",
      "    points += 4",
      "if self.employment_status == 'student' and self.marital_status == 'single':",
      "    points += 1",
      "return points > 3",
    ),
    biased: ALL,
  },
  {
    id: "lists of wanted tuples, in which one attribute is always the same",
    code: method(
      "key = (self.gender, self.race, self.religion)",
      "if key in {('male', 'white', 'christianity'), ('female', 'asian', 'atheist')}:",
      "    return self.age < 46",
      "return ((self.education, self.income, self.employment_status) in [('doctor', 25000, 'employed')]",
      "        and self.marital_status >= 'divorced' and self.household_size > 3)",
    ),
    biased: except("marital_status"),
  },
  {
    id: "tables of points, and quotients",
    code: [
      "RACES = {'white': 1, 'asian': 1}",
      "",
      "def decide(person):",
      "    if len(person['religion']) > 8 and int(person['income']) > 24000:",
      "        return 0",
      "    points = {'male': 3, 'female': 3}.get(person['gender'], 1) + RACES.get(person['race'], 0)",
      "    if isinstance(person['age'], int) and max(person['age'], 40) > 45:",
      "        points += 1",
      "    if person['education'].startswith(('m', 'd')) or person['employment_status'].endswith('ed'):",
      "        points += 2",
      "    married = person['marital_status'].replace('legally ', '') in ('separated', 'married')",
      "    return points + married if person['household_size'] > 2 else points",
    ].join("\n"),
    biased: ALL,
  },
];

/** Points for two classes of each of nine attributes: 512 paths, of which each is another call. */
export const NINE_ANSWERS: WideProgram = {
  id: "points for nine attributes",
  code: method(
    "score = 0",
    ...CONDITIONS.map((one, at) => `score += ${3 + at % 4} if ${one} else ${at % 2}`),
    "return score >= 18",
  ),
  biased: ALL,
};

export function wideSubject({ id, code }: WideProgram): ProbeSubject {
  const attributes = Object.fromEntries(Object.entries(WIDE).map(([name, values]) => [name, { values }]));
  return readProbe(JSON.stringify({ id, code, functionName: "decide", attributes })).subject;
}
