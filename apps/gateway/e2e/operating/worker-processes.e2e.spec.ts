import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpRequest, type RunningGateway, startGateway, takeTurns, waitUntil } from '@multilane/testing';

const itInTurn = takeTurns(it);

const KEY = 'ml-6f1c0a7d9be24835a1d07c3ef5b2846e';
const LIMITED_KEY = 'ml-0d5b7c1e4f9a42d38b6e1f7c93a0d85b';
const LATER_KEY = 'ml-5c1f0e7d9be24835a1d07c3ef5b2846e';
const APPLIED_EDIT = 'the configuration was reloaded';
const REFUSED_EDIT = 'the edited configuration is not valid; the current one is kept';
const CONFIG = {
  server: { workers: 2, drain_delay_ms: 0, drain_ms: 2_000 },
  models: [{ logical_name: 'simulated', provider: 'simulator', upstream_model: 'simulator' }],
  rate_limits: { share_between_workers: true },
  teams: [
    { name: 'research', api_keys: [{ name: 'ci', key: KEY }] },
    { name: 'limited', rpm_limit: 6, api_keys: [{ name: 'ci', key: LIMITED_KEY }] },
  ],
};

/** The default of the tests is none. */
const WARM_UP = { WARM_UP_REQUESTS: '30' };

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

