import { describe, expect, it } from '@jest/globals';
import { problemOf, sentenceOf } from './problem-of.js';

describe('a problem that the service reports of a field', () => {
  it('is read from its details, with the values that a sentence can hold', () => {
    const problem = { kind: 'too_long', values: { max: 8, list: ['a'] } };
    expect(problemOf({ details: { problem } })).toEqual({ kind: 'too_long', values: { max: 8 } });
    expect(problemOf({ details: undefined })).toBeUndefined();
    expect(problemOf({ details: { problem: 'words' } })).toBeUndefined();
  });

  it('without a kind has a sentence too, which is not the one of the service', () => {
    expect(sentenceOf(undefined)).toEqual({ key: 'problems:other', values: {} });
  });
});
