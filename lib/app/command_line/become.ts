/** The C library by operating system, where a process can be replaced by another program. */
const LIBRARIES: Readonly<Partial<Record<typeof Deno.build.os, string>>> = {
  linux: "libc.so.6",
  darwin: "libSystem.B.dylib",
};

/**
 * Replaces this process by another program, which gets its signals and standard streams and determines its exit status,
 * without a parent that waits. Where a process cannot be replaced, starts the program and ends with its exit status.
 *
 * @param command The program's path and its arguments.
 */
export async function become([program, ...args]: readonly string[]): Promise<never> {
  execute([program, ...args]);
  const { code } = await new Deno.Command(program, { args }).spawn().status;
  Deno.exit(code);
}

/** `execv` of the C library, which returns only if it fails. */
function execute(command: readonly string[]): void {
  const library = LIBRARIES[Deno.build.os];
  if (library === undefined) return;
  const { symbols } = Deno.dlopen(library, { execv: { parameters: ["buffer", "buffer"], result: "i32" } });
  const texts = command.map((text) => new TextEncoder().encode(`${text}\0`));
  const addresses = texts.map((text) => BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(text))));
  symbols.execv(texts[0], new BigUint64Array([...addresses, 0n]));
}
