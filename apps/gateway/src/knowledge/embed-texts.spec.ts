import { describe, expect, it } from '@jest/globals';
import { readVectors } from './embed-texts.js';

const item = (embedding: unknown, index?: number) => ({
  object: 'embedding',
  embedding,
  ...(index !== undefined && { index }),
});

describe('readVectors', () => {
  it('gives vectors of length 1 in the order of the texts, whatever the order of the answer', () => {
    const vectors = readVectors({ data: [item([0, 5], 1), item([3, 4], 0)] }, 2);
    expect(vectors.map((vector) => [...vector].map((number) => Math.round(number * 100) / 100))).toEqual([
      [0.6, 0.8],
      [0, 1],
    ]);
  });

  it.each([
    ['too few vectors', { data: [item([1])] }],
    ['no list', { data: 'x' }],
    ['nothing', undefined],
    ['a vector without numbers', { data: [item([]), item([1])] }],
    ['base64 where numbers were asked for', { data: [item('AACAPw=='), item([1])] }],
    ['two vectors for one text', { data: [item([1], 0), item([1], 0)] }],
    ['a vector for a text that was not sent', { data: [item([1], 0), item([1], 7)] }],
    ['a place that is no number', { data: [item([1], 0), { embedding: [1], index: 'length' }] }],
    ['vectors of two sizes', { data: [item([1]), item([1, 2])] }],
    ['a vector without direction', { data: [item([0, 0]), item([1, 2])] }],
    ['what is no number', { data: [item(['a', null]), item([1, 2])] }],
  ])('rejects %s', (_, answer) => {
    expect(() => readVectors(answer, 2)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });
});
