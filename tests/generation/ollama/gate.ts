/** A listener before another one, which can break single connections as no server of HTTP does. */
export interface Gate extends AsyncDisposable {
  readonly port: number;
  /** Passes all connections on to a port. */
  lead(port: number): void;
  /** Breaks the connection whose port on the other side of the gate is this. */
  hangUp(port: number): void;
}

/** Opens a gate on a free port of this machine. */
export function openGate(): Gate {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const connections = new Map<number, Deno.TcpConn[]>();
  const passing: Promise<unknown>[] = [];
  const pass = async (client: Deno.TcpConn, port: number) => {
    const server = await Deno.connect({ port, hostname: "127.0.0.1" });
    connections.set(server.localAddr.port, [client, server]);
    await Promise.allSettled([
      client.readable.pipeTo(server.writable),
      server.readable.pipeTo(client.writable),
    ]);
  };
  const accept = async (port: number) => {
    for await (const client of listener) passing.push(pass(client, port));
  };
  const end = (conns: Deno.TcpConn[] = []) => {
    for (const conn of conns) closeIfOpen(conn);
  };
  return {
    port: listener.addr.port,
    lead: (port) => void passing.push(accept(port)),
    hangUp: (port) => end(connections.get(port)),
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const conns of connections.values()) end(conns);
      await Promise.allSettled(passing);
    },
  };
}

/** Listens for connections and sends each of them these bytes, whatever they ask, and closes. */
export function rawServer(answer: string): AsyncDisposable & { readonly url: string } {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const serve = async (conn: Deno.TcpConn) => {
    await conn.read(new Uint8Array(65_536));
    await conn.write(new TextEncoder().encode(answer));
    conn.close();
  };
  const serving: Promise<unknown>[] = [];
  const accept = async () => {
    for await (const conn of listener) serving.push(serve(conn));
  };
  const accepting = accept();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    async [Symbol.asyncDispose]() {
      listener.close();
      await Promise.allSettled([accepting, ...serving]);
    },
  };
}

function closeIfOpen(conn: Deno.TcpConn): void {
  try {
    conn.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
