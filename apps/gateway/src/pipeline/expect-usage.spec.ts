import { describe, expect, it } from '@jest/globals';
import type { Endpoint } from '@multilane/providers';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { formatOf } from '../endpoints/formats.tools.spec.js';
import { expectUsage, MOST_COMPLETION } from './expect-usage.js';

const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(400_000)}` } };
const say = (content: unknown) => [{ role: 'user', content }];

type Case = [what: string, endpoint: Endpoint, request: object, number, number];

describe('the expected usage of a request', () => {
  it.each<Case>([
    ['a quarter of the characters, and a long answer', 'chat', { messages: say('x'.repeat(396)) }, 100, 4_096],
    ['what the answer may have at most', 'chat', { messages: [], max_tokens: 2_000 }, 0, 2_000],
    [
      'more where a model may think beyond that',
      'chat',
      { messages: say('x'.repeat(396)), max_tokens: 10 },
      100,
      1_024,
    ],
    ['each of several answers', 'chat', { messages: [], n: 3, max_completion_tokens: 2_000 }, 0, 6_000],
    ['no more than usual where a caller allows much', 'chat', { messages: [], max_tokens: 64_000 }, 0, 4_096],
    ['text within parts', 'chat', { messages: say([{ type: 'text', text: 'x'.repeat(388) }]) }, 99, 4_096],
    ['an image by its number, not its bytes', 'chat', { messages: say([image]) }, 1_001, 4_096],
    ['no answer of embeddings', 'embeddings', { input: ['x'.repeat(40), 'y'.repeat(40)] }, 20, 0],
    ['tokens as they are', 'embeddings', { input: [[1, 2, 3], [4]] }, 4, 0],
    ['query and documents', 'rerank', { query: 'x'.repeat(40), documents: ['y'.repeat(40)] }, 20, 0],
  ])('counts %s', (_what, endpoint, request, prompt, completion) => {
    const model = 'm';
    const expected = expectUsage({ format: formatOf(endpoint), request: { model, ...request } as never });
    expect(expected).toMatchObject({ prompt, completion });
  });

  it.each([
    [0, 1_024],
    [400, 924],
    [40_000, 10_000],
  ])('has room for a prompt of %d characters that has more tokens than a rough count says', (length, extraPrompt) => {
    const request = { model: 'm', input: 'x'.repeat(length) };
    expect(expectUsage({ format: formatOf('embeddings'), request: request as never })).toMatchObject({ extraPrompt });
  });

  it('is found in a request of any depth', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 10_000; level++) deep = { deep };
    const { prompt, completion } = expectUsage({
      format: formatOf('decision'),
      request: { model: 'm', state: deep } as never,
    });
    expect(prompt).toBe(1_000);
    expect(completion).toBe(0);
    expect(MOST_COMPLETION).toBe(4_096);
  });

  it('takes no time that grows with the length of texts', async () => {
    const messages = Array.from({ length: 100 }, () => say('x'.repeat(100_000))[0]);
    const expectHundred = (): void => {
      for (let turn = 0; turn < 100; turn++)
        expectUsage({ format: formatOf('chat'), request: { model: 'm', messages } as never });
    };
    await expectWithin(200, () => processorTimeOf(expectHundred));
  });
});
