import { createOpenAI } from '@ai-sdk/openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AnswerParts,
  jsonReply,
  openAiChatReplies,
  openAiResponsesReplies,
  providerEntry,
  TEST_KEYS,
} from '@multilane/testing';
import { generateText, isStepCount, jsonSchema, tool } from 'ai';
import OpenAI from 'openai';
import { CODEX_HEADERS, CODEX_TURN, KNOWN_MODEL } from '../clients/codex-turns.js';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';
import { type Clients, createClients, ENDPOINTS, runAgent } from './clients.js';
import { LANES } from './lanes.js';
import { SECOND_ANSWER } from './task.js';

const LANE = LANES.find(({ name }) => name === 'openai-responses') as (typeof LANES)[number];

const CHAT = '/v1/chat/completions';
const RESPONSES = '/v1/responses';

/** Models of one provider that nothing is known of, one for each test that teaches the gateway something. */
const UNKNOWN = ['unknown-1', 'unknown-2', 'unknown-3', 'unknown-4'];

let pair: Pair;
let clients: Clients;

beforeAll(async () => {
  const model = (logical_name: string, upstream_model: string, more: object = {}) => ({
    logical_name,
    provider: 'openai',
    upstream_model,
    type: 'chat',
    ...more,
  });
  pair = await startPair((upstreamUrl) => ({
    providers: [providerEntry('openai', upstreamUrl), providerEntry('vllm', upstreamUrl, { cold_start: false })],
    models: [
      model('openai-responses-chat', 'gpt-5-codex'),
      model('both', 'gpt-5.5'),
      model('guarded', 'gpt-5.5'),
      model('repaired', 'gpt-5.5', { repair_history: true }),
      model('chat-only', 'gpt-4o-audio-preview', { capabilities: { api: 'chat' } }),
      model('elsewhere', 'gpt-5.4'),
      model('dropping', 'gpt-5-codex', { unsupported_parameters: { drop: ['stop'] } }),
      model('stated', 'some-model', { provider: 'vllm', capabilities: { api: 'responses' } }),
      ...UNKNOWN.map((name) => model(name, name)),
    ],
    guardrails: [
      {
        name: 'no-secrets',
        phase: 'after',
        kind: 'keywords',
        models: ['guarded'],
        config: { keywords: ['top secret'] },
      },
    ],
    teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] }],
  }));
  clients = createClients(pair.gateway);
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

const pathsOf = () => pair.upstream.requests.map(({ path }) => path);
const bodyOf = (index: number) => pair.upstream.requests.at(index)?.body as Record<string, unknown>;

/** Round `n` of ten: thinks, and calls one tool. */
const roundOf = (n: number): AnswerParts => ({
  thinking: { text: `Round ${n}.`, signature: Buffer.from(`thinking of round ${n}`).toString('base64') },
  calls: [{ id: `call_of_round_${n}`, name: 'get_time', arguments: `{"zone":"Z${n}"}` }],
});

const TOOL = { type: 'function', function: { name: 'get_time', parameters: { type: 'object', properties: {} } } };
const USE_RESPONSES = (message: string, status = 400) =>
  jsonReply({ error: { message, type: 'invalid_request_error', param: 'reasoning_effort', code: null } }, { status });

