import assert from "node:assert/strict";
import { ModelError } from "codebias/core/errors.ts";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import {
  failing,
  fakeOpenAI,
  inTurn,
  json,
  models,
  nobody,
  PLAIN_SERVER,
  rawServer,
  request,
  says,
  type Script,
  silence,
} from "../fake_openai.ts";
import { check, type Expected } from "./expected.ts";
import { PATIENCE, withEnvironment } from "./setup.ts";
import { VLLM } from "./known_servers.ts";

Deno.test("openOpenAI tells a server that cannot be reached, with the remedy", () =>
  withEnvironment({}, async () => {
    const model = openOpenAI("m", { baseUrl: nobody(), patience: PATIENCE });
    const expected: Expected = {
      failure: "unreachable",
      retry: true,
      says: /cannot be reached: .*[Cc]onnection refused.*; start it, or set OPENAI_BASE_URL to where it is$/,
    };
    await assert.rejects(model.describe(), (error) => check(error, expected));
    await assert.rejects(model.ask(request()), (error) => check(error, expected));
  }));

Deno.test("a proxy of the environment that may have answered is named, unless the server is asked without it", () =>
  withEnvironment({}, async () => {
    await using server = fakeOpenAI({
      "/v1/models": () => new Response("<html><title>Denied</title></html>", { status: 403 }),
    });
    const said = (baseUrl: string) =>
      openOpenAI("m", { baseUrl, patience: PATIENCE }).describe().then(() => "", ({ message }) => message);
    const nowhere = nobody();
    await said(nowhere); // before, so that requests do not go by way of the proxy
    const set = (values: Readonly<Record<string, string>>, action: () => Promise<void>) => {
      for (const [name, value] of Object.entries(values)) Deno.env.set(name, value);
      return action().finally(() => Object.keys(values).forEach((name) => Deno.env.delete(name)));
    };
    const by = / \(HTTP_PROXY is set: it is asked through that proxy unless NO_PROXY names 127\.0\.0\.\d\);/;
    await set({ HTTP_PROXY: "http://proxy.invalid:3128" }, async () => {
      assert.match(await said(nowhere), by);
      assert.match(await said(server.baseUrl), by);
    });
    for (const NO_PROXY of ["x, 127.0.0.9", "*", "127.0.0.0/8", ".0.9", "*.0.9"]) {
      await set({ HTTP_PROXY: "http://proxy.invalid:3128", NO_PROXY }, async () => {
        assert.doesNotMatch(await said(nowhere), /PROXY/);
      });
    }
    await set({ http_proxy: "http://proxy.invalid:3128", NO_PROXY: "7.0.0.9" }, async () => {
      assert.match(await said(nowhere), / \(http_proxy is set/);
    });
    assert.doesNotMatch(await said(nowhere), /PROXY/);
  }));

Deno.test("an address may have a fragment, but no password that is not encoded", () =>
  withEnvironment({}, async () => {
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": says("x") });
    const baseUrl = `${server.baseUrl}#top`.replace("//", "//ann:5€@");
    assert.equal((await openOpenAI("m", { baseUrl }).ask(request())).text, "x");
    assert.equal(server.completions()[0].headers.get("authorization"), "Basic YW5uOjXigqw=");
    for (const password of ["100%", "%ff"]) {
      assert.throws(() => openOpenAI("m", { baseUrl: `http://ann:${password}@gpu-box:8000/v1` }), {
        name: "RangeError",
        message: /^Cannot use the user and password before gpu-box:8000: a % .+ write %25 for it$/,
      });
    }
  }));

Deno.test("openOpenAI tells a server whose name does not exist", () =>
  withEnvironment({}, async () => {
    const model = openOpenAI("m", {
      baseUrl: "http://server.invalid:8000/v1",
      patience: PATIENCE,
    });
    await assert.rejects(model.describe(), (error) =>
      check(error, {
        failure: "unreachable",
        retry: true,
        says: /^The server at http:\/\/server\.invalid:8000\/v1 cannot be reached: .+; start it, or/,
      }));
  }));

Deno.test("openOpenAI tells a connection that ends before the answer", () =>
  withEnvironment({}, async () => {
    await using server = rawServer();
    await assert.rejects(openOpenAI("m", { baseUrl: server.baseUrl }).describe(), (error) =>
      check(error, {
        failure: "cut",
        retry: true,
        says: /broke the connection before it answered: connection closed/,
      }));
  }));

Deno.test("openOpenAI tells a server that does not speak HTTP", () =>
  withEnvironment({}, async () => {
    await using server = rawServer("SSH-2.0-OpenSSH_9.2\r\n");
    await assert.rejects(openOpenAI("m", { baseUrl: server.baseUrl }).describe(), (error) =>
      check(error, {
        failure: "unreachable",
        retry: true,
        says: /cannot be reached: invalid HTTP.+by https$/,
      }));
  }));

Deno.test("openOpenAI tells an answer that is shorter than its length", () =>
  withEnvironment({}, async () => {
    const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n";
    await using server = rawServer(`${head}{"data": [`);
    await assert.rejects(
      openOpenAI("m", { baseUrl: server.baseUrl }).describe(),
      (error) => check(error, { failure: "cut", retry: true, says: /broke the connection/ }),
    );
  }));

const DESCRIBING: Readonly<Record<string, [Script, Expected]>> = {
  "is silent": [{ "/v1/models": silence }, {
    failure: "silence",
    retry: true,
    says: /did not begin to answer: nothing came for 0\.4 s/,
  }],
  "is busy": [{ "/v1/models": failing(503) }, { failure: "busy", retry: true, says: /answered 503/ }],
  "is broken": [{ "/v1/models": failing(500) }, {
    failure: "server-error",
    retry: true,
    says: /answered 500/,
  }],
  "wants another key": [{ "/v1/models": failing(401, { message: "no" }) }, {
    failure: "refused-request",
    retry: false,
    says: /answered 401: no; set its key in OPENAI_API_KEY$/,
  }],
  "stands behind a page": [
    { "/v1/models": () => new Response("<html><title>Denied</title></html>", { status: 403 }) },
    { failure: "refused-request", retry: false, says: /answered 403: a web page, Denied; set its key/ },
  ],
  "does not have the model": [
    { ...VLLM, "/v1/models": models({ id: "org/other", owned_by: "vllm" }, { id: "mm", owned_by: "vllm" }) },
    { failure: "no-such-model", retry: false, says: /does not have the model m: it has mm, org\/other$/ },
  ],
  "has no model": [
    { "/v1/models": models(), "/api/version": json({ version: "0.9.6" }) },
    { failure: "no-such-model", retry: false, says: /model m: it lists none; to get it: ollama pull m$/ },
  ],
};

for (const [name, [script, expected]] of Object.entries(DESCRIBING)) {
  Deno.test(`openOpenAI cannot describe a model whose server ${name}`, () =>
    withEnvironment({}, async () => {
      await using server = fakeOpenAI(script);
      const connectMs = expected.failure === "silence" ? 400 : PATIENCE.connectMs;
      const model = openOpenAI("m", { baseUrl: server.baseUrl, patience: { ...PATIENCE, connectMs } });
      for (const asking of [() => model.describe(), () => model.ask(request())]) {
        await assert.rejects(asking, (error) => check(error, expected));
      }
      assert.equal(server.completions().length, 0);
    }));
}

Deno.test("openOpenAI lists at most twenty models, the nearest names first", () =>
  withEnvironment({}, async () => {
    const many = Array.from(
      { length: 30 },
      (_, index) => ({ id: `model-number-${index}`, owned_by: "vllm" }),
    );
    await using server = fakeOpenAI({ "/v1/models": models(...many, { id: "Gwen", owned_by: "vllm" }) });
    await assert.rejects(
      openOpenAI("qwen", { baseUrl: server.baseUrl }).describe(),
      (error) =>
        check(error, {
          failure: "no-such-model",
          retry: false,
          says: /model qwen: it has Gwen, model.+ and 11 more$/,
        }),
    );
  }));

Deno.test("openOpenAI tells that a model has gone also when the list of models has gone, too", () =>
  withEnvironment({}, async () => {
    await using server = fakeOpenAI({
      "/v1/models": inTurn(models({ id: "m" }), failing(500)),
      "/v1/chat/completions": failing(404, { message: "model 'm' not found" }),
    });
    await assert.rejects(
      openOpenAI("m", { baseUrl: server.baseUrl }).ask(request()),
      (error) => check(error, { failure: "no-such-model", retry: false, says: /does not have the model m$/ }),
    );
  }));

Deno.test("openOpenAI asks for the /v1 that an address lacks", () =>
  withEnvironment({}, async () => {
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": says("a") });
    const model = openOpenAI("m", { baseUrl: server.root });
    await assert.rejects(model.ask(request()), (error) =>
      check(error, {
        failure: "refused-request",
        retry: false,
        says: /answered 404: 404 page not found; is http:\/\/127\.0\.0\.1:\d+\/v1 its address\?$/,
      }));
  }));

Deno.test("openOpenAI asks again who the server is after it could not be reached", () =>
  withEnvironment({}, async () => {
    const address = nobody();
    const model = openOpenAI("m", { baseUrl: address });
    await assert.rejects(model.describe(), ModelError);
    const { port, hostname } = new URL(address);
    const server = Deno.serve(
      { port: Number(port), hostname, onListen() {} },
      () => Response.json({ data: [{ id: "m" }] }),
    );
    assert.equal((await model.describe()).spec, "openai/m");
    await server.shutdown();
  }));

Deno.test("openOpenAI says what the base URL is where a whole address was given, and takes slashes at its end", () =>
  withEnvironment({}, async () => {
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": says("a") });
    const whole = openOpenAI("m", { baseUrl: `${server.baseUrl}/chat/completions`, patience: PATIENCE });
    await assert.rejects(whole.ask(request()), { message: /; is http:\/\/[\d.:]+\/v1 its address\?$/ });
    const slashes = openOpenAI("m", { baseUrl: `${server.baseUrl}//`, patience: PATIENCE });
    assert.equal((await slashes.ask(request())).text, "a");
  }));
