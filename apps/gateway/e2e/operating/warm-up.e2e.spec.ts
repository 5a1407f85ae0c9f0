import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { httpRequest, type RunningGateway, startGateway, waitUntil } from '@multilane/testing';

const KEY = 'ml-91d3f5a07be24c6e8f10b2d4a6c8e0f2';

// docs/performance.md#warm-up
describe('a gateway that sends itself requests before it serves others', () => {
  let folder: string;
  let gateway: RunningGateway | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-warm-up-'));
  });
  afterEach(async () => {
    await gateway?.stop();
    gateway = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (sections: object, count = 18): Promise<RunningGateway> => {
    gateway = await startGateway({
      config: {
        server: { drain_delay_ms: 0 },
        models: [{ logical_name: 'simulated', provider: 'simulator', upstream_model: 'simulator' }],
        teams: [{ name: 'research', api_keys: [{ name: 'ci', key: KEY }] }],
        audit: { path: join(folder, 'audit.ndjson') },
        ...sections,
      },
      // The default of the tests is none.
      env: { WARM_UP_REQUESTS: String(count) },
      readyWithinMs: 60_000,
    });
    // The log is written soon after.
    await waitUntil('its log', () => readMessages().includes('the gateway is ready') || undefined, 60_000);
    return gateway;
  };
  const readLog = (): Record<string, unknown>[] =>
    (gateway?.stdout() ?? '')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const readMessages = (): unknown[] => readLog().map(({ msg }) => msg);
  /** Counts the requests that it sent: fewer than all on a machine that is so busy that they take too long. */
  const countSent = () => Number(readLog().find(({ msg }) => msg === 'the gateway is warmed up')?.requests);
  const chat = (key: string) =>
    httpRequest({
      url: `${gateway?.baseUrl}/v1/chat/completions`,
      headers: { authorization: `Bearer ${key}` },
      body: { model: 'simulated', messages: [{ role: 'user', content: 'hi' }] },
    });

  it('has answered them when it is ready, and counts and records none of them', async () => {
    const { metrics } = await start({});
    const messages = readMessages();
    expect(countSent()).toBeGreaterThan(0);
    expect(messages.indexOf('the gateway is warmed up')).toBeLessThan(messages.indexOf('the gateway is ready'));
    const text = await metrics();
    expect(text).not.toMatch(/^service_requests_total\{/m);
    expect(text).not.toContain('warm-up');
    expect((await chat(KEY)).status).toBe(200);
    await gateway?.stop();
    const records = readFileSync(join(folder, 'audit.ndjson'), 'utf8').trim().split('\n');
    expect(records).toHaveLength(1);
  }, 120_000);

  it('warms up embeddings too, where its models have no chat', async () => {
    const embeddings = { logical_name: 'vectors', provider: 'simulator', upstream_model: 'v', type: 'embedding' };
    await start({ models: [embeddings] });
    expect(countSent()).toBeGreaterThan(0);
  }, 120_000);

  it('sends none with 0', async () => {
    await start({}, 0);
    expect(readMessages()).not.toContain('the gateway is warmed up');
  }, 120_000);
});