describe('docs/contract/responses.md#native: an agent keeps its encrypted reasoning over ten turns', () => {
  it.each(ENDPOINTS.flatMap((endpoint) => [true, false].map((isStreamed) => [endpoint, isStreamed] as const)))(
    'over %s, streamed: %s',
    async (endpoint, isStreamed) => {
      const { answer, stream } = openAiResponsesReplies;
      const parts = [...Array.from({ length: 9 }, (_, n) => roundOf(n)), SECOND_ANSWER];
      pair.upstream.enqueue(...parts.map((each) => (isStreamed ? stream(each) : answer(each))));
      const turns = await runAgent(clients, endpoint, LANE, isStreamed);
      expect(pair.upstream.refusals).toEqual([]);
      expect(turns.map(({ ending }) => ending)).toEqual([...Array(9).fill('calls'), 'answer']);
      expect(turns[8]?.thinking).toBe('Round 8.');
      expect(new Set(pathsOf())).toEqual(new Set([RESPONSES]));
      const sealed = JSON.stringify(bodyOf(-1)).match(/"encrypted_content":"[^"]+"/g) ?? [];
      expect(sealed).toHaveLength(9);
      expect(bodyOf(-1)).toMatchObject({ store: false, model: 'gpt-5-codex' });
    },
  );

  it('over the AI SDK, with its own Responses client', async () => {
    const { answer } = openAiResponsesReplies;
    pair.upstream.enqueue(...[roundOf(1), roundOf(2), SECOND_ANSWER].map((each) => answer(each)));
    const openai = createOpenAI({ baseURL: `${pair.gateway.baseUrl}/v1`, apiKey: TEST_KEYS.research });
    const { text } = await generateText({
      model: openai.responses('openai-responses-chat'),
      prompt: 'What time is it?',
      providerOptions: { openai: { store: false, include: ['reasoning.encrypted_content'] } },
      tools: {
        get_time: tool({
          inputSchema: jsonSchema<{ zone: string }>({ type: 'object', properties: { zone: { type: 'string' } } }),
          execute: async () => ({ time: '14:05' }),
        }),
      },
      stopWhen: isStepCount(5),
      maxRetries: 0,
    });
    expect(text).toBe('It is 21 °C and five past two.');
    expect(pair.upstream.refusals).toEqual([]);
  });
});

describe('docs/contract/responses.md#native: the client’s own words', () => {
  it('of Codex reach the provider as they are, and its events come back byte for byte', async () => {
    const reply = openAiResponsesReplies.stream(roundOf(1));
    pair.upstream.enqueue(reply);
    const input = [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA-opaque' },
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_c', name: 'apply_patch', input: '*** Begin Patch' },
      { type: 'custom_tool_call_output', call_id: 'call_c', output: 'Done.' },
    ];
    const asked = { ...CODEX_TURN, ...KNOWN_MODEL, model: 'openai-responses-chat', input };
    const { text: body, status } = await pair.send(RESPONSES, { body: asked, headers: CODEX_HEADERS });
    expect(status).toBe(200);
    expect(pair.upstream.refusals).toEqual([]);
    expect(bodyOf(0)).toEqual({ ...asked, model: 'gpt-5-codex' });
    const events = body.split('\n\n').filter((event) => !event.startsWith(':'));
    expect(events.join('\n\n')).toBe(Buffer.concat(reply.chunks).toString());
  });

  it('store nothing, whatever they leave out, and keep what was encrypted coming', async () => {
    pair.upstream.enqueue(openAiResponsesReplies.answer());
    const { status, json } = await pair.send(RESPONSES, { body: { model: 'both', input: 'Hi' } });
    expect(status).toBe(200);
    expect(json()).toMatchObject({ object: 'response', store: false, output: [{ type: 'message' }] });
    expect(bodyOf(0)).toEqual({
      model: 'gpt-5.5',
      input: 'Hi',
      store: false,
      include: ['reasoning.encrypted_content'],
    });
  });

  it('have a failure inside the stream told in our words, with the next number', async () => {
    const { errorAfter, stream } = openAiResponsesReplies;
    pair.upstream.enqueue(errorAfter(stream({ text: ['One', ' two'] }), 6));
    const { text: body } = await pair.send(RESPONSES, { body: { model: 'both', input: 'Hi', stream: true } });
    const events = body.split('\n\n').filter((event) => event.startsWith('event:'));
    const last = JSON.parse(events.at(-1)?.split('data: ')[1] ?? '{}');
    expect(last).toMatchObject({
      type: 'response.failed',
      sequence_number: events.length - 1,
      response: { id: 'resp_of_test', status: 'failed', error: { code: 'provider_error' } },
    });
    expect(body).not.toContain('The test asked');
  });

  it.each([
    [{ store: true }, 'store'],
    [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ background: true }, 'background'],
    [{ tools: [{ type: 'web_search' }] }, 'web_search'],
    [{ seed: 1 }, 'seed'],
    [{ logit_bias: { 5: 1 } }, 'logit_bias'],
  ])('are rejected for %j before any provider', async (members, param) => {
    const { status, json } = await pair.send(RESPONSES, { body: { model: 'both', input: 'Hi', ...members } });
    expect([status, json()]).toMatchObject([400, { error: { code: 'unsupported_parameter', param } }]);
    expect(pair.upstream.requests).toEqual([]);
  });
});

