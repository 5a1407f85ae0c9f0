import { describe, expect, it } from '@jest/globals';
import { Heartbeat, type ReplicaRegister } from './heartbeat.js';
import type { ServiceStatus } from './service-status.js';

const STATUS: ServiceStatus = {
  stamp: { service: 'multilane-gateway', version: '1.0.0', commit: null, node: 'v24' },
  metrics: { render: () => Promise.resolve({ contentType: '', text: '' }) },
  problem: () => undefined,
  degraded: () => ['redis'],
  describe: () => ({ config_hash: 'abc' }),
};

describe('a heartbeat (docs/contract/operations.md#deployment)', () => {
  it('says at once what the process is, and takes it back at its end', async () => {
    const calls: unknown[] = [];
    const register: ReplicaRegister = {
      beat: (replica) => Promise.resolve(void calls.push(replica)),
      remove: (id) => Promise.resolve(void calls.push(id)),
    };
    const heartbeat = new Heartbeat(register, STATUS, {
      describe: () => ({ role: 'worker' }),
      report: { failed: (error) => calls.push(error), succeeded: () => undefined },
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
  });

  it('reports that the database is away, and ends all the same', async () => {
    const failures: unknown[] = [];
    const away = () => Promise.reject(new Error('away'));
    const heartbeat = new Heartbeat({ beat: away, remove: away }, STATUS, {
      report: { failed: (error) => failures.push(error), succeeded: () => undefined },
    });
    await heartbeat.close();
    // The beat, and its end.
    expect(failures).toEqual([new Error('away'), new Error('away')]);
  });
});
