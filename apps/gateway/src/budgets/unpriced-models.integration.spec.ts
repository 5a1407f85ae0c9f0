import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { TEST_KEYS } from '@multilane/testing';
import { appRequest } from '@multilane/testing/app-request';
import { type RunningGateway, startGateway } from '../bootstrap.js';

const COMPLETION = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 500, completion_tokens: 500, total_tokens: 1_000 },
};

const PRICES = { input_per_million: 1_000, output_per_million: 1_000 };
const BUDGETED: string = TEST_KEYS.research;
const UNLIMITED: string = TEST_KEYS.support;

let upstream: Server;

beforeAll(async () => {
  upstream = createServer((incoming, response) => {
    incoming.resume();
    incoming.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(COMPLETION));
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  upstream?.closeAllConnections();
  upstream?.close();
});

/** Answers of `paid` cost a dollar; nobody knows what `unpriced` costs. */
function start(unpriced: 'allow' | 'refuse'): Promise<RunningGateway> {
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const model = (name: string, prices?: object) => ({
    logical_name: name,
    provider: 'own',
    upstream_model: name,
    ...(prices && { prices }),
  });
  const { config } = parseConfig(
    JSON.stringify({
      server: { port: 0, host: '127.0.0.1', drain_delay_ms: 0, drain_ms: 1_000 },
      telemetry: { log_level: 'silent' },
      audit: { path: '/dev/null' },
      budgets: { unpriced },
      providers: [
        { name: 'own', kind: 'openai-compatible', api_key: 'k', base_url: `${origin}/v1` },
        { name: 'sim', kind: 'simulator' },
      ],
      models: [
        model('paid', PRICES),
        model('free', { input_per_million: 0 }),
        model('unpriced'),
        { logical_name: 'simulated', provider: 'sim', upstream_model: 'simulated' },
      ],
      virtual_models: [
        { name: 'free-first', strategy: 'failover', targets: [{ model: 'free' }, { model: 'simulated' }] },
        { name: 'mixed', strategy: 'failover', targets: [{ model: 'free' }, { model: 'paid' }] },
        { name: 'unknown-too', strategy: 'failover', targets: [{ model: 'paid' }, { model: 'unpriced' }] },
      ],
      teams: [
        {
          name: 'research',
          api_keys: [
            { name: 'budgeted', key: BUDGETED, budget_usd_monthly: 0.5 },
            { name: 'unlimited', key: UNLIMITED },
          ],
        },
      ],
    }),
    { env: {} },
  );
  return startGateway({ config } as never);
}

async function ask(gateway: RunningGateway, model: string, key = BUDGETED): Promise<[number, string | undefined]> {
  const answer = await appRequest(gateway.url, {
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${key}` },
    body: { model, messages: [{ role: 'user', content: 'Hi' }] },
  });
  const { error } = answer.json() as { error?: { code: string } };
  return [answer.status, error?.code];
}

describe('budgets in dollars and models without a price', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await start('refuse');
  }, 30_000);
  afterAll(() => gateway?.stop());

  it.each(['unpriced', 'unknown-too'])('rejects %s where it may not be used', async (model) => {
    expect(await ask(gateway, model)).toEqual([403, 'model_unpriced']);
  });

  it('serves it to a key without such a budget', async () => {
    expect(await ask(gateway, 'unpriced', UNLIMITED)).toEqual([200, undefined]);
  });

  it('serves what is free by its declared price, or runs in the process', async () => {
    expect(await ask(gateway, 'free')).toEqual([200, undefined]);
    expect(await ask(gateway, 'simulated')).toEqual([200, undefined]);
  });
});

describe('a budget in dollars that is spent', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await start('allow');
    expect(await ask(gateway, 'unpriced')).toEqual([200, undefined]);
    expect(await ask(gateway, 'paid')).toEqual([200, undefined]);
    expect(await ask(gateway, 'paid')).toEqual([402, 'key_budget_exceeded']);
  }, 30_000);
  afterAll(() => gateway?.stop());

  it.each(['free', 'simulated', 'free-first'])('leaves %s alone, which costs nothing', async (model) => {
    expect(await ask(gateway, model)).toEqual([200, undefined]);
  });

  it.each(['mixed', 'unpriced', 'unknown-too'])('rejects %s, which may cost something', async (model) => {
    expect(await ask(gateway, model)).toEqual([402, 'key_budget_exceeded']);
  });

  it('counts the requests that no budget could count', async () => {
    const { text } = await appRequest(gateway.url, { path: '/metrics' });
    expect(text).toContain('service_uncounted_requests_total{model="unpriced"} 1');
  });
});
