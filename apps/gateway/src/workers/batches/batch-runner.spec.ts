import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { BatchRunner, type BatchRunnerOptions } from './batch-runner.js';

const BATCH = {
  id: 'b',
  fence: 1,
  status: 'in_progress',
  endpoint: '/v1/chat/completions',
  details: '{}',
  providerModel: null,
  organizationId: 'o',
  owner: 'w',
};

/** A runner whose batches have no line left at present. A batch is compared with its row once `answer` is called. */
function makeRunner() {
  const done: string[] = [];
  let answer: (status: string | undefined) => void = () => undefined;
  const looked = new Promise<string | undefined>((resolve) => {
    answer = resolve;
  });
  const options = {
    settings: () => ({ lines_at_once: 2 }),
    database: {
      batches: { take: async () => ({ ...BATCH, expiresAt: new Date(Date.now() + 60_000) }), count: () => looked },
      batchLines: { take: async () => [] },
    },
    services: { tasks: { every: () => () => undefined, succeeded: () => undefined } },
    queues: {
      enqueue: async (kind: string) => {
        await sleep(100);
        done.push(kind);
      },
    },
  };
  const runner = new BatchRunner(options as unknown as BatchRunnerOptions);
  const job = new AbortController();
  return { runner, run: runner.run({ data: { batch_id: 'b' }, signal: job.signal } as never), answer, done, job };
}

describe('a process that ends while it runs a batch', () => {
  it('waits until the batch is queued for another one', async () => {
    const { answer, done, run, runner } = makeRunner();
    await sleep(10);
    const drained = runner.drain(5_000);
    answer('in_progress');
    await drained;
    expect(done).toEqual(['batch.run']);
    await run;
  });

  it('queues no batch that another one has by then', async () => {
    const { answer, done, job, run, runner } = makeRunner();
    await sleep(10);
    const drained = runner.drain(5_000);
    job.abort();
    answer('in_progress');
    await Promise.all([drained, run]);
    expect(done).toEqual([]);
  });
});
