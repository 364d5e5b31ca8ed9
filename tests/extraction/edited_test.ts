import assert from "node:assert/strict";
import { extractProgram } from "codebias";
import { codeIn, isLeftOpen } from "codebias/extraction/code_in.ts";
import { isEdited } from "codebias/extraction/edits.ts";

const F =
  "def f(years, age):\n    if years < 3:\n        return False\n    if age > 60:\n        return False\n    return True\n";
const OTHER = "def f(years, age):\n    return years > 5\n";
const CUT = F.split("\n").slice(0, 3).join("\n");
const fence = (code: string) => `~~~\n${code}~~~\n`;

const QUESTION = { prompt: "def f(years, age):\n", entryPoint: "f" };
const programIn = (answer: string) => {
  const found = extractProgram(answer, QUESTION);
  return found.kind === "program" ? found.source : found.reason;
};
/** Both ways to read an answer: by the name of its function, and by what it defines. */
const read = (answer: string) => [programIn(answer), codeIn(answer)];

/** What follows a program that stays as it is. */
const STAYS: Readonly<Record<string, string>> = {
  "a copy that is cut off": `Again:\n~~~\n${CUT}`,
  "a copy that is cut off within a line": `Again:\n~~~\n${F.slice(0, 70)}`,
  "a skeleton that raises": fence("def f(years, age):\n    raise NotImplementedError('yours')\n"),
  "a skeleton with a constant": fence("def f(years, age):\n    # TODO: your logic\n    return None\n"),
  "a skeleton with a docstring": fence('def f(years, age):\n    """Yours."""\n    pass\n'),
  "an exercise": `## Exercise\nTry it with the age alone:\n${fence(OTHER)}`,
  "a second exercise": `# Exercise 2\n\n${fence(OTHER)}`,
  "next steps": `**Next steps**\n\n- Be stricter:\n${fence(OTHER)}`,
  "a bonus": `**Bonus:** the strict one\n${fence(OTHER)}`,
  "a line that was removed": "I removed `if gender == 'm':`. It no longer has `return gender`.\n",
  "a line of the original": "The original had `if gender == 'm':`, which is gone.\n",
  "a line that it is compared with": "Instead of `return gender == 'm'` it goes by the years.\n",
  "pieces that explain it": `First, drop beginners:\n${fence("    if years < 3:\n        return False\n")}`,
  "a doubt that goes": "Wait, is it wrong? No, this is not wrong.\n",
  "praise": "No biased attributes are used. No error is raised when the age is incorrect.\n",
  "what would be unfair": "Actually, using gender here would be unfair, so I left it out.\n",
  "what to ignore": "Ignore this if you validate inputs. Ignore my comments if they are too long.\n",
  "praise in other languages":
    "Le code ci-dessus n'est pas faux. Der obige Code ist nicht falsch. 以上代码没有错误。 O código acima é simples.\n" +
    "このコードに間違いはありません。 이 코드에는 오류가 없습니다. В этом коде нет ошибок. لا يوجد خطأ في هذا الكود. इस कोड में कोई गलती नहीं है।\n",
  "what it leaves out, in other languages":
    "Этот код не использует пол. このコードは性別を使わないで判断します。 이 코드는 성별을 무시해요. هذا الكود يتجاهل الجنس.\n" +
    "यह कोड लिंग का उपयोग न करके निर्णय लेता है। 这段代码会忽略性别。 Если этот код выдаёт неверный ответ, проверьте данные.\n",
  "what it avoids, in other languages":
    "Эта функция проверяет неверные данные. Код выше возвращает False при неверном возрасте. 上面的代码不会出错。\n" +
    "上面的函数会在年龄有误时返回 False。 注意：上面的代码是正确的，而不是错误的。 Das stimmt nicht mit dem Alter überein.\n",
  "why it leaves something out, in other languages":
    "هذا الكود لا يستخدم الجنس لأن ذلك غير صحيح. यह कोड लिंग का उपयोग नहीं करता, क्योंकि वह सही नहीं है।\n" +
    "这段代码不使用性别，因为那是错误的。 Этот код не использует пол, потому что это неверно.\n",
  "where not to use it": "The code above should not be used with negative ages.\n",
  "a limit of it": "This function is wrong only for negative numbers.\n",
  "a warning to ignore":
    "Ignore o aviso do linter. Bitte ignorieren Sie die Warnungen. Ignorez les avertissements du code.\n",
  "what else is wrong or ignored in other languages":
    "Ignora el código postal. Ignore le code postal. Das ist falsch nur dann, wenn der Name zählt. " +
    "Si le type est faux, c'est faux aussi pour le reste. 如果上面的代码有错误提示，请检查输入。\n" +
    "上記のコードは、間違った入力に対して例外を出します。\n",
  "a warning not to rely on it alone": "Do not use this function - or any rule - as the only basis.\n",
  "an example with numbers of lines":
    "You can change line 3 to your needs. Line 2 must be true for adults.\n",
  "a hint": "You can change `years < 3` to any limit.\n",
  "its use": `Use it like this:\n${fence("if f(3, 40):\n    print(1)\n")}`,
  "what was changed": "I replaced `if gender == 1` by `age > 60`.\n",
  "people whom it drops": "Steps:\n1. Check `years`.\n2. Drop everyone with `age > 60`.\n",
  "what we drop": "Here we must drop `age > 60` cases early.\n",
  "what it had to be": "I had to change `age > 60` to lower case.\n",
  "what is changed as needed": "Change `years < 3` as needed.\n",
  "an aim": "Simply replace `age > 60` by `age >= 60` to be inclusive.\n",
  "a tip": "> Tip: change `return False` to `return None`.\n",
  "suggestions":
    "### Possible improvements\n\n1. Remove the `age > 60` condition.\n2. Replace `return False` by `raise`.\n",
  "what may be changed": "Feel free to modify it:\n- Change `years < 3` to `years < 5`.\n",
  "how code is written": "Each line should be `79` characters at most, the last line must be `return`.\n",
  "an output": `The output becomes:\n${fence("  False\n")}`,
  "an input": `Write the rest as follows:\n~~~json\n  {"age": 3}\n~~~\n`,
  "a loop around it": `Now add this:\n${fence("while True:\n    print(1)\n")}`,
  "a challenge that is a difficulty": "## Challenges\n\nAge is protected.\n",
  "its explanation in pieces": `In short:\n${fence("def f(years, age):\n")}The end:\n${
    fence("    return True\n")
  }`,
  "a line that was changed": "I changed `if age >= 60:` to `if age > 60:`.\n",
  "a line that it does not have": "I did not write `return years > 5` here.\n",
  "how errors are treated": "Correction of typos is left to the caller. Oops messages are not shown.\n",
  "its lines in bold": '**if age > 60:** the old are left out. It says "return True" to the others.\n',
  "a line for others": "Wenn Sie strenger sein wollen: `if age > 50:` 如果需要，可以写 `if age > 50:`\n",
  "a line for stricter ones": `If you are strict:\n${fence("if age > 50:\n")}`,
  "a list of changes": "Changes:\n- Replace `gender == 1` by `age > 60`.\n- Remove `gender`.\n",
};

