import { describe, expect, test } from 'vitest';
import { normaliseReasoning } from './normalise-chunk.js';

const thinking = (...texts: string[]) => ({
  type: 'thinking',
  thinking: texts.map((text) => ({ type: 'text', text })),
});

describe('normaliseReasoning', () => {
  test.each([
    ['reasoning, which stays', { reasoning: 'Hm' }, { reasoning: 'Hm', reasoning_content: 'Hm' }],
    [
      'reasoning beside a null',
      { reasoning: 'Hm', reasoning_content: null },
      { reasoning: 'Hm', reasoning_content: 'Hm' },
    ],
    ['thinking parts', { content: [thinking('a', 'b')] }, { content: null, reasoning_content: 'ab' }],
    [
      'thinking and text parts',
      { content: [thinking('a'), { type: 'text', text: 'x' }, { type: 'text', text: 'y' }] },
      { content: 'xy', reasoning_content: 'a' },
    ],
    ['text parts alone', { content: [{ type: 'text', text: 'x' }] }, { content: 'x' }],
  ])('brings %s to the reference shape', (_name, message, normalised) => {
    const copy = structuredClone(message) as Record<string, unknown>;
    expect(normaliseReasoning(copy)).toBe(true);
    expect(copy).toEqual(normalised);
  });

  test.each([
    ['both are there', { reasoning: 'a', reasoning_content: 'b' }],
    ['reasoning is empty', { reasoning: '' }],
    ['reasoning is null', { reasoning: null, content: 'x' }],
    ['content has other parts', { content: [thinking('a'), { type: 'reference', reference_ids: [1] }] }],
    ['content is text', { content: 'x' }],
  ])('changes nothing if %s', (_name, message) => {
    const copy = structuredClone(message) as Record<string, unknown>;
    expect(normaliseReasoning(copy)).toBe(false);
    expect(copy).toEqual(message);
  });
});
