import chardet from 'chardet';
import iconv from 'iconv-lite';

/** Size of the sample of a file from which its character set is detected. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * The text of a file. A byte order mark decides, then valid UTF-8, then what the bytes most resemble. Line ends become
 * `\n`; zero characters, which PostgreSQL cannot store, go.
 */
export function decodeText(bytes: Uint8Array): string {
  return tidy(decode(bytes));
}

function decode(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (buffer[0] === 0xff && buffer[1] === 0xfe && !(buffer[2] === 0 && buffer[3] === 0))
    return iconv.decode(buffer, 'utf-16le');
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return iconv.decode(buffer, 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer);
  } catch {
    return iconv.decode(buffer, detectCharset(buffer.subarray(0, SAMPLE_BYTES)));
  }
}

/** Character sets of East Asia, in which most characters take two bytes. */
const EAST_ASIAN = new Set(['Shift_JIS', 'EUC-JP', 'GB18030', 'EUC-KR', 'Big5', 'ISO-2022-JP']);

/** Below this confidence the library guesses, and prefers Western sets, in which almost any bytes are valid. */
const CONFIDENT = 50;

/** The likeliest character set of bytes that are not UTF-8. */
function detectCharset(sample: Buffer): string {
  const found = chardet.analyse(sample).filter(({ name }) => iconv.encodingExists(name) && name !== 'UTF-8');
  const [best] = found;
  if (best === undefined) return 'windows-1252';
  const eastAsian = found.find(({ name }) => EAST_ASIAN.has(name) && readsAsEastAsian(iconv.decode(sample, name)));
  return best.confidence < CONFIDENT && eastAsian !== undefined ? eastAsian.name : best.name;
}

/**
 * True if a text is words of East Asian scripts. Western text that is read so has single odd signs between its letters.
 */
function readsAsEastAsian(text: string): boolean {
  const others = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  const words =
    text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff5e]{2,}/gu) ?? [];
  const letters = words.reduce((sum, word) => sum + [...word].length, 0);
  return others > 0 && letters >= others * 0.9 && !text.includes('\ufffd');
}

/** Text as every parser hands it on. */
export function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

/** The text of a page, which may state its character set in its first kilobyte. */
export function decodeHtml(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const stated = /<(?:meta|\?xml)[^>]{0,500}?(?:charset|encoding)\s*=\s*["']?\s*([\w-]{1,40})/i.exec(
    buffer.toString('latin1', 0, 1024),
  )?.[1];
  const isUtf8 = /^utf-?8$/i.test(stated ?? 'utf-8');
  if (stated === undefined || isUtf8 || !iconv.encodingExists(stated) || /^utf-?(16|32)/i.test(stated))
    return decodeText(bytes);
  return tidy(iconv.decode(buffer, stated));
}