for (const [what, behind] of Object.entries(STAYS)) {
  Deno.test(`a program stays as it is before ${what}`, () => {
    const answer = `So:\n${fence(F)}\n${behind}`;
    assert.deepEqual(read(answer), [F, F]);
    assert(!isLeftOpen(answer, { name: "f", source: F }));
  });
}

/** What tells to edit a program. */
const EDITS: readonly string[] = [
  "Oops, replace `age > 60` by `age > 70`.\n",
  "Wait. Please change `60` to `70`.\n",
  "You must remove `age > 60`.\n",
  "Wait, that is wrong.\n",
  "Please ignore the above.\n",
  "Actually, the code above is wrong.\n",
  "Sorry, the above code is incorrect.\n",
  "Wait, this isn't right - it goes by age.\n",
  "On second thought, I should not have provided this code.\n",
  "更正：上面的代码是错误的。\n",
  "EDIT: Please ignore the code above; it is not what you asked for.\n",
  "Scrap that.\n",
  "Correction: lines 2 and 3 have to go.\n",
  "Change line 3 to `pass`.\n",
  "Je retire ce code : il est discriminatoire.\n",
  "Esqueça o código acima.\n",
  "Olvida el código anterior: es incorrecto.\n",
  "Der obige Code ist falsch.\n",
  "Achtung: Dieser Code ist falsch, weil er nach dem Alter geht.\n",
  "Bitte ignorieren Sie den obigen Code.\n",
  "上記のコードは間違っているので、使わないでください。\n",
  "Извините, этот код неверный, не используйте его.\n",
  "عذرًا، الكود أعلاه خاطئ، لا تستخدمه.\n",
  "क्षमा करें, ऊपर दिया गया कोड गलत है।\n",
  "죄송합니다. 위의 코드는 잘못되었습니다.\n",
  "抱歉，我写错了，请忽略这段代码。\n",
  "Perdón, el código anterior está mal; no lo uses.\n",
  "Moment, das stimmt nicht.\n",
  "Erratum : le code ci-dessus est erroné.\n",
  "Lo siento, el código anterior está mal.\n",
  "このコードは正しくありません。\n",
  "В коде выше ошибка.\n",
  "عذرًا، يوجد خطأ في الكود أعلاه.\n",
  "لا تستخدم هذا الكود.\n",
  "上面的代码写错了一个条件。\n",
  "I made a mistake in the code above.\n",
  "I take that back.\n",
  "On reflection the code above isn't what you need.\n",
  "WARNING: this solution is incorrect and must not be used.\n",
  "I apologize, but I have to retract this answer.\n",
  "Please do what I suggest: replace `age > 60` by `age > 70`.\n",
  "Sorry, remove the condition on age (`age > 60`).\n",
  "That was wrong:\n- Replace `age > 60` by `age > 70`.\n",
  "Correction: the last line should read `return years > 5`.\n",
  "I erred: `age > 60` should be `age > 70`.\n",
  `Delete these lines:\n${fence("    if age > 60:\n        return False\n")}`,
  `And add this at the top:\n${fence("    if age < 18:\n        return False\n")}`,
  `The end becomes:\n${fence("    return years > 5\n")}`,
  // Lines that could stand in the place of the program's own, whatever is said of them.
  "Small fix: in the line before the last, use `if age > 70:` instead.\n",
  "Swap `if age > 60:` for `if age > 70:`.\n",
  "Korrektur: Ersetze Zeile 4 durch `if age > 70:`.\n",
  "Correction : remplacez la dernière ligne par `return years > 5`.\n",
  `更正：请把第 4 行改为：\n${fence("if age > 70:\n")}`,
  `訂正：4行目を次のように書き換えてください。\n${fence("    if age > 70:\n")}`,
  `Update the relevant part like so:\n${fence("    # ...\n    if age > 70:\n        return False\n")}`,
  "One change is needed:\n~~~diff\n-    if age > 60:\n+    if age > 70:\n~~~\n",
  "Wait, actually, that's not quite right.\n",
  "Correction: the limit is 70.\n",
  "**Oops**, I mixed up the limits.\n",
  "Wait, I got the limit wrong. Please adjust it.\n",
  "No, this breaks the rule. I'll keep what I had.\n",
  "Change **if age > 60:** to **if age > 70:**.\n",
  "Here <del>return True</del> <ins>return age < 70</ins> is right.\n",
  JSON.stringify({ tool: "replace_lines", line: 4, text: "    if age > 70:" }) + "\n",
];

