import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Metrics } from '../metrics/metrics.js';
import { BackgroundTasks } from './background-tasks.js';

function makeTasks() {
  const lines: { level: string; fields: Record<string, unknown>; text: string }[] = [];
  const state = { now: 1_000_000 };
  const write = (level: string) => (fields: object, text: string) =>
    void lines.push({ level, fields: { ...fields }, text });
  const metrics = new Metrics();
  const logger = { warn: write('warn'), info: write('info') };
  const tasks = new BackgroundTasks({ logger, metrics } as never, () => state.now);
  return { lines, metrics, state, tasks };
}

describe('tasks in the background', () => {
  afterEach(() => void jest.useRealTimers());

  it('say in one line a minute that they fail, with the cause and the number of failures', () => {
    const { lines, state, tasks } = makeTasks();
    for (let second = 0; second < 150; second++) {
      tasks.failed('budget_leases', new Error(`failure ${second}`));
      state.now += 1_000;
    }
    expect(lines.map(({ level, fields: { task, failures } }) => [level, task, failures])).toEqual([
      ['warn', 'budget_leases', 1],
      ['warn', 'budget_leases', 60],
      ['warn', 'budget_leases', 60],
    ]);
    expect(lines[1]?.fields.err).toEqual(new Error('failure 60'));
  });

  it('write no more than that where they fail for each of thousands of requests, every other time', () => {
    const { lines, state, tasks } = makeTasks();
    for (let time = 0; time < 60_000; time++) {
      state.now += 1;
      tasks.failed('identity_lookups', new Error('away'));
      if (time % 5 === 0) tasks.succeeded('identity_lookups');
    }
    expect(lines.length).toBeLessThanOrEqual(2);
  });

  it('say that they work again', () => {
    const { lines, state, tasks } = makeTasks();
    for (let time = 0; time < 4; time++) tasks.failed('heartbeat', new Error('away'));
    state.now += 30_000;
    tasks.succeeded('heartbeat');
    tasks.succeeded('heartbeat');
    expect(lines.slice(1)).toEqual([
      {
        level: 'info',
        fields: { task: 'heartbeat', failures: 4, seconds: 30 },
        text: 'a background task works again: telling the deployment page that this process is alive',
      },
    ]);
  });

  it('are failing after three failures in a row, until they succeed', () => {
    const { state, tasks } = makeTasks();
    const fail = (times: number) => {
      for (let time = 0; time < times; time++)
        tasks.failed('job_queues', new Error('relation "a" does not exist\nrow'));
    };
    fail(2);
    tasks.succeeded('job_queues');
    fail(2);
    expect(tasks.failing()).toEqual([]);
    state.now += 1;
    fail(1);
    expect(tasks.failing()).toEqual([
      {
        task: 'job_queues',
        failures: 3,
        since: new Date(1_000_000).toISOString(),
        cause: 'relation "a" does not exist',
      },
    ]);
    tasks.succeeded('job_queues');
    expect(tasks.failing()).toEqual([]);
  });

  it('count as failing for a minute only, where they are done for requests alone', () => {
    const { state, tasks } = makeTasks();
    for (const task of ['identity_lookups', 'heartbeat'] as const) {
      for (let time = 0; time < 3; time++) tasks.failed(task, new Error('away'));
    }
    state.now += 61_000;
    expect(tasks.failing().map(({ task }) => task)).toEqual(['heartbeat']);
  });

  it('are counted by their names, and shown as failing', async () => {
    const { metrics, tasks } = makeTasks();
    for (let time = 0; time < 3; time++) tasks.failed('budget_leases', 'no error');
    const lines = (await metrics.renderMetrics()).split('\n');
    expect(lines).toContain('service_background_failures_total{task="budget_leases"} 3');
    expect(lines).toContain('service_background_failing{task="budget_leases"} 1');
    tasks.succeeded('budget_leases');
    expect(await metrics.renderMetrics()).not.toContain('service_background_failing{');
  });

  it('never reject, keep no secret as their cause, and are not overtaken by themselves', async () => {
    const { tasks } = makeTasks();
    const fail = () => Promise.reject(new Error('no access with api_key=abcdefgh12345678'));
    for (let time = 0; time < 3; time++) expect(await tasks.run('price_table', fail)).toBeUndefined();
    expect(tasks.failing()[0]?.cause).toBe('no access with api_key=[masked]');
    expect(await tasks.run('price_table', () => 7)).toBe(7);
    let running = 0;
    const stop = tasks.every('usage_series', 1, async () => {
      running += 1;
      await new Promise(() => undefined);
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    void stop();
    expect(running).toBe(1);
  });

  it.each(['now', 'later'] as const)('are done %s for the first time, and then at intervals', async (first) => {
    jest.useFakeTimers();
    const { tasks } = makeTasks();
    const work = jest.fn(async () => undefined);
    const stop = tasks.every('usage_series', 1_000, work, first);
    const before = first === 'now' ? 1 : 0;
    await jest.advanceTimersByTimeAsync(899);
    expect(work).toHaveBeenCalledTimes(before);
    await jest.advanceTimersByTimeAsync(101);
    expect(work).toHaveBeenCalledTimes(before + 1);
    await stop();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(before + 1);
  });

  it('are spread over the time where many processes start at once', async () => {
    jest.useFakeTimers();
    const { tasks } = makeTasks();
    const times = new Set<number>();
    const stops = Array.from({ length: 20 }, () =>
      tasks.every('usage_series', 1_000, async () => times.add(Date.now()), 'later'),
    );
    await jest.advanceTimersByTimeAsync(1_000);
    expect(times.size).toBeGreaterThan(5);
    for (const stop of stops) await stop();
  });

  it('are waited for when they stop, and a run that calls for its own end ends', async () => {
    const { tasks } = makeTasks();
    const ended: string[] = [];
    const stop = tasks.every('usage_series', 60_000, async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      void stop().then(() => ended.push('stopped'));
      ended.push('run');
    });
    await stop();
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toEqual(['run', 'stopped']);
  });
});