describe('docs/contract/responses.md#native: guardrails look at native answers', () => {
  it.each([
    ['a message', { text: ['This is top ', 'secret.'] }],
    ['thinking beside its encrypted form', { thinking: { text: 'Top secret.', signature: 'gAAA' }, text: ['Well.'] }],
    ['a call', { calls: [{ id: 'call_1', name: 'f', arguments: '{"a":"top secret"}' }] }],
  ])('in %s, whole and streamed', async (_where, parts: AnswerParts) => {
    const body = { model: 'guarded', input: 'Hi' };
    pair.upstream.enqueue(openAiResponsesReplies.answer(parts), openAiResponsesReplies.stream(parts));
    const { json, status } = await pair.send(RESPONSES, { body });
    expect([status, json()]).toMatchObject([400, { error: { code: 'guardrail_blocked', guardrail: 'no-secrets' } }]);
    const streamed = await pair.send(RESPONSES, { body: { ...body, stream: true } });
    expect(streamed.text).toContain('guardrail_blocked');
    expect(streamed.text.toLowerCase()).not.toContain('top secret');
    expect(pathsOf()).toEqual([RESPONSES, RESPONSES]);
  });

  it('and let the others pass as they came', async () => {
    const reply = openAiResponsesReplies.stream(roundOf(1));
    pair.upstream.enqueue(reply);
    const { text } = await pair.send(RESPONSES, { body: { model: 'guarded', input: 'Hi', stream: true } });
    const events = text.split('\n\n').filter((event) => !event.startsWith(':'));
    expect(events.join('\n\n')).toBe(Buffer.concat(reply.chunks).toString());
  });
});

describe('docs/contract/responses.md#histories', () => {
  const CALL = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' };
  const OUTPUT = { type: 'function_call_output', call_id: 'a', output: 'ok' };

  it('ids are once each, and names in the alphabet of tools', async () => {
    pair.upstream.enqueue(openAiResponsesReplies.answer());
    const input = [{ ...CALL, id: 'fc_1', name: 'f.g' }, OUTPUT, { ...CALL, id: 'fc_1' }, OUTPUT];
    expect((await pair.send(RESPONSES, { body: { model: 'both', input } })).status).toBe(200);
    expect(pair.upstream.refusals).toEqual([]);
    expect(bodyOf(0).input).toMatchObject([{ name: 'f_g' }, {}, { call_id: 'a_2' }, { call_id: 'a_2' }]);
  });

  it.each([
    ['an output without a call', [OUTPUT], 'input[0].call_id'],
    ['a call without an output', [CALL], 'input[0]'],
  ])('%s is rejected with its path', async (_what, input, param) => {
    const { json, status } = await pair.send(RESPONSES, { body: { model: 'both', input } });
    expect([status, json()]).toMatchObject([400, { error: { code: 'invalid_value', param } }]);
    expect(pair.upstream.requests).toEqual([]);
  });

  it('a missing output gets a placeholder where the operator has histories repaired', async () => {
    pair.upstream.enqueue(openAiResponsesReplies.answer());
    const { headers, status } = await pair.send(RESPONSES, { body: { model: 'repaired', input: [CALL] } });
    expect([status, headers['x-service-adjusted']]).toEqual([200, 'input']);
    expect(pair.upstream.refusals).toEqual([]);
  });

  it('chat to the format is held to the same', async () => {
    const calling = {
      role: 'assistant',
      tool_calls: [{ id: 'a', ...TOOL, function: { name: 'get_time', arguments: '{}' } }],
    };
    const messages = [{ role: 'user', content: 'Hi' }, calling];
    const { json } = await pair.chat({ model: 'openai-responses-chat', messages });
    expect(json()).toMatchObject({ error: { code: 'invalid_value', param: 'messages[1].tool_calls[0]' } });
  });
});