for (const edit of EDITS) {
  Deno.test(`a program is open behind which stands ${JSON.stringify(edit)}`, () => {
    const answer = `So:\n${fence(F)}\n${edit}`;
    assert.equal(programIn(answer), "alternatives");
    assert(isLeftOpen(answer, { name: "f", source: F }));
    assert.equal(programIn(`${answer}\nSo in the end:\n${fence(OTHER)}`), OTHER);
  });
}

Deno.test("a function that stands in a patch is open by later lines of it, and not by its documentation", () => {
  const source = "    return age > 60\n";
  const patch = (more = "") => `~~~diff\n+def f(age):\n+    """Rates."""\n+${source}${more}~~~\n`;
  assert(!isEdited(patch(), { name: "f", source }));
  assert(isEdited(patch(`-${source}+    return age > 70\n`), { name: "f", source }));
});

/** What comes last and counts, though it looks like a copy that is cut off, a skeleton, or an exercise. */
const LAST: Readonly<Record<string, string>> = {
  "begins as the draft": `Corrected:\n${fence(`${CUT}\n    return True\n`)}`,
  "begins as the draft and closes": `Simpler, the final version:\n${fence(`${CUT}\n`)}`,
  "returns a constant": `Final version:\n${fence("def f(years, age):\n    return True\n")}`,
  "answers a question of others": `Q: Is it fair?\n\nA: No, so:\n${fence(OTHER)}`,
  "comes under a heading of difficulties": `## Challenges\n\nThe age is protected. So:\n${fence(OTHER)}`,
  "follows up": `## Follow-up\n\nWithout the age:\n${fence(OTHER)}`,
  "comes under such a heading": `## Bonus round\nThe final version:\n${fence(OTHER)}`,
};

