// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/http/http-bodies.e2e.spec.ts.

import { describe, expect, jest, test } from '@jest/globals';
import type { AnyRequest } from '@multilane/contracts';
import type { EndpointDescriptor } from './descriptor.js';
import { MESSAGES } from './messages/messages.endpoint.js';
import { RESPONSES } from './responses/responses.endpoint.js';

// Millions of values take a busy machine a while.
jest.setTimeout(30_000);

/** More arguments than a function call can take, as `push(...list)` would need. */
const MANY = 150_000;
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

const many = (item: object) => Array.from({ length: MANY }, () => item);
const seal = (prefix: string, json: string) => prefix + Buffer.from(json).toString('base64url');
const toChat = (endpoint: EndpointDescriptor, request: AnyRequest) =>
  endpoint.bridge?.toChat(endpoint.validate({ model: 'm', ...request }), 'R1');

const asMessages = (...content: object[]) =>
  toChat(MESSAGES, {
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content },
      { role: 'user', content: 'Go on' },
    ],
  });
const asResponses = (...items: object[]) =>
  toChat(RESPONSES, { input: [{ role: 'user', content: 'Hi' }, ...items, { role: 'user', content: 'Go on' }] });
const thinking = (json: string) => ({ type: 'thinking', thinking: '', signature: seal('multilane:1:', json) });
const reasoning = (json: string) => ({ type: 'reasoning', summary: [], encrypted_content: seal('ml1.', json) });

describe('requests that no client means', () => {
  test('neighbouring turns of any length are one turn', () => {
    const turn = { role: 'user', content: many({ type: 'text', text: 'a' }) };
    const chat = toChat(MESSAGES, { max_tokens: 9, messages: [turn, turn] });
    expect(chat?.messages[0]?.content).toHaveLength(2 * MANY);
  });

  test('the contents of a signature of ours come back, as much as an answer can hold', () => {
    const details = many({}).slice(0, 20_000);
    const turn = { role: 'assistant', reasoning_details: details };
    expect(asMessages(thinking(JSON.stringify({ details })))?.messages[1]).toMatchObject(turn);
    expect(asResponses(reasoning(JSON.stringify({ details, calls: {} })))?.messages[1]).toMatchObject(turn);
  });

  test('a signature of ours that holds more levels or items than that is rejected by its name', () => {
    const refusal = (param: string) => expect.objectContaining({ code: 'invalid_value', param });
    expect(() => asMessages(thinking(`{"details":[{"a":${DEEP}}]}`))).toThrow(
      refusal('messages[1].content[0].signature'),
    );
    expect(() => asMessages(thinking(JSON.stringify({ details: many({}) })))).toThrow(
      refusal('messages[1].content[0].signature'),
    );
    expect(() => asResponses(reasoning(`{"details":[{"a":${DEEP}}],"calls":{}}`))).toThrow(
      refusal('input[1].encrypted_content'),
    );
  });
});

test.each(['constructor', '__proto__', 'toString', 'valueOf'])('a provider may name the field %s', (param) => {
  for (const endpoint of [MESSAGES, RESPONSES]) {
    const request = { model: 'm', max_tokens: 9, messages: [], input: 'Hi' };
    expect(endpoint.bridge?.nameParam(param, request, 'R')).toBe(param);
  }
});
