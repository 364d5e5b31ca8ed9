/** The environment variables for proxies, which commands that ask servers may read. */
export const PROXY_VARIABLES: readonly string[] = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"]
  .flatMap((name) => [name, name.toLowerCase()]);

/** A note for messages if the environment sets a proxy for a server, even one on this machine; else an empty text. */
export function viaProxy(who: string): string {
  const { protocol, hostname } = URL.parse(/https?:\S+/.exec(who)?.[0] ?? "") ?? {};
  if (!protocol || !hostname) return "";
  const set = (name: string) =>
    PROXY_VARIABLES.find((one) => one.toUpperCase() === name && Deno.env.get(one)?.trim());
  const proxy = set(`${protocol.slice(0, -1).toUpperCase()}_PROXY`) ?? set("ALL_PROXY");
  const without = Deno.env.get(set("NO_PROXY") ?? "NO_PROXY") ?? "";
  // A name includes its subdomains; whether a machine is in a network (with /) is not checked here.
  const isWithout = without.split(",").map((name) => name.trim().replace(/^\*?\./, "")).some((name) =>
    name !== "" && (name === "*" || name.includes("/") || `.${hostname}`.endsWith(`.${name}`))
  );
  if (!proxy || isWithout) return "";
  return ` (${proxy} is set: it is asked through that proxy unless NO_PROXY names ${hostname})`;
}
