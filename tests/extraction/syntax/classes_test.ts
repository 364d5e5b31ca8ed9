import assert from "node:assert/strict";
import { classIn } from "codebias/extraction/syntax/classes.ts";
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

const GUEST = `@dataclass(frozen=True)
@a.b
class Guest(Base, m.Mixin, Generic[T], metaclass=M):
    """Text.

    hidden: int
    """
    age: int
    pet: Optional["Pet"] = None
    LIMIT = OTHER = 3
    # note: str
    def stays(self, nights: int, pet: "Pet" = None, by=1) -> bool:
        inner: int = 1
        return inner
    @property
    async def quiet(self):
        "Text."
        ...
        pass
`;

Deno.test("classIn() tells what a class declares at its own level", () => {
  const { name, decorators, bases, annotated, assigned, methods, margin } = classIn(GUEST)!;
  assert.deepEqual([name, margin], ["Guest", "    "]);
  assert.deepEqual(decorators, ["dataclass", "a.b"]);
  assert.deepEqual(bases, ["Base", "m.Mixin", "Generic[T]"]);
  assert.deepEqual([...annotated], [["age", "int"], ["pet", 'Optional["Pet"]']]);
  assert.deepEqual([...assigned], ["pet", "LIMIT", "OTHER"]);
  const read = [...methods.values()].map(({ name, parameters, stub }) => ({
    ...{ name, stub },
    annotated: parameters.map(({ name, annotation }) => [name, annotation]),
  }));
  assert.deepEqual(read, [
    { name: "stays", stub: false, annotated: [["nights", "int"], ["pet", '"Pet"'], ["by", undefined]] },
    { name: "quiet", stub: true, annotated: [] },
  ]);
});

Deno.test("classIn() takes the last method of a name, and the first class", () => {
  const twice = "class A:\n\tdef f(self): pass\n\tdef f(self): return 1\nclass B: pass\n";
  const { name, methods, margin, bases } = classIn(twice)!;
  assert.deepEqual([name, margin, bases], ["A", "\t", []]);
  assert.equal(methods.get("f")!.stub, false);
});

Deno.test("classIn() finds no margin in a class of one line, and nothing where there is no class", () => {
  assert.equal(classIn("class A: pass\n")!.margin, undefined);
  assert.equal(classIn("def f():\n    class A: pass\n"), undefined);
});
