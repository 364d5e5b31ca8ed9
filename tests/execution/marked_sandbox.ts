import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import { PYTHON } from "../pythons.ts";

/** Runs a test with a sandbox of its own, whose processes can be told from all others by `mark`. */
export async function withSandbox(
  workers: number,
  test: (sandbox: Sandbox, mark: string) => Promise<void>,
): Promise<void> {
  const mark = await Deno.makeTempDir({ prefix: "codebias-test-" });
  try {
    await using sandbox = await openSandbox({ python: PYTHON, workers, packages: [mark] });
    await test(sandbox, mark);
  } finally {
    await Deno.remove(mark);
  }
}
