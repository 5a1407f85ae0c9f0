// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/http/http-edges.e2e.spec.ts.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProviderKind } from '@multilane/contracts';
import { type RecordedRequest, type Reply, repliesOf } from '@multilane/testing';
import fc from 'fast-check';
import { HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS, startPair } from '../start-pair.js';

const KINDS = ['mistral', 'anthropic', 'gemini', 'vertex', 'cohere', 'bedrock', 'simulator'] as const;

let pair: Pair;

beforeAll(async () => {
  pair = await startPair(() => ({ kinds: [...KINDS, 'system-one'] }));
  pair.upstream.onRequest(answer);
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

const SPEAKERS: readonly (readonly [RegExp, ProviderKind])[] = [
  [/^\/v1\/messages/, 'anthropic'],
  [/:\w+$/, 'gemini'],
  [/^\/v2\//, 'cohere'],
  [/^\/model\//, 'bedrock'],
];

/** A good answer of chat in the words of whoever is asked; endpoints other than chat cannot read it, which is 502. */
function answer({ path, body }: RecordedRequest): Reply {
  const replies = repliesOf(SPEAKERS.find(([pattern]) => pattern.test(path))?.[1] ?? 'openai');
  const streams = Object(body).stream === true || /stream/i.test(path);
  return streams ? replies.stream() : replies.answer();
}

const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const SCHEMA = { type: 'object', properties: { city: { type: 'string', enum: ['a'] } }, required: ['city'] };

/** A request that uses much of its format, with the type of model that it wants. */
const REQUESTS: Record<string, readonly [type: string, request: object]> = {
  '/v1/chat/completions': [
    'chat',
    {
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi' },
            { type: 'image_url', image_url: { url: PNG } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          reasoning_details: [{ type: 'reasoning.text', text: 'Hm', signature: 'c2ln', index: 0 }],
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"city":"a"}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: '{"a":1}' },
      ],
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: SCHEMA } }],
      tool_choice: 'auto',
      stop: ['x'],
      max_tokens: 9,
      temperature: 0.5,
      stream: true,
      stream_options: { include_usage: true },
    },
  ],
  '/v1/messages': [
    'chat',
    {
      max_tokens: 9,
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
            { type: 'tool_use', id: 'a', name: 'f', input: { city: 'a' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'r' }] }] },
      ],
      tools: [{ name: 'f', description: 'd', input_schema: SCHEMA }],
      tool_choice: { type: 'auto' },
      stop_sequences: ['x'],
      metadata: { user_id: 'u' },
      stream: true,
    },
  ],
  '/v1/messages/count_tokens': ['chat', { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }],
  '/v1/responses': [
    'chat',
    {
      instructions: 'Be brief.',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Hi' },
            { type: 'input_image', image_url: PNG },
          ],
        },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] },
        { type: 'function_call', call_id: 'a', name: 'f', arguments: '{"city":"a"}' },
        { type: 'function_call_output', call_id: 'a', output: 'r' },
        { type: 'additional_tools', role: 'developer', tools: [{ type: 'function', name: 'g', parameters: SCHEMA }] },
      ],
      tools: [
        { type: 'function', name: 'f', parameters: SCHEMA },
        { type: 'custom', name: 'c', format: { type: 'text' } },
        { type: 'namespace', name: 'n', tools: [{ type: 'function', name: 'h', parameters: SCHEMA }] },
      ],
      tool_choice: 'auto',
      text: { verbosity: 'low' },
      metadata: { a: 'b' },
      stream: true,
    },
  ],
  '/v1/completions': ['chat', { prompt: 'Hi', stop: ['x'], max_tokens: 9, stream: true }],
  '/v1/embeddings': ['embedding', { input: ['a', 'b'], encoding_format: 'base64' }],
  '/v1/rerank': ['rerank', { query: 'q', documents: ['a', { text: 'b' }], top_n: 1, return_documents: true }],
  '/v1/moderations': ['chat', { input: ['a', { type: 'text', text: 'b' }] }],
  '/v1/decision': [
    'decision',
    {
      state: { a: [1] },
      questions: {
        q: { type: 'choice', instructions: 'i', criteria: { a: 'b', c: null } },
        s: { type: 'score', instructions: ['i'], criteria: ['low', 'high'] },
      },
    },
  ],
};

/** Values that replace a member of a request, as JSON. */
const POISON = fc.oneof(
  fc.constantFrom(
    'null',
    '-1',
    '1e999',
    '12345678901234567890',
    '""',
    '"\\ud800"',
    '"\\u0000"',
    '"data:;base64,"',
    '"#/__proto__"',
    '{"__proto__":{"a":1},"constructor":1}',
    '[[[[[[[[]]]]]]]]',
    `"${'{"a":'.repeat(200)}"`.replaceAll('{"', '{\\"').replaceAll('":', '\\":'),
    '{"$ref":"#"}',
    '{"type":"text"}',
  ),
  fc.json({ maxDepth: 3 }),
);

/** The JSON of a value with some of its places, chosen by number, replaced. */
function poison(value: unknown, at: { left: number }, json: string): string {
  at.left -= 1;
  if (at.left === 0) return json;
  if (Array.isArray(value)) return `[${value.map((item) => poison(item, at, json)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${poison(member, at, json)}`);
  return `{${members.join(',')}}`;
}

describe.each(Object.entries(REQUESTS))('%s, malformed in any place', (path, [type, request]) => {
  it.each([...KINDS, 'system-one'])(
    'never fails the gateway in front of %s, and leaves no client waiting',
    async (kind) => {
      const places = JSON.stringify(request).match(/[[{,:]/g)?.length ?? 1;
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 2, max: places }), POISON, async (place, json) => {
          const body = poison({ ...request, model: `${kind}-${type}` }, { left: place }, json);
          const { status, text } = await pair.send(path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          });
          expect([200, 400, 404, 502]).toContain(status);
          expect(text).not.toContain('internal_error');
        }),
        { numRuns: 40 },
      );
    },
    SLOW_TEST_LIMIT_MS,
  );
});

it('and the gateway is as ready after it all as before', async () => {
  expect((await pair.send('/readyz', { key: null })).status).toBe(200);
  expect(pair.gateway.stdout()).not.toContain('"level":"error"');
});
