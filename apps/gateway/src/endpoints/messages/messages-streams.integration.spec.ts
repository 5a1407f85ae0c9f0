// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/src/endpoints/messages/messages-streams.spec.ts.

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { accumulate, expectSequential, fragment, plain, write } from './messages.tools.spec.js';

describe('calls of a stream, at length', () => {
  test('any interleaving accumulates to the calls that were made', async () => {
    const made = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(made, fc.array(fc.nat(3)), fc.integer({ min: 1, max: 9 }), async (inputs, order, size) => {
        const texts = inputs.map((input) => JSON.stringify(input));
        const chunks = inputs.map((_, index) => fragment(index, '', { id: `id${index}` }));
        for (const turn of [...order, ...texts.flatMap((text, index) => Array(text.length).fill(index))]) {
          const index = turn % texts.length;
          const piece = texts[index]?.slice(0, size) ?? '';
          texts[index] = texts[index]?.slice(size) ?? '';
          if (piece !== '') chunks.push(fragment(index, piece));
        }
        const text = write(chunks);
        expectSequential(text);
        const { content } = await accumulate(text);
        expect(content.map((block) => plain(Object(block).input))).toEqual(plain(inputs));
      }),
      { numRuns: 60 },
    );
  });
});
