import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import { type GatewaySource, startGateway } from '@multilane/gateway';
import { type GatewaySections, gatewayConfig, httpRequest, TEST_KEYS } from '@multilane/testing';
import { HELLO } from './start-pair.js';

type Running = Awaited<ReturnType<typeof startGateway>>;

describe('asynchronous requests that cannot be served', () => {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-async-'));
  let gateway: Running | undefined;

  const start = async (sections: GatewaySections = {}, role?: GatewaySource['role']): Promise<Running> => {
    const text = gatewayConfig({
      upstreamUrl: 'http://127.0.0.1:9',
      server: { host: '127.0.0.1', port: 0, drain_delay_ms: 0, drain_ms: 100 },
      telemetry: { log_level: 'silent' },
      audit: { path: join(folder, 'audit.ndjson'), spool_dir: join(folder, 'spool') },
      ...sections,
    });
    gateway = await startGateway({ config: parseConfig(text, { env: {} }).config, role });
    return gateway;
  };
  const send = async (path: string, method: string, body?: object) => {
    const headers = { authorization: `Bearer ${TEST_KEYS.research}` };
    return httpRequest({ url: `${gateway?.url}${path}`, headers, method, body });
  };

  afterEach(async () => {
    await gateway?.stop();
    gateway = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['a database', {}, 'database.url'],
    ['the setting that allows them', { async: { enabled: false } }, 'async.enabled'],
  ])('are 503 and name what is missing: %s', async (_what, sections, named) => {
    await start(sections);
    const id = '01930000-0000-7000-8000-00000000000a';
    const answers = [
      await send('/v1/async/chat/completions', 'POST', HELLO),
      await send('/v1/async/jobs', 'GET'),
      await send(`/v1/async/jobs/${id}`, 'GET'),
      await send(`/v1/async/jobs/${id}`, 'DELETE'),
      await send(`/v1/async/jobs/${id}/deliveries`, 'GET'),
      await send(`/v1/async/jobs/${id}/deliveries/${id}/resend`, 'POST'),
    ];
    for (const { status, text } of answers) {
      const { code, message } = JSON.parse(text).error;
      expect([status, code]).toEqual([503, 'async_unavailable']);
      expect(message).toContain(named);
    }
  });

  it.each([
    ['a database', {}, 'database.url'],
    ['the setting that allows jobs', { async: { enabled: false } }, 'async.enabled'],
  ])('and batches are 503 and name what is missing: %s', async (_what, sections, named) => {
    await start(sections);
    const batch = { input_file_id: 'file-1', endpoint: '/v1/chat/completions', completion_window: '24h' };
    const answers = [
      await send('/v1/batches', 'POST', batch),
      await send('/v1/batches', 'GET'),
      await send('/v1/batches/batch_1', 'GET'),
      await send('/v1/batches/batch_1/cancel', 'POST'),
    ];
    for (const { status, text } of answers) {
      const { code, message } = JSON.parse(text).error;
      expect([status, code]).toEqual([503, 'batches_unavailable']);
      expect(message).toContain(named);
    }
    const stranger = await httpRequest({ url: `${gateway?.url}/v1/batches`, method: 'GET' });
    expect(stranger.status).toBe(401);
  });

  it('are 503 in their own format for the messages endpoint', async () => {
    await start();
    const answer = await send('/v1/async/messages', 'POST', { ...HELLO, max_tokens: 5 });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      503,
      { type: 'error', error: { code: 'async_unavailable' } },
    ]);
  });

  it('reach no worker: a process of that role serves its checks and nothing else', async () => {
    await start({}, 'worker');
    for (const path of ['/health', '/ready', '/version', '/metrics']) {
      expect([path, (await send(path, 'GET')).status]).toEqual([path, 200]);
    }
    for (const path of ['/v1/models', '/v1/async/jobs', '/', '/docs', '/openapi.json']) {
      expect([path, (await send(path, 'GET')).status]).toEqual([path, 404]);
    }
    expect((await send('/v1/chat/completions', 'POST', HELLO)).status).toBe(404);
  });
});
