import { crc32 } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { EventStreamCodec, type Int64, type MessageHeaders } from '@smithy/eventstream-codec';
import fc from 'fast-check';
import { decodeEventMessage } from './decode-event-message.js';

const LIBRARY = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (text) => Buffer.from(text),
);

const integer = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const int64 = fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => ({ bytes, valueOf: () => 0 }) as Int64);
const anyHeader = fc.oneof(
  fc.record({ type: fc.constant('string' as const), value: fc.string({ unit: 'grapheme', maxLength: 40 }) }),
  fc.record({ type: fc.constant('boolean' as const), value: fc.boolean() }),
  fc.record({ type: fc.constant('byte' as const), value: integer(8) }),
  fc.record({ type: fc.constant('short' as const), value: integer(16) }),
  fc.record({ type: fc.constant('integer' as const), value: integer(32) }),
  fc.record({ type: fc.constant('long' as const), value: int64 }),
  fc.record({ type: fc.constant('binary' as const), value: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ type: fc.constant('timestamp' as const), value: fc.date({ noInvalidDate: true }) }),
  fc.record({ type: fc.constant('uuid' as const), value: fc.uuid() }),
);
const headers = fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), anyHeader, { maxKeys: 6 });

/** A message with these header bytes, whose checksums hold. */
function enclose(headerBytes: Buffer, headerLength = headerBytes.length): Buffer {
  const message = Buffer.alloc(12 + headerBytes.length + 4);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(headerLength, 4);
  message.writeUInt32BE(crc32(message.subarray(0, 8)), 8);
  headerBytes.copy(message, 12);
  message.writeUInt32BE(crc32(message.subarray(0, -4)), message.length - 4);
  return message;
}

describe('decodeEventMessage', () => {
  test('finds the text headers among headers of every type, and the body, as the library of the format wrote them', () => {
    fc.assert(
      fc.property(headers, fc.uint8Array({ maxLength: 60 }), (written, body) => {
        const bytes = LIBRARY.encode({ headers: written as MessageHeaders, body });
        const message = decodeEventMessage(bytes);
        expect(Buffer.from(message.body)).toEqual(Buffer.from(body));
        for (const [name, { type, value }] of Object.entries(written)) {
          expect(message.header(name)).toBe(type === 'string' ? value : undefined);
        }
      }),
    );
  });

  test.each([
    ['a header of no known type', enclose(Buffer.from([1, 0x61, 10]))],
    ['a value longer than its headers', enclose(Buffer.from([1, 0x61, 7, 0, 9, 0x62]))],
    ['a name longer than its headers', enclose(Buffer.from([200, 0x61]))],
    ['headers longer than the message', enclose(Buffer.from([1, 0x61, 0]), 4_000_000_000)],
    ['headers that reach into the checksum', enclose(Buffer.from([1, 0x61, 0]), 5)],
    ['less than a message', Buffer.alloc(15)],
  ])('rejects %s although the checksums hold', (_name, bytes) => {
    expect(() => decodeEventMessage(bytes)).toThrow();
  });
});
