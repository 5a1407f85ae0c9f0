/** Number of places that are drawn, beside those at borders. */
const DRAWN = 200;

/**
 * Chooses places to split a stream in two: at every border of an event and within every character of several bytes,
 * each with the byte before and after it, and in 200 more places that are drawn from the length alone, so that a run
 * repeats. Ascending, without the two ends. Every byte is tried by the integration tests.
 */
export function chooseSplits(pieces: readonly Uint8Array[]): number[] {
  const bytes = Buffer.concat(pieces);
  const places = new Set<number>();
  let border = 0;
  for (const piece of pieces) {
    border += piece.length;
    for (const near of [-1, 0, 1]) places.add(border + near);
  }
  for (const [at, byte] of bytes.entries()) {
    if ((byte & 0xc0) === 0x80) places.add(at);
  }
  let state = bytes.length >>> 0 || 1;
  for (let count = 0; count < DRAWN; count++) {
    // Numerical Recipes' generator: its high bits are the random ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    places.add(Math.floor((state / 2 ** 32) * bytes.length));
  }
  return [...places].filter((at) => at > 0 && at < bytes.length).sort((a, b) => a - b);
}
