import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AnswerParts,
  jsonReply,
  openAiResponsesReplies,
  providerEntry,
  streamReply,
  TEST_KEYS,
} from '@multilane/testing';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

/** Policies over /v1/responses to a model that its provider serves in that format: nothing is translated, and all holds as on chat. */

const EMAIL = 'jane.doe@example.com';
const MODELS_OWN = 'someone.else@example.org';
const RESPONSES = '/v1/responses';
const STREAMED = [false, true];

let pair: Pair;

const start = (sections: object) => async () => {
  pair = await startPair((upstreamUrl) => ({
    providers: [providerEntry('openai', upstreamUrl)],
    models: [
      {
        logical_name: 'native',
        provider: 'openai',
        upstream_model: 'gpt-5-codex',
        type: 'chat',
        prices: { input_per_million: 1000, cached_input_per_million: 100, output_per_million: 10_000, per_search: 0.5 },
      },
    ],
    teams: [
      { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] },
      { name: 'support', api_keys: [{ name: 'desk', key: TEST_KEYS.support }] },
    ],
    ...sections,
  }));
};

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

const { answer: whole, stream: streamed } = openAiResponsesReplies;
const answerWith = (parts: AnswerParts, stream: boolean) =>
  pair.upstream.onRequest(() => (stream ? streamed(parts) : whole(parts)));
const ask = (members: object, key?: string) =>
  pair.send(RESPONSES, { body: { model: 'native', input: 'Hi', ...members }, ...(key && { key }) });
const sent = (): string => pair.upstream.requests.map(({ rawBody }) => rawBody.toString('utf8')).join('\n');

/** The whole response, however it came. */
function responseOf(text: string, stream: boolean): Record<string, unknown> & { output: { type: string }[] } {
  const data = text.match(/^data: (.*)$/gm)?.map((line) => JSON.parse(line.slice('data: '.length))) ?? [];
  return stream ? data.at(-1).response : JSON.parse(text);
}

/** The texts that came in pieces, by their type. */
function deltasOf(text: string, type: string): string {
  const events = text.match(/^data: (.*)$/gm)?.map((line) => JSON.parse(line.slice('data: '.length))) ?? [];
  return events.flatMap((event) => (event.type === type ? [event.delta] : [])).join('');
}

describe('docs/contract/personal-data.md#restore: native requests are redacted, and answers have the values again', () => {
  beforeAll(start({ pii: { input: 'redact', restore: true } }), HOOK_LIMIT_MS);
  afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

  const input = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: `Write to ${EMAIL}.` }] },
    { type: 'function_call', call_id: 'c1', name: 'find', arguments: JSON.stringify({ who: EMAIL }) },
    { type: 'function_call_output', call_id: 'c1', output: `It is ${EMAIL}` },
    { type: 'custom_tool_call', call_id: 'c2', name: 'run', input: `grep ${EMAIL}` },
    { type: 'custom_tool_call_output', call_id: 'c2', output: [{ type: 'input_text', text: EMAIL }] },
  ];

  it.each(STREAMED)('in texts, streamed: %s', async (stream) => {
    answerWith({ text: ['To [EM', 'AIL_1', '] and not [EMAIL_7].'] }, stream);
    const { status, text } = await ask({ instructions: `You help ${EMAIL}.`, input, stream });
    expect(status).toBe(200);
    expect(sent()).not.toContain(EMAIL);
    expect(sent().match(/\[EMAIL_\d+\]/g)).toEqual(Array(6).fill('[EMAIL_1]'));
    const said = `To ${EMAIL} and not [EMAIL_7].`;
    expect(responseOf(text, stream).output).toMatchObject([{ type: 'message', content: [{ text: said }] }]);
    if (stream) expect(deltasOf(text, 'response.output_text.delta')).toBe(said);
    expect(text).not.toContain('[EMAIL_1]');
    expect(pair.gateway.stdout()).not.toContain(EMAIL);
  });

  it.each(STREAMED)('in arguments of calls, which stay JSON, and not in thinking, streamed: %s', async (stream) => {
    const calls = [{ id: 'call_1', name: 'find', arguments: '{"who":"[EMAIL_1]","n":1}' }];
    answerWith({ thinking: { text: 'They mean [EMAIL_1].', signature: 'gAAA' }, calls }, stream);
    const { text } = await ask({ input: EMAIL, stream });
    const [thought, call] = responseOf(text, stream).output as unknown as [
      { summary: { text: string }[]; encrypted_content: string },
      { arguments: string },
    ];
    expect(thought).toMatchObject({ summary: [{ text: 'They mean [EMAIL_1].' }], encrypted_content: 'gAAA' });
    expect(JSON.parse(call.arguments)).toEqual({ who: EMAIL, n: 1 });
    if (stream) {
      expect(JSON.parse(deltasOf(text, 'response.function_call_arguments.delta'))).toEqual({ who: EMAIL, n: 1 });
      expect(deltasOf(text, 'response.reasoning_summary_text.delta')).toBe('They mean [EMAIL_1].');
    }
  });
});

