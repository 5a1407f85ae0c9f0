import { isDeeperThan, keepLongIntegers, MAXIMUM_DEPTH, parseBoundedJson } from '@multilane/contracts';
import { ProviderFailure } from '../../provider-failure.js';

/** Longer lines are no result of one request: 16 MiB hold the embeddings of a hundred texts, or a book. */
const LONGEST_LINE_BYTES = 16 * 1024 * 1024;

/** More objects and lists in one line would hold up everybody while they are made. */
const MOST_PARTS = 500_000;

const LINE_END = 0x0a;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/**
 * The values of a file of JSON lines, one by one as they arrive; empty lines are skipped. Fails with a `ProviderFailure` for a line
 * that is no JSON, too long, or of too many parts.
 *
 * @param keepsLongIntegers whether integers beyond 2^53 stay raw JSON, as codecs want them whose answers hold inputs of tools
 */
export async function* readJsonLines(
  body: AsyncIterable<Uint8Array>,
  keepsLongIntegers: boolean,
): AsyncGenerator<unknown> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of body) {
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, from)) {
      const line = join(pieces, length, bytes.subarray(from, end));
      pieces = [];
      length = 0;
      from = end + 1;
      if (!isBlank(line)) yield parseLine(line, keepsLongIntegers);
    }
    if (from === bytes.length) continue;
    pieces.push(bytes.subarray(from));
    length += bytes.length - from;
    if (length > LONGEST_LINE_BYTES) throw tooLarge();
  }
  const last = join(pieces, length, new Uint8Array(0));
  if (!isBlank(last)) yield parseLine(last, keepsLongIntegers);
}

function join(pieces: readonly Uint8Array[], length: number, end: Uint8Array): Buffer {
  if (length + end.length > LONGEST_LINE_BYTES) throw tooLarge();
  return pieces.length === 0
    ? Buffer.from(end.buffer, end.byteOffset, end.length)
    : Buffer.concat([...pieces, end], length + end.length);
}

function isBlank(line: Buffer): boolean {
  return line.length < 2 && line.toString('latin1').trim() === '';
}

function parseLine(line: Buffer, keepsLongIntegers: boolean): unknown {
  let parts = 0;
  for (const byte of line) if (byte === BRACKET || byte === BRACE) parts += 1;
  if (parts > MOST_PARTS) throw tooLarge();
  const value = parse(line.toString('utf8'), keepsLongIntegers);
  if (value === undefined || isDeeperThan(value, MAXIMUM_DEPTH)) {
    throw new ProviderFailure('provider_error', { detail: `a result cannot be read (${line.length} bytes)` });
  }
  return value;
}

function parse(text: string, keepsLongIntegers: boolean): unknown {
  try {
    const value = parseBoundedJson(text);
    return keepsLongIntegers ? keepLongIntegers(text, value, MOST_PARTS) : value;
  } catch {
    return undefined;
  }
}

function tooLarge(): ProviderFailure {
  return new ProviderFailure('provider_error', { detail: 'a result is too large', retryable: false });
}