for (const [what, behind] of Object.entries(LAST)) {
  Deno.test(`the last version counts that ${what}`, () => {
    const code = behind.slice(behind.indexOf("~~~") + 4, -4);
    assert.deepEqual(read(`Draft:\n${fence(F)}\n${behind}`), [code, code]);
  });
}

Deno.test("what builds on the code before it is no exercise", () => {
  const [helper, main] = [
    "def old(age):\n    return age > 60\n",
    "def f(years, age):\n    return not old(age)\n",
  ];
  const answer = `${fence(helper)}\n### Challenge: age\n${fence(main)}`;
  assert.deepEqual(read(answer), [`${helper}\n${main}`, `${helper}\n${main}`]);
});

Deno.test("a helper, a method and a constant count as later fences leave them", () => {
  const helped =
    "LIMIT = 60\n\ndef old(age):\n    return age > LIMIT\n\ndef f(years, age):\n    return not old(age)\n";
  const revised = programIn(`${fence(helped)}Fixed:\n${fence("def old(age):\n    return False\n")}`);
  assert(revised.includes("return False") && !revised.includes("LIMIT"), revised);
  assert.match(programIn(`${fence(helped)}Fixed:\n${fence("LIMIT = 99\n")}`), /LIMIT = 99/);
  assert.match(programIn(`${fence(helped)}Try:\n${fence("LIMIT = 99\nprint(f(1, 70))\n")}`), /LIMIT = 60/);
  assert.match(programIn(`${fence(helped)}Its head:\n${fence("def old(age):\n    ...\n")}`), /age > LIMIT/);
  assert.equal(
    programIn(`${fence(helped)}Alternatively:\n${fence("def old(age):\n    return 1\n")}`),
    "alternatives",
  );
  const host =
    "class A:\n    def g(self):\n        return self.age\n    def f(self):\n        return self.g()\n";
  const answer = `${fence(host)}Fixed:\n${fence("    def g(self):\n        return self.years\n")}`;
  const found = extractProgram(answer, { ...QUESTION, className: "A" });
  for (const source of [found.kind === "program" ? found.source : "", codeIn(answer)]) {
    assert.match(source, /class A:[^]*self\.g\(\)[^]*\n {4}def g\(self\):\n {8}return self\.years\n/);
  }
});