describe.each(['stream', 'buffer'])(
  'docs/contract/personal-data.md: native answers are redacted, output: %s',
  (output) => {
    beforeAll(start({ pii: { input: 'off', output } }), HOOK_LIMIT_MS);
    afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

    it.each(STREAMED)('wherever it says something of somebody, streamed: %s', async (stream) => {
      const calls = [{ id: 'call_1', name: 'find', arguments: JSON.stringify({ who: MODELS_OWN }) }];
      const thinking = { text: `They mean ${MODELS_OWN}.`, signature: 'gAAA' };
      answerWith({ thinking, text: ['Ask some', 'one.else@exam', 'ple.org.'], calls }, stream);
      const { status, text } = await ask({ stream });
      expect(status).toBe(200);
      expect(text).not.toContain(MODELS_OWN);
      expect(responseOf(text, stream).output).toMatchObject([
        { type: 'reasoning', summary: [{ text: 'They mean [EMAIL_1].' }] },
        { type: 'message', content: [{ text: 'Ask [EMAIL_1].' }] },
        { type: 'function_call', arguments: '{"who":"[EMAIL_1]"}' },
      ]);
      if (stream) expect(deltasOf(text, 'response.output_text.delta')).toBe('Ask [EMAIL_1].');
    });
  },
);

describe('docs/contract/cache.md: native answers', () => {
  beforeAll(start({ cache: { policies: [{ name: 'everybody', ttl_seconds: 60 }] } }), HOOK_LIMIT_MS);
  afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

  it.each(STREAMED)('are cached, and kept apart by team and by body, streamed: %s', async (stream) => {
    answerWith({ text: ['One', ' answer.'] }, stream);
    // Tests are repeated where they fail, and the cache keeps what it has.
    const body = { input: `Cached ${Date.now()}, streamed: ${stream}`, stream };
    const first = await ask(body);
    const second = await ask(body);
    expect([first, second].map(({ headers }) => headers['x-service-cache'])).toEqual(['miss', 'hit']);
    expect(responseOf(second.text, stream)).toEqual(responseOf(first.text, stream));
    expect(second.headers['x-service-attempts']).toBe('0');
    expect(pair.upstream.requests).toHaveLength(1);
    expect((await ask(body, TEST_KEYS.support)).headers['x-service-cache']).toBe('miss');
    expect((await ask({ ...body, instructions: 'Be brief.' })).headers['x-service-cache']).toBe('miss');
    const record = await findAuditRecord(pair, String(second.headers['x-request-id']));
    expect(record).toMatchObject({ cache: 'hit', cost_usd: 0 });
  });
});

describe('docs/contract/usage.md: usage and costs of native answers', () => {
  beforeAll(start({}), HOOK_LIMIT_MS);
  afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 40 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 4 },
    total_tokens: 110,
  };
  const message = { type: 'message', id: 'm', role: 'assistant', status: 'completed', content: [] };
  const search = { type: 'web_search_call', id: 'ws', status: 'completed', action: { type: 'search', query: 'q' } };
  const response = (output: object[], more: object = {}) => ({
    ...{ id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'gpt-5-codex', error: null },
    ...{ incomplete_details: null, output, usage, ...more },
  });
  const reply = (body: object, stream: boolean, type = 'response.completed') =>
    stream
      ? streamReply(
          [
            { type: 'response.created', sequence_number: 0, response: { ...body, status: 'in_progress', output: [] } },
            { type, sequence_number: 1, response: body },
          ].map((event) => Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)),
        )
      : jsonReply(body);

  // 60 of the prompt, 40 cached, 10 of the answer.
  const TOKENS = (60 * 1000 + 40 * 100 + 10 * 10_000) / 1e6;

  it.each(STREAMED)('are counted and priced as on chat, searches too, streamed: %s', async (stream) => {
    pair.upstream.onRequest(() => reply(response([search, message]), stream));
    const { headers } = await ask({ stream });
    if (!stream) expect(Number(headers['x-service-cost'])).toBeCloseTo(TOKENS + 0.5, 10);
    const record = await findAuditRecord(pair, String(headers['x-request-id']));
    expect(record).toMatchObject({
      usage_source: 'reported',
      prompt_tokens: 100,
      completion_tokens: 10,
      cached_tokens: 40,
      reasoning_tokens: 4,
      details: { searches: 1 },
    });
    expect(Number(record.cost_usd)).toBeCloseTo(TOKENS + 0.5, 10);
  });

  it.each(STREAMED)('are counted of an answer that was cut short, streamed: %s', async (stream) => {
    const cut = response([message], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
    pair.upstream.onRequest(() => reply(cut, stream, 'response.incomplete'));
    const { headers } = await ask({ stream });
    const record = await findAuditRecord(pair, String(headers['x-request-id']));
    expect(record).toMatchObject({ usage_source: 'reported', prompt_tokens: 100 });
    expect(Number(record.cost_usd)).toBeCloseTo(TOKENS, 10);
  });

  it.each(STREAMED)('are estimated where the provider reports none, streamed: %s', async (stream) => {
    const { chunks } = streamed({ text: ['Four words', ' of it.'] });
    const said = { ...message, content: [{ type: 'output_text', text: 'Four words of it.', annotations: [] }] };
    pair.upstream.onRequest(() =>
      stream
        ? streamReply(
            chunks.map((chunk) => Buffer.from(String(chunk).replace(/"usage":\{.*?\}\}?,?/g, '"usage":null'))),
          )
        : jsonReply(response([said], { usage: null })),
    );
    const { headers } = await ask({ stream });
    const record = await findAuditRecord(pair, String(headers['x-request-id']));
    expect(record).toMatchObject({ usage_source: 'estimated' });
    expect(Number(record.completion_tokens)).toBeGreaterThan(2);
    expect(Number(record.cost_usd)).toBeGreaterThan(0);
  });
});
