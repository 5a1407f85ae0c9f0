/** Number of characters that Unicode has room for, without the halves of surrogate pairs. */
export const CHARACTER_COUNT = 0x110000 - 0x800;

/**
 * The character at a place among them. `fc.nat(CHARACTER_COUNT - 1).map(characterAt)` makes any character; `unit: 'binary'` of
 * `fc.string` does so too, but first lists them all, which takes a second in each test file.
 */
export function characterAt(place: number): string {
  return String.fromCodePoint(place < 0xd800 ? place : place + 0x800);
}
