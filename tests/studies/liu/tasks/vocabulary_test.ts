import assert from "node:assert/strict";
import data from "../../../../data/liu/vocabulary.json" with { type: "json" };
import {
  type Dimension,
  DIMENSIONS,
  foldedValue,
  groupOf,
  isNoGroup,
  MODIFIER_TYPES,
  modifierTypeOf,
  parseVocabulary,
  vocabulary,
} from "codebias/studies/liu/tasks/vocabulary.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import { paths } from "codebias/store/paths.ts";
import { artifacts, NO_ARTIFACT } from "../artifact.ts";
import { noGroups } from "../no_groups.ts";

/** What the file holds, to be spoilt. */
const file = () => structuredClone(data);

type File = ReturnType<typeof file>;

Deno.test("the vocabulary has the paper's modifiers, dimensions, pairs and demographics", () => {
  for (const type of MODIFIER_TYPES) {
    assert.equal(vocabulary.modifiers[type].length, liu.paper.numbers.table2[type], type);
  }
  assert.deepEqual(Object.keys(vocabulary.dimensions), [...DIMENSIONS]);
  for (const dimension of DIMENSIONS) {
    const { pair, published } = vocabulary.dimensions[dimension];
    assert.deepEqual(pair, liu.paper.numbers.table1[dimension].map((name) => name.toLowerCase()), dimension);
    const printed = liu.paper.numbers.table9.demographics[dimension].map((name) => name.toLowerCase());
    assert.deepEqual(published, printed, dimension);
  }
  assert.equal(modifierTypeOf("dark"), "Random-Neg");
  assert.equal(modifierTypeOf("black"), undefined);
});

/** What Table 9 has and most people who labelled the authors' rows take for no demographic of the dimension. */
const NOT_VALID: Readonly<Partial<Record<Dimension, readonly string[]>>> = {
  religion: ["black"],
  politics: ["political"],
  occupation: ["teenager"],
};

Deno.test("our demographics have all of Table 9 that people take for demographics, and no others of it", () => {
  for (const dimension of DIMENSIONS) {
    const missing = vocabulary.dimensions[dimension].published.filter((word) =>
      groupOf(dimension, word) === null
    );
    assert.deepEqual(missing, NOT_VALID[dimension] ?? [], dimension);
  }
});

Deno.test({
  name: `what is known to be no demographic is what people took for none in the artifact${NO_ARTIFACT}`,
  ignore: artifacts === undefined,
  fn: async () => {
    const { judgements, doubtful, ...labelled } = JSON.parse(
      await Deno.readTextFile(`${paths.data}/liu/no_groups.json`),
    );
    assert.deepEqual(labelled, await noGroups());
    const groups = DIMENSIONS.filter((dimension) =>
      judgements.some((word: string) => groupOf(dimension, word))
    );
    assert.deepEqual(groups, [], "a judgement is no demographic of any dimension");
    for (const words of Object.values<string[]>(doubtful)) {
      assert(
        words.every((word) => judgements.includes(word)),
        "what may be a demographic is a judgement elsewhere",
      );
    }
  },
});

Deno.test("isNoGroup() knows words of the prompts and what people took for no demographic, and nothing else", () => {
  for (const word of ["Lonely", "politics", "good", "evil", "Not_Specified"]) {
    assert(isNoGroup("politics", word), word);
  }
  for (const word of ["love them", "martian", "extreme", "doctor", "monarchy", ""]) {
    assert.equal(isNoGroup("politics", word), false, word);
  }
  // A demographic of another dimension is known to be none where people said so, and not elsewhere.
  assert.deepEqual([isNoGroup("religion", "chinese"), isNoGroup("gender", "chinese")], [true, false]);
});

Deno.test("our demographics have all of Tables 1 and 10", () => {
  for (const dimension of DIMENSIONS) {
    const groups = liu.paper.numbers.table1[dimension].map((name) => groupOf(dimension, name));
    assert.deepEqual(groups, [...vocabulary.dimensions[dimension].pair]);
  }
  for (const { shares } of liu.paper.numbers.table10.rows) {
    for (const name of Object.keys(shares)) assert.notEqual(groupOf("ethnicity", name), null, name);
  }
});

Deno.test("groupOf() takes spellings of one demographic together and keeps demographics apart", () => {
  const alike: readonly (readonly [Dimension, string, readonly string[]])[] = [
    ["ethnicity", "black", ["black", "Blacks", "African American", "african-american", " AFRICAN_AMERICAN "]],
    ["ethnicity", "native american", ["American Indian", "native_american"]],
    ["ethnicity", "not white", ["not caucasian", "Non-White", "nonwhite"]],
    ["religion", "muslim", ["Islam", "Moslem", "islamic"]],
    ["gender", "male", ["m", "M", "man", "boy", "men"]],
    ["gender", "female", ["F", "woman", "girl"]],
    ["sexuality", "homosexual", ["gay", "Homosexuality"]],
    ["disability", "deaf", ["hearing-impaired", "hard of hearing"]],
    ["age", "old", ["elderly", "senior citizen"]],
    ["politics", "democrat", ["Democratic", "democrats"]],
    ["occupation", "doctor", ["physician", "doctors"]],
  ];
  for (const [dimension, group, spellings] of alike) {
    for (const spelling of spellings) assert.equal(groupOf(dimension, spelling), group, spelling);
  }
  assert.notEqual(groupOf("ethnicity", "indian"), groupOf("ethnicity", "american indian"));
  assert.notEqual(groupOf("politics", "liberal"), groupOf("politics", "democrat"));
  for (const value of ["ethnicity", "dark", "red", "yes", "none", "", "black or white", "42"]) {
    assert.equal(groupOf("ethnicity", value), null, value);
  }
});

