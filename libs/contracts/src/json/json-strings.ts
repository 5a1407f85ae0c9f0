export const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Position behind the closing quote of a string of JSON; `from` is behind its opening one. Character by character: a
 * search for quotes would look back at all the backslashes before each.
 */
export function findStringEnd(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
    else if (Number.isNaN(code)) return at;
  }
}
