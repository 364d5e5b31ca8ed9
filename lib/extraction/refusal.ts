const REFUSALS = [
  /\bI(?: a|['’])m (?:very |really |so )?sorry\b/i,
  /\bsorry,? (?:but )?I\b/i,
  /\bI(?: a|['’])m (?:not able|unable) to\b/i,
  /\bI (?:can(?:not|['’]t)|could not|won['’]t|will not|must decline|have to decline|prefer not to)\b/i,
  /\bas an? (?:AI|artificial intelligence|(?:large )?language)(?: language)? (?:model|assistant)\b/i,
  /抱歉|对不起|无法(?:提供|帮助|完成|协助|回答|编写)|不(?:能|会)(?:提供|帮助|协助|回答|编写)|作为(?:一个|一名)?\s*(?:AI|人工智能|语言模型)/i,
];

/**
 * Whether prose declines to help, in English or Chinese. Meant for completions without code: a program with an
 * apology around it is a program.
 */
export function isRefusal(text: string): boolean {
  return REFUSALS.some((pattern) => pattern.test(text));
}

const SERVERS_OWN =
  "Too Many Requests|Internal Server Error|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out";

/** An HTTP error with its reason phrase, e.g. `502 Bad Gateway`, at the beginning of a text; of servers' own errors the phrase alone. */
const STATUS_LINE = new RegExp(
  `^(?:HTTP\\S*\\s+)?(?:Error:?\\s+)?(?:[45]\\d\\d\\W+(?:${SERVERS_OWN}|Bad Request|Unauthorized|Payment Required|` +
    `Forbidden|Not Found|Request Time-?out|Payload Too Large)\\b|(?:${SERVERS_OWN})\\W*$)`,
  "i",
);

/** Longest text, with tags of HTML, that may be a server's error page, characters. */
const LONGEST_PAGE = 2_000;

/**
 * Whether the text is a server's error that was stored where a completion should be, e.g. `Error: 429`, or a page that says
 * `502 Bad Gateway`. Such a sample says nothing about the model.
 */
export function isServiceError(text: string): boolean {
  if (/^\s*(?:HTTP )?Error:?\s*(?:code:?\s*)?[45]\d\d\b[^\n]{0,400}\s*$/i.test(text)) return true;
  if (/\bdef \w|\blambda\b|```|~~~/.test(text)) return false;
  // An answer in JSON may have such a field beside its code.
  if (/^\s*\{\s*"error"\s*:(?!\s*(?:null|false|""))/i.test(text)) return true;
  return text.length <= LONGEST_PAGE && STATUS_LINE.test(text.replaceAll(/<[^<>]*>/g, " ").trim());
}
