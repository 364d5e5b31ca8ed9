import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { until } from "../../execution/processes.ts";
import { open, request } from "../asking.ts";
import { engineTest } from "../engine_case.ts";
import { membersOf } from "../group.ts";
import { BRANCHES, importModel } from "../models.ts";
import { type Ollama, startOllama } from "../server.ts";

engineTest("the server ends with the tests, however they end", async () => {
  const script = fileURLToPath(new URL("../lone_server.ts", import.meta.url));
  for (const stopped of [false, true]) {
    const process = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", script],
      stdout: "piped",
    }).spawn();
    const output = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const [number, folder] = (await output.read()).value!.trim().split(" ");
    const group = Number(number);
    const servers = membersOf(group).filter(({ program }) => program === "ollama");
    assert.ok(servers.length > 0);
    if (stopped) servers.forEach(({ pid }) => Deno.kill(pid, "SIGSTOP"));
    process.kill("SIGKILL");
    await until(() => membersOf(group).length === 0);
    assert.equal(await exists(folder), false);
    await output.cancel();
    await process.status;
  }
});

engineTest("the server is ended with its engine and its folder", async () => {
  let server: Ollama | undefined;
  {
    await using started = server = await startOllama();
    await importModel(started, BRANCHES);
    const model = open("ollama", started, BRANCHES.name);
    await model.ask(request(1));
    assert.equal(server.processes().length, 2);
  }
  assert.deepEqual(server.processes(), []);
  assert.equal(await exists(server.folder), false);
});

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
