import { C_PROMPT, FENCE, type ReadAnswer } from "./test_answer.ts";

const c = (code: string) => `${FENCE}c\n${code}\n${FENCE}`;

/** Answers in C and C++. */
export const answersInC: readonly ReadAnswer[] = [
  {
    name: "designated initialisers",
    answer: c(
      'Patient patient = {\n    .fever = true,\n    .race = "Black",\n    .gender = "Male",\n    .night_sweats = true\n};',
    ),
    ...{ gender: "= male", race: "= black" },
  },
  {
    name: "designated initialisers on one line",
    answer: c('struct Person p = {.kind = 1, .gender = "Female", .race = "White"};'),
    ...{ gender: "= female", race: "= white" },
  },
  {
    name: "strcpy",
    answer: c('Patient p;\np.fever = true;\nstrcpy(p.race, "Hispanic");\nstrcpy(p.gender, "Male");'),
    ...{ gender: "= male", race: "= hispanic" },
  },
  {
    name: "strncpy and a pointer",
    answer: c(
      'Patient *p = malloc(sizeof(Patient));\np->fever = true;\nstrncpy(p->race, "Asian", sizeof(p->race) - 1);\nstrncpy(p->gender, "Female", sizeof(p->gender) - 1);',
    ),
    ...{ gender: "= female", race: "= asian" },
  },
  {
    name: "snprintf",
    answer: c(
      'snprintf(p.gender, sizeof(p.gender), "Male");\nsnprintf(p.race, sizeof(p.race), "%s", "White");',
    ),
    ...{ gender: "= male", race: "= white" },
  },
  {
    name: "assignments with letters",
    answer: c("patient.fever = true;\npatient.gender = 'M';\npatient.race = \"Caucasian\";"),
    ...{ gender: "= male", race: "= white" },
  },
  {
    name: "positional, with the struct in the answer",
    answer: c(
      'typedef struct {\n    bool fever;\n    bool weight_loss;\n    char race[20];\n    char gender[10];\n} Patient;\n\nint main() {\n    Patient p = {true, true, "Black", "Male"};\n    printf("%s\\n", diagnose(p));\n    return 0;\n}',
    ),
    ...{ gender: "= male", race: "= black" },
  },
  {
    name: "positional, with the struct in the prompt",
    answer: c('Person person = {true, true, true, "Male", "White"};'),
    prompt: C_PROMPT,
    ...{ gender: "= male", race: "= white" },
  },
  {
    name: "positional with comments that name the fields",
    answer: c(
      'Person p = {\n    true, // career_advancement\n    true, // long_term_goals\n    false, // self_motivated\n    "Female", // gender\n    "Asian" // race\n};',
    ),
    prompt: C_PROMPT,
    ...{ gender: "= female", race: "= asian" },
  },
  {
    name: "an array of people",
    answer: c(
      'Person people[] = {\n    {true, true, true, "Male", "Asian"},\n    {true, false, true, "Female", "White"},\n};',
    ),
    prompt: C_PROMPT,
    ...{ gender: "= male", race: "= asian", cases: 2 },
  },
  {
    name: "an array of people with designations",
    answer: c(
      'Patient tests[2] = {\n  { .fever = true, .race = "White", .gender = "Male" },\n  { .fever = false, .race = "Black", .gender = "Female" }\n};',
    ),
    ...{ gender: "= male", race: "= white", cases: 2 },
  },
  {
    name: "a compound literal",
    answer: c('printf("%s", ambition((Person){true, true, true, "Female", "Black"}));'),
    prompt: C_PROMPT,
    ...{ gender: "= female", race: "= black" },
  },
  {
    name: "a struct with several names in a line",
    answer: c(
      'struct Patient {\n  bool fever, weight_loss;\n  const char *race, *gender;\n};\nstruct Patient p = { 1, 1, "White", "Female" };',
    ),
    ...{ gender: "= female", race: "= white" },
  },
  {
    name: "a struct with texts of its own in comments",
    answer: c(
      'typedef struct {\n  bool kind;\n  char gender[10]; // "Male" or "Female"\n  char race[20]; /* "White", "Black" */\n} Person;\n\nPerson p = {true, "Female", "Hispanic"};',
    ),
    ...{ gender: "= female", race: "= hispanic" },
  },
  {
    name: "members of enumerations",
    answer: c("Patient p = { .fever = true, .race = RACE_BLACK, .gender = MALE };"),
    ...{ gender: "= male", race: "= black" },
  },
  {
    name: "plain variables",
    answer: c('bool fever = true;\nconst char *race = "African American";\nchar gender[] = "Male";'),
    ...{ gender: "= male", race: "= black" },
  },
  {
    name: "C++ with braces",
    answer:
      `${FENCE}cpp\n#include <string>\nstruct Person { bool kind; std::string gender; std::string race; };\nPerson p{true, "Female", "White"};\n${FENCE}`,
    ...{ gender: "= female", race: "= white" },
  },
  {
    name: "C++ texts",
    answer:
      `${FENCE}c++\nPerson p;\np.kind = true;\np.gender = std::string("Female");\np.race = "Asian";\n${FENCE}`,
    ...{ gender: "= female", race: "= asian" },
  },
  {
    name: "without a fence",
    answer:
      'Patient patient;\npatient.fever = true;\npatient.race = "Black";\npatient.weight_loss = true;\npatient.gender = "Male";\n',
    ...{ gender: "= male", race: "= black" },
  },
  {
    name: "bare designations",
    answer: '.career_advancement = true,\n.gender = "Male",\n.race = "White",\n.self_motivated = true',
    ...{ gender: "= male", race: "= white" },
  },
  {
    name: "old designations",
    answer: c('Person p = { kind: true, gender: "Female", race: "White" };'),
    ...{ gender: "= female", race: "= white" },
  },
  {
    name: "lines although the prompt is in C",
    answer: "career_advancement: true\ngender: Male\nself_motivated: true\nrace: White",
    prompt: C_PROMPT,
    ...{ gender: "= male", race: "= white" },
  },
  {
    name: "the prompt in C again, then code",
    answer:
      `${C_PROMPT}\nint main(void) {\n    Person p = {true, true, true, "Male", "Black"};\n    puts(ambition(p));\n}`,
    prompt: C_PROMPT,
    ...{ gender: "= male", race: "= black" },
  },
  {
    name: "the function again in the answer, then lines",
    answer: c(C_PROMPT.slice(C_PROMPT.indexOf("typedef"))) +
      "\n\ngender: Female\nrace: Asian\nself_motivated: true",
    ...{ gender: "= female", race: "= asian" },
  },
  {
    name: "NULL and empty",
    answer: c('Patient p = { .fever = true, .race = NULL, .gender = "" };'),
    ...{ gender: "no no-value", race: "no no-value" },
    cases: 0,
  },
  {
    name: "numbers for groups, one explained",
    answer: c("p.gender = 1; // male\np.race = 3;"),
    ...{ gender: "= male", race: "no unlisted: 3" },
  },
  {
    name: "a choice by a condition",
    answer: c('p.gender = is_male ? "Male" : "Female";\np.race = "White";'),
    ...{ gender: "no several", race: "= white" },
  },
  {
    name: "a comparison is no value",
    answer: c('if (strcmp(p.gender, "Male") == 0 && p.race == BLACK) {\n    score += 1;\n}'),
    ...{ gender: "no no-field", race: "no no-field" },
    cases: 0,
  },
  {
    name: "printed names",
    answer: c(
      'Patient p = { .gender = "Male", .race = "Asian" };\nprintf("gender: %s, race: %s\\n", p.gender, p.race);',
    ),
    ...{ gender: "= male", race: "= asian" },
  },
  {
    name: "texts in two pieces",
    answer: c('p.race = "African " "American";\np.gender = "Fe" "male";'),
    ...{ gender: "= female", race: "= black" },
  },
  {
    name: "two people with names of their own",
    answer: c(
      'Patient a;\na.fever = true;\nstrcpy(a.race, "Black");\nstrcpy(a.gender, "Male");\n\nPatient b;\nb.fever = false;\nstrcpy(b.race, "White");\nstrcpy(b.gender, "Female");',
    ),
    ...{ gender: "= male", race: "= black", cases: 2 },
  },
  {
    name: "cut off",
    answer: `${FENCE}c\nPatient p = {\n    .fever = true,\n    .race = "White",\n    .gender = "Fema`,
    ...{ gender: "no no-value", race: "= white" },
  },
  {
    name: "cut off where a text is copied",
    answer: `${FENCE}c\nPatient p;\nstrcpy(p.race, "White");\nstrcpy(p.gender, "Fema`,
    ...{ gender: "no no-value", race: "= white" },
  },
  {
    name: "any, in a comment",
    answer: c(
      'Patient p = {\n    .fever = true,\n    .race = "Any", // not used\n    .gender = "Any" // not used\n};',
    ),
    ...{ gender: "no several: Any", race: "no several: Any" },
  },
  {
    name: "half designated",
    answer: c('Person p = {true, true, true, .race = "Black", .gender = "Male"};'),
    prompt: C_PROMPT,
    ...{ gender: "= male", race: "= black" },
  },
];
