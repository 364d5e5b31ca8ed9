// All functions of the page's script that are in this folder.

export * from "./actions.ts";
export * from "./code_view.ts";
export * from "./exchange.ts";
export * from "./files.ts";
export * from "./item_view.ts";
export * from "./keys.ts";
export * from "./main.ts";
export * from "./page.ts";
export * from "./progress_view.ts";
export * from "./python_pieces.ts";
export * from "./session.ts";
export * from "./start.ts";
