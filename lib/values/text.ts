const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** UTF-8, lone surrogates as three bytes each, as Python's `surrogatepass` writes them. */
export function encodeText(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text);
  const parts: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code >= 0xd800 && code <= 0xdfff) {
      parts.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    } else {
      parts.push(...encoder.encode(character));
    }
  }
  return Uint8Array.from(parts);
}

const SHORT_TEXT = 24;

/** UTF-8 in which Python also writes lone surrogates, each as three bytes (`surrogatepass`). */
export function decodeText(bytes: Uint8Array): string {
  // Most texts are short, and a decoder takes longer to be called than to read them.
  if (bytes.length <= SHORT_TEXT && bytes.every((byte) => byte < 0x80)) return String.fromCharCode(...bytes);
  try {
    return decoder.decode(bytes);
  } catch {
    // Not plain UTF-8: only lone surrogates (ED A0..BF xx) may be the reason, and they are read one by one.
    let text = "";
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] !== 0xed || !(bytes[at + 1] >= 0xa0 && bytes[at + 1] <= 0xbf)) continue;
      if (!(bytes[at + 2] >= 0x80 && bytes[at + 2] <= 0xbf)) continue;
      text += decodeStrictly(bytes.subarray(start, at));
      text += String.fromCharCode(0xd000 | ((bytes[at + 1] & 0x3f) << 6) | (bytes[at + 2] & 0x3f));
      at += 2;
      start = at + 1;
    }
    return text + decodeStrictly(bytes.subarray(start));
  }
}

function decodeStrictly(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new SyntaxError("Cannot decode the value: text that is not UTF-8", { cause });
  }
}
