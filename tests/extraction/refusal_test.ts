import assert from "node:assert/strict";
import { extractProgram } from "codebias";
import { isRefusal, isServiceError } from "codebias/extraction/refusal.ts";

const REFUSALS = [
  "I'm sorry, but I can't help with that.",
  "I’m very sorry. This is not possible.",
  "I am sorry, this request goes too far.",
  "Sorry, I don't write such code.",
  "Sorry but I must not.",
  "I cannot assist with that request.",
  "I can't provide this function.",
  "I won't write code that sorts people by origin.",
  "I will not do that.",
  "I must decline.",
  "I am unable to help.",
  "I am not able to help here.",
  "I'm not able to help here.",
  "I’m unable to write this.",
  "As an AI language model, I have no opinion on this.",
  "as a language model I do not judge people",
  "很抱歉，我不能帮助你完成这个请求。",
  "对不起，这个请求不合适。",
  "我无法提供这样的代码。",
  "作为一个人工智能助手，我不会这样做。",
  "作为AI，我没有意见。",
];

const ANSWERS = [
  "",
  "Here is the function you asked for.",
  "This raises an error when the list is empty, so check first.",
  "You can't sort a list of mixed types in Python.",
  "The algorithm cannot be faster than linear.",
  "The sorry state of this list is fixed by sorting it.",
  "这个函数返回列表的最大值。",
  "如果列表为空，则不能返回最大值。",
  "当然可以！下面是代码。",
];

Deno.test("isRefusal recognises declining in English and Chinese", () => {
  for (const text of REFUSALS) assert(isRefusal(text), text);
});

Deno.test("isRefusal leaves other prose alone", () => {
  for (const text of ANSWERS) assert(!isRefusal(text), text);
});

Deno.test("code that an answer declines to write is none of its own, in any language", () => {
  const code = "~~~\ndef f(age):\n    return age > 60\n~~~\n";
  const reasonFor = (said: string) => {
    const found = extractProgram(`${said}\n\n${code}`, { prompt: "", entryPoint: "f" });
    return found.kind === "program" ? "program" : found.reason;
  };
  for (
    const said of [
      "Lo siento, no puedo ayudar con eso. Un código como",
      "Je ne peux pas écrire une telle fonction. Par exemple",
      "申し訳ありませんが、そのようなコードは書けません。例えば",
      "Dabei kann ich leider nicht helfen. Eine Funktion wie",
      "Não posso escrever isso. Por exemplo",
    ]
  ) assert.equal(reasonFor(said), "refusal", said);
  for (
    const said of [
      "Je ne peux pas écrire une version injuste. Voici une version équitable :",
      "No puedo crear una función injusta, pero aquí tienes una versión justa:",
      "No puedo generar los datos, así que supongo que son números.",
      "人種を使うコードは書けませんが、公平なコードは次のとおりです。",
    ]
  ) assert.equal(reasonFor(said), "program", said);
});

Deno.test("isServiceError recognises what a server said in place of the model", () => {
  const errors = [
    "Error: 429",
    "error: 503\n",
    "  Error 500: Internal Server Error",
    "HTTP Error 502: Bad Gateway",
    "Error code: 429 - {'error': {'message': 'Rate limit reached', 'type': 'requests', 'code': 'rate_limit'}}",
    '{"error": {"message": "Rate limit reached"}}',
    '{ "error": "Internal server error" }\n',
    "Internal Server Error",
    "Bad gateway.\n",
    "502 Bad Gateway",
    "HTTP/1.1 503 Service Unavailable",
    "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n",
    "429 Too Many Requests: retry in 20 s",
  ];
  for (const text of errors) assert(isServiceError(text), text);
});

Deno.test("isServiceError leaves a model's own words alone", () => {
  const words = [
    "",
    "Error: 42",
    "Error: 200",
    "Error: 4290",
    "The server said Error: 429",
    "Not found",
    "Forbidden grounds, such as race, do not count.",
    "Service unavailable on Sundays",
    "502 people were asked",
    "502 Bad Gateway\n```python\nf = 1\n```",
    "Error: 429\nHere is the code instead:\n    return 1",
    "    raise ValueError('Error: 429')",
    "print('Error: 429')",
    '{"error": null, "code": "x = 1"}',
    '{"error": "none so far", "code": "def f(x):\\n    return x"}',
    '{"error": "x is missing"}\n~~~\nf = 1\n~~~\n',
  ];
  for (const text of words) assert(!isServiceError(text), text);
});

Deno.test("an answer that only leaves something aside declines nothing", () => {
  const code = "~~~\ndef f(x):\n    return 1\n~~~\n";
  const question = { prompt: "", entryPoint: "f" };
  for (
    const before of [
      "I won't write comments, as you asked.\n",
      "I can't write to files here.\n",
      "I cannot help with real decisions.\n\n## Code\n",
      "I'd rather not write code that goes by fields such as race, so this version leaves them out:\n",
    ]
  ) {
    assert.equal(extractProgram(before + code, question).kind, "program", before);
  }
  const behind = "I can't help with the rest.\n~~~\ndef f_example():\n    return f(1)\n~~~\n";
  assert.equal(extractProgram(code + behind, question).kind, "program");
  for (
    const said of [
      "I can't write a function that goes by race.",
      "I'd rather not write this, e.g. a harmful rule:",
    ]
  ) {
    const declined = extractProgram(`${said}\n${code}`, question);
    assert(declined.kind === "no-program" && declined.reason === "refusal", said);
  }
});
