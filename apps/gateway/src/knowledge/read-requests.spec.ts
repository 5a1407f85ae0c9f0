import { describe, expect, it } from '@jest/globals';
import { readAnswerRequest } from './answer-from-knowledge.js';
import { readScores } from './query-knowledge.js';

describe('readAnswerRequest', () => {
  it('gives chat its own members and the search the others', () => {
    const read = readAnswerRequest({
      model: 'm',
      question: 'Why?',
      top_k: 3,
      mode: 'vector',
      stream: true,
      temperature: 0,
    });
    expect(read).toMatchObject({
      chat: { model: 'm', stream: true, temperature: 0 },
      messages: [{ role: 'user', content: 'Why?' }],
      query: { query: 'Why?', topK: 3, mode: 'vector' },
    });
    expect(Object.keys(read.chat)).toEqual(['model', 'stream', 'temperature']);
  });

  it.each([
    [
      [
        { role: 'user', content: 'First' },
        { role: 'assistant', content: 'Yes' },
        { role: 'user', content: 'Second' },
      ],
      'Second',
    ],
    [
      [{ role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'image_url' }, { type: 'text', text: 'b' }] }],
      'a\nb',
    ],
    [[{ role: 'user', content: 'x'.repeat(20_000) }], 'x'.repeat(8_000)],
  ])('searches for the last message of the user', (messages, query) => {
    expect(readAnswerRequest({ model: 'm', messages }).query.query).toBe(query);
  });

  it.each([
    [{ question: 'x' }, 'model'],
    [{ model: 'm' }, 'question'],
    [{ model: 'm', question: 'x', messages: [] }, 'question'],
    [{ model: 'm', question: 7 }, 'question'],
    [{ model: 'm', question: '  ' }, 'question'],
    [{ model: 'm', messages: [] }, 'messages'],
    [{ model: 'm', messages: [null, 5, { role: 'user' }] }, 'messages'],
    [{ model: 'm', messages: [{ role: 'assistant', content: 'x' }] }, 'messages'],
    [{ model: 'm', question: 'x', top_k: 0 }, 'top_k'],
    [{ model: 'm', question: 'x', top_k: '5' }, 'top_k'],
    [{ model: 'm', question: 'x', mode: 5 }, 'mode'],
    [{ model: 'm', question: 'x', rerank_model: {} }, 'rerank_model'],
    [{ model: 'm', question: 'x', tools: [] }, 'tools'],
    [{ model: 'm', question: 'x', n: 2 }, 'n'],
  ])('rejects %j and names %s', (body, param) => {
    expect(() => readAnswerRequest(body)).toThrow(expect.objectContaining({ param, status: 400 }));
  });

  it.each([null, [], 'text', 5])('rejects %j', (body) => {
    expect(() => readAnswerRequest(body)).toThrow(expect.objectContaining({ status: 400 }));
  });
});

describe('readScores', () => {
  it('gives each text its score, and those that the model left out the last places', () => {
    const results = [
      { index: 2, relevance_score: 0.9 },
      { index: 0, relevance_score: -0.5 },
      { index: 7, relevance_score: 1 },
      { index: 1, relevance_score: Number.NaN },
    ];
    expect(readScores({ results }, 3)).toEqual([-0.5, -1.5, 0.9]);
  });

  it.each([undefined, {}, { results: 'x' }])('rejects %j', (answer) => {
    expect(() => readScores(answer, 2)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });
});
