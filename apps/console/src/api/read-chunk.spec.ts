import { describe, expect, it } from '@jest/globals';
import { readChunk } from './read-chunk.js';

describe('a chunk of an answer', () => {
  it('is read from a stream', () => {
    expect(readChunk({ choices: [{ delta: { content: 'He' }, finish_reason: null }] })).toMatchObject({ text: 'He' });
  });

  it('is read from a whole completion', () => {
    const choice = { message: { content: 'Hello' }, finish_reason: 'stop' };
    expect(
      readChunk({ choices: [choice], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } }),
    ).toMatchObject({
      text: 'Hello',
      finishReason: 'stop',
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    });
  });

  it('has calls by their index, and by their position where there is none', () => {
    const delta = {
      tool_calls: [
        { index: 2, function: { arguments: '{' } },
        { id: 'x', function: { name: 'f' } },
      ],
    };
    expect(readChunk({ choices: [{ delta }] })).toMatchObject({
      calls: [
        { index: 2, arguments: '{' },
        { index: 1, id: 'x', name: 'f' },
      ],
    });
  });

  it('is a failure where the stream reports one', () => {
    expect(readChunk({ error: { code: 'provider_error', message: 'No.' } })).toEqual({
      code: 'provider_error',
      message: 'No.',
    });
  });

  it.each([[null], ['text'], [{}], [{ choices: [] }], [{ choices: [null] }]])('says nothing for %j', (chunk) => {
    const piece = readChunk(chunk);
    expect(Object.values(piece).filter((value) => value !== undefined)).toEqual([]);
  });
});
