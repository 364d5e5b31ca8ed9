/** A server, or why there is none. */
interface EngineUnderTest {
  /** The program, and its version as it must say it. */
  readonly ollama: string;
  readonly version: string;
}

/** The server under test; undefined where it could not be built. */
export const ENGINE: EngineUnderTest | undefined = engine();

/** Whether the server under test is the current kind, which hands the work to llama-server. */
export const CURRENT = ENGINE !== undefined && ENGINE.version !== "0.9.6";

function engine(): EngineUnderTest | undefined {
  const [ollama, version] = ["CODEBIAS_ENGINE", "CODEBIAS_ENGINE_VERSION"].map((name) => Deno.env.get(name));
  return ollama && version ? { ollama, version } : undefined;
}
