import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { certificates } from "codebias/store/certificates.ts";
import { paths } from "codebias/store/paths.ts";
import { contained } from "../../execution/containment.ts";
import { task } from "./task.ts";

Deno.test(
  "deno task sandbox proves the level, and manifests can name the certificate",
  contained,
  async () => {
    const { code, stdout, stderr } = await task("sandbox", ["--level", "full"]);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^Protection level: full: namespaces/);
    const [, contained, programs] = stdout.match(/Suite \d+: (\d+) of (\d+) hostile programs contained/)!;
    assert.equal(contained, programs);
    assert(Number(programs) >= 100);
    assert.match(stdout, /\nCertificate: outputs\/sandbox\/full\.json\n$/);

    const text = await Deno.readTextFile(join(paths.outputs, "sandbox/full.json"));
    const certificate = JSON.parse(text);
    assert.equal(certificate.cases.length, Number(programs));
    assert.equal(certificate.protection.kernel, Deno.osRelease());
    assert(certificate.command.includes("--unshare-all") && !text.includes("def run_program"));
    assert.deepEqual([certificate.workersLost, certificate.reachedOut], [0, false]);
    const { full } = await certificates();
    assert.equal(full.sha256, createHash("sha256").update(text).digest("hex"));
    assert.deepEqual([full.contained, full.programs], [Number(contained), Number(programs)]);
  },
);

Deno.test("deno task sandbox --list shows every case with its programs, or why there is none", async () => {
  const { code, stdout } = await task("sandbox", ["--list"]);
  assert.equal(code, 0);
  const cases = stdout.trim().split(/\n(?=[A-F]\d)/);
  assert.equal(cases.length, 81);
  for (const one of cases) assert.match(one, /^[A-F]\d+ +\S.*\n {5}\S/);
  assert.match(cases.find((one) => one.startsWith("E3"))!, /\n {5}hard exit at load\n/);
  assert.match(stdout, /^ {5}no program: /m);
});

Deno.test("deno task sandbox names the levels that there are, and refuses one that is not here", async () => {
  const unknown = await task("sandbox", ["--level", "ful"]);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /^Unknown protection level "ful": did you mean full\? Known: full, without-/);
  const { code, stderr } = await task("sandbox", ["--level", "without-system-call-filter"]);
  assert.equal(code, 1);
  assert.match(stderr, /^Cannot run programs at protection level without-system-call-filter: /m);
});
