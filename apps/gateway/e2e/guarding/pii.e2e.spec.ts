import Anthropic from '@anthropic-ai/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerParts, TEST_KEYS } from '@multilane/testing';
import OpenAI from 'openai';
import { type BehindGateway, PLAYED, replyAs, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';

const EMAIL = 'jane.doe@example.com';
const PHONE = '+1 212 555 0142';
const MODELS_OWN = 'someone.else@example.org';

const [OPENAI_GPT, ANTHROPIC] = PLAYED as readonly [BehindGateway, BehindGateway];

/** Every client format, before a provider that speaks it and before one that is reached over chat. */
interface Client {
  readonly name: string;
  /** Asks with the email address in every text the format has, and gives all the text of the answer. */
  ask(pair: Pair, model: string, streams: boolean): Promise<string>;
}

const PROMPT = `Write to ${EMAIL} or call ${PHONE}.`;

const connect = ({ gateway }: Pair): OpenAI =>
  new OpenAI({ baseURL: `${gateway.baseUrl}/v1`, apiKey: TEST_KEYS.research, maxRetries: 0 });

const CLIENTS: Client[] = [
  {
    name: 'chat',
    async ask(pair, model, streams) {
      const params: OpenAI.ChatCompletionCreateParamsNonStreaming = {
        model,
        messages: [
          { role: 'system', content: `You help ${EMAIL}.` },
          { role: 'user', content: [{ type: 'text', text: 'Who?' }] },
          {
            role: 'assistant',
            tool_calls: [
              { id: 'call_1', type: 'function', function: { name: 'find', arguments: JSON.stringify({ who: EMAIL }) } },
            ],
          },
          { role: 'tool', tool_call_id: 'call_1', content: `It is ${EMAIL}` },
          { role: 'user', content: PROMPT },
        ],
        tools: [{ type: 'function', function: { name: 'find', parameters: { type: 'object', properties: {} } } }],
      };
      const openai = connect(pair);
      if (!streams) return String((await openai.chat.completions.create(params)).choices[0]?.message.content);
      const stream = openai.chat.completions.stream({ ...params, stream: true });
      return String((await stream.finalChatCompletion()).choices[0]?.message.content);
    },
  },
  {
    name: 'responses',
    async ask(pair, model, streams) {
      const params = { model, instructions: `You help ${EMAIL}.`, input: PROMPT };
      const openai = connect(pair);
      if (!streams) return (await openai.responses.create(params)).output_text;
      return (await openai.responses.stream(params).finalResponse()).output_text;
    },
  },
  {
    name: 'messages',
    async ask(pair, model, streams) {
      const anthropic = new Anthropic({ baseURL: pair.gateway.baseUrl, authToken: TEST_KEYS.research, apiKey: null });
      const params: Anthropic.MessageCreateParamsNonStreaming = {
        model,
        max_tokens: 100,
        system: `You help ${EMAIL}.`,
        tools: [{ name: 'find', input_schema: { type: 'object', properties: {} } }],
        messages: [
          { role: 'user', content: 'Who?' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'find', input: { who: EMAIL } }] },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'toolu_1', content: `It is ${EMAIL}` },
              { type: 'text', text: PROMPT },
            ],
          },
        ],
      };
      const answer = streams ? anthropic.messages.stream(params).finalMessage() : anthropic.messages.create(params);
      return (await answer).content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('');
    },
  },
];

const CASES = CLIENTS.flatMap((client) =>
  [OPENAI_GPT, ANTHROPIC].flatMap((behind) =>
    [false, true].map((streams) => ({ client, behind, streams, format: client.name, kind: behind.kind })),
  ),
);

let pair: Pair;

function script({ kind }: BehindGateway, parts: AnswerParts): void {
  pair.upstream.onRequest((request) => replyAs(kind, request, parts));
}

/** Requests that reached the provider, as text. */
const sent = (): string => pair.upstream.requests.map(({ rawBody }) => rawBody.toString('utf8')).join('\n');

/** All that the gateway wrote down. */
const written = (): string => pair.gateway.stdout();

