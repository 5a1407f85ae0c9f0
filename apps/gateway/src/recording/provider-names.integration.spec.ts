import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { type HttpAnswer, TEST_KEYS, waitUntil } from '@multilane/testing';
import { appRequest } from '@multilane/testing/app-request';
import { type RunningGateway, startGateway } from '../bootstrap.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'provider-names-'));
const AUDIT = join(FOLDER, 'audit.ndjson');

/** Completion of no provider: the one answers it with 503 and the other with an answer. */
const COMPLETION = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 },
};

let upstream: Server;
let gateway: RunningGateway;

beforeAll(async () => {
  upstream = createServer((incoming, response) => {
    incoming.resume();
    incoming.on('end', () => {
      const isBroken = incoming.url?.startsWith('/broken');
      response.writeHead(isBroken ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isBroken ? { error: { message: 'overloaded' } } : COMPLETION));
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const at = (name: string, path: string) => ({
    name,
    kind: 'openai',
    api_key: `sk-${name}`,
    base_url: `${origin}/${path}/v1`,
  });
  const { config } = parseConfig(
    JSON.stringify({
      server: { port: 0, host: '127.0.0.1', drain_delay_ms: 0, drain_ms: 1_000 },
      telemetry: { log_level: 'silent' },
      audit: { path: AUDIT },
      providers: [at('east', 'broken'), at('west', 'fine'), at('Zürich 1', 'fine')],
      models: ['east', 'west', 'Zürich 1'].map((provider) => ({
        logical_name: `of-${provider}`,
        provider,
        upstream_model: 'm',
        prices: { input_per_million: 1, output_per_million: 1 },
      })),
      virtual_models: [{ name: 'either', strategy: 'failover', targets: [{ model: 'of-east' }, { model: 'of-west' }] }],
      teams: [{ name: 'research', api_keys: [{ name: 'app', key: TEST_KEYS.researchAdmin, role: 'admin' }] }],
    }),
    { env: {} },
  );
  gateway = await startGateway({ config } as never);
}, 30_000);

afterAll(async () => {
  await gateway?.stop();
  upstream?.closeAllConnections();
  upstream?.close();
  rmSync(FOLDER, { recursive: true, force: true });
}, 30_000);

function send(method: string, path: string, id: string, body?: object): Promise<HttpAnswer> {
  return appRequest(gateway.url, {
    method,
    path,
    headers: {
      authorization: `Bearer ${TEST_KEYS.researchAdmin}`,
      'x-request-id': id,
      'x-service-explain': '1',
    },
    ...(body && { body }),
  });
}

const chat = (model: string, id: string) =>
  send('POST', '/v1/chat/completions', id, { model, messages: [{ role: 'user', content: 'Hi' }] });

const findRecord = (id: string) =>
  waitUntil(`the record of ${id}`, () => {
    const lines = readFileSync(AUDIT, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>).find((each) => each.request_id === id);
  });

describe('two providers of one kind', () => {
  it('are named in the header, the explanation and the record, with the attempt at the other one', async () => {
    const response = await chat('either', 'two');
    expect(response.status).toBe(200);
    expect(response.headers['x-service-provider']).toBe('west');
    const served = { provider: 'west', provider_kind: 'openai' };
    const routing = {
      attempts: [
        { model: 'of-east', provider: 'east', provider_kind: 'openai', outcome: 'provider_error', status: 503 },
        { model: 'of-west', ...served, outcome: 'success' },
      ],
    };
    expect(JSON.parse(String(response.headers['x-service-explain']))).toMatchObject({ ...served, routing });
    expect(await findRecord('two')).toMatchObject({ ...served, kind: 'call', details: { routing } });
  });

  it('are apart in every metric that has a provider', async () => {
    await chat('of-east', 'metric-1');
    await chat('of-west', 'metric-2');
    const { text } = await appRequest(gateway.url, { path: '/metrics' });
    for (const name of ['east', 'west']) {
      const of = `provider="${name}",provider_kind="openai"`;
      for (const metric of [
        'requests_total',
        'upstream_requests_total',
        'upstream_duration_seconds_count',
        'request_duration_seconds_count',
      ]) {
        expect(text).toMatch(new RegExp(`^service_${metric}{[^}]*${of}`, 'm'));
      }
      expect(text).toMatch(new RegExp(`^gen_ai_client_operation_duration_seconds_count{[^}]*provider="${name}"`, 'm'));
    }
    expect(text).toMatch(/^service_cost_usd_total{provider="west",provider_kind="openai"/m);
  });

  it('have names of any characters, which a header has percent-encoded', async () => {
    const response = await chat('of-Zürich 1', 'any');
    expect(response.headers['x-service-provider']).toBe('Z%C3%BCrich%201');
    expect(await findRecord('any')).toMatchObject({ provider: 'Zürich 1', provider_kind: 'openai' });
  });
});

describe('the kind of a request', () => {
  it.each([
    [
      'a call of a model',
      'POST',
      '/v1/chat/completions',
      { model: 'of-west', messages: [{ role: 'user', content: 'Hi' }] },
      200,
      'call',
    ],
    [
      'a call that is refused',
      'POST',
      '/v1/chat/completions',
      { model: 'none', messages: [{ role: 'user', content: 'Hi' }] },
      404,
      'call',
    ],
    ['a call whose body cannot be read', 'POST', '/v1/embeddings', [] as never, 400, 'call'],
    ['a list of models', 'GET', '/v1/models', undefined, 200, 'read'],
    ['a model that does not exist', 'GET', '/v1/models/none', undefined, 404, 'read'],
    ['a poll of a job', 'GET', '/v1/async/jobs/none', undefined, 503, 'read'],
    ['the cancellation of a job', 'DELETE', '/v1/async/jobs/none', undefined, 503, 'write'],
    [
      'a job that is refused, for it never runs',
      'POST',
      '/v1/async/chat/completions',
      { model: 'of-west', messages: [] },
      503,
      'call',
    ],
    ['a list of batches', 'GET', '/v1/batches', undefined, 503, 'read'],
    ['a batch, whose lines are counted when they run', 'POST', '/v1/batches', {}, 503, 'write'],
    ['a list of files', 'GET', '/v1/files?model=of-west', undefined, 200, 'read'],
    [
      'a count of tokens',
      'POST',
      '/v1/messages/count_tokens',
      { model: 'of-west', messages: [{ role: 'user', content: 'Hi' }] },
      200,
      'read',
    ],
    ['the tools of MCP servers', 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, undefined, 'read'],
    [
      'a call of a tool',
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } },
      undefined,
      'call',
    ],
    ['a list of knowledge bases', 'GET', '/v1/kb', undefined, 503, 'read'],
    ['a new knowledge base', 'POST', '/v1/kb', { name: 'x' }, 503, 'write'],
    ['a question to a knowledge base', 'POST', '/v1/kb/none/query', { query: 'x' }, 503, 'call'],
    ['a path that does not exist', 'GET', '/v1/nothing', undefined, 404, 'read'],
  ])('%s', async (_case, method, path, body, status, kind) => {
    const id = `kind-${method}-${path}-${kind}`;
    const response = await send(method, path, id, body);
    if (status !== undefined) expect(response.status).toBe(status);
    expect(await findRecord(id)).toMatchObject({ kind });
  });
});
