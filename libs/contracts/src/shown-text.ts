/**
 * Line and paragraph separators, and controls that turn the direction of writing (Unicode Standard Annex 9): a name with one
 * of them shows as another.
 */
const MISLEADING = /[\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const UNSHOWN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** True if a text of one line shows as something that it is not. */
export function isMisleading(text: string): boolean {
  return MISLEADING.test(text);
}

/** A name that somebody else wrote, with spaces in place of what does not show. */
export function toShownName(text: string): string {
  return text.replace(UNSHOWN, ' ').trim();
}
