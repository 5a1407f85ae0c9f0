import { describe, expect, it } from '@jest/globals';
import { readCaptions } from './read-captions.js';

describe('readCaptions', () => {
  it('reads WebVTT without its header, notes, styles, names of cues and markup', () => {
    const text = `\uFEFFWEBVTT - Tides

NOTE
This is a remark.

STYLE
::cue { color: red }

opening
00:01.500 --> 00:04.000 align:start position:10%
<v Anna>The <i>moon</i> &amp; the sea
rise.

01:02:03.250 --> 01:02:05.000
The end.
`;
    expect(readCaptions(text)).toEqual([
      { text: 'The moon & the sea rise.', offset: 1.5 },
      { text: 'The end.', offset: 3_723.25 },
    ]);
  });

  it('reads SubRip, whatever its lines end with', () => {
    expect(
      readCaptions(
        '1\r\n00:00:01,000 --> 00:00:02,000\r\nGood morning.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nBye.',
      ),
    ).toEqual([
      { text: 'Good morning.', offset: 1 },
      { text: 'Bye.', offset: 3 },
    ]);
  });

  it('says once what scrolling captions repeat', () => {
    const cue = (at: number, text: string) => `00:0${at}.000 --> 00:0${at + 1}.000\n${text}\n\n`;
    const said = readCaptions(cue(1, 'One.') + cue(2, 'One.') + cue(3, 'Two.')).map(({ text }) => text);
    expect(said).toEqual(['One.', 'Two.']);
  });

  it.each([
    ['a page', '<!doctype html><p>Not found</p>'],
    ['text with an arrow', 'a --> b\nc'],
    ['nothing', ''],
    ['times without words', '00:01.000 --> 00:02.000\n\n'],
  ])('finds nothing in %s', (_, text) => {
    expect(readCaptions(text)).toEqual([]);
  });

  it('is not held up by what looks like endless markup', () => {
    const began = performance.now();
    expect(readCaptions(`00:01.000 --> 00:02.000\n${'<'.repeat(1_000_000)}`)).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
