import { describe, expect, test } from '@jest/globals';
import { correctUsage, findUsage, mapUsage } from './reference-usage.js';

const counts = (
  prompt_tokens: number,
  completion_tokens: number,
  total_tokens = prompt_tokens + completion_tokens,
) => ({
  prompt_tokens,
  completion_tokens,
  total_tokens,
});

describe('mapUsage', () => {
  test.each([
    ['plain counts', counts(5, 3), counts(5, 3)],
    ['a missing total', { prompt_tokens: 5, completion_tokens: 3 }, counts(5, 3)],
    ['a total too small for its parts', counts(5, 3, 2), counts(5, 3)],
    ['a total that has more than its parts', counts(35, 12, 109), counts(35, 12, 109)],
    ['a missing completion', { prompt_tokens: 5, total_tokens: 9 }, counts(5, 4)],
    ['a missing prompt', { completion_tokens: 4, total_tokens: 9 }, counts(5, 4)],
    [
      'details, and nothing else of them',
      {
        ...counts(12, 100),
        prompt_tokens_details: { cached_tokens: 4, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 90, audio_tokens: 0 },
      },
      {
        ...counts(12, 100),
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 90 },
      },
    ],
    ['null details', { ...counts(5, 3), prompt_tokens_details: null, completion_tokens_details: null }, counts(5, 3)],
    [
      "DeepSeek's cache hits",
      { ...counts(339, 83), prompt_cache_hit_tokens: 320, prompt_cache_miss_tokens: 19 },
      { ...counts(339, 83), prompt_tokens_details: { cached_tokens: 320 } },
    ],
    [
      'more cached than sent',
      { ...counts(5, 3), cached_tokens: 6 },
      { ...counts(5, 3), prompt_tokens_details: { cached_tokens: 5 } },
    ],
    [
      "xAI's reasoning beside the completion",
      { ...counts(10, 2, 32), completion_tokens_details: { reasoning_tokens: 20 } },
      { ...counts(10, 22), completion_tokens_details: { reasoning_tokens: 20 } },
    ],
    [
      'reasoning within the completion',
      { ...counts(10, 22), reasoning_tokens: 20 },
      { ...counts(10, 22), completion_tokens_details: { reasoning_tokens: 20 } },
    ],
    ['a negative count', counts(5, -1, 9), undefined],
    ['a fraction', counts(5.5, 3, 9), undefined],
    ['a count as text', { prompt_tokens: '5', completion_tokens: 3, total_tokens: 8 }, undefined],
    ['not a number', { prompt_tokens: Number.NaN, completion_tokens: 3 }, undefined],
    ['one count alone', { prompt_tokens: 5 }, undefined],
    ['null', null, undefined],
    ['a list', [], undefined],
    [
      'tokens of sound, which have a price of their own',
      {
        prompt_tokens: 9,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 7 },
        completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 4 },
      },
      {
        prompt_tokens: 9,
        completion_tokens: 5,
        total_tokens: 14,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 7 },
        completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 4 },
      },
    ],
  ])('reads %s', (_name, reported, usage) => {
    expect(mapUsage(reported)).toEqual(usage);
  });
});

describe('findUsage', () => {
  test.each([
    ['usage', { usage: { a: 1 }, x_groq: { usage: { b: 1 } } }, { a: 1 }],
    ["Groq's own place", { usage: null, x_groq: { usage: { b: 1 } } }, { b: 1 }],
    ['nowhere', { usage: null, x_groq: { id: 'r' } }, undefined],
  ])('finds it in %s', (_name, answer, usage) => {
    expect(findUsage(answer)).toEqual(usage);
  });
});

describe('correctUsage', () => {
  test('counts reasoning that stands beside the completion within it', () => {
    const details = { reasoning_tokens: 386, accepted_prediction_tokens: 0 };
    expect(correctUsage({ ...counts(12, 1, 399), completion_tokens_details: details, cost: 2 })).toEqual({
      ...counts(12, 387),
      completion_tokens_details: details,
      cost: 2,
    });
  });

  test('keeps what only the provider counts, and adds what it counts elsewhere', () => {
    const reported = { ...counts(9, 5), prompt_tokens_details: { cache_write_tokens: 3 }, prompt_cache_hit_tokens: 4 };
    expect(correctUsage(reported)).toEqual({
      ...reported,
      prompt_tokens_details: { cache_write_tokens: 3, cached_tokens: 4 },
    });
  });

  test.each([[undefined], [null], [{}], [counts(5, -1, 9)]])(
    'is nothing where nothing can be believed: %j',
    (usage) => {
      expect(correctUsage(usage)).toBeUndefined();
    },
  );
});
