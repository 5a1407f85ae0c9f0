import Anthropic from '@anthropic-ai/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { jsonReply, TEST_KEYS, TEST_PROVIDER_KEYS } from '@multilane/testing';
import { answerWith, BEHIND, PLAYED, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { RAIN } from '../tool-conversation.js';
import {
  BETAS,
  CLAUDE_CODE_CALLS,
  CLAUDE_CODE_HEADERS,
  CLAUDE_CODE_QUESTION,
  CLAUDE_CODE_TOOLS,
  CLAUDE_CODE_TURN,
  METADATA,
  resultsOf,
  SYSTEM,
  THINKING,
} from './claude-code-turns.js';

let pair: Pair;
let client: Anthropic;

beforeAll(async () => {
  pair = await startEveryProvider();
  // ANTHROPIC_BASE_URL and ANTHROPIC_AUTH_TOKEN; the program speaks through this SDK itself.
  client = new Anthropic({
    baseURL: pair.gateway.baseUrl,
    authToken: TEST_KEYS.research,
    apiKey: null,
    maxRetries: 0,
    defaultHeaders: CLAUDE_CODE_HEADERS,
  });
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

describe.each(BEHIND)('docs/contract/clients.md#claude-code: before $kind', (behind) => {
  const { kind, group, model } = behind;

  it('asks for one token to learn its limits', async () => {
    answerWith(pair, behind, { text: ['I'], isCutShort: true });
    const probe = { model, max_tokens: 1, messages: [{ role: 'user' as const, content: 'quota' }], metadata: METADATA };
    const answer = await client.beta.messages.create({ ...probe, betas: BETAS });
    expect(answer.stop_reason).toBe('max_tokens');
  });

  it(
    'counts the tokens of its tools',
    async () => {
      if (group === 'N') pair.upstream.enqueue(jsonReply({ input_tokens: 17 }));
      const messages = [{ role: 'user' as const, content: 'foo' }];
      const count = await client.beta.messages.countTokens({
        model,
        messages,
        system: SYSTEM,
        tools: CLAUDE_CODE_TOOLS,
        betas: BETAS,
      });
      expect(count.input_tokens).toBeGreaterThan(group === 'N' ? 16 : 50);
    },
    HOOK_LIMIT_MS,
  );

  it.each(THINKING)(
    'a turn with calls of tools, and the turn that answers them; thinking: %s',
    async (_how, thinks) => {
      const thinking = { text: 'Let me look.', signature: 'c2lnbmVkLTE=' };
      answerWith(pair, behind, { calls: CLAUDE_CODE_CALLS, ...(group === 'N' && { thinking }) }, { text: RAIN });
      const ask = (messages: Anthropic.Beta.BetaMessageParam[]) =>
        client.beta.messages.stream({ ...CLAUDE_CODE_TURN, ...thinks, model, messages }).finalMessage();
      const first = await ask([CLAUDE_CODE_QUESTION]);
      expect(first.stop_reason).toBe('tool_use');
      const calls = first.content.filter(({ type }) => type === 'tool_use');
      expect(calls).toMatchObject(CLAUDE_CODE_TOOLS.map(({ name }) => ({ name, input: expect.any(Object) })));
      if (kind !== 'simulator') expect(calls[0]).toMatchObject({ input: { command: 'ls' } });
      if (kind !== 'simulator') expect(first.usage).toMatchObject({ input_tokens: 9, output_tokens: 4 });

      const answered: Anthropic.Beta.BetaMessageParam = {
        role: 'assistant',
        content: first.content as Anthropic.Beta.BetaContentBlockParam[],
      };
      const second = await ask([CLAUDE_CODE_QUESTION, answered, resultsOf(first.content)]);
      expect(second.stop_reason).toBe('end_turn');
      expect(second.content).toMatchObject([{ type: 'text', text: expect.stringMatching(/rain/i) }]);
    },
  );

  it('an output schema for the title of its session goes where the provider has one and is rejected elsewhere', async () => {
    answerWith(pair, behind, { text: ['{"title":"Fog"}'] });
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const asked = client.beta.messages.create({
      model,
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Fog over Oslo' }],
      output_config: { format: { type: 'json_schema', schema: { ...schema, additionalProperties: false } } },
      betas: BETAS,
    });
    if (group === 'B') {
      await expect(asked).rejects.toMatchObject({
        status: 400,
        error: { error: { code: 'unsupported_parameter', param: 'output_config.format' } },
      });
    } else {
      const [block] = (await asked).content;
      expect(JSON.parse(block?.type === 'text' ? block.text : '')).toEqual({ title: expect.any(String) });
    }
  });
});

describe('docs/contract/clients.md#claude-code', () => {
  const whole = { ...CLAUDE_CODE_TURN, max_tokens: 100, messages: [CLAUDE_CODE_QUESTION] };
  const [, native] = PLAYED;

  it('the body goes through to a provider of group N: it gets the model swapped and nothing else', async () => {
    const { betas, ...body } = whole;
    if (native) answerWith(pair, native);
    await client.beta.messages.create({ ...whole, model: 'anthropic-chat' });
    expect(pair.upstream.requests[0]?.body).toEqual({ ...body, model: 'claude-sonnet-4-5' });
  });

  it('only anthropic-version and anthropic-beta of the client’s headers go along, and no credential', async () => {
    if (native) answerWith(pair, native);
    // Not the version that the gateway names where a client names none.
    const version = { 'anthropic-version': '2026-10-21' };
    await client.beta.messages.create({ ...whole, model: 'anthropic-chat' }, { headers: version });
    const { url, headers } = pair.upstream.requests[0] ?? {};
    expect([url, headers?.['anthropic-beta'], headers?.['anthropic-version'], headers?.['x-api-key']]).toEqual([
      '/v1/messages',
      BETAS.join(),
      '2026-10-21',
      TEST_PROVIDER_KEYS.anthropic,
    ]);
    for (const name of ['authorization', ...Object.keys(CLAUDE_CODE_HEADERS)]) expect(headers?.[name]).toBeUndefined();
    expect(Object.keys(headers ?? {}).filter((name) => name.startsWith('x-stainless'))).toEqual([]);
  });

  it.each(PLAYED.filter(({ group }) => group !== 'N'))(
    'cache_control becomes cache points on Bedrock, and is dropped for others: $kind',
    async (behind) => {
      answerWith(pair, behind);
      await client.beta.messages.create({ ...whole, model: behind.model });
      const { rawBody, headers } = pair.upstream.requests[0] ?? {};
      expect(rawBody?.toString()).not.toContain('cache_control');
      expect(rawBody?.toString().includes('cachePoint')).toBe(behind.group === 'B');
      expect(headers?.['anthropic-beta']).toBeUndefined();
    },
  );

  it('it looks whether somebody is there: HEAD and GET of the base URL are answered at once', async () => {
    for (const method of ['HEAD', 'GET']) {
      const { status, headers } = await pair.send('/', { method, key: null, headers: CLAUDE_CODE_HEADERS });
      expect([method, status, headers['x-request-id']]).toEqual([method, 200, expect.any(String)]);
    }
  });

  it('its discovery of models: GET /v1/models?limit=1000 with an anthropic-version', async () => {
    const headers = { ...CLAUDE_CODE_HEADERS, 'anthropic-version': '2023-06-01' };
    const answer = await pair.send('/v1/models?limit=1000', { headers });
    const list = answer.json() as { data: object[]; has_more: boolean; first_id: string };
    expect(list).toMatchObject({ has_more: false, first_id: 'gpt-4o' });
    expect(list.data).toContainEqual(
      expect.objectContaining({ id: 'anthropic-chat', type: 'model', display_name: 'anthropic-chat' }),
    );
  });
});
