/** Characters of a message that the service stores at most. */
const LONGEST = 200_000;

/**
 * Returns the part of a text that the service stores: no control characters but line breaks and tabs, no half of a surrogate pair, and not
 * more than fits.
 */
export function toStorable(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[^\P{Cc}\n\r\t]/gu, '');
}
