import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jsonReply, neverAnswers, repliesOf, serverError, TEST_KEYS } from '@multilane/testing';
import OpenAI from 'openai';
import { invalidValue, readRefusal, unsupportedParameter } from '../read-refusal.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { answerWith, calledModels, recordOf, route, startRouting, textOf } from './start-routing.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startRouting(
    {
      models: ['one', 'two', 'three', 'down', 'gone', 'slow', 'frail', 'steady', 'claude-one', 'embed-one'],
      virtual: [
        route('both', ['one', 'two']),
        route('mixed', ['down', 'claude-one']),
        route('explained', ['gone', 'two']),
        route('embeddings', ['embed-one']),
        route('within', ['both', 'three']),
      ],
      configs: [
        route('pinned', ['three']),
        route('spare', ['frail', 'steady']),
        route('through', ['both']),
        route('forbidden', ['slow']),
        route('some', ['slow', 'two']),
        route('able', ['claude-one', 'two']),
        route('unable', ['claude-one']),
        route('types', ['embed-one', 'one']),
        route('only-embeddings', ['embed-one']),
        { name: 'hurry', retry: { attempts: 0 }, timeouts: { total_ms: 300, first_byte_ms: 300 } },
        { name: 'again', retry: { attempts: 1 } },
      ],
    },
    [
      {
        name: 'research',
        api_keys: [
          { name: 'ci', key: TEST_KEYS.research },
          { name: 'root', key: TEST_KEYS.researchAdmin, role: 'admin' },
        ],
      },
      {
        name: 'support',
        allowed_models: ['both', 'two'],
        api_keys: [{ name: 'desk', key: TEST_KEYS.support }],
      },
    ],
  );
}, HOOK_LIMIT_MS);

beforeEach(() => {
  pair.upstream.reset();
  answerWith(pair, {});
});

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

const using = (name: string, key: string = TEST_KEYS.research) => ({ headers: { 'x-service-config': name }, key });

const servedBy = async (body: object, call?: object) => {
  const answer = await pair.chat(body, call);
  return answer.headers['x-service-model'] ?? readRefusal(answer);
};

describe('docs/contract/routing.md#routing-configs: X-Service-Config', () => {
  it('names a routing config, whose targets are used instead of the model of the request', async () => {
    expect(await servedBy({ model: 'one' }, using('pinned'))).toBe('three');
  });

  it('an unknown name is 400 that names the header', async () => {
    expect(readRefusal(await pair.chat({ model: 'one' }, using('nothing')))).toEqual(invalidValue('X-Service-Config'));
    expect(calledModels(pair)).toEqual([]);
  });

  it('its targets fall back on each other', async () => {
    answerWith(pair, { frail: serverError() });
    const answer = await pair.chat({ model: 'one' }, using('spare'));
    expect([textOf(answer), answer.headers['x-service-attempts']]).toEqual(['from steady', '2']);
    expect(await recordOf(pair, answer)).toMatchObject({ model: 'one', details: { routing: { route: 'spare' } } });
  });

  it('without targets it holds for the model of the request: its retries', async () => {
    answerWith(pair, { one: [serverError(), serverError(), serverError()] });
    expect((await pair.chat({ model: 'one' }, using('again'))).status).toBe(502);
    expect(calledModels(pair)).toEqual(['one', 'one']);
  });

  it.each([
    ['an answer', {}],
    ['a stream', { stream: true }],
  ])('and its time limits, instead of those of the provider: %s', async (_what, body) => {
    answerWith(pair, { slow: neverAnswers() });
    expect(readRefusal(await pair.chat({ model: 'slow', ...body }, using('hurry')))).toMatchObject({
      status: 504,
      code: 'provider_timeout',
    });
  });

  it('and for a virtual model that the request names', async () => {
    expect(await servedBy({ model: 'both' }, using('again'))).toBe('one');
  });

  it('targets that the caller may not use are left out; a virtual model that it may use grants its own', async () => {
    expect(await servedBy({ model: 'two' }, using('some', TEST_KEYS.support))).toBe('two');
    expect(await servedBy({ model: 'two' }, using('through', TEST_KEYS.support))).toBe('one');
    expect(await servedBy({ model: 'two' }, using('forbidden', TEST_KEYS.support))).toMatchObject({
      status: 403,
      code: 'model_not_allowed',
    });
    expect(await servedBy({ model: 'one' }, using('again', TEST_KEYS.support))).toMatchObject({ status: 403 });
  });

  it('targets that lack a capability are left out; with none left the first refusal is answered', async () => {
    expect(await servedBy({ model: 'one', seed: 7 }, using('able'))).toBe('two');
    expect(await servedBy({ model: 'one', seed: 7 }, using('unable'))).toEqual(unsupportedParameter('seed'));
    const { details } = (await recordOf(pair, await pair.chat({ model: 'one', seed: 7 }, using('able')))) as {
      details: { routing: object };
    };
    expect(details.routing).toMatchObject({
      candidates: ['two'],
      skipped: [{ model: 'claude-one', why: 'unsupported_parameter' }],
    });
  });

  it('so are targets of another type than the endpoint serves', async () => {
    expect(await servedBy({ model: 'one' }, using('types'))).toBe('one');
    expect(await servedBy({ model: 'one' }, using('only-embeddings'))).toMatchObject({ code: 'invalid_model_type' });
  });
});

