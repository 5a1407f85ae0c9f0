import { expect, test } from '@jest/globals';
import { mapLogprobs } from './map-logprobs.js';

const entry = (token: string, logprob: number, bytes: number[]) => ({ token, logprob, bytes, top_logprobs: [] });

test.each<[string, unknown, unknown]>([
  [
    'a list of items, each with the sum of its tokens',
    [
      { text: 'Hi', token_ids: [1], logprobs: [-0.5] },
      { text: 'é', token_ids: [2, 3], logprobs: [-0.25, -0.5] },
    ],
    { content: [entry('Hi', -0.5, [72, 105]), entry('é', -0.75, [195, 169])], refusal: null },
  ],
  ['one item', { text: 'a', logprobs: [-1] }, { content: [entry('a', -1, [97])], refusal: null }],
  ['nothing from an empty list', [], undefined],
  ['nothing from null', null, undefined],
  ['nothing from nothing', undefined, undefined],
  ['nothing from an item of another shape', { token_ids: [1] }, undefined],
])('mapLogprobs reads %s', (_name, reported, logprobs) => {
  expect(mapLogprobs(reported)).toEqual(logprobs);
});
