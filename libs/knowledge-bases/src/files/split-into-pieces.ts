/** Bytes in pieces of exactly `size`, the last one of the rest. At most one piece is held at a time. */
export async function* splitIntoPieces(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const bytes of content) {
    for (let start = 0; start < bytes.length; ) {
      const part = bytes.subarray(start, start + size - filled);
      held.set(part, filled);
      filled += part.length;
      start += part.length;
      if (filled < size) continue;
      yield held;
      held = Buffer.allocUnsafe(size);
      filled = 0;
    }
  }
  if (filled > 0) yield held.subarray(0, filled);
}
