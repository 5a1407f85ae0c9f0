import { describe, expect, test } from '@jest/globals';
import type { DecodeFacts } from '../adapter.js';
import { decodeResponse } from './decode-response.js';

const FACTS: DecodeFacts = { kind: 'anthropic', idSeed: 's', created: 7, model: 'up', includeUsage: false };

describe('decodeResponse', () => {
  test('makes up for what the answer leaves out, and passes over blocks that it does not know', () => {
    const content = [{ type: 'something_new', text: 'x' }, null, { type: 'tool_use', id: 'a', name: 'f' }];
    expect(decodeResponse([{ content }], FACTS)).toEqual({
      usage: undefined,
      verbatim: false,
      response: {
        id: 'chatcmpl-s',
        object: 'chat.completion',
        created: 7,
        model: 'up',
        choices: [
          {
            index: 0,
            logprobs: null,
            finish_reason: 'tool_calls',
            message: {
              role: 'assistant',
              content: null,
              refusal: null,
              tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
            },
          },
        ],
      },
    });
  });

  test('keeps thinking whose text was left out, for its signature', () => {
    const content = [{ type: 'thinking', thinking: '', signature: 's' }];
    const [choice] = decodeResponse([{ content }], FACTS).response.choices;
    expect(choice?.message).not.toHaveProperty('reasoning_content');
    expect(choice?.message.reasoning_details).toEqual([
      { type: 'reasoning.text', text: '', signature: 's', format: 'anthropic-claude-v1', index: 0 },
    ]);
  });

  test.each([
    ['an error', { type: 'error', error: { type: 'overloaded_error' } }, true],
    ['an error of the request', { type: 'error', error: { type: 'invalid_request_error' } }, false],
    ['no content', { id: 'a' }, true],
    ['a call without a name', { content: [{ type: 'tool_use', id: 'a' }] }, true],
    ['no object', 'x', true],
    ['nothing', undefined, true],
  ])('fails for %s', (_name, body, retryable) => {
    expect(() => decodeResponse([body], FACTS)).toThrow(
      expect.objectContaining({ name: 'ProviderFailure', retryable }),
    );
  });
});
