import { describe, expect, test } from '@jest/globals';
import { areReferenceWords, normaliseWords } from './normalise-words.js';

const thinking = (...texts: string[]) => ({
  type: 'thinking',
  thinking: texts.map((text) => ({ type: 'text', text })),
});

describe('normaliseWords', () => {
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
    [
      'parts of other types',
      { content: [thinking('a'), { type: 'reference', reference_ids: [1] }] },
      { content: null, reasoning_content: 'a' },
    ],
    ['bare texts', { content: ['x', { text: 'y' }, { type: 'output_text', text: 'z' }] }, { content: 'xyz' }],
    ['an object', { content: { answer: 42 } }, { content: '{"answer":42}' }],
    ['a list that holds no parts', { content: [{ a: 1 }, 2] }, { content: '[{"a":1},2]' }],
    ['a number', { content: 42 }, { content: '42' }],
    ['a truth value', { content: false }, { content: 'false' }],
    ['reasoning in parts', { reasoning_content: [{ type: 'text', text: 'a' }, 'b'] }, { reasoning_content: 'ab' }],
    ['a refusal that is no text', { content: null, refusal: false }, { content: null, refusal: null }],
    [
      'a call in the legacy format',
      { content: null, function_call: { name: 'f', arguments: '{}' } },
      { content: null, tool_calls: [{ function: { name: 'f', arguments: '{}' } }] },
    ],
    ['a list of no calls', { content: 'x', tool_calls: [] }, { content: 'x' }],
    ['no list of calls', { content: 'x', tool_calls: null }, { content: 'x' }],
    [
      'a legacy call beside others',
      { function_call: { name: 'f' }, tool_calls: [{ id: 'a' }] },
      { tool_calls: [{ id: 'a' }] },
    ],
  ])('brings %s to the reference shape', (_name, message, normalised) => {
    const copy = structuredClone(message) as Record<string, unknown>;
    expect(areReferenceWords(copy)).toBe(false);
    expect(normaliseWords(copy)).toBe(true);
    expect(areReferenceWords(copy)).toBe(true);
    expect(copy).toEqual(normalised);
  });

  test.each([
    ['both are there', { reasoning: 'a', reasoning_content: 'b' }],
    ['reasoning is empty', { reasoning: '' }],
    ['reasoning is null', { reasoning: null, content: 'x' }],
    ['a legacy call is null', { content: 'x', function_call: null }],
    ['content is text', { content: 'x' }],
  ])('changes nothing if %s', (_name, message) => {
    const copy = structuredClone(message) as Record<string, unknown>;
    expect(areReferenceWords(copy)).toBe(true);
    expect(normaliseWords(copy)).toBe(false);
    expect(copy).toEqual(message);
  });
});
