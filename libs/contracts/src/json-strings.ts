export const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Of a string of JSON the place behind its closing quote; `from` is behind its opening one. */
export function findStringEnd(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); ; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (quote - 1 - backslashes >= from && text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
}
