import { describe, expect, test } from 'vitest';
import { mapUsage } from './map-usage.js';

const counts = (prompt_tokens: number, completion_tokens: number) => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
});

describe('mapUsage', () => {
  test.each([
    ['plain counts', { input_tokens: 5, output_tokens: 3 }, counts(5, 3)],
    [
      'cache reads and writes, which are part of the prompt',
      { input_tokens: 5, output_tokens: 3, cache_read_input_tokens: 40, cache_creation_input_tokens: 600 },
      { ...counts(645, 3), prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 600 } },
    ],
    [
      'cache writes alone',
      { input_tokens: 5, output_tokens: 3, cache_read_input_tokens: null, cache_creation_input_tokens: 600 },
      { ...counts(605, 3), prompt_tokens_details: { cache_write_tokens: 600 } },
    ],
    [
      'the tokens of thinking, which are part of the completion',
      { input_tokens: 5, output_tokens: 30, output_tokens_details: { thinking_tokens: 20 } },
      { ...counts(5, 30), completion_tokens_details: { reasoning_tokens: 20 } },
    ],
    ['a negative count', { input_tokens: -5, output_tokens: 3 }, undefined],
    ['a count as text', { input_tokens: 5, output_tokens: '3' }, undefined],
    ['one count alone', { output_tokens: 3 }, undefined],
    ['nothing', undefined, undefined],
  ])('reads %s', (_name, reported, usage) => {
    expect(mapUsage(reported)).toEqual(usage);
  });
});
