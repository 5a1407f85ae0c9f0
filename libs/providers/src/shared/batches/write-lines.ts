import type { BatchLine, BatchToStart } from '../../batch.js';

/** Lines are sent in pieces of about so many characters. */
const PIECE = 64 * 1024;

/**
 * The requests of a batch as bytes, one after the other as they are read: `write` makes the text of one. `between` goes between
 * two, and `before` and `after` around all.
 */
export async function* writeLines(
  lines: BatchToStart['lines'],
  write: (line: BatchLine) => string,
  { before = '', between = '', after = '' } = {},
): AsyncGenerator<Uint8Array> {
  let text = before;
  let isFirst = true;
  for await (const line of lines) {
    text += (isFirst ? '' : between) + write(line);
    isFirst = false;
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text + after);
}

/** JSON on one line: outside of strings a line's end means nothing, and within them it is not allowed. */
export function toOneLine(json: string): string {
  return json.includes('\n') || json.includes('\r') ? json.replaceAll(/[\r\n]/g, ' ') : json;
}
