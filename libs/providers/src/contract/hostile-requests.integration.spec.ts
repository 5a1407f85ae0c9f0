// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/providers/src/contract/provider-contract.spec.ts.

import { describe, expect, jest, test } from '@jest/globals';
import type { ChatRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import type { ProviderTarget } from '../adapter.js';
import { getAdapter } from '../registry.js';
import { parseJsonObject } from '../shared/texts/parse-json-object.js';

/** Native kinds, whose encoders take a request apart; with the name of a model of theirs. */
const MODELS = {
  anthropic: 'claude-sonnet-4-5',
  gemini: 'gemini-3-pro-preview',
  vertex: 'gemini-3-pro-preview',
  cohere: 'command-a-03-2025',
  bedrock: 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
} as const;
const KINDS = Object.keys(MODELS) as (keyof typeof MODELS)[];

// Millions of values take a busy machine a while.
jest.setTimeout(30_000);

/** More arguments than a function call can take, as `push(...list)` would need. */
const MANY = 150_000;

function encode(kind: keyof typeof MODELS, request: object): string {
  const target = { kind, upstreamModel: MODELS[kind], baseUrl: 'https://provider.test', headers: {} };
  const codec = getAdapter(kind)?.endpoints.chat;
  return codec?.encode({ model: 'm', ...request } as ChatRequest, target as ProviderTarget).join('') ?? '';
}

const tool = (parameters: object) => ({ type: 'function', function: { name: 'f', parameters } });
const calling = (text: string) => ({
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: text } }] },
    { role: 'tool', tool_call_id: 'a', content: 'done' },
  ],
  tools: [tool({ type: 'object' })],
});

describe.each(KINDS)('%s', (kind) => {
  test('takes arguments nested without measure as text, or rejects them by their name', () => {
    const request = calling(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
    try {
      expect(encode(kind, request)).toContain('[[[[');
    } catch (error) {
      expect(error).toBeInstanceOf(GatewayError);
      expect(error).toMatchObject({ status: 400, param: 'messages[1].tool_calls[0].function.arguments' });
    }
  });

  test('keeps the digits of an integer in arguments', () => {
    expect(encode(kind, calling('{"id":12345678901234567890}'))).toContain('12345678901234567890');
  });

  test('takes a place of reasoning, and a required member, that no double can hold', () => {
    const long = parseJsonObject('{"integer":12345678901234567890}')?.integer;
    const details = [{ type: 'reasoning.text', text: 'Hm', signature: 'c2ln', index: long }];
    const body = encode(kind, {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Yo', reasoning_details: details },
      ],
      tools: [tool({ type: 'object', properties: { a: {} }, required: ['a', long] })],
    });
    expect(body).toContain('"Yo"');
  });

  test.each(['system', 'user', 'assistant'])('takes any number of parts in messages of %s', (role) => {
    const said = { role, content: Array.from({ length: MANY }, () => ({ type: 'text', text: 'a' })) };
    const body = encode(kind, { messages: [{ role: 'user', content: 'Hi' }, said, { ...said, content: 'b' }, said] });
    expect(body.match(/"a"/g)).toHaveLength(2 * MANY);
  });

  test('takes a schema that merges and requires without measure in time', async () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `property${index}`);
    const parameters = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, {}])),
      required: Array.from({ length: 100_000 }, (_, index) => `other${index}`),
      allOf: names.map((name) => ({ properties: { [name]: {} }, required: [name] })),
    };
    const request = { messages: [{ role: 'user', content: 'Hi' }], tools: [tool(parameters)] };
    // Comparing every name with every other takes many seconds.
    await expectWithin(2_000, () => processorTimeOf(() => encode(kind, request)));
  });

  test('writes no schema out beyond measure', () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `property${index}`);
    const parameters = {
      type: 'object',
      $defs: { long: { type: 'string', description: 'a'.repeat(100_000) } },
      properties: Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/long' }])),
    };
    const request = { messages: [{ role: 'user', content: 'Hi' }], tools: [tool(parameters)] };
    try {
      expect(encode(kind, request).length).toBeLessThan(20_000_000);
    } catch (error) {
      expect(error).toMatchObject({ status: 400, param: 'tools[0].function.parameters' });
    }
  });
});