describe('docs/contract/responses.md#reasoning-items: thinking that the provider cannot read', () => {
  const UNREADABLE = jsonReply(
    {
      error: { message: 'The encrypted content gAAA...DQ== could not be verified.', code: 'invalid_encrypted_content' },
    },
    { status: 400 },
  );
  const foreign = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'of-another-key' };
  const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] };

  it.each([false, true])('is left out, asked once more and declared, streamed: %s', async (stream) => {
    const { answer, stream: streamed } = openAiResponsesReplies;
    pair.upstream.enqueue(UNREADABLE, stream ? streamed() : answer());
    const input = [{ role: 'user', content: 'Hi' }, foreign, said, { role: 'user', content: 'Go on' }];
    const { headers, status } = await pair.send(RESPONSES, { body: { model: 'both', input, stream } });
    expect([status, headers['x-service-adjusted']]).toEqual([200, 'input']);
    expect(JSON.stringify(bodyOf(0))).toContain('of-another-key');
    expect(JSON.stringify(bodyOf(1))).not.toContain('of-another-key');
    expect(pathsOf()).toEqual([RESPONSES, RESPONSES]);
  });

  it('… also where chat is translated to the format', async () => {
    pair.upstream.enqueue(UNREADABLE, openAiResponsesReplies.answer());
    const detail = {
      type: 'reasoning.encrypted',
      id: 'rs_1',
      data: 'of-another-key',
      format: 'openai-responses-v1',
      index: 0,
    };
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello', reasoning_details: [detail] },
      { role: 'user', content: 'Go on' },
    ];
    const { headers, status } = await pair.chat({ model: 'openai-responses-chat', messages });
    expect([status, headers['x-service-adjusted']]).toEqual([200, 'messages']);
    expect(JSON.stringify(bodyOf(1))).not.toContain('of-another-key');
  });

  it('a request without such thinking is not asked again', async () => {
    pair.upstream.enqueue(UNREADABLE);
    expect((await pair.send(RESPONSES, { body: { model: 'both', input: 'Hi' } })).status).toBe(400);
    expect(pair.upstream.requests).toHaveLength(1);
  });
});

describe('docs/contract/responses.md#tools: a search for tools that the client runs, as of Codex', () => {
  const search = {
    type: 'tool_search',
    execution: 'client',
    description: 'Finds tools.',
    parameters: { type: 'object' },
  };
  const tools = [
    search,
    { type: 'namespace', name: 'mcp', description: 'd', tools: [{ type: 'function', name: 'f' }] },
  ];
  const input = [
    { role: 'user', content: 'Hi' },
    { type: 'tool_search_call', call_id: 'c1', execution: 'client', status: 'completed', arguments: { query: 'mail' } },
    {
      ...{ type: 'tool_search_output', call_id: 'c1', execution: 'client', status: 'completed' },
      tools: [{ type: 'function', name: 'send_mail', description: 'd', defer_loading: true, parameters: {} }],
    },
  ];

  it('goes to the provider as it is', async () => {
    pair.upstream.enqueue(openAiResponsesReplies.answer());
    const { status } = await pair.send(RESPONSES, { body: { model: 'both', input, tools } });
    expect(status).toBe(200);
    expect(pair.upstream.refusals).toEqual([]);
    expect(bodyOf(0)).toMatchObject({ input, tools });
  });

  it.each([
    [{ input, tools: [] }, 'input[1].type'],
    [{ input: 'Hi', tools }, 'tools[0].type'],
  ])('is rejected where the request is translated', async (members, param) => {
    const { json, status } = await pair.send(RESPONSES, { body: { model: 'chat-only', ...members } });
    expect([status, json()]).toMatchObject([400, { error: { code: 'unsupported_parameter', param } }]);
  });

  it('is rejected where the provider would run it', async () => {
    const { json } = await pair.send(RESPONSES, {
      body: { model: 'both', input: 'Hi', tools: [{ type: 'tool_search' }] },
    });
    expect(json()).toMatchObject({ error: { code: 'unsupported_parameter', param: 'tools[0].type' } });
  });
});

