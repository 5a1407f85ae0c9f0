import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { writeSrt, writeTimestamp, writeVtt } from './write-cues.js';

describe('writeTimestamp', () => {
  test.each([
    [0, '00:00:00,000'],
    [0.0004, '00:00:00,000'],
    [0.9994, '00:00:00,999'],
    [0.9995, '00:00:01,000'],
    [59.9996, '00:01:00,000'],
    [3599.9999, '01:00:00,000'],
    [1.4399999, '00:00:01,440'],
    [359_999.9996, '100:00:00,000'],
    [1_000_000, '277:46:40,000'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(writeTimestamp(seconds, ',')).toBe(text);
  });

  test('writes every time so that it reads back to the millisecond', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10_000_000, noNaN: true }), (seconds) => {
        const match = /^(\d{2,}):([0-5]\d):([0-5]\d)\.(\d{3})$/.exec(writeTimestamp(seconds, '.'));
        const [hours, minutes, rest, thousandths] = (match ?? []).slice(1).map(Number);
        const read = (Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)) * 1000 + Number(thousandths);
        expect(read).toBe(Math.round(seconds * 1000));
      }),
    );
  });
});

describe('cues', () => {
  test('are numbered in SubRip, and have a header in WebVTT', () => {
    const segments = [
      { text: 'One.', start: 0, end: 1.5 },
      { text: 'Two.', start: 1.5, end: 2 },
    ];
    expect(writeSrt(segments)).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nOne.\n\n2\n00:00:01,500 --> 00:00:02,000\nTwo.\n\n',
    );
    expect(writeVtt(segments)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOne.\n\n00:00:01.500 --> 00:00:02.000\nTwo.\n\n',
    );
  });

  test('are none for silence', () => {
    expect(writeSrt([])).toBe('');
    expect(writeVtt([{ text: ' \n', start: 0, end: 1 }])).toBe('WEBVTT\n\n');
  });

  test('cannot be broken by what was said', () => {
    const said = 'a\n\n2\n00:00:00,000 --> 00:00:09,000\n<v Eve>b';
    expect(writeVtt([{ text: said, start: 0, end: 1 }])).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na 2 00:00:00,000 -> 00:00:09,000 &lt;v Eve>b\n\n',
    );
    expect(writeSrt([{ text: said, start: 0, end: 1 }]).split('\n\n')).toHaveLength(2);
  });
});