afterEach(() => {
  const refusals = [...(pair?.upstream.refusals ?? [])];
  pair?.upstream.reset();
  expect(refusals).toEqual([]);
});

describe('docs/contract/personal-data.md#restore: personal data is redacted before the provider, and put back into the answer', () => {
  beforeAll(async () => {
    pair = await startEveryProvider({ pii: { input: 'redact', restore: true } });
  }, HOOK_LIMIT_MS);

  afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

  it.each(CASES)('$format before $kind, streamed: $streams', async ({ client, behind, streams }) => {
    script(behind, { text: ['I write to [EM', 'AIL_', '1] and call [PHONE_1', '], not [EMAIL_7]', '.'] });
    const answer = await client.ask(pair, behind.model, streams);
    expect(answer).toBe(`I write to ${EMAIL} and call ${PHONE}, not [EMAIL_7].`);
    expect(sent()).not.toContain(EMAIL);
    expect(sent()).not.toContain(PHONE);
    // The same value has the same placeholder in the system prompt, the arguments, the result and the question.
    expect(sent().match(/\[EMAIL_\d+\]/g)?.length).toBe(client.name === 'responses' ? 2 : 4);
    expect(new Set(sent().match(/\[EMAIL_\d+\]/g))).toEqual(new Set(['[EMAIL_1]']));
    expect(written()).not.toContain(EMAIL);
  });

  it('a placeholder that somebody typed is not given another one’s value', async () => {
    script(OPENAI_GPT, { text: ['[EMAIL_1] [EMAIL_2]'] });
    const messages = [{ role: 'user', content: `${EMAIL} [EMAIL_1]` }];
    const answer = await pair.chat({ messages });
    expect(sent()).toContain('[EMAIL_2] [EMAIL_1]');
    expect(answer.json()).toMatchObject({ choices: [{ message: { content: `[EMAIL_1] ${EMAIL}` } }] });
  });

  it('values are put back into the arguments of calls, which stay JSON', async () => {
    const call = { id: 'call_1', name: 'find', arguments: '{"who":"[EMAIL_1]","n":1}' };
    const tools = [{ type: 'function', function: { name: 'find', parameters: { type: 'object', properties: {} } } }];
    for (const stream of [false, true]) {
      script(OPENAI_GPT, { calls: [call] });
      const openai = connect(pair);
      const params = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: PROMPT }], tools };
      const answer = stream
        ? await openai.chat.completions.stream({ ...params, stream: true } as never).finalChatCompletion()
        : await openai.chat.completions.create(params as never);
      const [called] = answer.choices[0]?.message.tool_calls ?? [];
      expect(called).toMatchObject({ id: 'call_1', function: { name: 'find' } });
      expect(JSON.parse(called?.type === 'function' ? called.function.arguments : '')).toEqual({ who: EMAIL, n: 1 });
      expect(answer.choices[0]?.finish_reason).toBe('tool_calls');
    }
  });

  it('embeddings and count_tokens are redacted too', async () => {
    await pair.send('/v1/embeddings', { body: { model: 'openai-embedding', input: [EMAIL, 'x'] } });
    await pair.send('/v1/messages/count_tokens', {
      body: { model: 'anthropic-chat', messages: [{ role: 'user', content: EMAIL }] },
    });
    expect(pair.upstream.requests).toHaveLength(2);
    expect(sent()).not.toContain(EMAIL);
    pair.upstream.reset();
  });

  it('tokens instead of text are rejected, for nobody can look into them', async () => {
    const refused = await pair.send('/v1/embeddings', { body: { model: 'openai-embedding', input: [[1, 2, 3]] } });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({ error: { code: 'unsupported_parameter', param: 'input' } });
  });
});