describe('docs/contract/responses.md#formats-of-a-model: the format that a model needs', () => {
  it('is the Responses format for tools of some, and chat for the rest', async () => {
    pair.upstream.enqueue(openAiResponsesReplies.answer(), openAiChatReplies.answer(), openAiChatReplies.answer());
    await pair.chat({ model: 'both', tools: [TOOL] });
    await pair.chat({ model: 'both' });
    await pair.chat({ model: 'both', tools: [TOOL], reasoning_effort: 'none' });
    expect(pathsOf()).toEqual([RESPONSES, CHAT, CHAT]);
    expect(pair.upstream.refusals).toEqual([]);
  });

  it('serves legacy completions of a model that has no other format', async () => {
    pair.upstream.enqueue(openAiResponsesReplies.answer());
    const { json } = await pair.send('/v1/completions', { body: { model: 'openai-responses-chat', prompt: 'Hi' } });
    expect(json()).toMatchObject({ object: 'text_completion', choices: [{ text: 'Hello there.' }] });
    expect(pathsOf()).toEqual([RESPONSES]);
  });

  it('is as the operator states it', async () => {
    pair.upstream.enqueue(openAiResponsesReplies.answer(), openAiResponsesReplies.answer());
    await pair.chat({ model: 'stated' });
    await pair.send(RESPONSES, { body: { model: 'stated', input: 'Hi' } });
    expect(pathsOf()).toEqual([RESPONSES, RESPONSES]);
    expect(pair.upstream.refusals).toEqual([]);
  });

  it('declares what it lacks, and rejects what asks for more', async () => {
    pair.upstream.enqueue(openAiResponsesReplies.answer());
    const answered = await pair.chat({ model: 'openai-responses-chat', stop: ['END'], max_tokens: 5 });
    expect(answered.headers['x-service-adjusted']).toBe('max_tokens, stop');
    const refused = await pair.chat({ model: 'openai-responses-chat', n: 2 });
    expect(refused.json()).toMatchObject({ error: { code: 'unsupported_parameter', param: 'n' } });
  });
});

describe('docs/contract/chat.md#stop-sequences: the gateway ends what a model is not told to end', () => {
  const SAID: AnswerParts = { text: ['one E', 'ND two'] };
  const HI = { messages: [{ role: 'user', content: 'Hi' }] };

  it.each([false, true])('on chat, streamed: %s, with the usage of the whole answer', async (stream) => {
    for (const replies of [openAiResponsesReplies, openAiChatReplies]) {
      pair.upstream.enqueue(stream ? replies.stream(SAID) : replies.answer(SAID));
      const model = replies === openAiChatReplies ? 'both' : 'openai-responses-chat';
      const options = stream ? { stream, stream_options: { include_usage: true } } : {};
      const { headers, text } = await pair.chat({ model, stop: 'END', ...options });
      expect(headers['x-service-adjusted']).toBe('stop');
      expect(text).not.toContain('two');
      expect(text).toMatch(/"finish_reason":"stop",(?:"logprobs":null,)?"stop_reason":"END"/);
      expect(text).toContain('"usage":{');
      expect(bodyOf(-1)).not.toHaveProperty('stop');
    }
    expect(pathsOf()).toEqual([RESPONSES, CHAT]);
  });

  it.each([false, true])('on messages, which name the sequence, and on completions, streamed: %s', async (stream) => {
    const { answer, stream: streamed } = openAiResponsesReplies;
    pair.upstream.enqueue(...[SAID, SAID].map((each) => (stream ? streamed(each) : answer(each))));
    const body = { model: 'openai-responses-chat', stream };
    const message = await pair.send('/v1/messages', {
      body: { ...body, ...HI, max_tokens: 50, stop_sequences: ['END'] },
    });
    expect(message.text).toContain('"stop_reason":"stop_sequence","stop_sequence":"END"');
    const completion = await pair.send('/v1/completions', { body: { ...body, prompt: 'Hi', stop: ['END'] } });
    expect(completion.text).toContain('"finish_reason":"stop"');
    expect(message.text + completion.text).not.toContain('two');
  });

  it('not where the operator has the parameter dropped', async () => {
    pair.upstream.enqueue(openAiResponsesReplies.answer(SAID));
    const { json } = await pair.chat({ model: 'dropping', stop: 'END' });
    expect(json()).toMatchObject({ choices: [{ message: { content: 'one END two' } }] });
  });
});

