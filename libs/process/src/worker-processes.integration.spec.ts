import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { WorkerFailed, WorkerProcesses } from './worker-processes.js';

/** Makes a worker as node:cluster does; without a pid if the system had no room for it. */
function makeWorker(id: number, pid: number | undefined) {
  return Object.assign(new EventEmitter(), { id, process: { pid, kill: jest.fn() } }) as unknown as Worker;
}

/** Ends a worker as node:cluster does. */
function end(worker: Worker, code: number | null, signal: string | null): void {
  worker.emit('exit', code, signal);
  cluster.emit('exit', worker, code, signal);
}

describe('WorkerProcesses', () => {
  const made: Worker[] = [];
  const onForkFailed = jest.fn();
  const onReplaced = jest.fn();
  const processes = () => new WorkerProcesses({ count: 1, ports: 1, onForkFailed, onReplaced });

  beforeEach(() => {
    jest.useFakeTimers();
    jest.clearAllMocks();
    made.length = 0;
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    cluster.removeAllListeners();
    Object.assign(cluster, { workers: {} });
  });

  const fork = (...outcomes: readonly (Worker | Error)[]) => {
    const left = [...outcomes];
    return jest.spyOn(cluster, 'fork').mockImplementation(() => {
      const next = left.shift();
      if (next === undefined || next instanceof Error) throw next ?? new Error('no more are expected');
      made.push(next);
      return next;
    });
  };

  /** Starts these processes, of which some serve already. */
  const run = async (workers: readonly Worker[], serving = workers): Promise<WorkerProcesses> => {
    fork(...workers);
    const running = new WorkerProcesses({ count: workers.length, ports: 1, onForkFailed, onReplaced });
    const starting = running.start();
    Object.assign(cluster, { workers: Object.fromEntries(workers.map((worker) => [worker.id, worker])) });
    for (const worker of serving) cluster.emit('listening', worker, { port: 8080 });
    await starting;
    return running;
  };

  it.each([
    ['at once', new Error('spawn ENOMEM')],
    ['later', makeWorker(1, undefined)],
  ])('tries again when a process cannot be started, which shows %s', async (_when, failed) => {
    const forked = fork(failed, makeWorker(2, 1234));
    const starting = processes().start();
    if (!(failed instanceof Error)) failed.emit('error', new Error('spawn EAGAIN'));
    expect(onForkFailed).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(10_000);
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
    await jest.advanceTimersByTimeAsync(20_000);
    expect(forked).toHaveBeenCalledTimes(1);
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

  it('says that the first process could not start, however the others end then', async () => {
    const [first, second] = [makeWorker(1, 1234), makeWorker(2, 1235)];
    fork(first, second);
    const starting = new WorkerProcesses({ count: 2, ports: 1, onForkFailed, onReplaced }).start();
    Object.assign(cluster, { workers: { 2: second } });
    end(first, 3, null);
    await jest.advanceTimersByTimeAsync(0);
    end(second, 1, null);
    await expect(starting).rejects.toThrow(new WorkerFailed(3));
  });

  it('passes SIGHUP on to a process that was starting as soon as it serves, and once', async () => {
    const [first, second] = [makeWorker(1, 1234), makeWorker(2, 1235)];
    const running = await run([first, second], [first]);
    running.reopenAudit();
    expect(jest.mocked(first.process.kill).mock.calls).toEqual([['SIGHUP']]);
    expect(second.process.kill).not.toHaveBeenCalled();
    for (const address of ['127.0.0.1', '::1']) cluster.emit('listening', second, { address, port: 8080 });
    expect(jest.mocked(second.process.kill).mock.calls).toEqual([['SIGHUP']]);
    expect(first.process.kill).toHaveBeenCalledTimes(1);
  });

  it('stops when each process has drained, or was ended by the signal before it could handle it', async () => {
    const [first, second] = [makeWorker(1, 1234), makeWorker(2, 1235)];
    const stopping = (await run([first, second], [first])).stop();
    end(first, 0, null);
    end(second, null, 'SIGTERM');
    await expect(stopping).resolves.toBeUndefined();
  });

  it.each([
    ['with a code', 1, null, 'exit code 1'],
    ['by a signal', null, 'SIGSEGV', 'SIGSEGV'],
  ])('says that a process ended %s while it drained', async (_how, code, signal, said) => {
    const [first, second] = [makeWorker(1, 1234), makeWorker(2, 1235)];
    const stopping = (await run([first, second])).stop();
    end(first, 0, null);
    end(second, code, signal);
    await expect(stopping).rejects.toThrow(`1 of 2 worker processes ended with ${said}.`);
    expect(onReplaced).not.toHaveBeenCalled();
  });

  it('ends a process that is stuck, and says so', async () => {
    const worker = makeWorker(1, 1234);
    jest
      .mocked(worker.process.kill)
      .mockImplementation((signal) => signal === 'SIGKILL' && worker.emit('exit', null, signal));
    const stopping = (await run([worker])).stop(5_000);
    const said = expect(stopping).rejects.toThrow('1 of 1 worker processes ended with SIGKILL (those');
    await jest.advanceTimersByTimeAsync(25_000);
    await said;
  });
});
