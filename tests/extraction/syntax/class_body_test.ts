import assert from "node:assert/strict";
import { classBody } from "codebias/extraction/syntax/class_body.ts";

const SOURCE = `@dataclass(frozen=True)
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

Deno.test("classBody() tells what a class declares at its own level", () => {
  const { name, decorators, bases, annotated, assigned, methods, margin } = classBody(SOURCE)!;
  assert.deepEqual([name, margin], ["Guest", "    "]);
  assert.deepEqual(decorators, ["dataclass", "a.b"]);
  assert.deepEqual(bases, ["Base", "m.Mixin", "Generic[T]"]);
  assert.deepEqual([...annotated], [["age", "int"], ["pet", 'Optional["Pet"]']]);
  assert.deepEqual([...assigned], ["pet", "LIMIT", "OTHER"]);
  assert.deepEqual([...methods], [
    ["stays", { annotated: new Map([["nights", "int"], ["pet", '"Pet"']]), stub: false }],
    ["quiet", { annotated: new Map(), stub: true }],
  ]);
});

Deno.test("classBody() takes the last method of a name, and the first class", () => {
  const twice = "class A:\n\tdef f(self): pass\n\tdef f(self): return 1\nclass B: pass\n";
  const { name, methods, margin, bases } = classBody(twice)!;
  assert.deepEqual([name, margin, bases], ["A", "\t", []]);
  assert.equal(methods.get("f")!.stub, false);
});

Deno.test("classBody() finds no margin in a class of one line, and nothing where there is no class", () => {
  assert.equal(classBody("class A: pass\n")!.margin, undefined);
  assert.equal(classBody("def f():\n    class A: pass\n"), undefined);
});
