import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { completion, jsonReply, rateLimited, streamReply, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

const ORIGIN = 'https://app.example';
const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content: [{ type: 'text', text: '{}' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
};
const EMBEDDED = { embeddings: [{ values: [0.5, 0.5] }] };
const EVENTS = [
  { type: 'message_start', message: { ...MESSAGE, content: [] } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
];
const STREAM = EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
const SCHEMA = { type: 'object', properties: {}, additionalProperties: false };

let pair: Pair;

beforeAll(async () => {
  pair = await startPair((upstreamUrl) => ({
    server: { cors: { origins: [ORIGIN] } },
    compatibility: { provider_rate_limited_status: 429 },
    providers: [
      { name: 'n', kind: 'anthropic', api_key: 'test-credential-0001', base_url: upstreamUrl },
      { name: 'g', kind: 'gemini', api_key: 'test-credential-0001', base_url: upstreamUrl },
      { name: 'r', kind: 'openai-compatible', api_key: 'test-credential-0001', base_url: `${upstreamUrl}/v1` },
    ],
    models: [
      { logical_name: 'claude', provider: 'n', upstream_model: 'claude' },
      {
        logical_name: 'lenient',
        provider: 'n',
        upstream_model: 'claude',
        unsupported_parameters: { drop: ['seed', 'logprobs'] },
      },
      {
        logical_name: 'structured',
        provider: 'n',
        upstream_model: 'claude',
        capabilities: { structured_output: true },
      },
      { logical_name: 'plain', provider: 'r', upstream_model: 'plain' },
      { logical_name: 'vectors', provider: 'g', upstream_model: 'gemini-embedding-001', type: 'embedding' },
    ],
    virtual_models: [
      { name: 'either', targets: [{ model: 'claude' }], unsupported_parameters: { drop: ['presence_penalty'] } },
    ],
    routing_configs: [{ name: 'loose', unsupported_parameters: { drop: ['frequency_penalty'] } }],
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: 'ml-test-research-member-0001' }] }],
  }));
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  pair.upstream.setDefault(jsonReply(MESSAGE));
});

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

const lastBody = () => pair.upstream.requests.at(-1)?.body as Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: answers are read member by member.
const read = (answer: { json(): unknown }) => answer.json() as any;

describe('X-Service-Adjusted (docs/contract/requests.md#adjusted-requests)', () => {
  it('names a temperature that was lowered, in every client format, and lets scripts of allowed origins read it', async () => {
    const formats = [
      ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Hi' }] }],
      ['/v1/responses', { input: 'Hi' }],
      ['/v1/completions', { prompt: 'Hi' }],
    ] as const;
    for (const [path, members] of formats) {
      const body = { model: 'claude', temperature: 1.7, ...members };
      const answer = await pair.send(path, { body, headers: { origin: ORIGIN } });
      expect([answer.status, answer.headers['x-service-adjusted']]).toEqual([200, 'temperature']);
      expect(answer.headers['access-control-expose-headers']).toContain('X-Service-Adjusted');
      expect(lastBody().temperature).toBe(1);
    }
  });

  it('is there before the first byte of a stream, and nowhere if nothing was lost', async () => {
    pair.upstream.setDefault(streamReply([Buffer.from(STREAM)]));
    const lossy = await pair.chat({ model: 'claude', temperature: 2, stream: true });
    expect([lossy.status, lossy.headers['x-service-adjusted']]).toEqual([200, 'temperature']);
    const exact = await pair.chat({ model: 'claude', temperature: 1, stream: true });
    expect([exact.status, exact.headers['x-service-adjusted']]).toEqual([200, undefined]);
  });
});

