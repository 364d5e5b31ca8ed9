import assert from "node:assert/strict";
import { join } from "node:path";
import { DataError } from "codebias/core/errors.ts";
import { ensureWritable, writeWhole } from "codebias/store/files/files.ts";
import { filesBelow, withFolder } from "../../app/commands/task.ts";

Deno.test("writeWhole() makes folders and replaces a file", async () => {
  await withFolder(async (folder) => {
    const path = join(folder, "a/b/c.txt");
    await writeWhole(path, "first");
    await writeWhole(path, new TextEncoder().encode("second"));
    assert.equal(await Deno.readTextFile(path), "second");
    assert.deepEqual(await filesBelow(folder), ["a/b/c.txt"]);
  });
});

Deno.test("writeWhole() leaves the old file and nothing else when it fails", async () => {
  await withFolder(async (folder) => {
    await writeWhole(join(folder, "kept/file"), "old");
    const failures = [join(folder, "kept"), join(folder, "kept/file/below")]; // a folder; below a file
    for (const path of failures) await assert.rejects(writeWhole(path, "new"), DataError);
    assert.deepEqual(await filesBelow(folder), ["kept/file"]);
    assert.equal(await Deno.readTextFile(join(folder, "kept/file")), "old");
  });
});

Deno.test("writeWhole() says that the disk is full", async () => {
  await withFolder(async (folder) => {
    // /dev/full refuses every write as a full disk does; the neighbour is made to be it.
    const script = `
      import { writeWhole } from ${
      JSON.stringify(new URL("../../../lib/store/files/files.ts", import.meta.url).href)
    };
      const write = Deno.writeFile;
      Deno.writeFile = async (path, bytes) => {
        await write(path, bytes.subarray(0, 2)); // as much as fits
        await write("/dev/full", bytes);
      };
      await writeWhole(${
      JSON.stringify(join(folder, "x"))
    }, "text").catch((error) => console.log(error.message));
    `;
    const module = join(folder, "script.ts");
    await Deno.writeTextFile(module, script);
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["run", "-A", "--no-check", module] })
      .output();
    assert.match(
      new TextDecoder().decode(stdout),
      /x: cannot write: the disk is full; free some space and run the same command again/,
    );
    assert.deepEqual(await filesBelow(folder), ["script.ts"]);
  });
});

Deno.test("ensureWritable() makes the folder and leaves nothing in it", async () => {
  await withFolder(async (folder) => {
    await ensureWritable(join(folder, "new"));
    assert.deepEqual(await filesBelow(folder), []);
    assert.ok((await Deno.stat(join(folder, "new"))).isDirectory);
    await assert.rejects(ensureWritable("/proc/nowhere"), /\/proc\/nowhere: cannot write here.*--out DIR/);
  });
});
