import { Buffer } from "node:buffer";
import { beginningOf } from "../requests/failures.ts";

/** The environment variables that may hold a key; the first one that is set is used. */
const VARIABLES = ["CODEBIAS_API_KEY", "OPENAI_API_KEY"] as const;

/** The placeholder that the package needs if a server requires no key. */
const NO_KEY = "unused";

/** Usual placeholders for servers without keys: these are not secrets, but words that occur elsewhere, too. */
const NO_SECRETS = "dummy empty llama.cpp lm-studio local none ollama vllm".split(" ");

/** The length below which a secret is not searched for, as it would occur in ordinary words, characters. */
const SHORTEST_SECRET = 4;

/**
 * The key for a server, and all other secrets that must not be repeated. They are in private fields, so that printing this
 * object, or one that holds it, does not show them.
 */
export class Key {
  /** The environment variable with the key; undefined if there is no key. */
  readonly variable: string | undefined;
  readonly #value: string;
  readonly #forms: readonly string[];

  private constructor(variable: string | undefined, value: string, secrets: readonly string[]) {
    this.variable = variable;
    this.#value = value;
    this.#forms = secrets.filter(isSecret).flatMap(formsOf)
      .sort((a, b) => b.length - a.length);
  }

  /**
   * Reads the key from the environment.
   *
   * @param others Further secrets, e.g. a password in the server's address.
   * @throws {RangeError} If the key has characters that no key has.
   */
  static read(others: readonly string[] = []): Key {
    const variable = VARIABLES.find((name) => Deno.env.get(name)?.trim());
    const value = variable ? Deno.env.get(variable)!.trim() : NO_KEY;
    if (!/^[\x21-\x7e]+$/.test(value)) {
      throw new RangeError(
        `Cannot use the key in ${variable}: it has characters that no key has; copy it again`,
      );
    }
    return new Key(variable, value, variable ? [value, ...others] : others);
  }

  /** Calls a function with the key. */
  use<R>(action: (value: string) => R): R {
    return action(this.#value);
  }

  /** The beginning of a server's message without secrets, which error messages repeat whole or partly masked. */
  redact(words: string): string {
    const whole = this.#withoutForms(beginningOf(words));
    return whole.replace(/[^\s"']+/g, (word) => word.replace(/^.*\*{3,}[^,;:.]*/, "[key]"));
  }

  /** A JSON value without the secrets. */
  redactJson<J>(json: J): J {
    return JSON.parse(this.#withoutForms(JSON.stringify(json)));
  }

  #withoutForms(text: string): string {
    const whole = this.#forms.reduce((text, form) => text.replaceAll(form, "[key]"), text);
    return this.#forms.flatMap(partsOf).reduce((text, part) => text.replaceAll(part, "[key]"), whole);
  }
}

function isSecret(text: string): boolean {
  return text.length >= SHORTEST_SECRET && !NO_SECRETS.includes(text.toLowerCase());
}

/** The minimum length of a part of a secret that is also treated as a secret, characters. */
const SHORTEST_PART = 8;

/** The beginnings and ends of a secret, the longest first. */
function partsOf(secret: string): string[] {
  const lengths = Array.from(
    { length: Math.max(0, secret.length - SHORTEST_PART) },
    (_, less) => secret.length - 1 - less,
  );
  return lengths.flatMap((length) => [secret.slice(0, length), secret.slice(-length)]);
}

/** A text of any characters in Base64, as headers have it. */
export function inBase64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}

function formsOf(secret: string): string[] {
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), inBase64(secret)];
}
