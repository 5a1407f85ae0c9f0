/** Letters in an order that no word has: the encoder takes the most time for them. The same for each length. */
export function randomLetters(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCharCode(97 + (seed % 26));
  }).join('');
}
