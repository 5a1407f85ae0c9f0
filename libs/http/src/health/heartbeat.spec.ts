import { describe, expect, it } from '@jest/globals';
import { BackgroundTasks, Metrics } from '@multilane/telemetry';
import { Heartbeat, type ReplicaRegister } from './heartbeat.js';
import type { ServiceStatus } from './service-status.js';

const STATUS: ServiceStatus = {
  stamp: { service: 'multilane-gateway', version: '1.0.0', commit: null, node: 'v24' },
  metrics: { render: () => Promise.resolve({ contentType: '', text: '' }) },
  problem: () => undefined,
  degraded: () => ['redis'],
  describe: () => ({ config_hash: 'abc' }),
};

/** Tasks whose failures are in `failures`. */
function makeTasks() {
  const failures: unknown[] = [];
  const logger = { info: () => undefined, warn: () => undefined };
  class Tasks extends BackgroundTasks {
    override failed(...failure: Parameters<BackgroundTasks['failed']>): void {
      failures.push(failure);
    }
  }
  return { failures, tasks: new Tasks({ logger, metrics: new Metrics() }) };
}

describe('a heartbeat (docs/contract/operations.md#deployment)', () => {
  it('says at once what the process is, and takes it back at its end', async () => {
    const calls: unknown[] = [];
    const { failures, tasks } = makeTasks();
    const register: ReplicaRegister = {
      beat: (replica) => Promise.resolve(void calls.push(replica)),
      remove: (id) => Promise.resolve(void calls.push(id)),
    };
    const heartbeat = new Heartbeat(register, STATUS, {
      describe: () => ({ role: 'worker' }),
      tasks,
    });
    await heartbeat.close();
    const [first] = calls as [{ id: string }];
    expect(calls).toEqual([
      {
        id: expect.any(String),
        service: 'multilane-gateway',
        version: '1.0.0',
        commit: null,
        startedAt: expect.any(Date),
        facts: { config_hash: 'abc', role: 'worker', problem: null, degraded: ['redis'] },
      },
      first.id,
    ]);
    expect(failures).toEqual([]);
  });

  it('reports that the database is away, and ends all the same', async () => {
    const { failures, tasks } = makeTasks();
    const away = () => Promise.reject(new Error('away'));
    const heartbeat = new Heartbeat({ beat: away, remove: away }, STATUS, { tasks });
    await heartbeat.close();
    // The beat, and its end.
    expect(failures).toEqual([
      ['heartbeat', new Error('away')],
      ['heartbeat', new Error('away')],
    ]);
  });
});
