import type { Message, Prompt } from "../core/types.ts";
import type { ExactJson } from "../values/mod.ts";
import { jsonIn } from "../values/plain_json.ts";
import { type PipeLine, readLine } from "../values/line_fields.ts";

/** A line of `deno task generate`: a prompt with its id. */
export interface PromptLine extends Omit<PipeLine, "fields"> {
  /** The id as a task's id: the text itself, or its JSON if the text could be the JSON of another id. */
  readonly taskId: string;
  readonly prompt: Prompt;
}

const ROLES: readonly string[] = ["system", "user", "assistant"];

/**
 * Reads one line: `{id, prompt}` with a text, or `{id, messages: [{role, content}]}` with a conversation that ends with
 * the user; other fields are ignored.
 *
 * @throws {SyntaxError} If the line is not JSON.
 * @throws {TypeError} If a field is missing or of the wrong type; names the field.
 *
 * @example
 * ```ts
 * import { readPromptLine } from "codebias/generation/prompt_line.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(readPromptLine('{"id": 1.0, "prompt": "Hi"}'), { id: "1.0", remarks: [], taskId: "1.0", prompt: "Hi" });
 * ```
 */
export function readPromptLine(text: string): PromptLine {
  const { id, fields, remarks } = readLine(text, ["prompt", "messages"]);
  const [prompt, messages] = [fields.get("prompt"), fields.get("messages")];
  if (prompt === undefined && messages === undefined) {
    throw new TypeError(`"prompt" or "messages" is missing`);
  }
  if (prompt !== undefined && messages !== undefined) {
    throw new TypeError(`the line has both "prompt" and "messages"; leave one out`);
  }
  const given = fields.get("id");
  const taskId = typeof given === "string" && jsonIn(given) === undefined ? given : id;
  if (messages !== undefined) return { id, remarks, taskId, prompt: readMessages(messages) };
  return { id, remarks, taskId, prompt: wellFormed(prompt!, `"prompt"`) };
}

function readMessages(json: ExactJson): Message[] {
  if (!Array.isArray(json) || json.length === 0) throw new TypeError(`"messages" must be a list of messages`);
  const messages = json.map((message, index) => {
    const where = `messages[${index}]`;
    if (!(message instanceof Map)) throw new TypeError(`${where} must be an object`);
    const role = message.get("role");
    if (typeof role !== "string" || !ROLES.includes(role)) {
      throw new TypeError(`"role" of ${where} must be one of ${ROLES.join(", ")}`);
    }
    const content = wellFormed(message.get("content"), `"content" of ${where}`);
    return { role: role as Message["role"], content };
  });
  if (messages.at(-1)!.role !== "user") throw new TypeError(`the last of "messages" must be the user's`);
  return messages;
}

/** A text that can be sent: every character of it has a UTF-8 form. */
function wellFormed(json: ExactJson | undefined, what: string): string {
  if (typeof json !== "string") throw new TypeError(`${what} must be a text`);
  if (!json.isWellFormed()) {
    throw new TypeError(`${what} has half of a surrogate pair, which is no character`);
  }
  return json;
}
