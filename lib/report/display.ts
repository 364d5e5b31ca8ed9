import { visible } from "../core/visible.ts";

/** A value's display in a Jupyter front end: content by media type. */
export type MediaBundle = Record<string, string>;

/** The name under which Deno's Jupyter kernel looks for a value's own display. */
export const JUPYTER_DISPLAY: unique symbol = Symbol.for("Jupyter.display") as never;

/** The name under which `console.log` looks for a value's own text. */
export const CONSOLE_TEXT: unique symbol = Symbol.for("Deno.customInspect") as never;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text escaped for HTML; invisible characters are shown as their code. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"]/g, (sign) => ENTITIES[sign]);
}
