import { expect, test } from '@jest/globals';
import { mapUsage } from './map-usage.js';

const tokens = { input_tokens: 9, output_tokens: 2 };
const USAGE = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 };

test.each<[string, unknown, unknown]>([
  ['the tokens, not the billed units', { billed_units: { input_tokens: 1, output_tokens: 1 }, tokens }, USAGE],
  [
    'cached tokens as a part of the prompt',
    { tokens, cached_tokens: 8 },
    { ...USAGE, prompt_tokens_details: { cached_tokens: 8 } },
  ],
  [
    'no more cached tokens than the prompt',
    { tokens, cached_tokens: 10 },
    { ...USAGE, prompt_tokens_details: { cached_tokens: 9 } },
  ],
  ['nothing without tokens', { billed_units: tokens }, undefined],
  ['nothing from half a report', { tokens: { input_tokens: 9 } }, undefined],
  ['nothing from numbers that are no counts', { tokens: { input_tokens: -1, output_tokens: 2 } }, undefined],
  ['nothing from nothing', {}, undefined],
  ['nothing from no report', undefined, undefined],
])('mapUsage reads %s', (_name, reported, usage) => {
  expect(mapUsage(reported)).toEqual(usage);
});
