import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JobResult } from '@multilane/jobs';
import { serviceDatabases } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { type StartedChecks, startChecks } from './start-checks.js';
import type { ProviderReply } from './start-fake-provider.js';

const KEY = 'sk-never-to-be-shown-1234';

describe.each(serviceDatabases())('the list of models that a provider offers, on $name', (database) => {
  let started: StartedChecks;

  beforeAll(async () => {
    started = await startChecks(await database.create());
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await started?.stop();
    await database.stop();
  }, HOOK_LIMIT_MS);

  afterEach(() => {
    started.fake.calls.length = 0;
    started.fake.reply = {};
  });

  const list = async (id: string): Promise<JobResult<'provider.check'>> => {
    const result = await started.check(id, 'models');
    expect(JSON.stringify(result)).not.toContain('never-to-be-shown');
    return result;
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
        ['gpt-5-codex', true],
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
    const id = await started.create({ kind, api_key: KEY, base_url: `${started.fake.url}${prefix}`, ...fields });
    started.fake.reply = { body: JSON.stringify(body) };
    expect(await list(id)).toEqual({
      outcome: 'answered',
      latency_ms: expect.any(Number),
      models: expected.map(([name, chat]) => ({ id: name, chat })),
      truncated,
    });
    expect(started.fake.calls).toMatchObject([{ method: 'GET', url, headers }]);
  });

  it('answers an empty list where the provider has no models', async () => {
    expect(await list(await started.create({ kind: 'vllm' }))).toMatchObject({
      outcome: 'answered',
      models: [],
      truncated: false,
    });
  });

  it('asks nobody for the models of the simulator', async () => {
    const id = await started.create({ kind: 'simulator', base_url: null });
    expect(await list(id)).toMatchObject({ outcome: 'answered', models: [{ id: 'simulator', chat: true }] });
    expect(started.fake.calls).toEqual([]);
  });

  it('holds at most 2000 models, each once, and only names that a model may have', async () => {
    const names = Array.from({ length: 2_500 }, (_, index) => ({ id: `m-${String(index).padStart(4, '0')}` }));
    const odd = [{ id: 'm-0000' }, { id: ' led' }, { id: 'two\nlines' }, { id: 'x'.repeat(513) }, { id: 7 }, {}, null];
    started.fake.reply = { body: JSON.stringify({ data: [...odd, ...names] }) };
    const listed = await list(await started.create({ kind: 'openai', api_key: KEY }));
    if (listed.outcome !== 'answered') throw new Error('not answered');
    const { models = [], truncated } = listed;
    expect([models.length, models[0]?.id, models.at(-1)?.id, truncated]).toEqual([2_000, 'm-0000', 'm-1999', true]);
  });

  it.each<[string, ProviderReply, string, RegExp]>([
    ['refuses the key', { status: 401, body: `bad key ${KEY}` }, 'provider_error', /HTTP 401.*credential/],
    ['has no such path', { status: 404, body: KEY }, 'provider_error', /HTTP 404.*base_url/],
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
    const id = await started.create({ kind: 'openai', api_key: KEY });
    started.fake.reply = reply;
    const listed = await list(id);
    expect(listed).toMatchObject({ outcome: 'failed', failure: { code, message: expect.stringMatching(words) } });
    expect(started.fake.calls).toHaveLength(1);
  });

  it('does not dial a name that leads to a forbidden address, and does not say where it leads', async () => {
    const listed = await list(
      await started.create({ kind: 'openai', api_key: KEY, base_url: 'http://localhost:1/v1' }),
    );
    expect(listed).toMatchObject({ outcome: 'failed', failure: { code: 'provider_error' } });
    expect(JSON.stringify(listed)).not.toContain('127.0.0.1');
  });

  it.each([
    ['azure-openai', { api_key: KEY }],
    ['bedrock', { api_key: KEY, region: 'eu-central-1' }],
    ['vertex', { access_token: KEY, project: 'p', location: 'l' }],
    ['perplexity', { api_key: KEY }],
    ['deepgram', { api_key: KEY }],
  ])('is rejected for kind %s, which lists none, and calls nobody', async (kind, fields) => {
    const message = expect.stringContaining(`kind ${kind} do not list their models`);
    const listed = await list(await started.create({ kind, ...fields }));
    expect(listed).toEqual({ outcome: 'refused', code: 'unsupported_provider', message });
    expect(started.fake.calls).toEqual([]);
  });
});
