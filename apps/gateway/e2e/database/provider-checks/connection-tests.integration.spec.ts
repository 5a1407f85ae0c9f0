import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JobResult } from '@multilane/jobs';
import { findClosedPort, serviceDatabases } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import { type StartedChecks, startChecks } from './start-checks.js';
import type { ProviderReply } from './start-fake-provider.js';

const KEY = 'sk-never-to-be-shown-1234';

type Outcome = JobResult<'provider.check'>;

const CHAT = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'H' }, finish_reason: 'length' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
const CONVERSE = JSON.stringify({
  output: { message: { role: 'assistant', content: [{ text: 'H' }] } },
  stopReason: 'max_tokens',
  usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
});
const CONTENT = JSON.stringify({
  candidates: [{ content: { role: 'model', parts: [{ text: 'H' }] }, finishReason: 'MAX_TOKENS' }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
});
const DECISION = JSON.stringify({
  model: 'm',
  answers: { greeting: { type: 'noul', noul: 1 } },
  usage: { input_tokens: 1, output_tokens: 1 },
});

describe.each(serviceDatabases())('the connection test of a provider makes one cheap real call, on $name', (kind) => {
  let started: StartedChecks;

  beforeAll(async () => {
    started = await startChecks(await kind.create());
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await started?.stop();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  afterEach(() => {
    started.fake.calls.length = 0;
    started.fake.reply = {};
  });

  const test = async (id: string): Promise<Outcome> => {
    const result = await started.check(id, 'connection');
    expect(JSON.stringify(result)).not.toContain('never-to-be-shown');
    return result;
  };

  it.each([
    ['openai', '/v1', {}, '/v1/models', { authorization: `Bearer ${KEY}` }],
    ['openai-compatible', '/a/v1/', {}, '/a/v1/models', { authorization: `Bearer ${KEY}` }],
    ['openrouter', '/api/v1', {}, '/api/v1/key', { authorization: `Bearer ${KEY}` }],
    ['anthropic', '', {}, '/v1/models?limit=1', { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' }],
    ['gemini', '', {}, '/v1beta/models?pageSize=1', { 'x-goog-api-key': KEY }],
    ['cohere', '', {}, '/v1/models?page_size=1', { authorization: `Bearer ${KEY}` }],
    ['elevenlabs', '', {}, '/v1/models', { 'xi-api-key': KEY }],
    ['deepgram', '', {}, '/v1/projects', { authorization: `Token ${KEY}` }],
    ['assemblyai', '', {}, '/v2/transcript?limit=1', { authorization: KEY }],
    ['cartesia', '', {}, '/voices?limit=1', { authorization: `Bearer ${KEY}`, 'cartesia-version': '2026-08-14' }],
    ['azure-openai', '', { api_version: '2024-10-21' }, '/openai/models?api-version=2024-10-21', { 'api-key': KEY }],
  ])('asks %s for its list of models, with the credential and the headers that were set', async (...row) => {
    const [providerKind, prefix, fields, url, headers] = row;
    const own = { headers: { 'X-Own': 'yes' }, api_key: KEY, base_url: `${started.fake.url}${prefix}` };
    const id = await started.create({ kind: providerKind, ...own, ...fields });
    expect(await test(id)).toEqual({ outcome: 'answered', latency_ms: expect.any(Number) });
    expect(started.fake.calls).toMatchObject([{ method: 'GET', url, headers: { ...headers, 'x-own': 'yes' } }]);
  });

  it.each([
    ['nvidia', 'chat', '/chat/completions', CHAT, {}],
    ['bedrock', 'chat', '/model/up/converse', CONVERSE, { region: 'eu-central-1' }],
    ['vertex', 'chat', '/v1/projects/p/locations/l/publishers/google/models/up:generateContent', CONTENT, {}],
    ['system-one', 'decision', '/v1/systemone', DECISION, {}],
  ])('asks a model of %s for one token, where lists prove nothing', async (providerKind, type, url, body, fields) => {
    const credential =
      providerKind === 'vertex' ? { access_token: KEY, project: 'p', location: 'l' } : { api_key: KEY };
    const id = await started.create({ kind: providerKind, ...credential, ...fields });
    expect(await test(id)).toMatchObject({ outcome: 'refused', code: 'conflict' });
    await started.addModel(id, type);
    started.fake.reply = { body };
    expect(await test(id)).toMatchObject({ outcome: 'answered' });
    expect(started.fake.calls).toMatchObject([{ method: 'POST', url, headers: { authorization: `Bearer ${KEY}` } }]);
    const sent = started.fake.calls[0]?.body ?? '';
    if (type === 'chat') expect(sent).toMatch(/"(max_tokens|maxTokens|maxOutputTokens)":1[,}]/);
  });

  it('signs with an access key', async () => {
    const keys = { access_key_id: 'AKIA0123456789ABCDEF', secret_access_key: KEY };
    const id = await started.create({ kind: 'bedrock', region: 'eu-central-1', ...keys });
    await started.addModel(id);
    started.fake.reply = { body: CONVERSE };
    expect(await test(id)).toMatchObject({ outcome: 'answered' });
    expect(started.fake.calls[0]?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIA0123456789ABCDEF\//);
  });

  it('needs no network for the simulator', async () => {
    const id = await started.create({ kind: 'simulator', base_url: null });
    expect(await test(id)).toMatchObject({ outcome: 'answered' });
    expect(started.fake.calls).toEqual([]);
  });

  it.each<[string, ProviderReply, string, RegExp]>([
    [
      'refuses the key',
      { status: 401, body: `{"error":{"message":"bad key ${KEY}"}}` },
      'provider_error',
      /HTTP 401.*credential/,
    ],
    ['forbids', { status: 403, body: `no ${KEY}` }, 'provider_error', /HTTP 403.*credential/],
    ['is elsewhere', { status: 404, body: '{}' }, 'provider_error', /HTTP 404.*base_url/],
    ['limits', { status: 429, body: '{}' }, 'provider_rate_limited', /HTTP 429/],
    ['fails', { status: 500, body: KEY }, 'provider_error', /HTTP 500/],
    [
      'redirects',
      { status: 302, headers: { location: 'http://169.254.169.254/' }, body: '' },
      'provider_error',
      /redirect.*not followed/,
    ],
    ['is a page', { status: 200, body: `<html>${KEY}` }, 'provider_error', /not as this kind does/],
  ])('reports in its own words, without those of the provider, that it %s', async (_what, reply, code, words) => {
    const id = await started.create({ kind: 'openai', api_key: KEY });
    started.fake.reply = reply;
    expect(await test(id)).toMatchObject({
      outcome: 'failed',
      failure: { code, message: expect.stringMatching(words) },
    });
    expect(started.fake.calls).toHaveLength(1);
  });

  it('reports that nobody is there', async () => {
    const id = await started.create({
      kind: 'openai',
      api_key: KEY,
      base_url: `http://127.0.0.1:${await findClosedPort()}`,
    });
    expect(await test(id)).toMatchObject({
      outcome: 'failed',
      failure: { message: expect.stringContaining('ECONNREFUSED') },
    });
  });

  it('a name that leads to a forbidden address is rejected when it is dialled, and the error does not say where it leads', async () => {
    const id = await started.create({ kind: 'openai', api_key: KEY, base_url: 'http://localhost:1/v1' });
    const result = await test(id);
    // localhost may be ::1 as well, which the operator does not allow.
    expect(result).toMatchObject({ outcome: 'failed', failure: { code: 'provider_error' } });
    expect(JSON.stringify(result)).not.toContain('127.0.0.1');
  });

  it('gives up after 10 s', async () => {
    const id = await started.create({ kind: 'openai', api_key: KEY });
    started.fake.reply = { silent: true };
    const outcome = await test(id);
    expect(outcome).toMatchObject({ outcome: 'failed', failure: { code: 'provider_timeout' } });
    if (outcome.outcome === 'refused') throw new Error(outcome.message);
    expect(outcome.latency_ms).toBeGreaterThanOrEqual(9_900);
    expect(outcome.latency_ms).toBeLessThan(15_000);
  }, 20_000);

  it('reports that a private key is none', async () => {
    const credentials_json = JSON.stringify({ type: 'service_account', client_email: 'a@b', private_key: KEY });
    const id = await started.create({ kind: 'vertex', credentials_json, project: 'p', location: 'l' });
    await started.addModel(id);
    expect(await test(id)).toMatchObject({
      outcome: 'failed',
      failure: { message: expect.stringContaining('private_key') },
    });
    expect(started.fake.calls).toEqual([]);
  });

  it.each(['connection', 'models'] as const)(
    'is rejected for another organization than its own (%s)',
    async (check) => {
      const id = await started.create({ kind: 'openai', api_key: KEY });
      const other = await started.database.change({ type: 'system', id: null, name: 'test' }, ({ organizations }) =>
        organizations.create({ name: `other-${check}`, products: [] }),
      );
      expect(await started.checkAs(other.id, id, check)).toMatchObject({ outcome: 'refused', code: 'not_found' });
      expect(started.fake.calls).toEqual([]);
    },
  );

  it('is rejected where the address is one that people may not name any more', async () => {
    const id = await started.create({ kind: 'openai', api_key: KEY, base_url: 'http://10.0.0.1/v1' });
    expect(await test(id)).toMatchObject({ outcome: 'refused', code: 'invalid_value', param: 'base_url' });
  });

  it('is rejected where no encryption key opens the stored secrets', async () => {
    const id = await started.create({ kind: 'openai', api_key: KEY });
    await started.database.sql.executeSql(
      "UPDATE workspace_providers SET sealed_secrets = overlay(sealed_secrets placing 'AAAA' from length(sealed_secrets) - 8) WHERE id = $1",
      [id],
    );
    expect(await test(id)).toMatchObject({ outcome: 'refused', code: 'conflict' });
    expect(started.fake.calls).toEqual([]);
  });
});

describe('the request for a token at Google has', () => {
  it('an assertion that the key of the file signs, for the scope of the cloud', async () => {
    const { issueGoogleToken } = await import('../../../src/workers/provider-checks/issue-google-token.js');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const file = JSON.stringify({ client_email: 'a@b', private_key: pem, private_key_id: 'k1' });
    const asked: unknown[] = [];
    const token = await issueGoogleToken(
      file,
      async (address, fields) => {
        asked.push(address, fields.grant_type);
        const [header = '', claims = ''] = (fields.assertion ?? '').split('.');
        for (const part of [header, claims]) asked.push(JSON.parse(Buffer.from(part, 'base64url').toString()));
        return { status: 200, body: { access_token: 'token' } };
      },
      1_000,
    );
    expect(token).toBe('token');
    expect(asked).toEqual([
      'https://oauth2.googleapis.com/token',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      { alg: 'RS256', typ: 'JWT', kid: 'k1' },
      {
        iss: 'a@b',
        scope: 'https://www.googleapis.com/auth/cloud-platform',
        aud: 'https://oauth2.googleapis.com/token',
        iat: 1_000,
        exp: 4_600,
      },
    ]);
  });

  it('the refresh token of an authorized user; its refusal is reported by its code alone', async () => {
    const { issueGoogleToken } = await import('../../../src/workers/provider-checks/issue-google-token.js');
    const file = JSON.stringify({ type: 'authorized_user', client_id: 'i', client_secret: 's', refresh_token: 'r' });
    const refuse = async (_address: string, fields: object) => {
      expect(fields).toEqual({ grant_type: 'refresh_token', client_id: 'i', client_secret: 's', refresh_token: 'r' });
      return { status: 400, body: { error: 'invalid_grant', error_description: KEY } };
    };
    await expect(issueGoogleToken(file, refuse, 0)).rejects.toThrow(
      'Google issues no access token for `credentials_json` (HTTP 400, invalid_grant).',
    );
  });
});
