import { crc32 } from 'node:zlib';

/** The type of header values that are text. */
const STRING = 7;

/**
 * One message of `application/vnd.amazon.eventstream` (smithy.io/2.0/aws/amazon-eventstream.html): the lengths of the
 * whole and of the headers with their checksum, the headers, the body, and the checksum of it all.
 */
export function encodeEventMessage(headers: Readonly<Record<string, string>>, body: string): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => encodeHeader(name, value)));
  const content = Buffer.from(body);
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(12 + head.length + content.length + 4, 0);
  prelude.writeUInt32BE(head.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const message = Buffer.concat([prelude, head, content]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(message));
  return Buffer.concat([message, checksum]);
}

function encodeHeader(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  const key = Buffer.from(name);
  return Buffer.concat([Buffer.from([key.length]), key, Buffer.from([STRING]), length, Buffer.from(value)]);
}
