import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeMessage, encodeMessage, splitMessages } from './event-stream.js';

/** A conformance vector of the format: one text header, the payload `{'foo':'bar'}` (smithy.io, event stream tests). */
const VECTOR = Buffer.from(
  'AAAAPQAAACAH/YOWDGNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2pzb257J2Zvbyc6J2Jhcid9jZwIsQ==',
  'base64',
);
const MESSAGE = { headers: { 'content-type': 'application/json' }, payload: Buffer.from("{'foo':'bar'}") };

describe('vnd.amazon.eventstream', () => {
  it('is encoded and decoded as the conformance vector says', () => {
    expect(encodeMessage(MESSAGE)).toEqual(VECTOR);
    expect(decodeMessage(VECTOR)).toEqual(MESSAGE);
  });

  it('comes back from bytes as it went, message by message', () => {
    const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text !== '__proto__');
    const message = fc.record({
      headers: fc.dictionary(name, fc.string({ unit: 'grapheme' }), { noNullPrototype: true }),
      payload: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    });
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        const bytes = splitMessages(Buffer.concat(messages.map(encodeMessage)));
        expect(bytes.map(decodeMessage)).toEqual(messages);
      }),
      { numRuns: 50 },
    );
  });

  it('tells every changed byte and every cut by its checksums and lengths', () => {
    for (let at = 0; at < VECTOR.length; at++) {
      const broken = Buffer.from(VECTOR);
      broken.writeUInt8(broken.readUInt8(at) ^ 1, at);
      expect(decodeMessage(broken)).toBeUndefined();
      expect(decodeMessage(VECTOR.subarray(0, at))).toBeUndefined();
    }
  });

  it('leaves what is cut off as the last piece', () => {
    const bytes = Buffer.concat([VECTOR, VECTOR.subarray(0, 20)]);
    expect(splitMessages(bytes)).toEqual([VECTOR, VECTOR.subarray(0, 20)]);
    expect(splitMessages(VECTOR.subarray(0, 3))).toEqual([VECTOR.subarray(0, 3)]);
  });
});
