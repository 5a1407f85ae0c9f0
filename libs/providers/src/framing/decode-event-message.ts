import { crc32 } from 'node:zlib';

/** One message of an event stream; headers of other types than text say nothing that is needed here. */
export interface EventStreamMessage {
  /** The header, such as `:event-type`, if the message has it as text. */
  header(name: string): string | undefined;
  readonly body: Uint8Array;
}

/** The length of the message, the length of its headers, and a checksum of the two. */
export const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;
/** With both lengths and both checksums, sixteen bytes are the least. */
const SHORTEST_MESSAGE = PRELUDE_BYTES + CHECKSUM_BYTES;
/** The format allows 16 MiB a message and 128 KiB of headers. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;
const LONGEST_HEADERS = 128 * 1024;

/** Headers have a type and, unless the type says how long a value is, the value's length in two bytes. */
const BYTES_TYPE = 6;
const TEXT_TYPE = 7;
const VALUE_BYTES: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };

/** The lengths that a prelude claims, in bytes. */
export interface Prelude {
  readonly length: number;
  readonly headersLength: number;
}

/**
 * Reads the prelude of the message that begins here. Throws an error where its checksum does not hold, or where a length
 * is one that the format does not allow.
 */
export function readPrelude(bytes: Uint8Array): Prelude {
  const view = new DataView(bytes.buffer, bytes.byteOffset, PRELUDE_BYTES);
  const checked = PRELUDE_BYTES - CHECKSUM_BYTES;
  if (view.getUint32(checked) !== crc32(bytes.subarray(0, checked)))
    throw new Error('the checksum of its prelude does not hold');
  const length = view.getUint32(0);
  const headersLength = view.getUint32(4);
  if (length < SHORTEST_MESSAGE || length > LONGEST_MESSAGE) throw new Error('its length cannot be');
  if (headersLength > LONGEST_HEADERS || headersLength > length - SHORTEST_MESSAGE)
    throw new Error('its headers are longer than itself');
  return { length, headersLength };
}

/**
 * Reads one whole message of `application/vnd.amazon.eventstream`: prelude, headers, body, and a CRC-32 of all before it;
 * numbers are big-endian (smithy.io/2.0/aws/amazon-eventstream.html). Throws an error that quotes nothing of the message
 * where a length or a checksum does not hold.
 */
export function decodeEventMessage(bytes: Uint8Array): EventStreamMessage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < PRELUDE_BYTES) throw new Error('its length does not hold');
  const { length, headersLength } = readPrelude(bytes);
  if (length !== bytes.length) throw new Error('its length does not hold');
  if (view.getUint32(end) !== crc32(bytes.subarray(0, end))) throw new Error('its checksum does not hold');
  const bodyStart = PRELUDE_BYTES + headersLength;
  const headers = readTextHeaders(Buffer.from(bytes.buffer, bytes.byteOffset, bodyStart));
  return { header: (name) => headers.get(name), body: bytes.subarray(bodyStart, end) };
}

/** @param bytes of the message up to the end of its headers */
function readTextHeaders(bytes: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  let at = PRELUDE_BYTES;
  while (at < bytes.length) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const type = bytes.readUInt8(nameEnd);
    const hasLength = type === BYTES_TYPE || type === TEXT_TYPE;
    const valueStart = nameEnd + (hasLength ? 3 : 1);
    const length = hasLength ? bytes.readUInt16BE(nameEnd + 1) : VALUE_BYTES[type];
    if (length === undefined) throw new Error('a header has no known type');
    const valueEnd = valueStart + length;
    if (valueEnd > bytes.length) throw new Error('a header is longer than all of them');
    if (type === TEXT_TYPE)
      headers.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', valueStart, valueEnd));
    at = valueEnd;
  }
  return headers;
}
