import { describe, expect, test } from '@jest/globals';
import type { ChatMessage } from '@multilane/contracts';
import { encodeMessages } from './encode-messages.js';

const CALL = { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };
const TEXT = { type: 'text', text: 'Hi' };
const THINKING = { type: 'thinking', thinking: 'Hm' };
const IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } };

const encode = (...messages: object[]) => JSON.parse(JSON.stringify(encodeMessages(messages as ChatMessage[])));

describe('encodeMessages', () => {
  test.each<[object, object]>([
    [
      { role: 'system', content: 'S' },
      { role: 'system', content: 'S' },
    ],
    [
      { role: 'developer', content: [TEXT] },
      { role: 'system', content: [TEXT] },
    ],
    [
      { role: 'user', name: 'ann', content: 'Hi' },
      { role: 'user', content: 'Hi' },
    ],
    [
      { role: 'user', content: [{ ...TEXT, extra: 1 }, IMAGE] },
      { role: 'user', content: [TEXT, IMAGE] },
    ],
    [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://h/a.png', detail: 'high' } }] },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://h/a.png', detail: 'high' } }] },
    ],
    [
      { role: 'tool', tool_call_id: 'c', content: 'r' },
      { role: 'tool', tool_call_id: 'c', content: 'r' },
    ],
    [
      { role: 'tool', tool_call_id: 'c', content: [TEXT] },
      { role: 'tool', tool_call_id: 'c', content: [TEXT] },
    ],
    [
      { role: 'assistant', content: 'A' },
      { role: 'assistant', content: 'A' },
    ],
    [
      { role: 'assistant', content: null, refusal: 'No.' },
      { role: 'assistant', content: 'No.' },
    ],
    [
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'No.' }] },
    ],
    [
      { role: 'assistant', content: 'Hi', reasoning_content: 'Hm' },
      { role: 'assistant', content: [THINKING, TEXT] },
    ],
    [
      { role: 'assistant', content: [TEXT], reasoning_content: 'Hm' },
      { role: 'assistant', content: [THINKING, TEXT] },
    ],
    [
      { role: 'assistant', content: null, reasoning_content: 'Hm' },
      { role: 'assistant', content: [THINKING] },
    ],
    [
      { role: 'assistant', content: 'Hi', reasoning_content: '' },
      { role: 'assistant', content: 'Hi' },
    ],
    [
      { role: 'assistant', content: '', tool_calls: [CALL] },
      { role: 'assistant', tool_calls: [CALL] },
    ],
    [
      { role: 'assistant', content: 'Hi', reasoning_content: 'Hm', tool_calls: [CALL] },
      { role: 'assistant', content: 'Hi', tool_plan: 'Hm', tool_calls: [CALL] },
    ],
    [
      { role: 'assistant', tool_calls: [{ ...CALL, function: { name: 'f', arguments: '' } }] },
      { role: 'assistant', tool_calls: [{ ...CALL, function: { name: 'f', arguments: '{}' } }] },
    ],
    [
      // The per-message function_call of a stored assistant turn is still accepted
      // (docs/contract/chat.md#refused-parameters).
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
      { role: 'assistant', content: 'f({"a":1})' },
    ],
    [
      { role: 'assistant', content: 'Hi', refusal: 'No' },
      { role: 'assistant', content: [TEXT, { type: 'text', text: 'No' }] },
    ],
  ])('%j becomes %j', (message, sent) => {
    expect(encode(message)).toEqual([sent]);
  });

  test.each([
    { role: 'assistant', content: '' },
    { role: 'assistant', content: [{ type: 'text', text: '' }] },
    { role: 'assistant', content: null, refusal: '', reasoning_content: '' },
  ])('a turn of the assistant that says nothing is left out, for the provider refuses it: %j', (message) => {
    const user = { role: 'user', content: 'a' } as const;
    expect(encodeMessages([user, message as ChatMessage, user])).toEqual([user, user]);
  });

  const user = (...content: object[]) => ({ role: 'user', content });
  test.each<[string, object]>([
    ['messages[1].content[1]', user(TEXT, { type: 'file', file: { file_data: 'data:application/pdf;base64,AA' } })],
    ['messages[1].content[0]', user({ type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } })],
    [
      'messages[1].content[0].image_url.detail',
      user({ type: 'image_url', image_url: { url: 'https://h/a.png', detail: 'original' } }),
    ],
    ['messages[1].content[1]', { role: 'tool', tool_call_id: 'c', content: [TEXT, IMAGE] }],
    ['messages[1].tool_calls[1].type', { role: 'assistant', tool_calls: [CALL, { id: 'd', type: 'custom' }] }],
    ['messages[1].audio', { role: 'assistant', content: null, audio: { id: 'a' } }],
  ])('rejects %s, which the provider cannot take', (param, message) => {
    expect(() => encode({ role: 'user', content: 'Hi' }, message)).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param }),
    );
  });
});
