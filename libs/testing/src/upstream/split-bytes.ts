/** The same bytes in pieces of `size`, the last one perhaps shorter. */
export function splitBytes(chunks: readonly Buffer[], size: number): Buffer[] {
  const whole = Buffer.concat(chunks);
  const pieces: Buffer[] = [];
  for (let start = 0; start < whole.length; start += size) pieces.push(whole.subarray(start, start + size));
  return pieces;
}
