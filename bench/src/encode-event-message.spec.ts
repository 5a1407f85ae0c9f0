import { describe, expect, it } from '@jest/globals';
import { encodeEventMessage } from './encode-event-message.js';

describe('encodeEventMessage', () => {
  it("makes the message of the format's own conformance vector, checksums included", () => {
    const message = encodeEventMessage({ 'content-type': 'application/json' }, "{'foo':'bar'}");
    expect(message.toString('base64')).toBe(
      'AAAAPQAAACAH/YOWDGNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2pzb257J2Zvbyc6J2Jhcid9jZwIsQ==',
    );
  });

  it('writes headers in order and counts bytes, not characters', () => {
    const message = encodeEventMessage({ ':a': 'ü', ':b': '' }, 'é');
    expect(message.readUInt32BE(0)).toBe(message.length);
    expect(message.subarray(12, 12 + message.readUInt32BE(4)).toString('latin1')).toBe(
      '\x02:a\x07\x00\x02\xc3\xbc\x02:b\x07\x00\x00',
    );
  });
});
