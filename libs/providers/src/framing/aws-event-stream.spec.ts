import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import { EventStreamCodec } from '@smithy/eventstream-codec';
import fc from 'fast-check';
import { ProviderFailure } from '../provider-failure.js';
import { EventStreamReader } from './aws-event-stream.js';

/** Conformance vectors of the format's own library; more of them may lie beside the project. */
const RECORDED = join(SHARED_FIXTURES, 'bedrock-eventstream-codec');
const fromBase64 = (text: string) => Buffer.from(text, 'base64');
const ONE_HEADER = fromBase64('AAAAPQAAACAH/YOWDGNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2pzb257J2Zvbyc6J2Jhcid9jZwIsQ==');
const CORRUPTED = fromBase64('AAAAPQAAACAH/YOWDGNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2pzb257YWZvbyc6J2Jhcid9jZwIsQ==');

const CODEC = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (text) => Buffer.from(text),
);
const encode = (text: string, type = 'event') =>
  CODEC.encode({ headers: { ':event-type': { type: 'string', value: type } }, body: Buffer.from(text) });

function read(...pieces: Uint8Array[]): string[] {
  const reader = new EventStreamReader();
  const messages: string[] = [];
  for (const piece of pieces) {
    reader.push(piece, ({ header, body }) =>
      messages.push(`${header(':event-type') ?? header('content-type')} ${Buffer.from(body).toString('utf8')}`),
    );
  }
  return messages;
}

const vectorsOf = (kind: string) =>
  (existsSync(RECORDED) ? readdirSync(RECORDED) : [])
    .filter((name) => name.startsWith(kind))
    .map((name) => [name, fromBase64(readFileSync(join(RECORDED, name, 'encoded.b64'), 'utf8'))] as const);

describe('EventStreamReader', () => {
  test.each([['one string header', ONE_HEADER] as const, ...vectorsOf('positive')])(
    'reads the vector %s, also split in two at any byte',
    (_name, bytes) => {
      const whole = ["application/json {'foo':'bar'}"];
      expect(read(bytes)).toEqual(whole);
      for (let at = 1; at < bytes.length; at++) {
        expect(read(bytes.subarray(0, at), bytes.subarray(at))).toEqual(whole);
      }
    },
  );

  test.each([['corrupted payload', CORRUPTED] as const, ...vectorsOf('negative')])('rejects %s', (_name, bytes) => {
    expect(() => read(bytes)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });

  test('rejects a message with any one bit changed, and waits for no more of it', () => {
    for (let at = 0; at < ONE_HEADER.length * 8; at++) {
      const changed = Buffer.from(ONE_HEADER);
      changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
      expect(() => read(changed)).toThrow(ProviderFailure);
    }
  });

  test('rejects a prelude with any one bit changed at its last byte, wherever it was split', () => {
    const prelude = ONE_HEADER.subarray(0, 12);
    for (let at = 0; at < prelude.length * 8; at++) {
      const changed = Buffer.from(prelude);
      changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
      for (const split of [0, 1, 4, 8, 11]) {
        expect(() => read(changed.subarray(0, split), changed.subarray(split))).toThrow(ProviderFailure);
      }
    }
  });

  test.each([
    ['no length', 0, 0],
    ['a length below the least', 15, 0],
    ['a length above the greatest', 16 * 1024 * 1024 + 1, 0],
    ['the greatest number as its length', 0xffffffff, 0],
    ['headers longer than itself', 100, 85],
    ['headers above the greatest', 1024 * 1024, 128 * 1024 + 1],
  ])('rejects a prelude of %s at once, though its checksum holds', (_name, length, headers) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt32BE(length);
    bytes.writeUInt32BE(headers, 4);
    bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8);
    expect(() => read(bytes)).toThrow(expect.objectContaining({ code: 'provider_error' }));
    expect(() => read(bytes.subarray(0, 3), bytes.subarray(3))).toThrow(
      expect.objectContaining({ code: 'provider_error' }),
    );
  });

  test('hands a message out as soon as its last byte has come, and nothing of one that is cut off', () => {
    const [one, two] = [encode('1'), encode('2')];
    expect(read(one, two.subarray(0, -1))).toEqual(['event 1']);
  });

  test('gives the same messages wherever the bytes are split', () => {
    const bodies = fc.array(fc.tuple(fc.string({ maxLength: 40 }), fc.constantFrom('a', 'bc')), { maxLength: 6 });
    fc.assert(
      fc.property(bodies, fc.array(fc.nat(), { maxLength: 8 }), (messages, cuts) => {
        const bytes = Buffer.concat(messages.map(([text, type]) => encode(text, type)));
        const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
        const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(read(...pieces)).toEqual(messages.map(([text, type]) => `${type} ${text}`));
      }),
    );
  });
});
