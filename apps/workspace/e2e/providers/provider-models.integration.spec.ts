import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PROVIDER_KINDS } from '@multilane/contracts';
import { testDatabases } from '@multilane/testing';
import {
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';
import { type FakeProvider, type ProviderReply, startFakeProvider } from './start-fake-provider.js';

const KEY = 'sk-never-to-be-shown-1234';

interface OpenApi {
  readonly components: { readonly schemas: { readonly CreateProviderDto: { readonly properties: object } } };
}

interface Listed {
  readonly ok: boolean;
  readonly data: readonly { readonly id: string; readonly chat: boolean }[];
  readonly truncated: boolean;
  readonly error?: { readonly code: string; readonly message: string };
}

describe.each(testDatabases())('POST /admin/providers/{id}/models, on $name', (database) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;
  let fake: FakeProvider;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await database.create(), 'network: { allow_private: [127.0.0.1] }');
    owner = await workspace.signIn();
    fake = await startFakeProvider();
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    fake?.close();
    await workspace?.stop();
    await database.stop();
  }, HOOK_LIMIT_MS);

  afterEach(() => {
    fake.calls.length = 0;
    fake.reply = {};
  });

  let made = 0;
  const create = async (fields: object): Promise<string> => {
    made += 1;
    const answer = await owner.send('POST /admin/providers', { name: `p${made}`, base_url: fake.url, ...fields });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return (answer.json() as { id: string }).id;
  };
  const list = async (id: string): Promise<Listed> => {
    const answer = await owner.send(`POST /admin/providers/${id}/models`);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    expect(answer.text).not.toContain('never-to-be-shown');
    return answer.json() as Listed;
  };

  it.each([
    [
      'openai',
      '/v1',
      {},
      '/v1/models',
      { authorization: `Bearer ${KEY}` },
      { data: [{ id: 'gpt-5.5' }, { id: 'gpt-5-codex' }, { id: 'text-embedding-3-small' }] },
      [
        ['gpt-5-codex', false],
        ['gpt-5.5', true],
        ['text-embedding-3-small', false],
      ],
      false,
    ],
    [
      'together',
      '/v1',
      {},
      '/v1/models',
      { authorization: `Bearer ${KEY}` },
      [
        { id: 'a/picture', type: 'image' },
        { id: 'a/chat', type: 'chat' },
      ],
      [
        ['a/chat', true],
        ['a/picture', false],
      ],
      false,
    ],
    [
      'anthropic',
      '',
      { headers: { 'X-Own': 'yes' } },
      '/v1/models?limit=1000',
      { 'x-api-key': KEY, 'anthropic-version': '2023-06-01', 'x-own': 'yes' },
      { data: [{ id: 'claude-sonnet-5' }], has_more: true },
      [['claude-sonnet-5', true]],
      true,
    ],
    [
      'gemini',
      '',
      {},
      '/v1beta/models?pageSize=1000',
      { 'x-goog-api-key': KEY },
      {
        models: [
          { name: 'models/gemini-3.8-flash', supportedGenerationMethods: ['generateContent'] },
          { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
        ],
      },
      [
        ['gemini-3.8-flash', true],
        ['gemini-embedding-001', false],
      ],
      false,
    ],
    [
      'cohere',
      '',
      {},
      '/v1/models?page_size=1000',
      { authorization: `Bearer ${KEY}` },
      {
        models: [
          { name: 'command-a-03-2025', endpoints: ['chat'] },
          { name: 'embed-v4.0', endpoints: ['embed'] },
        ],
      },
      [
        ['command-a-03-2025', true],
        ['embed-v4.0', false],
      ],
      false,
    ],
  ] as const)('asks %s with its credential, and names the models as requests do', async (...row) => {
    const [kind, prefix, fields, url, headers, body, expected, truncated] = row;
    const id = await create({ kind, api_key: KEY, base_url: `${fake.url}${prefix}`, ...fields });
    fake.reply = { body: JSON.stringify(body) };
    expect(await list(id)).toEqual({
      object: 'provider_models',
      provider_id: id,
      ok: true,
      data: expected.map(([name, chat]) => ({ id: name, chat })),
      truncated,
    });
    expect(fake.calls).toMatchObject([{ method: 'GET', url, headers }]);
  });

  it('answers an empty list where the provider has no models', async () => {
    expect(await list(await create({ kind: 'vllm' }))).toMatchObject({ ok: true, data: [], truncated: false });
  });

  it('asks nobody for the models of the simulator', async () => {
    const id = await create({ kind: 'simulator', base_url: null });
    expect(await list(id)).toMatchObject({ ok: true, data: [{ id: 'simulator', chat: true }] });
    expect(fake.calls).toEqual([]);
  });

  it('holds at most 2000 models, each once, and only names that a model may have', async () => {
    const names = Array.from({ length: 2_500 }, (_, index) => ({ id: `m-${String(index).padStart(4, '0')}` }));
    const odd = [{ id: 'm-0000' }, { id: ' led' }, { id: 'two\nlines' }, { id: 'x'.repeat(513) }, { id: 7 }, {}, null];
    fake.reply = { body: JSON.stringify({ data: [...odd, ...names] }) };
    const { data, truncated } = await list(await create({ kind: 'openai', api_key: KEY }));
    expect([data.length, data[0]?.id, data.at(-1)?.id, truncated]).toEqual([2_000, 'm-0000', 'm-1999', true]);
  });

  it.each<[string, ProviderReply, string, RegExp]>([
    ['refuses the key', { status: 401, body: `bad key ${KEY}` }, 'provider_error', /HTTP 401.*credential/],
    ['has no such path', { status: 404, body: KEY }, 'provider_rejected_request', /HTTP 404.*base_url/],
    ['limits', { status: 429, body: KEY }, 'provider_rate_limited', /HTTP 429/],
    ['redirects', { status: 302, headers: { location: 'http://169.254.169.254/' } }, 'provider_error', /redirect/],
    ['answers a page', { body: `<html>${KEY}` }, 'provider_error', /not as this kind does/],
    ['answers another shape', { body: JSON.stringify({ models: KEY }) }, 'provider_error', /not as this kind does/],
    [
      'answers too much',
      { body: `{"data":["${'x'.repeat(5 * 1024 * 1024)}"]}` },
      'provider_error',
      /larger than 4 MiB/,
    ],
  ])('says in its own words, without those of the provider, that it %s', async (_what, reply, code, words) => {
    const id = await create({ kind: 'openai', api_key: KEY });
    fake.reply = reply;
    const listed = await list(id);
    expect(listed).toMatchObject({ ok: false, data: [], error: { code, message: expect.stringMatching(words) } });
    expect(fake.calls).toHaveLength(1);
  });

  it('does not dial a name that leads to a forbidden address, and does not say where it leads', async () => {
    const { ok, error } = await list(await create({ kind: 'openai', api_key: KEY, base_url: 'http://localhost:1/v1' }));
    expect([ok, error?.code]).toEqual([false, 'provider_error']);
    expect(error?.message).not.toContain('127.0.0.1');
  });

  it.each([
    ['azure-openai', { api_key: KEY }],
    ['bedrock', { api_key: KEY, region: 'eu-central-1' }],
    ['vertex', { access_token: KEY, project: 'p', location: 'l' }],
    ['perplexity', { api_key: KEY }],
    ['deepgram', { api_key: KEY }],
  ])('answers 400 unsupported_provider for kind %s, which lists none, and calls nobody', async (kind, fields) => {
    const answer = await owner.send(`POST /admin/providers/${await create({ kind, ...fields })}/models`);
    expect(refusalOf(answer)).toEqual([400, 'unsupported_provider']);
    expect(answer.text).toContain(`kind ${kind} do not list their models`);
    expect(fake.calls).toEqual([]);
  });

  it('is limited to ten a minute for each provider', async () => {
    const id = await create({ kind: 'simulator', base_url: null });
    for (let count = 0; count < 10; count += 1) await list(id);
    const answer = await owner.send(`POST /admin/providers/${id}/models`);
    expect(refusalOf(answer)).toEqual([429, 'rate_limit_exceeded']);
  });

  describe('GET /admin/provider-kinds', () => {
    interface Kind {
      readonly kind: string;
      readonly settings: readonly { readonly name: string; readonly required: boolean; readonly secret: boolean }[];
      readonly lists_models: boolean;
      readonly served: boolean;
    }

    const kinds = async (): Promise<readonly Kind[]> => {
      const answer = await owner.send('GET /admin/provider-kinds');
      expect(answer.status).toBe(200);
      const { object, data, next_cursor } = answer.json() as { object: string; data: Kind[]; next_cursor: null };
      expect([object, next_cursor]).toEqual(['list', null]);
      return data;
    };

    it('describes every kind once', async () => {
      expect((await kinds()).map(({ kind }) => kind).sort()).toEqual(Object.keys(PROVIDER_KINDS).sort());
    });

    it('says all that a form needs', async () => {
      const found = (await kinds()).find(({ kind }) => kind === 'bedrock');
      expect(found).toMatchObject({
        object: 'provider_kind',
        name: 'Amazon Bedrock',
        group: 'B',
        served: true,
        model_types: ['chat', 'embedding'],
        credential: 'aws',
        lists_models: false,
        test_needs_model: true,
        priced: true,
      });
      expect(found?.settings.map(({ name, required, secret }) => [name, required, secret])).toEqual([
        ['region', true, false],
        ['api_key', false, true],
        ['api_keys', false, true],
        ['access_key_id', false, true],
        ['secret_access_key', false, true],
        ['session_token', false, true],
        ['base_url', false, false],
      ]);
    });

    it('names only fields that POST /admin/providers takes, and as required those that it demands', async () => {
      const VALUES: Readonly<Record<string, string>> = { base_url: 'https://llm.example.com', region: 'eu-central-1' };
      const { components } = (await owner.send('GET /openapi.json')).json() as OpenApi;
      const known = Object.keys(components.schemas.CreateProviderDto.properties);
      for (const { kind, settings } of await kinds()) {
        const required = settings.filter((setting) => setting.required);
        const fields = Object.fromEntries(required.map(({ name }) => [name, VALUES[name] ?? 'a']));
        for (const { name } of required) {
          const answer = await owner.send('POST /admin/providers', { kind, name: 'x', ...fields, [name]: null });
          expect([kind, ...refusalOf(answer)]).toEqual([kind, 400, 'invalid_value', name]);
        }
        for (const { name } of settings) expect([kind, known]).toEqual([kind, expect.arrayContaining([name])]);
      }
    });
  });
});
