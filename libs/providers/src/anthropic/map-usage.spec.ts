import { describe, expect, test } from '@jest/globals';
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
      'writes for an hour apart from those for five minutes',
      {
        ...{ input_tokens: 5, output_tokens: 3, cache_creation_input_tokens: 600 },
        cache_creation: { ephemeral_5m_input_tokens: 400, ephemeral_1h_input_tokens: 200 },
      },
      { ...counts(605, 3), prompt_tokens_details: { cache_write_tokens: 600, cache_write_1h_tokens: 200 } },
    ],
    [
      'no more writes for an hour than writes',
      {
        ...{ input_tokens: 5, output_tokens: 3, cache_creation_input_tokens: 10 },
        cache_creation: { ephemeral_1h_input_tokens: 200 },
      },
      { ...counts(15, 3), prompt_tokens_details: { cache_write_tokens: 10, cache_write_1h_tokens: 10 } },
    ],
    [
      'the tokens of thinking, which are part of the completion',
      { input_tokens: 5, output_tokens: 30, output_tokens_details: { thinking_tokens: 20 } },
      { ...counts(5, 30), completion_tokens_details: { reasoning_tokens: 20 } },
    ],
    [
      'summaries of the conversation that were made first, which are not in the counts beside them',
      {
        ...{ input_tokens: 23_000, output_tokens: 1_000, cache_read_input_tokens: 5 },
        iterations: [
          { type: 'compaction', input_tokens: 180_000, output_tokens: 3_500, cache_read_input_tokens: 7 },
          { type: 'message', input_tokens: 23_000, output_tokens: 1_000 },
          null,
        ],
      },
      { ...counts(203_012, 4_500), prompt_tokens_details: { cached_tokens: 12 } },
    ],
    ['a negative count', { input_tokens: -5, output_tokens: 3 }, undefined],
    ['a count as text', { input_tokens: 5, output_tokens: '3' }, undefined],
    ['one count alone', { output_tokens: 3 }, undefined],
    ['nothing', undefined, undefined],
  ])('reads %s', (_name, reported, usage) => {
    expect(mapUsage(reported)).toEqual(usage);
  });
});
