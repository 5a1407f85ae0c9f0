import { describe, expect, test } from '@jest/globals';
import { mapUsage } from './map-usage.js';

const usage = (prompt: number, completion: number, rest: object = {}) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
  ...rest,
});
const reasoning = (reasoning_tokens: number) => ({ completion_tokens_details: { reasoning_tokens } });

describe('mapUsage', () => {
  test.each([
    ['counts', { promptTokenCount: 9, candidatesTokenCount: 4, totalTokenCount: 13 }, usage(9, 4)],
    [
      'thinking, counted as completion and named',
      { promptTokenCount: 9, candidatesTokenCount: 9, thoughtsTokenCount: 34, totalTokenCount: 52 },
      usage(9, 43, reasoning(34)),
    ],
    [
      'thinking that the candidates include already',
      { promptTokenCount: 9, candidatesTokenCount: 43, thoughtsTokenCount: 34, totalTokenCount: 52 },
      usage(9, 43, reasoning(34)),
    ],
    ['an answer of thinking alone', { promptTokenCount: 15, thoughtsTokenCount: 2 }, usage(15, 2, reasoning(2))],
    [
      'tool use, counted as prompt',
      { promptTokenCount: 9, toolUsePromptTokenCount: 20, candidatesTokenCount: 4, totalTokenCount: 33 },
      usage(29, 4),
    ],
    [
      'cached tokens, which the prompt includes',
      { promptTokenCount: 3520, candidatesTokenCount: 2, cachedContentTokenCount: 3512 },
      usage(3520, 2, { prompt_tokens_details: { cached_tokens: 3512 } }),
    ],
    [
      'tokens of sound, which have a price of their own',
      {
        promptTokenCount: 30,
        candidatesTokenCount: 8,
        cachedContentTokenCount: 12,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 10 },
          { modality: 'AUDIO', tokenCount: 20 },
        ],
        cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 12 }],
        candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 8 }],
      },
      usage(30, 8, {
        prompt_tokens_details: { cached_tokens: 12, audio_tokens: 20, cached_tokens_details: { audio_tokens: 12 } },
        completion_tokens_details: { audio_tokens: 8 },
      }),
    ],
    ['no completion', { promptTokenCount: 9 }, usage(9, 0)],
    ['nothing for a blocked prompt', { trafficType: 'ON_DEMAND' }, undefined],
    ['nothing for a count that cannot be', { promptTokenCount: -1 }, undefined],
    ['nothing', undefined, undefined],
  ])('reads %s', (_name, reported, expected) => {
    expect(mapUsage(reported)).toEqual(expected);
  });
});
