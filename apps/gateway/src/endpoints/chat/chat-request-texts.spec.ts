import { expect, test } from '@jest/globals';
import { deepFreeze } from '@multilane/testing';
import { listRequestTexts } from '../../guarding/texts/list-texts.js';
import type { TextMap } from '../../guarding/texts/text-map.js';
import { CHAT_FORMAT } from './chat.endpoint.js';

const SECRET = 'SECRET';
const hide: TextMap = (text, _role, format) => (format === 'name' ? text : text.replaceAll(SECRET, 'x'));
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: `{"q":"${SECRET}"}` } };

test.each([
  ['annotations, which a provider reads again', { role: 'assistant', annotations: [{ file: { content: [SECRET] } }] }],
  ['calls of a user', { role: 'user', content: 'hi', tool_calls: [call] }],
  ['thoughts of a tool', { role: 'tool', tool_call_id: 'c', content: 'ok', reasoning_content: SECRET }],
  ['thoughts without a signature', { role: 'assistant', reasoning_details: [{ text: SECRET }, { summary: SECRET }] }],
  ['thoughts that are no list', { role: 'assistant', reasoning_details: { text: SECRET } }],
])('guardrails and redaction reach %s in a request of chat', (_what, message) => {
  const request = deepFreeze({ messages: [message] });
  const { texts } = CHAT_FORMAT;
  expect(JSON.stringify(texts.mapRequest(request, hide))).not.toContain(SECRET);
  expect(listRequestTexts(texts, request).some(({ text }) => text.includes(SECRET))).toBe(true);
});
