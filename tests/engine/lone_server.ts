/** Starts a server, prints the number of its process group and its folder, and waits to be killed. */

import { startOllama } from "./server.ts";

const server = await startOllama();
console.log(server.group, server.folder);
await new Promise((resolve) => setTimeout(resolve, 600_000));