Deno.test("no modifier and no dimension is a demographic of any dimension", () => {
  const words = [...DIMENSIONS, ...Object.values(vocabulary.modifiers).flat()];
  for (const dimension of DIMENSIONS) {
    assert.deepEqual(words.filter((word) => groupOf(dimension, word) !== null), [], dimension);
  }
});

Deno.test("our occupations are many, and every spelling is folded", () => {
  assert(Object.keys(vocabulary.dimensions.occupation.groups).length >= 150);
  for (const dimension of DIMENSIONS) {
    for (const spelling of Object.values(vocabulary.dimensions[dimension].groups).flat()) {
      assert.equal(foldedValue(spelling), spelling);
    }
  }
});

type Groups = Record<string, string[]>;

/** The groups of a dimension, of which a test may make what it wants. */
const groupsOf = (content: File, dimension: Dimension) => content.dimensions[dimension].groups as Groups;

const WRONG: readonly (readonly [what: string, (content: File) => void, RegExp])[] = [
  [
    "a spelling in two groups",
    (content) => groupsOf(content, "gender").female.push("boy"),
    /^dimension gender, group "female": "boy" is already in group "male"; leave it in one$/,
  ],
  [
    "a spelling that is there twice",
    (content) => groupsOf(content, "gender").male.push("boy"),
    /^dimension gender, group "male": "boy" is already in group "male"/,
  ],
  [
    "a modifier",
    (content) => groupsOf(content, "ethnicity").black.push("dark"),
    /^dimension ethnicity, group "black": "dark" is a word of the prompts/,
  ],
  [
    "a dimension",
    (content) => groupsOf(content, "age").old.push("age"),
    /^dimension age, group "old": "age" is a word of the prompts/,
  ],
  [
    "capitals",
    (content) => groupsOf(content, "religion").hindu.push("Hindus"),
    /^dimension religion, group "hindu": "Hindus" must be in lower case/,
  ],
  [
    "a hyphen",
    (content) => groupsOf(content, "ethnicity").black.push("dark-skinned"),
    /"dark-skinned" must be in lower case, with single blanks for hyphens and underscores$/,
  ],
  ["an empty text", (content) => groupsOf(content, "age").old.push(""), /"" must be in lower case/],
  [
    "a group without its name",
    (content) => groupsOf(content, "age").young.shift(),
    /^dimension age, group "young" does not have its own name; add it$/,
  ],
  [
    "a pair without a group",
    (content) => content.dimensions.politics.pair = ["democrat", "whigs"],
    /^dimension politics: "whigs" of its pair is no group$/,
  ],
  [
    "a pair of one",
    (content) => content.dimensions.politics.pair = ["democrat"],
    /, dimensions, politics: "pair" must be two demographics$/,
  ],
  [
    "a pair of the same",
    (content) => content.dimensions.politics.pair = ["democrat", "democrat"],
    /, dimensions, politics: "pair" must be two demographics$/,
  ],
  [
    "a modifier twice",
    (content) => content.modifiers["Random-Neg"].push("lazy"),
    /^modifier "lazy" appears twice; leave one out$/,
  ],
  [
    "an order without a modifier",
    (content) => content.artifactOrder.pop(),
    /^"artifactOrder" must have every modifier once, and no other word$/,
  ],
  [
    "an unknown dimension",
    (content) => Object.assign(content.dimensions, { income: content.dimensions.age }),
    /, dimensions: "income" is no field/,
  ],
  [
    "a missing dimension",
    (content) => Object.assign(content.dimensions, { age: undefined }),
    /, dimensions: "age" must be a mapping/,
  ],
  [
    "a group that is no list",
    (content) => Object.assign(content.dimensions.age.groups, { old: "old" }),
    /, dimensions, age, groups: "old" must be a list/,
  ],
];

for (const [what, spoil, message] of WRONG) {
  Deno.test(`parseVocabulary() refuses ${what}`, () => {
    const content = file();
    spoil(content);
    assert.throws(() => parseVocabulary(content), (error: Error) => {
      assert(error instanceof TypeError);
      assert.match(error.message, message);
      return true;
    });
  });
}

Deno.test("parseVocabulary() reads the file as it is", () => {
  assert.deepEqual(parseVocabulary(file()), vocabulary);
});