describe('docs/contract/responses.md#wrong-guesses: a wrong guess heals', () => {
  const TOOLS_NEED_IT =
    "Function tools with reasoning_effort are not supported for x in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.";
  const ONLY_THERE = 'This model is only supported in v1/responses and not in v1/chat/completions.';

  it('for tools: asked again at once, and kept in mind for requests with tools', async () => {
    const [model] = UNKNOWN;
    const { answer } = openAiResponsesReplies;
    pair.upstream.enqueue(USE_RESPONSES(TOOLS_NEED_IT), answer(), answer(), openAiChatReplies.answer(), answer());
    const body = { model, tools: [TOOL], reasoning_effort: 'low' };
    expect((await pair.chat(body)).status).toBe(200);
    expect((await pair.chat(body)).status).toBe(200);
    expect((await pair.chat({ model })).status).toBe(200);
    expect((await pair.send(RESPONSES, { body: { model, input: 'Hi' } })).status).toBe(200);
    expect(pathsOf()).toEqual([CHAT, RESPONSES, RESPONSES, CHAT, RESPONSES]);
  });

  it('for a model that is served there alone, over every client format and in streams', async () => {
    const model = UNKNOWN[1];
    pair.upstream.enqueue(USE_RESPONSES(ONLY_THERE, 404), openAiResponsesReplies.stream());
    const { text: body, status } = await pair.send('/v1/messages', {
      body: { model, max_tokens: 50, stream: true, messages: [{ role: 'user', content: 'Hi' }] },
    });
    expect(status).toBe(200);
    expect(body).toContain('message_stop');
    pair.upstream.enqueue(openAiResponsesReplies.answer());
    await pair.send(RESPONSES, { body: { model, input: 'Hi' } });
    expect(pathsOf()).toEqual([CHAT, RESPONSES, RESPONSES]);
  });

  it('is not kept in mind where the other format is rejected as well: the first refusal is the answer', async () => {
    const model = UNKNOWN[2];
    const refuse = () => [USE_RESPONSES('This is not a chat model.', 404), USE_RESPONSES('Not found', 404)];
    pair.upstream.enqueue(...refuse(), ...refuse());
    const [one, other] = [await pair.chat({ model }), await pair.chat({ model })];
    expect([one.status, other.status]).toEqual([one.status, one.status]);
    expect(one.status).toBeGreaterThanOrEqual(400);
    expect(pathsOf()).toEqual([CHAT, RESPONSES, CHAT, RESPONSES]);
  });

  it('goes the other way where a server has no Responses API', async () => {
    pair.upstream.enqueue(jsonReply({ detail: 'Not Found' }, { status: 404 }), openAiChatReplies.answer());
    const { status, json } = await pair.send(RESPONSES, { body: { model: 'elsewhere', input: 'Hi' } });
    expect([status, json()]).toMatchObject([200, { object: 'response' }]);
    pair.upstream.enqueue(openAiChatReplies.answer());
    await pair.send(RESPONSES, { body: { model: 'elsewhere', input: 'Hi' } });
    expect(pathsOf()).toEqual([RESPONSES, CHAT, CHAT]);
  });

  it('is asked again once only', async () => {
    const model = UNKNOWN[3];
    pair.upstream.enqueue(USE_RESPONSES(TOOLS_NEED_IT), USE_RESPONSES(TOOLS_NEED_IT));
    const { status } = await pair.chat({ model, tools: [TOOL] });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(pair.upstream.requests).toHaveLength(2);
  });
});

describe('the official SDK', () => {
  it('reads a relayed stream to its final response', async () => {
    pair.upstream.enqueue(openAiResponsesReplies.stream(roundOf(3)));
    const client = new OpenAI({ baseURL: `${pair.gateway.baseUrl}/v1`, apiKey: TEST_KEYS.research, maxRetries: 0 });
    const stream = client.responses.stream({ model: 'both', input: 'Hi' });
    const { output } = await stream.finalResponse();
    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'function_call']);
  });

  it.each([
    ['response.completed', {}],
    ['response.incomplete', { isCutShort: true }],
  ])('reads an estimated usage in %s of a provider that reports none', async (type, parts) => {
    const whole = openAiResponsesReplies.stream({ text: ['Fog ', 'over Oslo.'], ...parts });
    const chunks = whole.chunks.map((chunk) =>
      Buffer.from(chunk.toString().replace(/"usage":\{"input_tokens":.*?"total_tokens":\d+\}/, '"usage":null')),
    );
    pair.upstream.enqueue({ ...whole, chunks });
    const client = new OpenAI({ baseURL: `${pair.gateway.baseUrl}/v1`, apiKey: TEST_KEYS.research, maxRetries: 0 });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of await client.responses.create({ model: 'both', input: 'Hi', stream: true })) {
      events.push(event);
    }
    const last = events.at(-1);
    expect(last?.type).toBe(type);
    const usage = last !== undefined && 'response' in last ? last.response.usage : undefined;
    expect(usage).toMatchObject({ input_tokens: expect.any(Number), output_tokens_details: { reasoning_tokens: 0 } });
    expect(usage?.total_tokens).toBe((usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0));
    expect(Math.min(usage?.input_tokens ?? 0, usage?.output_tokens ?? 0)).toBeGreaterThan(0);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_event, index) => index));
  });
});
