import assert from "node:assert/strict";
import fc from "fast-check";
import { extractProgram } from "codebias";
import type { Question } from "codebias/extraction/program.ts";
import { type Answered, answered, prose } from "./arbitrary_program.ts";
import { compilable } from "./python.ts";

function extracted(completion: string, question: Question): string {
  const found = extractProgram(completion, question);
  return found.kind === "program" ? found.source : `[${found.reason}]`;
}

const fence = fc.constantFrom("````", "~~~", "`````").chain((mark) =>
  fc.constantFrom("", "python", "py title='a'").map((info) => ({ open: mark + info, close: mark }))
);

/** A definition with all it needs, as the extraction writes it. */
const canonical = ({ needed, entry }: Answered) => [...needed, entry].join("\n");

Deno.test("extractProgram undoes fencing and chat", () => {
  fc.assert(
    fc.property(
      answered,
      fence,
      prose,
      prose,
      fc.boolean(),
      (answer, { open, close }, before, after, closed) => {
        const source = canonical(answer);
        const chat = `${before}\n${open}\n${source}${closed ? `${close}\n${after}` : ""}`;
        assert.equal(extracted(chat, answer.question), source);
      },
    ),
  );
});

Deno.test("extractProgram undoes indentation of a fence", () => {
  fc.assert(
    fc.property(answered, fence, fc.constantFrom(" ", "   ", "\t"), (answer, { open, close }, margin) => {
      const source = canonical(answer);
      const list = `1. So:\n\n${`${open}\n${source}${close}`.replace(/^(?=.)/gm, margin)}\n2. Done.`;
      assert.equal(extracted(list, answer.question), source);
    }),
  );
});

Deno.test("extractProgram continues a prompt and cuts off a tail wherever it ends", () => {
  fc.assert(
    fc.property(answered, prose, fc.nat(), (answer, talk, cut) => {
      const { question, body, needed, spare } = answer;
      const rest = `\n\n${[...spare, talk].join("\n\n")}`;
      const completion = [body, ...needed].join("\n") + rest.slice(0, cut % (rest.length + 1));
      assert.equal(extracted(completion, question), [question.prompt + body, ...needed].join("\n"));
    }),
    { numRuns: 300 },
  );
});

Deno.test("extractProgram finds what is needed among what is not, before and after", () => {
  fc.assert(
    fc.property(answered, fc.nat({ max: 10 }), fc.boolean(), (answer, split, crlf) => {
      const { question, entry, needed, spare } = answer;
      const text = [...spare.slice(0, split), ...needed, entry, ...spare.slice(split)].join("\n\n");
      const completion = crlf ? text.replaceAll("\n", "\r\n") : text;
      assert.equal(extracted(completion, question), [...needed, entry].join("\n"));
    }),
  );
});

Deno.test("extractProgram gives of a body that is cut off only what was written", () => {
  let programs = 0;
  fc.assert(
    fc.property(answered, fc.nat(), ({ question, body }, cut) => {
      const text = question.prompt + body.slice(0, cut % body.length);
      const found = extractProgram(text.slice(question.prompt.length), question);
      if (found.kind !== "program") return;
      programs++;
      assert(text.startsWith(found.source.trimEnd()), found.source);
    }),
    { numRuns: 300 },
  );
  assert(programs > 50, `only ${programs} of 300 were programs`);
});

Deno.test("extractProgram finds in a program that program", () => {
  fc.assert(
    fc.property(answered, (answer) => {
      const once = extracted(canonical(answer), answer.question);
      assert.equal(extracted(once, answer.question), once);
      assert.equal(extracted(once, { ...answer.question, prompt: "" }), once);
    }),
  );
});

Deno.test("extractProgram never throws and always names a reason or a source", () => {
  const pieces = fc.constantFrom(
    ..."def f(x): return class import from @ \"\"\" ''' ``` ~~~ ( ) [ ] { } : , ; \\ # \n \n \n\t lambda * = == if else"
      .split(" "),
    "\n    ",
    "\r\n",
    "\ud800",
    "\0",
    "(?",
    "求",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces, { maxLength: 40 }).map((all) => all.join(" ")),
  );
  fc.assert(
    fc.property(text, text, fc.constantFrom("f", "x", "求"), (completion, prompt, entryPoint) => {
      const found = extractProgram(completion, { prompt, entryPoint });
      if (found.kind === "program") assert(found.source.includes(entryPoint));
      else assert(["empty", "refusal", "no-code", "service-error"].includes(found.reason));
    }),
    { numRuns: 500 },
  );
});

Deno.test("extractProgram gives sources that Python compiles", async () => {
  const sources = fc.sample(fc.tuple(answered, prose, fc.boolean()), { numRuns: 400, seed: 1 }).map(
    ([answer, talk, whole]) => {
      const { question, body, needed, spare } = answer;
      const completion = whole
        ? `${talk}\n~~~~\n${[...spare, canonical(answer)].join("\n")}~~~~`
        : [body, ...needed, ...spare, talk].join("\n\n");
      return extracted(completion, question);
    },
  );
  const accepted = await compilable(sources);
  assert.deepEqual(sources.filter((_, index) => !accepted[index]), []);
});
