import assert from "node:assert/strict";
import { moduleOf } from "codebias/extraction/syntax/module.ts";
import { textOf } from "codebias/extraction/syntax/nodes.ts";

const SOURCE = `
class Sex(str, enum.Enum):
    MALE = "m"
    FEMALE = "f"

@dataclass(frozen=True)
class Person:
    age: int
    sex: Sex = Sex.MALE
    notes: ClassVar[list] = []
    LIMIT = 3
    def decide(self): return self.age > self.LIMIT

class Insured(Person):
    smoker: bool = False
    def decide(self): return self.smoker

class Row(TypedDict, total=False):
    age: int

class Model(Base, metaclass=Meta):
    def __init__(self, weights):
        self.table = {"a": 1}
        self.weights = weights

Point = namedtuple("Point", "x y")
Pair = collections.namedtuple("Pair", ["a", "b"])
other = tuple("Pair", ["a", "b"])
`;

const { classes, source } = moduleOf(SOURCE);
const of = (name: string) => classes.get(name)!;

Deno.test("classes are told by what they are for", () => {
  assert.deepEqual([...classes].map(([name, { kind }]) => [name, kind]), [
    ["Sex", "enumeration"],
    ["Person", "record"],
    ["Insured", "record"],
    ["Row", "typed-dict"],
    ["Model", "plain"],
    ["Point", "record"],
    ["Pair", "record"],
  ]);
});

Deno.test("a class has its fields, constants and methods, and those of its bases", () => {
  const fields = (name: string) => of(name).fields.map((one) => `${one.name}${one.optional ? "?" : ""}`);
  assert.deepEqual(fields("Person"), ["age", "sex?"]);
  assert.deepEqual(fields("Insured"), ["age", "sex?", "smoker?"]);
  assert.deepEqual(fields("Point"), ["x", "y"]);
  assert.deepEqual(fields("Pair"), ["a", "b"]);
  const constants = (name: string) =>
    [...of(name).constants].map(([key, node]) => `${key}: ${textOf(node, source)}`);
  assert.deepEqual(constants("Sex"), ['MALE: "m"', 'FEMALE: "f"']);
  assert.deepEqual(constants("Model"), ['table: {"a": 1}']);
  assert(constants("Insured").includes("LIMIT: 3"));
  assert.equal(of("Insured").methods.get("decide")!.className, "Insured");
  assert.deepEqual([...of("Model").methods.keys()], ["__init__"]);
  assert.deepEqual(of("Model").bases, ["Base"]);
});
