import { describe, expect, it } from '@jest/globals';
import { EXPECTED_COMPLETION, expectUsage } from './expect-usage.js';

const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(400_000)}` } };
const say = (content: unknown) => [{ role: 'user', content }];

type Case = [what: string, endpoint: Parameters<typeof expectUsage>[0]['endpoint'], request: object, number, number];

describe('what a request reserves of a token budget', () => {
  it.each<Case>([
    ['a quarter of the characters, and a usual answer', 'chat', { messages: say('x'.repeat(396)) }, 100, 1_024],
    ['no more than the answer may have', 'chat', { messages: say('x'.repeat(396)), max_tokens: 10 }, 100, 10],
    ['each of several answers', 'chat', { messages: [], n: 3, max_completion_tokens: 10 }, 0, 30],
    ['no more than usual where a caller allows much', 'chat', { messages: [], max_tokens: 64_000 }, 0, 1_024],
    ['text within parts', 'chat', { messages: say([{ type: 'text', text: 'x'.repeat(388) }]) }, 99, 1_024],
    ['an image by its number, not its bytes', 'chat', { messages: say([image]) }, 1_001, 1_024],
    ['no answer of embeddings', 'embeddings', { input: ['x'.repeat(40), 'y'.repeat(40)] }, 20, 0],
    ['tokens as they are', 'embeddings', { input: [[1, 2, 3], [4]] }, 4, 0],
    ['query and documents', 'rerank', { query: 'x'.repeat(40), documents: ['y'.repeat(40)] }, 20, 0],
  ])('counts %s', (_what, endpoint, request, prompt, completion) => {
    const model = 'm';
    expect(expectUsage({ endpoint, request: { model, ...request } as never })).toEqual({ prompt, completion });
  });

  it('is found in a request of any depth', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 10_000; level++) deep = { deep };
    const { prompt, completion } = expectUsage({ endpoint: 'decision', request: { model: 'm', state: deep } as never });
    expect(prompt).toBe(1_000);
    expect(completion).toBe(0);
    expect(EXPECTED_COMPLETION).toBe(1_024);
  });

  it('takes no time that grows with the length of texts', () => {
    const messages = Array.from({ length: 100 }, () => say('x'.repeat(100_000))[0]);
    const startedAt = performance.now();
    for (let turn = 0; turn < 100; turn++)
      expectUsage({ endpoint: 'chat', request: { model: 'm', messages } as never });
    expect((performance.now() - startedAt) / 100).toBeLessThan(2);
  });
});
