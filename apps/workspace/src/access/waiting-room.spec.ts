import { describe, expect, it } from '@jest/globals';
import { WaitingRoom } from './waiting-room.js';

describe('requests that wait for a worker', () => {
  it('of one tenant leave places for others, and give theirs back however they end', async () => {
    const room = new WaitingRoom();
    const ends: ((failure?: Error) => void)[] = [];
    const wait = (tenant: string): Promise<string> =>
      room.wait(
        tenant,
        () =>
          new Promise((resolve, reject) => {
            ends.push((failure) => (failure === undefined ? resolve(tenant) : reject(failure)));
          }),
      );
    const waiting = Array.from({ length: 40 }, () => wait('greedy'));
    const outcomes = Promise.allSettled(waiting);
    expect(ends).toHaveLength(25);
    const other = wait('other');
    expect(ends).toHaveLength(26);
    ends[0]?.(new Error('the database is away'));
    for (const end of ends.slice(1)) end();
    expect(await other).toBe('other');
    const refused = (await outcomes).filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => (reason as { code?: string }).code ?? 'failed').sort()).toEqual([
      'failed',
      ...Array.from({ length: 15 }, () => 'overloaded'),
    ]);
    const again = Array.from({ length: 25 }, () => wait('greedy'));
    for (const end of ends.slice(26)) end();
    expect(await Promise.all(again)).toHaveLength(25);
  });

  it('are bounded altogether', async () => {
    const room = new WaitingRoom();
    const never = (tenant: number) => void room.wait(String(tenant), () => new Promise(() => undefined));
    for (let tenant = 0; tenant < 100; tenant += 1) never(tenant);
    await expect(room.wait('one more', async () => 1)).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    expect(await new WaitingRoom(101).wait('one more', async () => 1)).toBe(1);
  });
});
