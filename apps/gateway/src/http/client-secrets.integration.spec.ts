import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { type HttpAnswer, TEST_KEYS } from '@multilane/testing';
import { appRequest } from '@multilane/testing/app-request';
import { type RunningGateway, startGateway } from '../bootstrap.js';

const KEY: string = TEST_KEYS.research;
const POOR_KEY: string = TEST_KEYS.support;
const OTHER_TEAM_KEY: string = TEST_KEYS.researchAdmin;
const SECRET = 'ek_of_one_session';

let provider: Server;
let sent: { url: string | undefined; headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = [];
let status = 200;
let gateway: RunningGateway;

/** One that costs a dollar. */
const COMPLETION = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-talk',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 500, completion_tokens: 500, total_tokens: 1_000 },
};

beforeAll(async () => {
  provider = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (bytes: Buffer) => (text += bytes.toString()));
    incoming.on('end', () => {
      const body = JSON.parse(text) as Record<string, unknown>;
      if (incoming.url === '/v1/chat/completions') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(COMPLETION));
        return;
      }
      sent.push({ url: incoming.url, headers: incoming.headers, body });
      response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'a=b' });
      const failed = { error: { message: 'secret words of the provider' } };
      response.end(JSON.stringify(status === 200 ? { value: SECRET, expires_at: 1, session: body.session } : failed));
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const { config } = parseConfig(
    JSON.stringify({
      server: { port: 0, host: '127.0.0.1', drain_delay_ms: 0, drain_ms: 1_000 },
      telemetry: { log_level: 'silent' },
      audit: { path: '/dev/null' },
      providers: [
        { name: 'openai', kind: 'openai', api_key: 'sk-provider', base_url: `${origin}/v1` },
        { name: 'azure', kind: 'azure-openai', api_key: 'azure-key', base_url: origin },
        { name: 'other', kind: 'groq', api_key: 'sk-other', base_url: `${origin}/v1` },
      ],
      models: [
        { logical_name: 'voice', provider: 'openai', upstream_model: 'gpt-voice', type: 'realtime' },
        { logical_name: 'azure-voice', provider: 'azure', upstream_model: 'my deployment', type: 'realtime' },
        { logical_name: 'other-voice', provider: 'other', upstream_model: 'x', type: 'realtime' },
        { logical_name: 'forbidden', provider: 'openai', upstream_model: 'gpt-forbidden', type: 'realtime' },
        { logical_name: 'scribe', provider: 'openai', upstream_model: 'gpt-scribe', type: 'transcription' },
        { logical_name: 'secret-scribe', provider: 'openai', upstream_model: 'gpt-secret', type: 'transcription' },
        {
          logical_name: 'talk',
          provider: 'openai',
          upstream_model: 'gpt-talk',
          prices: { input_per_million: 1_000, output_per_million: 1_000 },
        },
      ],
      virtual_models: [
        { name: 'any-voice', strategy: 'failover', targets: [{ model: 'voice' }, { model: 'azure-voice' }] },
      ],
      teams: [
        {
          name: 'research',
          allowed_models: ['voice', 'azure-voice', 'other-voice', 'any-voice', 'scribe', 'talk'],
          api_keys: [
            { name: 'app', key: KEY },
            { name: 'poor', key: POOR_KEY, budget_usd_monthly: 0.5 },
          ],
        },
        { name: 'support', allowed_models: ['talk'], api_keys: [{ name: 'app', key: OTHER_TEAM_KEY }] },
      ],
    }),
    { env: {} },
  );
  gateway = await startGateway({ config } as never);
}, 30_000);

afterAll(async () => {
  await gateway?.stop();
  provider?.closeAllConnections();
  provider?.close();
}, 30_000);

beforeEach(() => {
  sent = [];
  status = 200;
});

async function ask(body: object, key: string | undefined = KEY): Promise<{ response: HttpAnswer; answer: unknown }> {
  const response = await appRequest(gateway.url, {
    path: '/v1/realtime/client_secrets',
    headers: {
      cookie: 'c=d',
      'openai-beta': 'realtime=v1',
      ...(key && { authorization: `Bearer ${key}` }),
    },
    body,
  });
  return { response, answer: response.json() };
}

function transcribedBy(model: string): object {
  return { audio: { input: { transcription: { model } } } };
}

