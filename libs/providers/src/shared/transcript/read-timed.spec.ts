import { describe, expect, test } from '@jest/globals';
import { SpeakerNames } from './name-speakers.js';
import { readSeconds, readSegments, readWords } from './read-timed.js';

const MEMBERS = { text: ['punctuated_word', 'word'], speaker: 'speaker', confidence: 'confidence' };

describe('readWords', () => {
  test('takes the first text there is, the speakers as letters, and the confidence as a logarithm', () => {
    const list = [
      { word: 'so', punctuated_word: 'So,', start: 0, end: 1, speaker: 7, confidence: 1 },
      { word: 'yes', start: 1, end: 2, speaker: 0, confidence: 0.5 },
      { word: 'no', start: 2, end: 3, speaker: 7 },
    ];
    expect(readWords(list, MEMBERS)).toEqual([
      { word: 'So,', start: 0, end: 1, speaker: 'A', logprob: 0 },
      { word: 'yes', start: 1, end: 2, speaker: 'B', logprob: Math.log(0.5) },
      { word: 'no', start: 2, end: 3, speaker: 'A' },
    ]);
  });

  test.each<[string, unknown, unknown, number, number]>([
    ['missing', undefined, undefined, 4, 4],
    ['text', '5', '6', 4, 4],
    ['not numbers', Number.NaN, Number.POSITIVE_INFINITY, 4, 4],
    ['negative', -3, -2, 4, 4],
    ['running backwards', 1, 0.5, 3, 3],
    ['beyond every recording', 1e300, 1e300, 4, 4],
  ])('puts a word whose times are %s behind the one before', (_, start, end, from, to) => {
    const words = readWords(
      [
        { word: 'a', start: 3, end: 4 },
        { word: 'b', start, end },
      ],
      MEMBERS,
    );
    expect(words?.[1]).toMatchObject({ start: from, end: to });
  });

  test('skips entries that are no words, and knows none if there is no list', () => {
    expect(readWords([null, 1, 'a', [], {}, { word: 3 }, { word: ' ' }], MEMBERS)).toEqual([]);
    expect(readWords({ 0: { word: 'a' } }, MEMBERS)).toBeUndefined();
    expect(readWords(null, MEMBERS)).toBeUndefined();
  });

  test('rejects a list that no recording can have', () => {
    expect(() => readWords(new Array(10_000_000).fill({ word: 'a' }), MEMBERS)).toThrow('provider_error');
    expect(() => readWords(new Array(260_000).fill({ word: 'a' }), MEMBERS)).toThrow('provider_error');
  });
});

describe('readSegments', () => {
  test('converts the unit of the times', () => {
    const list = [{ text: ' Hello ', start: 250, end: 26_950, speaker: 'x' }];
    expect(readSegments(list, { text: ['text'], speaker: 'speaker', unitsPerSecond: 1000 })).toEqual([
      { text: 'Hello', start: 0.25, end: 26.95, speaker: 'A' },
    ]);
  });
});

describe('readSeconds', () => {
  test.each([Number.NaN, -1, '3', null, undefined, {}, Number.POSITIVE_INFINITY])(
    'takes %p for no duration',
    (value) => {
      expect(readSeconds(value)).toBeUndefined();
    },
  );
});

describe('SpeakerNames', () => {
  test('counts on with two letters', () => {
    const names = new SpeakerNames();
    const all = Array.from({ length: 703 }, (_, index) => names.name(index));
    expect([all[0], all[25], all[26], all[51], all[52], all[701], all[702]]).toEqual([
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
    ]);
    expect(names.name(26)).toBe('AA');
    expect(names.name({})).toBeUndefined();
  });
});