// docs/contract/personal-data.md#streams-of-redacted-answers
describe.each(['stream', 'buffer'])('answers are redacted, output: %s', (output) => {
  beforeAll(async () => {
    pair = await startEveryProvider({ pii: { output, entities: ['email'] } });
  }, HOOK_LIMIT_MS);

  afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

  it.each(CASES)('$format before $kind, streamed: $streams', async ({ client, behind, streams }) => {
    script(behind, {
      text: ['It is someone.', 'else@exam', 'ple.org', ' or a@b.example, ', 'or someone.else@example.org'],
    });
    expect(await client.ask(pair, behind.model, streams)).toBe('It is [EMAIL_1] or [EMAIL_2], or [EMAIL_1]');
    expect(written()).not.toContain(MODELS_OWN);
  });

  it('thoughts too, without the signature that no longer fits', async () => {
    const thinking = { text: `I think of ${MODELS_OWN} now.`, signature: 'c2lnbmVkLTE=' };
    const body = {
      model: 'anthropic-chat',
      max_tokens: 2000,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: [{ role: 'user', content: 'Hello' }],
    };
    for (const stream of [false, true]) {
      script(ANTHROPIC, { text: ['Hm.'], thinking });
      const answer = await pair.send('/v1/messages', { body: { ...body, stream } });
      expect(answer.text).not.toContain(MODELS_OWN);
      expect(answer.text).toContain('[EMAIL_1]');
      expect(answer.text).not.toContain(thinking.signature);
    }
  });

  it('the finish, the usage and the ids stay', async () => {
    script(OPENAI_GPT, { text: ['Mail a@b.example'] });
    const stream = await pair.stream({ stream_options: { include_usage: true } });
    await stream.ended;
    const chunks = stream.events.filter(({ data }) => data?.startsWith('{')).map(({ data }) => JSON.parse(data ?? ''));
    const texts = chunks.map(({ choices }) => choices[0]?.delta?.content ?? '').join('');
    expect(texts).toBe('Mail [EMAIL_1]');
    expect(chunks.filter(({ choices }) => choices[0]?.finish_reason === 'stop')).toHaveLength(1);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 13 } });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(stream.events.at(-1)?.data).toBe('[DONE]');
  });

  it('log-probabilities would reveal what is hidden, and are rejected', async () => {
    const refused = await pair.chat({ logprobs: true });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({ error: { code: 'unsupported_parameter', param: 'logprobs' } });
  });
});

describe('docs/contract/personal-data.md#policies: input: block', () => {
  beforeAll(async () => {
    pair = await startEveryProvider({ pii: { input: 'block', entities: ['email'] } });
  }, HOOK_LIMIT_MS);

  afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

  it('rejects with 400 guardrail_blocked before the provider, and says no value', async () => {
    const refused = await pair.chat({ messages: [{ role: 'user', content: PROMPT }] });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({
      error: { code: 'guardrail_blocked', type: 'invalid_request_error', guardrail: 'pii' },
    });
    expect(refused.text).not.toContain(EMAIL);
    expect(pair.upstream.requests).toHaveLength(0);
    script(OPENAI_GPT, {});
    expect((await pair.chat({ messages: [{ role: 'user', content: PHONE }] })).status).toBe(200);
  });
});

describe('docs/contract/cache.md#what-is-stored: what the cache keeps is the answer before personal data is put back', () => {
  beforeAll(async () => {
    pair = await startEveryProvider({
      pii: { input: 'redact', restore: true },
      cache: { policies: [{ name: 'everything' }] },
      guardrails: [{ name: 'noted', kind: 'keywords', phase: 'after', mode: 'audit', config: { keywords: ['write'] } }],
    });
  }, HOOK_LIMIT_MS);

  afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

  it.each([false, true])('each person gets their own values from one cached answer, streamed: %s', async (stream) => {
    script(OPENAI_GPT, { text: ['I write to [EMA', 'IL_1].'] });
    const openai = connect(pair);
    for (const address of ['first@example.com', 'second@example.com']) {
      const params = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: `Write to ${address}` }] };
      const answer = stream
        ? await openai.chat.completions.stream({ ...params, stream: true }).finalChatCompletion()
        : await openai.chat.completions.create(params);
      expect(answer.choices[0]?.message.content).toBe(`I write to ${address}.`);
    }
    expect(pair.upstream.requests).toHaveLength(1);
    const metrics = (await pair.send('/metrics')).text;
    // After-phase guardrails run on hits too.
    expect(metrics).toMatch(
      new RegExp(`service_policy_decisions_total\\{outcome="audited"[^}]*\\} ${stream ? 4 : 2}\\b`),
    );
  });
});
