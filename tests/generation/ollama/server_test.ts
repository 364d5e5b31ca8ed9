import assert from "node:assert/strict";
import fc from "fast-check";
import { ollamaServer } from "codebias/generation/ollama/server.ts";

/** Runs with `OLLAMA_HOST` set to a value, or not set. */
function withHost<R>(value: string | undefined, run: () => R): R {
  const before = Deno.env.get("OLLAMA_HOST");
  const set = (host: string | undefined) =>
    host === undefined ? Deno.env.delete("OLLAMA_HOST") : Deno.env.set("OLLAMA_HOST", host);
  set(value);
  try {
    return run();
  } finally {
    set(before);
  }
}

/** As the command line of Ollama reads them. */
const FORMS: readonly (readonly [host: string, url: string])[] = [
  ["", "http://127.0.0.1:11434"],
  ["  ", "http://127.0.0.1:11434"],
  ["localhost", "http://localhost:11434"],
  ["gpu-box", "http://gpu-box:11434"],
  ["gpu-box:8080", "http://gpu-box:8080"],
  ["gpu-box:", "http://gpu-box:11434"],
  [":8080", "http://127.0.0.1:8080"],
  ["1.2.3.4", "http://1.2.3.4:11434"],
  ["1.2.3.4:80", "http://1.2.3.4"],
  ["0.0.0.0", "http://127.0.0.1:11434"],
  ["0.0.0.0:8080", "http://127.0.0.1:8080"],
  ["http://0.0.0.0:8080", "http://127.0.0.1:8080"],
  ["[::1]", "http://[::1]:11434"],
  ["[::1]:8080", "http://[::1]:8080"],
  ["::1", "http://[::1]:11434"],
  ["fe80::1", "http://[fe80::1]:11434"],
  ["[::]", "http://[::1]:11434"],
  ["::", "http://[::1]:11434"],
  ["[::]:8080", "http://[::1]:8080"],
  ["http://gpu-box", "http://gpu-box"],
  ["http://gpu-box/", "http://gpu-box"],
  ["http://gpu-box:11434", "http://gpu-box:11434"],
  ["HTTP://gpu-box:11434", "http://gpu-box:11434"],
  ["https://gpu-box", "https://gpu-box"],
  ["https://gpu-box:8443/", "https://gpu-box:8443"],
  ["https://gpu-box/models/ollama", "https://gpu-box/models/ollama"],
  ["https://gpu-box/models/ollama///", "https://gpu-box/models/ollama"],
  ["gpu-box:8080/ollama", "http://gpu-box:8080/ollama"],
  ["gpu-box/ollama/", "http://gpu-box:11434/ollama"],
  ["http://[::1]:8080/x", "http://[::1]:8080/x"],
  ["ollama.com", "https://ollama.com"],
  ["constructor", "http://constructor:11434"],
  [' "gpu-box:8080" ', "http://gpu-box:8080"],
  ["'gpu-box'", "http://gpu-box:11434"],
];

Deno.test("ollamaServer reads every form of an address", () => {
  for (const [host, url] of FORMS) {
    assert.equal(withHost(undefined, () => ollamaServer(host)).url, url, host);
  }
});

Deno.test("ollamaServer reads OLLAMA_HOST in the same way", () => {
  for (const [host, url] of FORMS) assert.equal(withHost(host, () => ollamaServer()).url, url, host);
});

Deno.test("ollamaServer prefers the address that it is given", () => {
  withHost("elsewhere:1234", () => {
    assert.equal(ollamaServer("gpu-box").url, "http://gpu-box:11434");
    assert.equal(ollamaServer("").url, "http://elsewhere:1234");
    assert.equal(ollamaServer(undefined).url, "http://elsewhere:1234");
  });
});

Deno.test("ollamaServer is this machine if nothing is said", () => {
  const { url, headers, who } = withHost(undefined, () => ollamaServer());
  assert.deepEqual({ url, headers, who }, {
    url: "http://127.0.0.1:11434",
    headers: {},
    who: "The Ollama server at http://127.0.0.1:11434",
  });
});

Deno.test("ollamaServer names what is malformed, and says what is expected", () => {
  const malformed: readonly (readonly [host: string, reason: RegExp])[] = [
    ["ftp://gpu-box", /"ftp:\/\/gpu-box" .*the scheme "ftp" is not http or https/],
    ["constructor://gpu-box", /the scheme "constructor"/],
    ["://gpu-box", /the scheme "" is not http or https/],
    ["gpu-box:http", /"gpu-box:http" .*the port "http" is not a number from 1 to 65535/],
    ["gpu-box:0", /the port "0"/],
    ["gpu-box:65536", /the port "65536"/],
    ["gpu-box:-1", /the port "-1"/],
    ["gpu box", /not an address/],
    ["[::1", /cannot be told apart/],
    ["[::1]x", /cannot be told apart/],
    ["[1::2::3]", /not an address/],
    ["http://gpu-box?x=1", /no query or fragment/],
    ["http://gpu-box#x", /no query or fragment/],
    ["http://a:b%zz@gpu-box", /its credentials/],
  ];
  for (const [host, reason] of malformed) {
    assert.throws(() => ollamaServer(host), (error) => {
      assert(error instanceof RangeError, host);
      assert.match(
        error.message,
        /^Cannot use ".*" as the address of an Ollama server: .*127\.0\.0\.1:11434/,
      );
      assert.match(error.message, reason);
      return true;
    }, host);
  }
});

Deno.test("ollamaServer sends credentials and shows them nowhere", () => {
  const server = ollamaServer("https://ann:gehe%69m%C3%BC@gpu-box:8443/x");
  assert.equal(server.url, "https://gpu-box:8443/x");
  assert.equal(server.who, "The Ollama server at https://gpu-box:8443/x");
  const [, encoded] = /^Basic (.*)$/.exec(server.headers.Authorization)!;
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  assert.equal(new TextDecoder().decode(bytes), "ann:geheimü");
  for (
    const host of [
      "http://ann:secret@gpu-box:x",
      "ann:secret@gpu-box:x",
      "ann:secret@@gpu box",
      "ftp://ann:secret@a",
    ]
  ) {
    assert.throws(() => ollamaServer(host), (error) => {
      assert(error instanceof RangeError && !/secret/.test(String(error.stack)), host);
      return true;
    });
  }
});

Deno.test("ollamaServer gives an address or a RangeError for any text", () => {
  const part = fc.oneof(
    fc.constantFrom(..."http:// https:// : / @ [ ] ::1 % ? a 80 . ".split(" ")),
    fc.string(),
  );
  fc.assert(fc.property(fc.array(part).map((parts) => parts.join("")), (host) => {
    try {
      assert(URL.canParse(`${ollamaServer(host).url}/api/generate`));
    } catch (error) {
      assert(error instanceof RangeError, String(error));
    }
  }));
});
