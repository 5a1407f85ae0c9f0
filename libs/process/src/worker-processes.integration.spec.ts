import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkerProcesses } from './worker-processes.js';

/** As node:cluster makes one; without a pid where the system had no room for it. */
function makeWorker(id: number, pid: number | undefined) {
  return Object.assign(new EventEmitter(), { id, process: { pid, kill: vi.fn() } }) as unknown as Worker;
}

describe('WorkerProcesses, where a process cannot be started', () => {
  const made: Worker[] = [];
  const onForkFailed = vi.fn();
  const onReplaced = vi.fn();
  const processes = () => new WorkerProcesses({ count: 1, ports: 1, onForkFailed, onReplaced });

  beforeEach(() => {
    vi.useFakeTimers();
    vi.clearAllMocks();
    made.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    cluster.removeAllListeners();
    Object.assign(cluster, { workers: {} });
  });

  const fork = (...outcomes: readonly (Worker | Error)[]) => {
    const left = [...outcomes];
    return vi.spyOn(cluster, 'fork').mockImplementation(() => {
      const next = left.shift();
      if (next === undefined || next instanceof Error) throw next ?? new Error('no more are expected');
      made.push(next);
      return next;
    });
  };

  it.each([
    ['at once', new Error('spawn ENOMEM')],
    ['later', makeWorker(1, undefined)],
  ])('tries again when that fails %s', async (_when, failed) => {
    const forked = fork(failed, makeWorker(2, 1234));
    const starting = processes().start();
    if (!(failed instanceof Error)) failed.emit('error', new Error('spawn EAGAIN'));
    expect(onForkFailed).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(forked).toHaveBeenCalledTimes(2);
    cluster.emit('listening', made.at(-1), { port: 8080 });
    await starting;
  });

  it('takes an error of a process that runs for no end of it', async () => {
    const forked = fork(makeWorker(1, 1234));
    const starting = processes().start();
    made[0]?.emit('error', new Error('the channel is closed'));
    cluster.emit('listening', made[0], { port: 8080 });
    await starting;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(forked).toHaveBeenCalledOnce();
    expect(onForkFailed).not.toHaveBeenCalled();
  });

  it('counts a process as serving once it listens on each of its ports', async () => {
    fork(makeWorker(1, 1234));
    const twoPorts = new WorkerProcesses({ count: 1, ports: 2, onForkFailed, onReplaced });
    const starting = twoPorts.start();
    Object.assign(cluster, { workers: { 1: made[0] } });
    for (const address of ['127.0.0.1', '::1']) cluster.emit('listening', made[0], { address, port: 8080 });
    expect(twoPorts.servingCount).toBe(0);
    cluster.emit('listening', made[0], { port: 9090 });
    expect(twoPorts.servingCount).toBe(1);
    await starting;
  });
});
