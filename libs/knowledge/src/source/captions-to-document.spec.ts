import { describe, expect, it } from '@jest/globals';
import { captionsToDocument } from './captions-to-document.js';

const paragraphs = (...captions: Parameters<typeof captionsToDocument>[0]) =>
  captionsToDocument(captions, 'Talk').blocks.map((block) => ('text' in block ? block.text : ''));

describe('captionsToDocument', () => {
  it('puts what is said within a minute into one paragraph with the time of its beginning', () => {
    const said = [
      { offset: 1.4, text: 'Good\nmorning.' },
      { offset: 59, text: ' Sit down. ' },
      { offset: 61.5, text: 'Now then.' },
      { offset: 3_700, text: 'The end.' },
    ];
    expect(paragraphs(...said)).toEqual([
      '[00:00:01] Good morning. Sit down.',
      '[00:01:01] Now then.',
      '[01:01:40] The end.',
    ]);
  });

  it('breaks paragraphs that grow too long, with times and without', () => {
    const text = 'word '.repeat(200);
    expect(paragraphs({ text, offset: 0 }, { text, offset: 1 }, { text, offset: 2 })).toHaveLength(2);
    const [first] = paragraphs({ text }, { text }, { text });
    expect(first).toMatch(/^word /);
  });

  it('has no paragraphs where nothing is said', () => {
    expect(paragraphs({ text: ' \n', offset: 0 })).toEqual([]);
  });

  it('names its title and its language', () => {
    expect(captionsToDocument([], 'Talk', 'de')).toMatchObject({ title: 'Talk', language: 'de' });
  });
});
