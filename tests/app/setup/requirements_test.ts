import assert from "node:assert/strict";
import { join } from "node:path";
import { ROOT } from "../commands/task.ts";

/** Every supported Python: first and later releases, of Debian and Ubuntu, too. Some packages leave early ones out. */
const VERSIONS = [
  ...["3.10.0", "3.10.6", "3.10.12", "3.10.13", "3.11.0", "3.11.2", "3.11.4", "3.11.5", "3.11.7"],
  ...["3.12.0", "3.12.3", "3.12.7", "3.13.0", "3.13.5", "3.14.0", "3.14.2"],
];

Deno.test("the pinned packages fit every supported Python, each is pinned once, with the hashes of its files (needs .venv)", async () => {
  const { success, stdout, stderr } = await new Deno.Command(join(ROOT, ".venv/bin/python"), {
    args: [
      ...["-I", join(ROOT, "tests/app/setup/check_pins.py"), join(ROOT, "lib/app/setup/requirements")],
      ...[join(ROOT, "tests/app/setup/requires_python.json"), ...VERSIONS],
    ],
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), []);
});
