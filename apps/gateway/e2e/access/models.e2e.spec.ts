import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_KEYS, TEST_PROVIDER_KEYS } from '@multilane/testing';
import { type Refusal, readRefusal } from '../read-refusal.js';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

/** Longest name, which is longer still once it is encoded for a path. */
const LONG_NAME = 'é'.repeat(512);

/** Names that a careless router would take apart. */
const AWKWARD = [
  'meta-llama/llama-3.1:free',
  'a/b/c',
  'ends-with/models',
  'per%cent',
  'with space',
  'quest?ion',
  'ha#sh',
  'plus+plus',
  'ünïcode/模型',
  LONG_NAME,
];

let pair: Pair;

beforeAll(async () => {
  pair = await startPair((upstreamUrl) => ({
    providers: [
      { name: 'main', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${upstreamUrl}/v1` },
      { name: 'second', kind: 'groq', api_key: TEST_PROVIDER_KEYS.local, base_url: `${upstreamUrl}/v1` },
    ],
    models: [
      { logical_name: 'gpt-4o', aliases: ['default'], provider: 'main', upstream_model: 'upstream-a' },
      { logical_name: 'small', aliases: ['fast', 'tiny'], provider: 'second', upstream_model: 'upstream-b' },
      { logical_name: 'embed', provider: 'main', upstream_model: 'upstream-c', type: 'embedding' },
      ...AWKWARD.map((name) => ({ logical_name: name, provider: 'main', upstream_model: 'upstream-d' })),
    ],
    teams: [
      { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research }] },
      { name: 'support', allowed_models: ['fast'], api_keys: [{ name: 'desk', key: TEST_KEYS.support }] },
      { name: 'closed', allowed_models: [], api_keys: [{ name: 'none', key: TEST_KEYS.researchAdmin }] },
    ],
  }));
}, HOOK_LIMIT_MS);

afterAll(async () => {
  expect(pair.upstream.requests).toEqual([]);
  await pair.stop();
}, HOOK_LIMIT_MS);

interface ListedModel {
  id: string;
  [member: string]: unknown;
}

interface ModelList {
  data: ListedModel[];
  [member: string]: unknown;
}

const list = async (query = '', headers: Record<string, string> = {}, key: string = TEST_KEYS.research) =>
  (await pair.send(`/v1/models${query}`, { headers, key })).json() as ModelList;

const notFound: Refusal = { status: 404, code: 'model_not_found', type: 'invalid_request_error', param: 'model' };

const MESSAGES_CLIENT = { 'anthropic-version': '2023-06-01' };

describe('docs/contract/model-access.md#listing: GET /v1/models', () => {
  it('the list wrapper has object = list and data = array of models', async () => {
    const { object, data, ...rest } = await list();
    expect([object, Array.isArray(data), rest]).toEqual(['list', true, {}]);
  });

  it('a model: id, object, created, owned_by, provider, source, and display_name', async () => {
    expect((await list()).data[0]).toEqual({
      id: 'gpt-4o',
      object: 'model',
      created: 0,
      owned_by: 'multilane',
      provider: 'openai',
      source: 'config',
      display_name: 'gpt-4o',
    });
  });

  it('aliases and logical names are both listed, in the order of the catalog', async () => {
    const { data } = await list();
    expect(data.map(({ id }) => id)).toEqual(['gpt-4o', 'default', 'small', 'fast', 'tiny', 'embed', ...AWKWARD]);
    expect(data.map(({ provider }) => provider).slice(0, 5)).toEqual(['openai', 'openai', 'groq', 'groq', 'groq']);
  });

  it('created is always 0', async () => {
    expect(new Set((await list()).data.map(({ created }) => created))).toEqual(new Set([0]));
  });

  it('provider names the upstream kind without exposing endpoints or credentials', async () => {
    const answer = await pair.send('/v1/models');
    expect(answer.text).not.toMatch(/upstream-|127\.0\.0\.1|test-local-credential|sk-test/);
  });

  it('filtered by team model policy; a policy naming an alias grants every name', async () => {
    expect((await list('', {}, TEST_KEYS.support)).data.map(({ id }) => id)).toEqual(['small', 'fast', 'tiny']);
    expect((await list('', {}, TEST_KEYS.researchAdmin)).data).toEqual([]);
  });

  it('a trailing slash is ignored', async () => {
    expect(await list('/')).toEqual(await list());
  });

  it('HEAD follows GET', async () => {
    const [head, get] = [await pair.send('/v1/models', { method: 'HEAD' }), await pair.send('/v1/models')];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });
});

describe('docs/contract/clients.md#claude-code: GET /v1/models for clients of the messages format', () => {
  it('with an anthropic-version header also type, created_at, has_more, first_id, last_id', async () => {
    const { data, ...wrapper } = await list('', MESSAGES_CLIENT);
    expect(wrapper).toEqual({ object: 'list', has_more: false, first_id: 'gpt-4o', last_id: LONG_NAME });
    expect(data[0]).toMatchObject({ id: 'gpt-4o', type: 'model', display_name: 'gpt-4o', created: 0 });
    expect(Date.parse(String(data[0]?.created_at))).not.toBeNaN();
  });

  it('?limit= is honoured', async () => {
    const first = await list('?limit=2', MESSAGES_CLIENT);
    expect(first).toMatchObject({ has_more: true, first_id: 'gpt-4o', last_id: 'default' });
    expect(first.data).toHaveLength(2);
    expect((await list('?limit=1')).data).toHaveLength(1);
    expect((await list('?limit=1000')).data).toEqual((await list()).data);
  });

  it('?after_id= continues where the page before ended, until has_more is false', async () => {
    const ids: string[] = [];
    for (let page = await list('?limit=3', MESSAGES_CLIENT); ; ) {
      ids.push(...page.data.map(({ id }) => id));
      if (!page.has_more) break;
      page = await list(`?limit=3&after_id=${encodeURIComponent(String(page.last_id))}`, MESSAGES_CLIENT);
    }
    expect(ids).toEqual((await list()).data.map(({ id }) => id));
  });

  it.each(['gpt-9', '', 'gpt-4o&after_id=default'])('?after_id=%s is 400', async (id) => {
    expect(readRefusal(await pair.send(`/v1/models?after_id=${id}`, { headers: MESSAGES_CLIENT }))).toEqual({
      status: 400,
      code: 'invalid_value',
      type: 'invalid_request_error',
      param: 'after_id',
    });
  });

  it.each(['0', '-1', '1001', 'x', '1.5', ''])('?limit=%s is 400', async (limit) => {
    expect(readRefusal(await pair.send(`/v1/models?limit=${limit}`))).toEqual({
      status: 400,
      code: 'invalid_value',
      type: 'invalid_request_error',
      param: 'limit',
    });
  });

  it('an empty list has no first and no last', async () => {
    expect(await list('', MESSAGES_CLIENT, TEST_KEYS.researchAdmin)).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      first_id: null,
      last_id: null,
    });
  });

  it('one model has type and created_at too', async () => {
    const answer = await pair.send('/v1/models/gpt-4o', { headers: MESSAGES_CLIENT });
    expect(answer.json()).toMatchObject({ id: 'gpt-4o', type: 'model', created: 0 });
  });
});

describe('docs/contract/model-access.md#listing: GET /v1/models/{model}', () => {
  it('one model, as the list has it', async () => {
    const { data } = await list();
    for (const model of data) {
      const answer = await pair.send(`/v1/models/${encodeURIComponent(model.id)}`);
      expect([answer.status, answer.json()]).toEqual([200, model]);
    }
  });

  it.each(['default', 'fast', 'tiny'])('an alias answers under its own name: %s', async (id) => {
    expect((await pair.send(`/v1/models/${id}`)).json()).toMatchObject({ id, object: 'model' });
  });

  it.each([
    '/v1/models/meta-llama/llama-3.1:free',
    '/v1/models/meta-llama%2Fllama-3.1%3Afree',
    '/v1/models/meta-llama%2fllama-3.1:free',
    '/v1/models/meta-llama/llama-3.1:free/',
    '/v1/models/meta-llama/llama-3.1:free?a=b',
    '/v1/models/%6deta-llama/llama-3.1:free',
  ])('names may hold slashes and colons, encoded or not: %s', async (path) => {
    expect((await pair.send(path)).json()).toMatchObject({ id: 'meta-llama/llama-3.1:free' });
  });

  it('the rest of the path is decoded once', async () => {
    expect((await pair.send('/v1/models/per%25cent')).json()).toMatchObject({ id: 'per%cent' });
    expect(readRefusal(await pair.send('/v1/models/meta-llama%252Fllama-3.1:free'))).toEqual(notFound);
  });

  it('an unknown model is 404', async () => {
    for (const name of ['gpt-9', 'gpt-4o/x', 'upstream-a', '__proto__', 'GPT-4o', 'x'.repeat(600)]) {
      expect([name, readRefusal(await pair.send(`/v1/models/${name}`))]).toEqual([name, notFound]);
    }
  });

  it("a model outside the caller's policy answers 404, just as one that does not exist", async () => {
    const outside = await pair.send('/v1/models/gpt-4o', { key: TEST_KEYS.support });
    const unknown = await pair.send('/v1/models/gpt-9', { key: TEST_KEYS.support });
    expect(readRefusal(outside)).toEqual(notFound);
    expect(outside.text).toBe(unknown.text);
  });

  it('a name that cannot be decoded is rejected with the envelope', async () => {
    for (const path of ['/v1/models/%zz', '/v1/models/%', '/v1/models/%ff']) {
      const refusal = readRefusal(await pair.send(path));
      expect([path, [400, 404].includes(refusal.status)]).toEqual([path, true]);
    }
  });
});
