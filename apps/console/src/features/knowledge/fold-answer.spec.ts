import { describe, expect, it } from '@jest/globals';
import { foldAnswer, NO_ANSWER } from './fold-answer.js';

const CITATION = { index: 1, document_id: 'd', source: 'a.pdf', chunk_index: 0, quote: 'q' };
const word = (content: string) => ({ choices: [{ delta: { content } }] });

describe('an answer with citations', () => {
  it('is put together from words, and the citations at the end', () => {
    const events = [word('Up to '), word('36 [1].'), { choices: [], citations: [CITATION] }];
    expect(events.reduce(foldAnswer, NO_ANSWER)).toEqual({ text: 'Up to 36 [1].', citations: [CITATION] });
  });

  it('is read whole where it was not streamed', () => {
    const event = { choices: [{ message: { content: 'Yes [1].' } }], citations: [CITATION] };
    expect(foldAnswer(NO_ANSWER, event)).toEqual({ text: 'Yes [1].', citations: [CITATION] });
  });

  it('keeps what it has when an event says nothing', () => {
    const answer = { text: 'a', citations: [] };
    for (const event of [null, {}, { choices: [{}] }, { usage: {} }]) expect(foldAnswer(answer, event)).toEqual(answer);
  });

  it('fails with what the stream reports', () => {
    expect(() => foldAnswer(NO_ANSWER, { error: { message: 'The provider failed.' } })).toThrow('The provider failed.');
  });
});