// docs/scaling.md#worker-processes
describe('a gateway with two worker processes', () => {
  let gateway: RunningGateway;

  beforeAll(async () => {
    gateway = await startGateway({ config: CONFIG, env: WARM_UP, readyWithinMs: 60_000 });
    await waitUntil('both workers', async () => ((await countWorkers()) === 2 ? true : undefined), 60_000);
  }, 130_000);
  afterAll(() => gateway?.stop());

  const chat = async (key = KEY): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    const body = { model: 'simulated', messages: [{ role: 'user', content: 'hi' }] };
    return (await httpRequest({ url: `${gateway.baseUrl}/v1/chat/completions`, headers, body })).status;
  };
  const readMetric = async (pattern: RegExp): Promise<number> =>
    Number(pattern.exec(await gateway.metrics())?.[1] ?? Number.NaN);
  const readLines = (): string[] => gateway.stdout().split('\n').slice(0, -1);
  const logged = (message: string): number => gateway.stdout().split(`"msg":"${message}"`).length - 1;
  const countWorkers = (): Promise<number> => readMetric(/^service_worker_processes (\d+)$/m);
  /** The sum of a metric's series that have the label. */
  const addUp = async (name: string, label: string): Promise<number> =>
    (await gateway.metrics())
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  const countAnswers = (): Promise<number> => addUp('service_requests_total', 'status="200"');
  /** The process ids of what the gateway's own process has started. */
  const listWorkers = (): number[] => {
    const { pid } = gateway;
    const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return ids === '' ? [] : ids.split(' ').map(Number);
  };

  it('counts the requests of all processes in one answer of /metrics', async () => {
    for (let sent = 0; sent < 20; sent++) expect(await chat()).toBe(200);
    // Each connection asks another worker: all of them say the same.
    for (let asked = 0; asked < 4; asked++) expect(await countAnswers()).toBe(20);
    expect(await addUp('service_config_info', 'hash')).toBe(1);
    expect(await addUp('service_request_duration_seconds_count', 'provider="simulator"')).toBe(20);
  });

  it('admits the limit once over all processes with share_between_workers', async () => {
    const began = performance.now();
    const statuses = await Promise.all(Array.from({ length: 40 }, () => chat(LIMITED_KEY)));
    const refilled = Math.ceil(((performance.now() - began) / 60_000) * 6);
    const admitted = statuses.filter((status) => status === 200).length;
    expect(admitted).toBeGreaterThanOrEqual(6);
    expect(admitted).toBeLessThanOrEqual(6 + refilled);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await readMetric(/^service_shared_limit_misses_total (\d+)$/m)).toBe(0);
  });

  it('warms up each process by itself, before it serves requests', async () => {
    await waitUntil('their logs', () => (logged('the gateway is ready') === 2 ? true : undefined), 60_000);
    expect(logged('the gateway is warmed up')).toBe(2);
    expect(gateway.stdout()).not.toContain('could not warm up');
  }, 70_000);

  itInTurn(
    'writes whole lines, of both processes, to one standard output',
    async () => {
      const before = readLines().length;
      for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 50 }, () => chat()));
      await waitUntil('the records', () => (readLines().length >= before + 1_000 ? true : undefined), 30_000);
      expect(readLines().filter((line) => !isObject(line))).toEqual([]);
    },
    60_000,
  );

  itInTurn(
    'does not end a process that starts when log files are rotated',
    async () => {
      const restarts = await readMetric(/^service_worker_restarts_total (\d+)$/m);
      const [first] = listWorkers();
      if (first === undefined) throw new Error('there is no worker');
      process.kill(first, 'SIGKILL');
      await waitUntil('the end of the process', () => (listWorkers().includes(first) ? undefined : true), 10_000);
      const until = performance.now() + 2_000;
      while (performance.now() < until) {
        process.kill(gateway.pid, 'SIGHUP');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await waitUntil('both workers', async () => ((await countWorkers()) === 2 ? true : undefined), 60_000);
      expect(await readMetric(/^service_worker_restarts_total (\d+)$/m)).toBe(restarts + 1);
    },
    100_000,
  );

  it('replaces a process that was killed, counts that, and forgets nothing', async () => {
    // The test may run a second time.
    const restarts = await readMetric(/^service_worker_restarts_total (\d+)$/m);
    await waitUntil('both workers', async () => ((await countWorkers()) === 2 ? true : undefined), 60_000);
    const before = await countAnswers();
    const [first, ...others] = listWorkers();
    if (first === undefined) throw new Error('there is no worker');
    process.kill(first, 'SIGKILL');
    await waitUntil('the end of the process', () => (listWorkers().includes(first) ? undefined : true), 10_000);
    await waitUntil(
      'the replacement',
      async () => ((await readMetric(/^service_worker_restarts_total (\d+)$/m)) === restarts + 1 ? true : undefined),
      30_000,
    );
    expect(await chat()).toBe(200);
    await waitUntil('both workers', async () => ((await countWorkers()) === 2 ? true : undefined), 60_000);
    expect(listWorkers()).toEqual([...others, expect.any(Number)]);
    expect(await countAnswers()).toBeGreaterThanOrEqual(before + 1);
  }, 160_000);

  // A stopped process takes one connection and says nothing; the others go to the next worker.
  itInTurn(
    'answers a connection that was given to a process which was killed before it had taken it',
    async () => {
      await waitUntil('both workers', async () => ((await countWorkers()) === 2 ? true : undefined), 60_000);
      const lost = 'a worker process ended before it had taken a connection that it was given';
      const before = logged(lost);
      const [stuck] = listWorkers();
      if (stuck === undefined) throw new Error('there is no worker');
      process.kill(stuck, 'SIGSTOP');
      let answered = 0;
      const asked = Array.from({ length: 6 }, async () => {
        const { status } = await httpRequest({ url: `${gateway.baseUrl}/health`, timeoutMs: 30_000 });
        answered += 1;
        return status;
      });
      const outcome = Promise.allSettled(asked);
      await waitUntil('five answers', () => (answered === 5 ? true : undefined), 20_000);
      process.kill(stuck, 'SIGKILL');
      expect(await outcome).toEqual(Array.from({ length: 6 }, () => ({ status: 'fulfilled', value: 200 })));
      await waitUntil('the log', () => (logged(lost) === before + 1 ? true : undefined), 10_000);
      await waitUntil('both workers', async () => ((await countWorkers()) === 2 ? true : undefined), 60_000);
    },
    130_000,
  );

  itInTurn(
    'starts a replacement with what the others run by, where the file has become invalid',
    async () => {
      const edited = {
        ...CONFIG,
        teams: [...CONFIG.teams, { name: 'later', api_keys: [{ name: 'ci', key: LATER_KEY }] }],
      };
      const applied = logged(APPLIED_EDIT);
      await gateway.rewriteConfig(edited);
      await waitUntil('the new key', () => (logged(APPLIED_EDIT) === applied + 2 ? true : undefined), 30_000);
      const refused = logged(REFUSED_EDIT);
      await gateway.rewriteConfig('teams: 7\n');
      await waitUntil('its refusal', () => (logged(REFUSED_EDIT) === refused + 2 ? true : undefined), 30_000);
      const [first, ...others] = listWorkers();
      if (first === undefined) throw new Error('there is no worker');
      process.kill(first, 'SIGKILL');
      await waitUntil('its end', () => (listWorkers().includes(first) ? undefined : true), 10_000);
      await waitUntil('both workers', async () => ((await countWorkers()) === 2 ? true : undefined), 60_000);
      for (let sent = 0; sent < 8; sent++) expect(await chat(LATER_KEY)).toBe(200);
      expect(listWorkers()).toEqual([...others, expect.any(Number)]);
      await gateway.rewriteConfig(CONFIG);
      await waitUntil('the old keys', async () => ((await chat(LATER_KEY)) === 401 ? true : undefined), 30_000);
    },
    160_000,
  );

  itInTurn(
    'says why it cannot start, and ends, where its port is in use',
    async () => {
      // The first one answers /readyz at that port.
      const second = await startGateway({ config: CONFIG, env: WARM_UP, port: gateway.port });
      expect(await second.exited).toEqual({ code: 1, signal: null });
      expect(second.stderr()).toContain('EADDRINUSE');
    },
    120_000,
  );

  itInTurn(
    'says why it cannot start, and ends, where the port of its metrics is in use',
    async () => {
      const config = { ...CONFIG, server: { ...CONFIG.server, metrics_port: gateway.port } };
      // It may have answered once, before the second port was tried.
      const output = await startGateway({ config, env: WARM_UP, readyWithinMs: 60_000 }).then(
        async (second) => {
          expect(await second.exited).toEqual({ code: 1, signal: null });
          return second.stderr();
        },
        (error: Error) => error.message,
      );
      expect(output).toContain('server.metrics_port');
    },
    120_000,
  );

  it('stops as a whole when it is told to', async () => {
    const workers = listWorkers();
    expect(workers).toHaveLength(2);
    expect(await gateway.stop()).toEqual({ code: 0, signal: null });
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }, 60_000);
});