describe('unsupported_parameters (docs/contract/requests.md#droppable-parameters)', () => {
  it('of a model leaves out what it names, for that model alone, and counts it', async () => {
    const members = { seed: 7, logprobs: true, top_logprobs: 2 };
    const answer = await pair.chat({ model: 'lenient', ...members });
    expect([answer.status, answer.headers['x-service-adjusted']]).toEqual([200, 'logprobs, seed, top_logprobs']);
    expect(lastBody()).not.toHaveProperty('seed');
    expect((await pair.chat({ model: 'claude', seed: 7 })).status).toBe(400);
    expect((await pair.chat({ model: 'lenient', logit_bias: { 1: 1 } })).status).toBe(400);
    const series = 'service_parameters_dropped_total{provider="n",provider_kind="anthropic",parameter="seed"}';
    await waitUntil('the count', async () => (await pair.gateway.metrics()).includes(series) || undefined);
  });

  it('of a virtual model and of a routing config holds for what they lead to', async () => {
    const virtual = await pair.chat({ model: 'either', presence_penalty: 1 });
    expect([virtual.status, virtual.headers['x-service-adjusted']]).toEqual([200, 'presence_penalty']);
    const body = { model: 'claude', messages: [{ role: 'user', content: 'Hi' }], frequency_penalty: 1 };
    const routed = await pair.send('/v1/chat/completions', { body, headers: { 'x-service-config': 'loose' } });
    expect([routed.status, routed.headers['x-service-adjusted']]).toEqual([200, 'frequency_penalty']);
    const both = { ...body, model: 'either', presence_penalty: 1 };
    const answer = await pair.send('/v1/chat/completions', { body: both, headers: { 'x-service-config': 'loose' } });
    expect([answer.status, answer.headers['x-service-adjusted']]).toEqual([200, 'frequency_penalty, presence_penalty']);
  });
});

describe('structured output of a model that has it (docs/contract/chat.md#structured-output)', () => {
  it('is asked for in the provider’s own words on chat, responses and messages', async () => {
    const json_schema = { name: 'a', schema: SCHEMA, strict: true };
    const messages = [{ role: 'user', content: 'Hi' }];
    const asked = [
      ['/v1/chat/completions', { messages, response_format: { type: 'json_schema', json_schema } }],
      ['/v1/responses', { input: 'Hi', text: { format: { type: 'json_schema', ...json_schema } } }],
      ['/v1/messages', { messages, max_tokens: 9, output_config: { format: { type: 'json_schema', schema: SCHEMA } } }],
    ] as const;
    for (const [path, members] of asked) {
      const answer = await pair.send(path, { body: { model: 'structured', ...members } });
      expect(answer.status).toBe(200);
      expect(lastBody().output_config).toEqual({ format: { type: 'json_schema', schema: SCHEMA } });
    }
    const refused = await pair.chat({ model: 'claude', response_format: { type: 'json_schema', json_schema } });
    expect([refused.status, read(refused).error.param]).toEqual([400, 'response_format']);
    const jsonMode = await pair.chat({ model: 'structured', response_format: { type: 'json_object' } });
    expect([jsonMode.status, read(jsonMode).error.param]).toEqual([400, 'response_format']);
  });
});

describe('compatibility.provider_rate_limited_status (docs/contract/errors.md#provider-rate-limits)', () => {
  it('answers a provider’s own 429 with 429', async () => {
    pair.upstream.setDefault(rateLimited());
    const answer = await pair.chat({ model: 'plain' });
    expect([answer.status, read(answer).error.code, read(answer).error.type]).toEqual([
      429,
      'provider_rate_limited',
      'rate_limit_error',
    ]);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe('usage of translated embeddings (docs/contract/usage.md#translated-usage)', () => {
  it('is estimated where the provider reports none, and group R’s stays as it came', async () => {
    pair.upstream.setDefault(jsonReply(EMBEDDED));
    const answer = await pair.send('/v1/embeddings', { body: { model: 'vectors', input: 'Tell me about the sea.' } });
    const { usage } = read(answer);
    expect(answer.status).toBe(200);
    expect(usage.prompt_tokens).toBeGreaterThan(2);
    expect(usage).toEqual({ prompt_tokens: usage.prompt_tokens, total_tokens: usage.prompt_tokens });
  });
});

describe('a choice of chat (docs/contract/chat.md#response)', () => {
  it('has its message, its content and its arguments, whatever group R left out', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '' } };
    const choices = [{ index: 0, message: { role: 'assistant', tool_calls: [call] }, finish_reason: 'tool_calls' }];
    pair.upstream.setDefault(jsonReply({ ...completion(), choices } as never));
    const answer = await pair.chat({ model: 'plain' });
    expect(read(answer).choices[0].message).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [{ ...call, function: { name: 'f', arguments: '{}' } }],
    });
  });
});