describe('a client secret', () => {
  it('is asked of the provider as the operator, for the model by its name there', async () => {
    const { answer, response } = await ask({
      session: { model: 'voice', instructions: 'Be brief.' },
      expires_after: { anchor: 'created_at', seconds: 7_200 },
    });
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.headers['x-request-id']).toBeTruthy();
    expect(answer).toMatchObject({ value: SECRET });
    const [call] = sent;
    expect(call?.url).toBe('/v1/realtime/client_secrets');
    expect(call?.headers).toMatchObject({ authorization: 'Bearer sk-provider' });
    expect(call?.headers).not.toHaveProperty('cookie');
    expect(call?.headers).not.toHaveProperty('openai-beta');
    expect(call?.body).toEqual({
      session: { model: 'gpt-voice', instructions: 'Be brief.' },
      expires_after: { anchor: 'created_at', seconds: 600 },
    });
  });

  it('is asked of Azure below its address without versions', async () => {
    const { response } = await ask({ session: { model: 'azure-voice' } });
    expect(response.status).toBe(200);
    expect(sent[0]?.url).toBe('/openai/v1/realtime/client_secrets');
    expect(sent[0]?.headers).toMatchObject({ 'api-key': 'azure-key' });
    expect(sent[0]?.body).toMatchObject({ session: { model: 'my deployment' } });
  });

  it('is asked of a target of a virtual model', async () => {
    const { response } = await ask({ session: { model: 'any-voice' } });
    expect(response.status).toBe(200);
    expect(sent[0]?.body).toMatchObject({ session: { model: 'gpt-voice' } });
  });

  it('has the further models of its session named as the provider does', async () => {
    const { response } = await ask({ session: { model: 'voice', ...transcribedBy('scribe') } });
    expect(response.status).toBe(200);
    expect(sent[0]?.body).toMatchObject({ session: { model: 'gpt-voice', ...transcribedBy('gpt-scribe') } });
  });

  it('of a transcription has its own model named, and no other', async () => {
    const { response } = await ask({ session: { type: 'transcription', ...transcribedBy('scribe') } });
    expect(response.status).toBe(200);
    expect(sent[0]?.body).toMatchObject({ session: { type: 'transcription', ...transcribedBy('gpt-scribe') } });
    const other = await ask({ session: { type: 'transcription', model: 'forbidden', ...transcribedBy('scribe') } });
    expect(other.response.status).toBe(403);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['without a credential', { session: { model: 'voice' } }, '', 401, 'invalid_api_key'],
    ['by another team', { session: { model: 'voice' } }, OTHER_TEAM_KEY, 403, 'model_not_allowed'],
    ['for a model that is not allowed', { session: { model: 'forbidden' } }, KEY, 403, 'model_not_allowed'],
    ['for a model that does not exist', { session: { model: 'nothing' } }, KEY, 404, 'model_not_found'],
    ['for a model of another type', { session: { model: 'talk' } }, KEY, 400, 'invalid_model_type'],
    ['for another kind of provider', { session: { model: 'other-voice' } }, KEY, 400, 'unsupported_provider'],
    ['without a model', { session: {} }, KEY, 400, 'invalid_value'],
    [
      'with a further model that is not allowed',
      { session: { model: 'voice', ...transcribedBy('secret-scribe') } },
      KEY,
      403,
      'model_not_allowed',
    ],
    [
      'with a further model by a name that depends on the target',
      { session: { model: 'any-voice', ...transcribedBy('scribe') } },
      KEY,
      400,
      'invalid_value',
    ],
  ])('asked %s is rejected before the provider is asked', async (_how, body, key, expected, code) => {
    const { answer, response } = await ask(body, key);
    expect({ status: response.status, answer }).toMatchObject({ status: expected, answer: { error: { code } } });
    expect(sent).toEqual([]);
  });

  it('is rejected once the budget is spent', async () => {
    expect((await ask({ session: { model: 'voice' } }, POOR_KEY)).response.status).toBe(200);
    const spent = await appRequest(gateway.url, {
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${POOR_KEY}` },
      body: { model: 'talk', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 10 },
    });
    expect(spent.status).toBe(200);
    const { answer, response } = await ask({ session: { model: 'voice' } }, POOR_KEY);
    expect({ status: response.status, answer }).toMatchObject({
      status: 402,
      answer: { error: { code: 'key_budget_exceeded' } },
    });
    expect(sent).toHaveLength(1);
  });

  it('is rejected in our words where the provider rejects it', async () => {
    status = 403;
    const { answer, response } = await ask({ session: { model: 'voice' } });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(answer)).not.toContain('secret words');
  });
});
