import assert from "node:assert/strict";
import { containerCommand, explainContainerFailure } from "codebias/execution/protection/container.ts";
import { WORKER } from "codebias/execution/protection/interpreter.ts";
import { Zygote, ZygoteNotStarted } from "codebias/execution/protection/zygote.ts";
import { contained } from "../containment.ts";

const INTERPRETER = { executable: "/opt/python/bin/python3.12", prefix: "/opt/python", version: "3.12.1" };

/** The mounts in a command line, e.g. `["/usr -> /usr"]`. */
function mounts(command: readonly string[]): string[] {
  return command.flatMap((word, at) =>
    word === "--ro-bind" ? [`${command[at + 1]} -> ${command[at + 2]}`] : []
  );
}

const linux = { ignore: Deno.build.os !== "linux" };

Deno.test("containerCommand() gives up all namespaces, capabilities and the environment", linux, () => {
  const command = containerCommand({ interpreter: INTERPRETER, packages: [], root: false });
  assert.equal(command[0], "bwrap");
  for (const option of ["--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]) {
    assert(command.includes(option), option);
  }
  const text = command.slice(0, command.indexOf("--")).join(" ");
  assert.match(text, /--remount-ro \/ .*--cap-drop ALL --cap-add CAP_SYS_ADMIN$/);
  assert(!/--bind|--proc|--share|--dev |--tmpfs|\/home|\/etc/.test(text), text);
});

Deno.test(
  "containerCommand() mounts the interpreter's library once, and packages by their names",
  linux,
  () => {
    const packages = ["/data/site-packages/numpy", "/data/site-packages/numpy.libs"];
    const command = containerCommand({ interpreter: INTERPRETER, packages, root: false });
    assert.deepEqual(mounts(command).filter((mount) => !/^\/(usr|bin|s?bin|lib\d*) /.test(mount)), [
      "/opt/python -> /opt/python",
      "/data/site-packages/numpy -> /site/numpy",
      "/data/site-packages/numpy.libs -> /site/numpy.libs",
    ]);
  },
);

Deno.test("containerCommand() mounts nothing more for the system's own Python", linux, () => {
  const interpreter = { executable: "/usr/bin/python3.11", prefix: "/usr", version: "3.11.2" };
  const command = containerCommand({ interpreter, packages: [], root: false });
  assert(mounts(command).every((mount) => /^\/(usr|bin|sbin|lib\d*) /.test(mount)), `${mounts(command)}`);
});

Deno.test("containerCommand() mounts an executable that lies outside its library", linux, () => {
  const interpreter = { executable: "/opt/bin/python3", prefix: "/opt/python", version: "3.12.1" };
  const own = mounts(containerCommand({ interpreter, packages: [], root: false })).filter((mount) =>
    mount.startsWith("/opt")
  );
  assert.deepEqual(own, ["/opt/python -> /opt/python", "/opt/bin/python3 -> /opt/bin/python3"]);
});

Deno.test("containerCommand() does not mistake a path for its neighbour", linux, () => {
  const interpreter = { executable: "/opt/python-3/bin/python3", prefix: "/opt/python", version: "3.12.1" };
  const own = mounts(containerCommand({ interpreter, packages: [], root: false })).filter((mount) =>
    mount.startsWith("/opt")
  );
  assert.equal(own.length, 2);
});

Deno.test("containerCommand() runs the interpreter as nobody when the driver is root", linux, () => {
  const command = containerCommand({ interpreter: INTERPRETER, packages: [], root: true });
  const inner = command.lastIndexOf("bwrap");
  const outer = command.slice(0, inner).join(" ");
  assert.match(outer, /setpriv --reuid 65534 --regid 65534 --clear-groups --$/);
  assert.match(outer, /--ro-bind \/opt\/python \/shown\/0/);
  assert(command.slice(inner).join(" ").includes("--ro-bind /shown/0 /opt/python"));
});

Deno.test("containerCommand() gives the worker as text, so that programs have no path to it", linux, () => {
  const command = containerCommand({ interpreter: INTERPRETER, packages: [], root: false });
  const [script, readable, importable] = command.slice(-3);
  assert.deepEqual(command.slice(-8, -3), [INTERPRETER.executable, "-S", "-s", "-B", "-c"]);
  assert.match(script, /def start[^]*main\(/);
  assert.match(WORKER, /def run_program[^]*def serve[^]*def main\(/);
  assert.deepEqual(JSON.parse(readable).slice(-2), [INTERPRETER.prefix, INTERPRETER.executable]);
  assert.deepEqual(JSON.parse(importable), []);
  assert(!command.slice(0, -3).some((word) => word.includes("/worker")));
});

const REFUSALS = [
  "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user " +
  "namespaces. See <https://deb.li/bubblewrap> or <file:///usr/share/doc/bubblewrap/README.Debian.gz>.\n",
  "bwrap: No permissions to creating new namespace, likely because the kernel does not allow non-privileged user " +
  "namespaces. On e.g. debian this can be enabled with 'sysctl kernel.unprivileged_userns_clone=1'.",
  "bwrap: Creating new namespace failed: Operation not permitted",
  "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)",
  "bwrap: setting up uid map: Permission denied",
  "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted",
];

for (const message of REFUSALS) {
  Deno.test(`explainContainerFailure() says how to allow namespaces after "${message.slice(0, 70)}"`, () => {
    const { reason, remedy } = explainContainerFailure(message);
    assert.equal(
      reason,
      `this system does not let you create user namespaces (bubblewrap said: ${message.trim()})`,
    );
    assert.match(
      remedy,
      /unprivileged_userns_clone=1.*apparmor_restrict_unprivileged_userns=0.*virtual machine/,
    );
  });
}

Deno.test("explainContainerFailure() says how to check bubblewrap after anything else", () => {
  assert.deepEqual(explainContainerFailure("bwrap: Unknown option --unshare-all\n"), {
    reason: "bubblewrap did not start (bubblewrap said: bwrap: Unknown option --unshare-all)",
    remedy: "check that it is installed and works: bwrap --ro-bind / / true",
  });
});

Deno.test("explainContainerFailure() says how to install bubblewrap where it is missing", async () => {
  const failure = await Zygote.start(["no-such-bubblewrap", "--unshare-all"]).then(
    () => assert.fail("it started"),
    (error) => error,
  );
  assert(failure instanceof ZygoteNotStarted);
  assert.deepEqual(explainContainerFailure(failure.message), {
    reason: "bubblewrap is not installed",
    remedy: "run: sudo apt-get install bubblewrap",
  });
});

Deno.test("Zygote.start() repeats what the container says when it ends at once", linux, async () => {
  const message = "bwrap: Creating new namespace failed: Operation not permitted";
  await assert.rejects(Zygote.start(["sh", "-c", `echo '${message}' >&2; exit 1`]), (error: Error) => {
    assert(error instanceof ZygoteNotStarted);
    assert.equal(error.message.trim(), message);
    assert(error.cause instanceof Error);
    return true;
  });
});

const canDisable = !contained.ignore &&
  (await new Deno.Command("bwrap", { args: ["--help"] }).output()).stdout;
const disabled = {
  ignore: !canDisable || !new TextDecoder().decode(canDisable).includes("--disable-userns"),
};

Deno.test("Zygote.start() fails where user namespaces are used up", disabled, async () => {
  const command = ["bwrap", "--unshare-user", "--disable-userns", "--ro-bind", "/", "/", "--dev", "/dev"];
  const inner = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"];
  await assert.rejects(Zygote.start([...command, "--", ...inner]), (error: Error) => {
    assert.match(explainContainerFailure(error.message).reason, /does not let you create user namespaces/);
    return true;
  });
});
