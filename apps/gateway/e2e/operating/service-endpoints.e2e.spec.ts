import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  completion,
  findClosedPort,
  httpRequest,
  jsonReply,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
  pair.upstream.setDefault(jsonReply(completion()));
}, HOOK_LIMIT_MS);

afterAll(() => pair.stop(), HOOK_LIMIT_MS);

/** A call without any credential. */
const get = (path: string, method = 'GET') => pair.send(path, { key: null, method });

const ENDPOINTS = ['/health', '/healthz', '/ready', '/readyz', '/version', '/metrics'];

describe('docs/contract/operations.md#service-endpoints: no credential, outside /v1', () => {
  it.each(['/health', '/healthz'])('GET %s: liveness', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ status: 'ok' });
  });

  it.each(['/ready', '/readyz'])('GET %s: readiness', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ status: 'ok', info: { gateway: { status: 'up' } } });
  });

  it('GET /version: build stamp', async () => {
    const answer = await get('/version');
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      service: 'multilane-gateway',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.version,
      config_hash: expect.stringMatching(/^[0-9a-f]+$/),
    });
    expect(answer.json()).toHaveProperty('commit');
  });

  it('GET /metrics: Prometheus metrics', async () => {
    const answer = await get('/metrics');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^(text\/plain|application\/openmetrics-text)\b/);
    expect(answer.text).toMatch(/^# TYPE service_requests_total counter$/m);
    expect(answer.text).toMatch(/^process_resident_memory_bytes \d+/m);
  });

  it('GET / shows a program where the API begins, and a browser a page', async () => {
    const json = await get('/');
    expect(json.status).toBe(200);
    expect(json.json()).toMatchObject({ service: 'multilane-gateway', links: { api: '/v1', docs: '/docs' } });
    const page = await pair.send('/', { key: null, method: 'GET', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).toContain('<code>/v1</code>');
  });

  it.each(['swagger-ui.css', 'swagger-ui-bundle.js', 'show-docs.js'])(
    'GET /docs has a page that loads %s',
    async (name) => {
      const page = await get('/docs');
      expect(page.text).toContain(`docs/assets/${name}`);
      const asset = await get(`/docs/assets/${name}`);
      expect(asset.status).toBe(200);
      expect(asset.headers['content-type']).toMatch(/^text\/(css|javascript)/);
      expect(asset.text.length).toBeGreaterThan(100);
    },
  );

  it('a request to an endpoint without /v1 gets an error that asks to add it to the base URL', async () => {
    const answer = await pair.send('/chat/completions', { key: null, method: 'POST', body: {} });
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ error: { message: expect.stringContaining('/v1/chat/completions') } });
  });

  it.each(ENDPOINTS)('%s has a request id, and looks at no credential', async (path) => {
    const answer = await pair.send(path, { key: 'ml-test-unknown-key-000000001' });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  it.each(ENDPOINTS)('HEAD %s follows GET', async (path) => {
    const head = await get(path, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-type']).toBe((await get(path)).headers['content-type']);
  });

  it.each(ENDPOINTS)('a trailing slash is ignored: %s/', async (path) => {
    expect((await get(`${path}/`)).status).toBe(200);
    expect((await get(`${path}?verbose=1`)).status).toBe(200);
  });

  it.each(ENDPOINTS)('POST %s answers 405 with Allow', async (path) => {
    const answer = await get(path, 'POST');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('they show no secret', async () => {
    for (const path of ENDPOINTS) {
      const { text } = await get(path);
      for (const secret of [...Object.values(TEST_KEYS), ...Object.values(TEST_PROVIDER_KEYS)]) {
        expect(text).not.toContain(secret);
      }
    }
  });
});

describe('docs/contract/metrics.md#labels: metrics', () => {
  it('count requests by endpoint, status, provider and model, and tokens', async () => {
    await pair.chat({ model: 'fast' });
    const text = await waitUntil('the request to be counted', async () => {
      const metrics = await pair.gateway.metrics();
      return metrics.includes('model="gpt-4o-mini"') ? metrics : undefined;
    });
    expect(text).toMatch(
      /^service_requests_total\{(?=.*endpoint="chat\.completions")(?=.*status="200")(?=.*provider="openai")(?=.*model="gpt-4o-mini").*\} \d+$/m,
    );
    expect(text).toMatch(/^service_tokens_total\{(?=.*kind="prompt")(?=.*usage_source="reported").*\} \d+$/m);
  });

  it('no key, team, user or free-text label; model only as a name from the snapshot', async () => {
    const freeText = [
      'no-such-model-77',
      'no-such-path-77',
      'no-such-user-77',
      'ml-test-no-such-key-77-000',
      'request-77',
    ];
    const headers = { 'x-request-id': 'request-77' };
    await pair.chat({ model: 'no-such-model-77', user: 'no-such-user-77' }, { headers });
    await pair.chat({ user: 'no-such-user-77' }, { key: 'ml-test-no-such-key-77-000' });
    await pair.send('/v1/no-such-path-77');
    await pair.send('/v1/models/no-such-model-77');
    await pair.send('/no-such-path-77', { key: null });
    await pair.chat({ model: 'gpt-4o' }, { key: TEST_KEYS.support });
    const text = (await pair.gateway.metrics()).replace(/^#.*$/gm, '');
    expect(text).toContain('status="404"');
    for (const word of [...freeText, 'research', 'support', '"ci"', '"desk"', ...Object.values(TEST_KEYS)]) {
      expect(text).not.toContain(word);
    }
  });

  it('a flood of unknown names adds no series', async () => {
    // The service's own series: those of the runtime (sockets, kinds of collection) come and go by themselves.
    const ownSeries = async () =>
      (await pair.gateway.metrics())
        .split('\n')
        .filter((line) => line.startsWith('service_'))
        .map((line) => line.slice(0, line.lastIndexOf(' ')));
    const askFor = async (name: string) => {
      await pair.chat({ model: name });
      for (const method of ['GET', 'DELETE']) await pair.send(`/v1/${name}`, { method });
    };
    await askFor('unknown-0');
    const before = await ownSeries();
    for (let number = 1; number <= 30; number++) await askFor(`unknown-${number}`);
    expect(before.length).toBeGreaterThan(10);
    expect(await ownSeries()).toEqual(before);
  });
});

describe('server.metrics_port', () => {
  let apart: Pair;
  let metricsPort = 0;

  beforeAll(async () => {
    metricsPort = await findClosedPort();
    apart = await startPair(() => ({ server: { metrics_port: metricsPort, drain_delay_ms: 0, drain_ms: 1_000 } }));
  }, HOOK_LIMIT_MS);

  afterAll(() => apart.stop(), HOOK_LIMIT_MS);

  const onMetricsPort = (path: string) => httpRequest({ url: `http://127.0.0.1:${metricsPort}${path}` });

  it('serves the metrics on a port of their own', async () => {
    const answer = await onMetricsPort('/metrics');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('service_requests_total');
  });

  it('serves nothing else there', async () => {
    for (const path of ['/', '/v1/models', '/health']) expect((await onMetricsPort(path)).status).toBe(404);
  });

  it('and the metrics nowhere else', async () => {
    expect((await apart.send('/metrics', { key: null })).status).toBe(404);
  });
});