describe('docs/contract/routing.md#virtual-models: virtual models', () => {
  it('granting one grants its targets through it, and not otherwise', async () => {
    const call = { key: TEST_KEYS.support };
    expect(await servedBy({ model: 'both' }, call)).toBe('one');
    expect(await servedBy({ model: 'one' }, call)).toMatchObject({ status: 403, code: 'model_not_allowed' });
    expect(await servedBy({ model: 'within' }, call)).toMatchObject({ status: 403, code: 'model_not_allowed' });
  });

  it('GET /v1/models lists those that the caller may use, and finds them', async () => {
    const list = async (key: string) =>
      ((await pair.send('/v1/models', { key })).json() as { data: { id: string }[] }).data.map(({ id }) => id);
    expect(await list(TEST_KEYS.support)).toEqual(['two', 'both']);
    expect(await list(TEST_KEYS.research)).toEqual(expect.arrayContaining(['both', 'mixed', 'within']));
    expect((await pair.send('/v1/models/both')).json()).toMatchObject({ id: 'both', provider: 'virtual' });
    expect((await pair.send('/v1/models/within', { key: TEST_KEYS.support })).status).toBe(404);
  });

  it('a parameter that one of its targets cannot honour is rejected, whichever would be called', async () => {
    expect(readRefusal(await pair.chat({ model: 'mixed', seed: 7 }))).toEqual(unsupportedParameter('seed'));
    expect(calledModels(pair)).toEqual([]);
    expect(await servedBy({ model: 'mixed' })).toBe('down');
  });

  it('one of another type is rejected', async () => {
    expect(readRefusal(await pair.chat({ model: 'embeddings' }))).toMatchObject({ code: 'invalid_model_type' });
  });

  it('the OpenAI SDK sees one answer, translated where the second target needs it', async () => {
    const anthropic = repliesOf('anthropic');
    const parts = { text: ['from claude'] };
    pair.upstream.onRequest(({ body }) => {
      const { model, stream } = body as { model: string; stream?: boolean };
      if (!model.startsWith('claude')) return serverError();
      return stream ? anthropic.stream(parts) : anthropic.answer(parts);
    });
    const client = new OpenAI({ apiKey: TEST_KEYS.research, baseURL: `${pair.gateway.baseUrl}/v1`, maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const whole = await client.chat.completions.create({ model: 'mixed', messages });
    expect(whole.choices[0]?.message.content).toBe('from claude');
    let text = '';
    for await (const chunk of await client.chat.completions.create({ model: 'mixed', messages, stream: true })) {
      text += chunk.choices[0]?.delta.content ?? '';
    }
    expect(text).toBe('from claude');
    const response = await client.responses.create({ model: 'mixed', input: 'Hello' });
    expect(response.output_text).toBe('from claude');
  });

  it('serves /v1/messages and /v1/embeddings too', async () => {
    const message = await pair.send('/v1/messages', {
      body: { model: 'both', max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] },
    });
    expect([message.status, message.headers['x-service-model']]).toEqual([200, 'one']);
    pair.upstream.onRequest(() =>
      jsonReply({
        object: 'list',
        model: 'm',
        data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
        usage: { prompt_tokens: 1, total_tokens: 1 },
      }),
    );
    const vectors = await pair.send('/v1/embeddings', { body: { model: 'embeddings', input: 'fog' } });
    expect([vectors.status, vectors.headers['x-service-model']]).toEqual([200, 'embed-one']);
  });
});

describe('X-Service-Explain: 1', () => {
  const explained = (key: string) => ({ headers: { 'x-service-explain': '1' }, key });

  it('shows an admin why the request went where it went, and what it cost', async () => {
    answerWith(pair, { gone: serverError() });
    const answer = await pair.chat({ model: 'explained' }, explained(TEST_KEYS.researchAdmin));
    expect(JSON.parse(String(answer.headers['x-service-explain']))).toMatchObject({
      model: 'two',
      provider: 'openai',
      attempts: 2,
      cost_usd: 0.000017,
      routing: {
        route: 'explained',
        strategy: 'failover',
        attempts: [
          { model: 'gone', outcome: 'provider_error' },
          { model: 'two', outcome: 'success' },
        ],
      },
    });
  });

  it('of streams, refusals and plain models too', async () => {
    const call = explained(TEST_KEYS.researchAdmin);
    const stream = await pair.stream({ model: 'both' }, call);
    expect(JSON.parse(String(stream.headers['x-service-explain']))).toMatchObject({ routing: { route: 'both' } });
    await stream.collect();
    const refused = await pair.chat({ model: 'mixed', seed: 7 }, call);
    expect(JSON.parse(String(refused.headers['x-service-explain']))).toMatchObject({
      routing: { skipped: expect.any(Array) },
    });
    const plain = await pair.chat({ model: 'two' }, call);
    expect(JSON.parse(String(plain.headers['x-service-explain']))).toMatchObject({ model: 'two', routing: null });
  });

  it('is rejected for others, and shown to nobody who did not ask', async () => {
    expect(readRefusal(await pair.chat({ model: 'both' }, explained(TEST_KEYS.research)))).toEqual({
      status: 403,
      code: 'permission_denied',
      type: 'permission_error',
      param: 'X-Service-Explain',
    });
    expect((await pair.chat({ model: 'both' })).headers).not.toHaveProperty('x-service-explain');
  });
});
