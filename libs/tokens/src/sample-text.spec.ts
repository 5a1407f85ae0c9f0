import { describe, expect, it } from '@jest/globals';
import { MAX_COUNTED_LENGTH, sampleText } from './sample-text.js';

describe('sampleText', () => {
  it('keeps texts that are short together as they are', () => {
    const texts = ['a', 'b'.repeat(MAX_COUNTED_LENGTH - 1)];
    expect(sampleText(texts)).toEqual({ windows: texts, scale: 1 });
  });

  it('takes windows from the first character to the last of texts that are long together', () => {
    const texts = [`start${'x'.repeat(MAX_COUNTED_LENGTH)}`, `${'y'.repeat(MAX_COUNTED_LENGTH)}end`];
    const { windows, scale } = sampleText(texts);
    expect(windows[0]?.startsWith('start')).toBe(true);
    expect(windows.at(-1)?.endsWith('end')).toBe(true);
    expect(windows.join('')).toHaveLength(MAX_COUNTED_LENGTH);
    expect(scale).toBeCloseTo(2, 3);
  });
});
