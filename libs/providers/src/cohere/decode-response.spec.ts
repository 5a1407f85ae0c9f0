import { describe, expect, test } from '@jest/globals';
import type { DecodeFacts } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { decodeChatResponse } from './decode-response.js';

const FACTS: DecodeFacts = { kind: 'cohere', idSeed: 's', created: 7, model: 'command', includeUsage: false };
const text = (value: string) => ({ type: 'text', text: value });
const CALL = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };

const decode = (body: unknown) => decodeChatResponse([body], FACTS);
const decodeChoice = (message: object, rest: object = {}) =>
  decode({ id: 'i', finish_reason: 'COMPLETE', message: { role: 'assistant', ...message }, ...rest }).response
    .choices[0];

describe('decodeChatResponse', () => {
  test('names the model and the time of the request, and makes an id where the provider gave none', () => {
    const { response } = decode({ finish_reason: 'COMPLETE', message: { content: [text('Hi')] } });
    expect(response).toMatchObject({ id: 'chatcmpl-s', object: 'chat.completion', created: 7, model: 'command' });
    expect(response).not.toHaveProperty('usage');
  });

  test.each<[object, object]>([
    [{ content: [text('a'), text('b')] }, { content: 'ab' }],
    [{ content: [] }, { content: '' }],
    [{ content: [{ type: 'thinking', thinking: 'Hm' }, text('a')] }, { content: 'a', reasoning_content: 'Hm' }],
    [
      { tool_plan: 'P', tool_calls: [CALL] },
      { content: null, reasoning_content: 'P', tool_calls: [CALL] },
    ],
    [
      { content: [text('a')], tool_calls: [CALL] },
      { content: 'a', tool_calls: [CALL] },
    ],
    [{ content: [text('a')], tool_plan: '', tool_calls: [], citations: [] }, { content: 'a' }],
    [
      { content: [text('a')], citations: [{ start: 0 }] },
      { content: 'a', citations: [{ start: 0 }] },
    ],
  ])('%j becomes the message %j', (message, expected) => {
    expect(decodeChoice(message)?.message).toEqual({ role: 'assistant', refusal: null, ...expected });
  });

  test.each([
    ['COMPLETE', {}, 'stop'],
    ['COMPLETE', { tool_calls: [CALL] }, 'tool_calls'],
    ['TOOL_CALL', { tool_calls: [CALL] }, 'tool_calls'],
    ['TOOL_CALL', {}, 'stop'],
    ['STOP_SEQUENCE', {}, 'stop'],
    ['MAX_TOKENS', { tool_calls: [CALL] }, 'length'],
    ['ERROR_TOXIC', {}, 'content_filter'],
    ['SOMETHING_NEW', {}, 'stop'],
    [undefined, {}, 'stop'],
  ])('finish_reason %s with %j is %s', (finish_reason, message, expected) => {
    expect(decodeChoice(message, { finish_reason })?.finish_reason).toBe(expected);
  });

  test.each([
    ['no object', 'x', 'provider_error'],
    ['nothing', undefined, 'provider_error'],
    ['no message', { id: 'i', finish_reason: 'COMPLETE' }, 'provider_error'],
    ['an error in the place of a message', { id: 'i', message: 'internal error' }, 'provider_error'],
    ['a finish reason that is an error', { finish_reason: 'ERROR', message: { content: [] } }, 'provider_error'],
    ['a finish reason that is a time limit', { finish_reason: 'TIMEOUT', message: {} }, 'provider_timeout'],
    ['a call without a name', { message: { tool_calls: [{ id: 'c', function: {} }] } }, 'provider_error'],
  ])('fails for %s', (_name, body, code) => {
    expect(() => decode(body)).toThrow(expect.objectContaining({ code }));
    expect(() => decode(body)).toThrow(ProviderFailure);
  });
});
