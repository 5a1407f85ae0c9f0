import { describe, expect, test } from '@jest/globals';
import type { TranscriptWord } from '@multilane/contracts';
import fc from 'fast-check';
import { cutSegments } from './cut-segments.js';

const word = (text: string, start: number, end: number, speaker?: string): TranscriptWord => ({
  ...{ word: text, start, end, speaker },
});

describe('cutSegments', () => {
  test('cuts where a sentence ends', () => {
    const words = [word('Hello', 0, 0.4), word('there.', 0.5, 0.9), word('Go', 1, 1.2), word('on', 1.2, 1.4)];
    expect(cutSegments({ text: 'Hello there. Go on', words })).toMatchObject([
      { text: 'Hello there.', start: 0, end: 0.9 },
      { text: 'Go on', start: 1, end: 1.4 },
    ]);
  });

  test('sees the end of a sentence that stands in the text and not in the words', () => {
    const words = [word('Hello', 0, 0.4), word('world', 0.5, 0.9), word('yes', 1, 1.2)];
    expect(cutSegments({ text: 'Hello, world! “yes”', words }).map(({ text }) => text)).toEqual([
      'Hello, world!',
      '“yes”',
    ]);
  });

  test('cuts at a pause of more than 0.8 s, at another speaker, and before 7 s are exceeded', () => {
    const paused = [word('a', 0, 1), word('b', 1.8, 2), word('c', 2.81, 3)];
    expect(cutSegments({ text: 'a b c', words: paused }).map(({ text }) => text)).toEqual(['a b', 'c']);
    const spoken = [word('a', 0, 1, 'A'), word('b', 1, 2, 'B'), word('c', 2, 3, 'B')];
    expect(cutSegments({ text: 'a b c', words: spoken })).toMatchObject([
      { text: 'a', speaker: 'A' },
      { text: 'b c', speaker: 'B' },
    ]);
    const long = [word('a', 0, 3), word('b', 3, 7), word('c', 7, 7.1)];
    expect(cutSegments({ text: 'a b c', words: long }).map(({ text }) => text)).toEqual(['a b', 'c']);
  });

  test('writes scripts without spaces as the text has them', () => {
    const words = [...'今日は。元気'].map((character, index) => word(character, index / 10, (index + 1) / 10));
    expect(cutSegments({ text: '今日は。元気', words }).map(({ text }) => text)).toEqual(['今日は。', '元気']);
    expect(cutSegments({ text: '1', words }).map(({ text }) => text)).toEqual(['今日は。', '元気']);
  });

  test('takes the words where the text is made of others', () => {
    const words = [word('twenty', 0, 1), word('one', 1, 2)];
    expect(cutSegments({ text: '21', words })).toMatchObject([{ text: 'twenty one', start: 0, end: 2 }]);
  });

  test('loses no character of the text, keeps the order, and overlaps no more than the words do', () => {
    const token = fc.stringMatching(/^[a-zé一]{1,6}[.,!?]?$/);
    const words = fc.array(
      fc.record({ text: token, pause: fc.double({ min: 0, max: 2, noNaN: true }), speaker: fc.constantFrom('A', 'B') }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '  ', '\n'), (spoken, space) => {
        let now = 0;
        const timed = spoken.map(({ text, pause, speaker }) => {
          now += pause;
          const start = now;
          now += 0.3;
          return word(text, start, now, speaker);
        });
        const text = spoken.map((each) => each.text).join(space);
        const segments = cutSegments({ text, words: timed });
        expect(
          segments
            .map((each) => each.text)
            .join(' ')
            .split(/\s+/),
        ).toEqual(text.split(/\s+/));
        for (const [index, { start, end }] of segments.entries()) {
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end - start).toBeLessThanOrEqual(7.0001);
          const next = segments[index + 1];
          if (next) expect(next.start).toBeGreaterThanOrEqual(end);
        }
      }),
    );
  });
});
