import assert from "node:assert/strict";
import plugin from "./layers.ts";

function count(source: string, file = "lib/store/a.ts"): number {
  const found = Deno.lint.runPlugin(plugin, file, source);
  return found.filter(({ id }) => id === "codebias/no-silent-catch").length;
}

const EMPTY = "try { f(); } catch {}";

const SILENT: Readonly<Record<string, string>> = {
  "an empty handler": EMPTY,
  "an empty handler that names the error": "try { f(); } catch (error) {}",
  "a comment only": "try { f(); } catch { /* never mind */ }",
  "a bare return": "function g() { try { f(); } catch { return; } }",
  "continue": "for (;;) { try { f(); } catch { continue; } }",
  "break": "for (;;) { try { f(); } catch { break; } }",
  "a condition without consequence": "try { f(); } catch (error) { if (error) {} }",
  "a declaration only": "try { f(); } catch (error) { const message = error.message; }",
  "a function that is never called": "try { f(); } catch (error) { const g = () => { throw error; }; }",
  "an expression only": "try { f(); } catch (error) { error; }",
  "an empty handler in one that acts": "try { f(); } catch (e) { try { g(); } catch {} }",
  "an empty handler beside one that acts": "try { f(); } catch (e) { throw e; } try { f(); } catch {}",
  "an empty callback": "f().catch(() => {});",
  "an empty callback function": "f().catch(function () {});",
};

for (const [name, source] of Object.entries(SILENT)) {
  Deno.test(`no-silent-catch forbids ${name}`, () => assert.equal(count(source), 1));
}

Deno.test("no-silent-catch reports each handler, also nested ones", () => {
  assert.equal(count("try { f(); } catch { } finally { try { g(); } catch { } }"), 2);
});

const LOUD: Readonly<Record<string, string>> = {
  "rethrowing": "try { f(); } catch (error) { throw error; }",
  "rethrowing with a cause": `try { f(); } catch (cause) { throw new Error("a", { cause }); }`,
  "rethrowing some": "try { f(); } catch (error) { if (!(error instanceof TypeError)) throw error; }",
  "returning a value": "function g() { try { f(); } catch { return undefined; } }",
  "assigning": "let a; try { f(); } catch (error) { a = error; }",
  "counting": "let a = 0; try { f(); } catch { a++; }",
  "calling": "try { f(); } catch (error) { note(error); }",
  "yielding": "function* g() { try { f(); } catch (error) { yield error; } }",
  "a callback with a value": `f().catch(() => "");`,
  "a callback that acts": "f().catch((error) => { note(error); });",
  "try with finally only": "try { f(); } finally { g(); }",
  "a method that is called catch but takes none": "f().catch();",
};

for (const [name, source] of Object.entries(LOUD)) {
  Deno.test(`no-silent-catch allows ${name}`, () => assert.equal(count(source), 0));
}

Deno.test("no-silent-catch holds in lib and for commands, and for no test", () => {
  const counts = ["lib/a.ts", "tests/commands/test/a.ts", "tests/a_test.ts"].map((file) =>
    count(EMPTY, file)
  );
  assert.deepEqual(counts, [1, 1, 0]);
});

Deno.test("no-silent-catch says what to do", () => {
  const [{ message }] = Deno.lint.runPlugin(plugin, "lib/run/run.ts", "try { f(); } catch {}");
  assert.equal(
    message,
    "this catch swallows the error: rethrow it, return or assign what it means, or hand it on",
  );
});

Deno.test("no-silent-catch leaves files outside of lib alone", () => {
  assert.deepEqual(Deno.lint.runPlugin(plugin, "tests/a_test.ts", "try { f(); } catch {}"), []);
});
