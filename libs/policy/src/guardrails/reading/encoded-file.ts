import { analyse } from 'chardet';

/** A file within a request, as it is written there. */
export interface EncodedFile {
  /** In base64, or percent-encoded. */
  readonly data: string;
  readonly isBase64: boolean;
  /** Declared charset, if any. */
  readonly charset: string | undefined;
}

/** Beginnings of files that hold no text for a reader without their format: PDF, ZIP, PNG, GIF, JPEG, gzip. */
const MAGIC = ['%PDF', 'PK\x03\x04', '\x89PNG', 'GIF8', '\xff\xd8\xff', '\x1f\x8b'];
/** Length of the sample that decides whether a file is a text, and in which charset. */
const SAMPLE = 16 * 1024;
/** A text has fewer of these: controls, and what cannot be decoded. */
const ODD = /(?![\t\n\v\f\r])[\p{Control}\ufffd]/gu;
const MOST_ODD = 0.1;

/** The text of a file; undefined if it is none. */
export function decodeFile({ charset, data, isBase64 }: EncodedFile): string | undefined {
  return decodeText(isBase64 ? Buffer.from(data, 'base64') : decodePercent(data), charset);
}

/** True if the beginning of a file shows that it is no text. */
export function isSurelyNoText({ data, isBase64 }: EncodedFile): boolean {
  return isBase64 && hasMagic(Buffer.from(data.slice(0, 16), 'base64'));
}

function hasMagic(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 4);
  return MAGIC.some((magic) => start.startsWith(magic));
}

function decodePercent(data: string): Buffer {
  const bytes = Buffer.from(data);
  let length = bytes.indexOf(PERCENT);
  if (length < 0) return bytes;
  for (let index = length; index < bytes.length; index++) {
    const code = bytes[index] ?? 0;
    const value = code === PERCENT ? readHex(bytes, index + 1) : -1;
    if (value >= 0) index += 2;
    bytes[length++] = value < 0 ? code : value;
  }
  return bytes.subarray(0, length);
}

const PERCENT = 0x25;

/** The byte that two hexadecimal digits say; -1 where they are none. */
function readHex(bytes: Buffer, at: number): number {
  const high = DIGITS[bytes[at] ?? 0] ?? -1;
  const low = DIGITS[bytes[at + 1] ?? 0] ?? -1;
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** For each byte the value of the hexadecimal digit that it is; -1 for others. */
const DIGITS = Int8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
);

/** The text that bytes are, in the charset that they say or look like; undefined if they are none. */
export function decodeText(bytes: Buffer, declared?: string): string | undefined {
  if (hasMagic(bytes)) return undefined;
  for (const charset of [findMark(bytes), declared, looksLikeUtf16(bytes), 'utf-8', detect(bytes)]) {
    const text = charset === undefined ? undefined : decodeAs(charset, bytes);
    if (text !== undefined && isText(text)) return text;
  }
  return undefined;
}

/** The charset of a byte order mark. */
function findMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes[2] === 0 && bytes[3] === 0 ? 'utf-32le' : 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff ? 'utf-32be' : undefined;
}

/** Texts of mostly Latin letters have zeros at every other byte in UTF-16, and three of four in UTF-32. */
function looksLikeUtf16(bytes: Buffer): string | undefined {
  const sample = bytes.subarray(0, 4_096);
  const zeros = [0, 0, 0, 0];
  for (let index = 0; index < sample.length; index++)
    if (sample[index] === 0) zeros[index % 4] = (zeros[index % 4] ?? 0) + 1;
  const [first = 0, second = 0, third = 0, fourth = 0] = zeros.map((count) => (count > sample.length / 8 ? 1 : 0));
  if (first + second + third + fourth === 3) return first === 0 ? 'utf-32le' : fourth === 0 ? 'utf-32be' : undefined;
  if (second === 1 && fourth === 1) return 'utf-16le';
  return first === 1 && third === 1 ? 'utf-16be' : undefined;
}

function detect(bytes: Buffer): string | undefined {
  return analyse(bytes.subarray(0, SAMPLE))[0]?.name;
}

/** Undefined if the charset is not known, or where the bytes are none of it. */
function decodeAs(charset: string, bytes: Buffer): string | undefined {
  if (/^utf-?32/i.test(charset)) return decodeUtf32(bytes, !/be$/i.test(charset));
  try {
    return new TextDecoder(charset, { fatal: /^utf-?8$/i.test(charset) }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeUtf32(bytes: Buffer, isLittle: boolean): string {
  const units = new Uint16Array(bytes.length >> 1);
  let length = 0;
  for (let index = 0; index + 3 < bytes.length; index += 4) {
    const code = isLittle ? bytes.readUInt32LE(index) : bytes.readUInt32BE(index);
    if (code === 0xfeff && index === 0) continue;
    if (code > 0x10ffff) units[length++] = 0xfffd;
    else if (code < 0x10000) units[length++] = code;
    else {
      units[length++] = 0xd800 + ((code - 0x10000) >> 10);
      units[length++] = 0xdc00 + ((code - 0x10000) & 0x3ff);
    }
  }
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units.subarray(0, length));
}

function isText(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  return (sample.match(ODD)?.length ?? 0) <= sample.length * MOST_ODD;
}
