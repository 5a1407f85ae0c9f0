import { crc32 } from 'node:zlib';

/** Two lengths and their checksum. */
const PRELUDE_BYTES = 12;
const CRC_BYTES = 4;
const TEXT_HEADER = 7;

/** A message of `application/vnd.amazon.eventstream` with text headers (smithy.io/2.0/aws/amazon-eventstream.html). */
export function encodeEventMessage(headers: Readonly<Record<string, string>>, payload: Buffer): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => encodeHeader(name, value)));
  const prelude = Buffer.alloc(PRELUDE_BYTES);
  prelude.writeUInt32BE(PRELUDE_BYTES + head.length + payload.length + CRC_BYTES, 0);
  prelude.writeUInt32BE(head.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const message = Buffer.concat([prelude, head, payload]);
  return Buffer.concat([message, toBytes(crc32(message), CRC_BYTES)]);
}

function encodeHeader(name: string, value: string): Buffer {
  const [nameBytes, valueBytes] = [Buffer.from(name), Buffer.from(value)];
  return Buffer.concat([
    toBytes(nameBytes.length, 1),
    nameBytes,
    toBytes(TEXT_HEADER, 1),
    toBytes(valueBytes.length, 2),
    valueBytes,
  ]);
}

function toBytes(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}
