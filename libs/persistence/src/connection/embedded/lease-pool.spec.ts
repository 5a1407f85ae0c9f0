import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import { DatabaseUnavailable } from '../../database-error.js';
import { type LeasedClient, LeasePool } from './lease-pool.js';

class FakeClient extends EventEmitter {
  readonly asked: string[] = [];

  async query(text: string): Promise<{ rows: [] }> {
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.asked.push(text);
    return { rows: [] };
  }
}

const makePool = (waitMs?: number) => {
  const client = new FakeClient();
  return { client, pool: new LeasePool(client as unknown as Client, { waitMs }) };
};
const borrow = (pool: LeasePool): Promise<{ client: LeasedClient; release: () => void }> =>
  new Promise((resolve, reject) => {
    pool.connect((error, client, release) => {
      if (client && release) resolve({ client, release: () => release() });
      else reject(error);
    });
  });

describe('LeasePool', () => {
  it('lends the connection to one borrower at a time, first come, first served', async () => {
    const { client, pool } = makePool();
    const work = async (name: string): Promise<void> => {
      const lease = await borrow(pool);
      await lease.client.query(`${name} 1`);
      await lease.client.query(`${name} 2`);
      lease.release();
    };
    await Promise.all(['a', 'b', 'c'].map(work));
    await borrow(pool);
    expect(client.asked).toEqual(['a 1', 'a 2', 'ROLLBACK', 'b 1', 'b 2', 'ROLLBACK', 'c 1', 'c 2', 'ROLLBACK']);
  });

  it('rolls back what a borrower left open, after the query that was still running', async () => {
    const { client, pool } = makePool();
    const lease = await borrow(pool);
    void lease.client.query('BEGIN');
    void lease.client.query('INSERT');
    lease.release();
    const next = await borrow(pool);
    await next.client.query('SELECT');
    expect(client.asked).toEqual(['BEGIN', 'INSERT', 'ROLLBACK', 'SELECT']);
  });

  it('rejects use after the release, and a second release changes nothing', async () => {
    const { pool } = makePool();
    const first = await borrow(pool);
    first.release();
    await expect(first.client.query('SELECT')).rejects.toThrow('given back');
    const second = await borrow(pool);
    first.release();
    await expect(second.client.query('SELECT')).resolves.toBeDefined();
  });

  it('explains to a borrower that waits for itself what it does wrong', async () => {
    const { pool } = makePool(20);
    const holder = await borrow(pool);
    const nested = borrow(pool);
    await expect(nested).rejects.toThrow(DatabaseUnavailable);
    await expect(nested).rejects.toThrow('was not free for 0.02 s. A query outside an open transaction');
    holder.release();
    await expect(borrow(pool)).resolves.toBeDefined();
  });

  it('ends when its borrower does, and rejects those who still wait', async () => {
    const { pool } = makePool();
    const lease = await borrow(pool);
    const waiting = borrow(pool).catch((error: unknown) => error);
    let isEnded = false;
    const ended = new Promise<void>((resolve) => pool.end(() => resolve())).then(() => {
      isEnded = true;
    });
    expect(await waiting).toBeInstanceOf(DatabaseUnavailable);
    expect(isEnded).toBe(false);
    lease.release();
    await ended;
    await expect(borrow(pool)).rejects.toThrow('it is closed');
  });
});
