import { crc32 } from 'node:zlib';

/** A message of vnd.amazon.eventstream with text headers, the only kind that the provider's streams use. */
export interface StreamMessage {
  headers: Readonly<Record<string, string>>;
  payload: Buffer;
}

const PRELUDE_BYTES = 12;
const CRC_BYTES = 4;
const TEXT_HEADER = 7;

/**
 * The bytes of a message: prelude (length of all, length of the headers, their CRC-32), headers, payload, CRC-32 of all
 * before; every number big-endian (docs.aws.amazon.com, "Event stream encoding"; smithy.io, "Amazon Event Stream").
 */
export function encodeMessage({ headers, payload }: StreamMessage): Buffer {
  const headerBytes = Buffer.concat(Object.entries(headers).map(encodeHeader));
  const prelude = Buffer.alloc(PRELUDE_BYTES);
  prelude.writeUInt32BE(PRELUDE_BYTES + headerBytes.length + payload.length + CRC_BYTES, 0);
  prelude.writeUInt32BE(headerBytes.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const message = Buffer.concat([prelude, headerBytes, payload]);
  const checksum = Buffer.alloc(CRC_BYTES);
  checksum.writeUInt32BE(crc32(message));
  return Buffer.concat([message, checksum]);
}

/** The bytes of each message of a stream; the rest of a broken one is last. */
export function splitMessages(bytes: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const length = start + 4 <= bytes.length ? bytes.readUInt32BE(start) : 0;
    const end = length > 0 ? start + length : bytes.length;
    messages.push(bytes.subarray(start, end));
    start = end;
  }
  return messages;
}

/** The message in these bytes; undefined when they are cut off or a checksum is wrong. */
export function decodeMessage(bytes: Buffer): StreamMessage | undefined {
  if (bytes.length < PRELUDE_BYTES + CRC_BYTES || bytes.readUInt32BE(0) !== bytes.length) return undefined;
  const end = bytes.length - CRC_BYTES;
  const isIntact =
    bytes.readUInt32BE(8) === crc32(bytes.subarray(0, 8)) && bytes.readUInt32BE(end) === crc32(bytes.subarray(0, end));
  if (!isIntact) return undefined;
  const payloadStart = PRELUDE_BYTES + bytes.readUInt32BE(4);
  return {
    headers: decodeHeaders(bytes.subarray(PRELUDE_BYTES, payloadStart)),
    payload: bytes.subarray(payloadStart, end),
  };
}

function encodeHeader([name, value]: [string, string]): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([
    Buffer.from([Buffer.byteLength(name)]),
    Buffer.from(name),
    Buffer.from([TEXT_HEADER]),
    length,
    Buffer.from(value),
  ]);
}

/** The text headers up to one of another type, which no stream of the provider has. */
function decodeHeaders(bytes: Buffer): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const name = bytes.toString('utf8', at + 1, nameEnd);
    if (bytes.readUInt8(nameEnd) !== TEXT_HEADER) break;
    const valueStart = nameEnd + 3;
    at = valueStart + bytes.readUInt16BE(nameEnd + 1);
    headers[name] = bytes.toString('utf8', valueStart, at);
  }
  return headers;
}
