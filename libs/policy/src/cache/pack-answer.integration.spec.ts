import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packAnswer, unpackAnswer } from './pack-answer.js';
import { LARGEST_ANSWER_BYTES, type StoredAnswer } from './stored-answer.js';

const HEAD = { form: 'stream', kind: 'anthropic', model: 'claude/ü', idSeed: 's', created: 1_790_000_000 } as const;

describe('an answer as bytes', () => {
  it.each([0, 1, 4095, 4096, 100_000, LARGEST_ANSWER_BYTES])('is the same answer again: %d bytes', async (length) => {
    const answer: StoredAnswer = { ...HEAD, body: Buffer.alloc(length, 'words ') };
    const bytes = await packAnswer(answer);
    if (length >= 4096) expect(bytes.length).toBeLessThan(length / 4);
    expect(await unpackAnswer(bytes)).toEqual(answer);
  });

  it('keeps which parameters its request was sent without', async () => {
    const answer: StoredAnswer = { ...HEAD, adjusted: ['temperature', 'user'], body: Buffer.from('{}') };
    expect(await unpackAnswer(await packAnswer(answer))).toEqual(answer);
    const nonsense = { ...answer, adjusted: [7] } as unknown as StoredAnswer;
    expect(await unpackAnswer(await packAnswer(nonsense))).toEqual({ ...HEAD, body: answer.body });
  });

  it('cut short or of somebody else is none', async () => {
    const bytes = await packAnswer({ ...HEAD, body: Buffer.alloc(5000, 'words ') });
    for (let length = 0; length < bytes.length; length++) {
      expect(await unpackAnswer(bytes.subarray(0, length))).toBeUndefined();
    }
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (some) => {
        expect(await unpackAnswer(Buffer.from(some))).toBeUndefined();
      }),
    );
  });

  it('that would expand to more than was ever cached is none', async () => {
    const bytes = await packAnswer({ ...HEAD, body: Buffer.alloc(LARGEST_ANSWER_BYTES + 1) });
    expect(bytes.length).toBeLessThan(10_000);
    expect(await unpackAnswer(bytes)).toBeUndefined();
  });
});
