import { describe, expect, it } from '@jest/globals';
import { readTranscript } from './transcribe.js';

describe('readTranscript', () => {
  it('reads segments with their times', () => {
    const segments = [{ start: 0, end: 1, text: 'One.' }, { start: 2.5, text: 'Two.' }, { text: 'Three.' }, null];
    expect(readTranscript({ text: 'One. Two. Three.', language: 'en', segments })).toEqual({
      captions: [{ text: 'One.', offset: 0 }, { text: 'Two.', offset: 2.5 }, { text: 'Three.' }],
      language: 'en',
    });
  });

  it('cuts a text without segments into sentences', () => {
    expect(readTranscript({ text: 'One. Two! 三。四' })).toEqual({
      captions: [{ text: 'One.' }, { text: 'Two!' }, { text: '三。' }, { text: '四' }],
    });
    expect(readTranscript({ text: 'One.', segments: [], language: 'english' })).toEqual({
      captions: [{ text: 'One.' }],
    });
  });

  it.each([null, [], 'text', { text: 5 }, { text: 'a'.repeat(10_000_001) }])('rejects what has no text', (answer) => {
    expect(() => readTranscript(answer)).toThrow(/cannot be used/);
  });
});
