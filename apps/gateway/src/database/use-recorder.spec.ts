import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '@multilane/auth';
import { UseRecorder } from './use-recorder.js';

const key = (id: string | undefined): Caller => ({ credentialType: 'api_key', credentialId: id }) as Caller;
const session = (id: string): Caller => ({ credentialType: 'session', credentialId: id }) as Caller;

function makeRecorder(everyMs = 1_000_000) {
  const used: Map<string, Date>[] = [];
  const seen: [string, Date][] = [];
  const failures: unknown[] = [];
  const state = { away: false };
  const guard = () => {
    if (state.away) throw new Error('away');
  };
  const database = {
    credentials: {
      markUsed: async (uses: Map<string, Date>) => {
        guard();
        used.push(uses);
      },
    },
    sessions: {
      markSeen: async (id: string, at: Date) => {
        guard();
        seen.push([id, at]);
      },
    },
  };
  const recorder = new UseRecorder({
    database: database as never,
    report: { failed: (error) => failures.push(error), succeeded: () => undefined },
    everyMs,
  });
  return { recorder, used, seen, failures, state };
}

afterEach(() => {
  jest.useRealTimers();
});

describe('the last use of credentials', () => {
  it('is written once for many uses, the last time, in batches', async () => {
    const { recorder, used, seen } = makeRecorder();
    for (let index = 0; index < 2_500; index++) recorder.note(key(`k${index}`), 1);
    recorder.note(key('k0'), 7);
    recorder.note(key(undefined), 7);
    recorder.note(session('s'), 9);
    await recorder.close();
    expect(used.map(({ size }) => size)).toEqual([1000, 1000, 500]);
    expect(used[0]?.get('k0')).toEqual(new Date(7));
    expect(seen).toEqual([['s', new Date(9)]]);
  });

  it('waits while the database is unavailable, and what was noted meanwhile wins', async () => {
    const { recorder, used, failures, state } = makeRecorder();
    state.away = true;
    recorder.note(key('a'), 1);
    recorder.note(key('b'), 1);
    await recorder.write();
    expect(failures).toHaveLength(1);
    recorder.note(key('a'), 2);
    state.away = false;
    await recorder.close();
    expect(used).toEqual([
      new Map([
        ['a', new Date(2)],
        ['b', new Date(1)],
      ]),
    ]);
  });

  it('is written now and then', async () => {
    jest.useFakeTimers();
    const { recorder, used } = makeRecorder(10);
    recorder.note(key('a'), 1);
    await jest.advanceTimersByTimeAsync(10);
    expect(used).toHaveLength(1);
    await recorder.close();
  });
});
