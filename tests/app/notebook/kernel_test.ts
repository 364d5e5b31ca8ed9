import assert from "node:assert/strict";
import { join } from "node:path";
import { exists } from "codebias/store/files/files.ts";
import { ensureKernel, jupyterEnvironment } from "codebias/app/setup/kernel.ts";
import { paths } from "codebias/store/paths.ts";
import { ROOT } from "../commands/task.ts";

const python = join(paths.environment, "bin", "python");

/** Talks to a kernel as a front end does, and tells what came of it as one line of JSON. */
const FRONT_END = `
import json, sys, time
from jupyter_client.manager import KernelManager
from jupyter_client.session import Session

manager = KernelManager(kernel_name="deno")
manager.start_kernel()
client = manager.client()
client.start_channels()
found = {"failed": []}

def until(kind, asked):
    while True:
        message = client.get_iopub_msg(timeout=60)
        state = message["content"].get("execution_state", "idle")
        if message["msg_type"] == kind and state == "idle" and message["parent_header"].get("msg_id") == asked:
            return message

try:
    client.wait_for_ready(timeout=300)
    until("status", client.execute("console.log = () => {}; 1"))
    found["silenced"] = True
    Session(key=b"another").send(client.shell_channel.socket, "kernel_info_request", {})
    failing = client.execute("const a = { x: 1")
    time.sleep(0.02)
    after = client.execute("2")
    while len(found["failed"]) < 2:
        reply = client.get_shell_msg(timeout=60)
        if reply["parent_header"]["msg_id"] in (failing, after):
            found["failed"].append([reply["parent_header"]["msg_id"] == after, reply["content"]["status"]])
    asking = client.execute("prompt('Who?')")
    client.input("me" if client.get_stdin_msg(timeout=60)["content"]["prompt"].startswith("Who?") else "")
    found["input"] = until("execute_result", asking)["content"]["data"]["text/plain"]
    later = client.execute("""setTimeout(() => Deno.jupyter.broadcast("comm_msg", { comm_id: "1", data: { at: 7 } }, {
      buffers: [new Uint8Array([1, 2])] }), 2000); 1""")
    until("status", later)
    found["unsigned"] = manager.is_alive()
    message = until("comm_msg", later)
    found["later"] = [message["content"]["data"], [list(bytes(one)) for one in message["buffers"]]]
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
    print(json.dumps(found))
`;

Deno.test({
  name:
    "a kernel goes on after a cell that silences what prints, and a message of a stranger, does not run cells that were " +
    "sent before one failed, asks for input, and hands on what widgets say late (needs Jupyter in .venv)",
  ignore: !exists(join(paths.environment, "bin", "jupyter-nbconvert")),
  async fn() {
    await ensureKernel(paths.environment);
    const { stdout, stderr } = await new Deno.Command(python, {
      args: ["-I", "-c", FRONT_END],
      env: jupyterEnvironment(paths.environment),
    }).output();
    const [said, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    assert.deepEqual(
      JSON.parse(said),
      {
        silenced: true,
        failed: [[false, "error"], [true, "aborted"]],
        unsigned: true,
        input: '"me"',
        later: [{ at: 7 }, [[1, 2]]],
      },
      errors,
    );
  },
});

/** Hands on requests that nobody answers, with a Deno that is none, and tells how many of those who sent them are still known. */
const UNANSWERED = `
import sys
sys.path.insert(0, sys.argv[1])
from relay import Relay

class Silent:
    def send_multipart(self, frames):
        pass

relay = Relay.__new__(Relay)
relay.askers, relay.inner = {}, {"control": Silent()}
for number in range(5000):
    relay.hand_in("control", [b"one"], [], {"header": {"msg_id": str(number)}})
print(len(relay.askers), "4999" in relay.askers)
`;

Deno.test({
  name: "a kernel forgets who sent requests that nobody answers (needs Jupyter in .venv)",
  ignore: !exists(join(paths.environment, "bin", "jupyter-nbconvert")),
  async fn() {
    const folder = join(ROOT, "lib/app/notebook");
    const { stdout } = await new Deno.Command(python, { args: ["-I", "-c", UNANSWERED, folder] }).output();
    assert.equal(new TextDecoder().decode(stdout), "1000 True\n");
  },
});
