import { describe, expect, test } from '@jest/globals';
import { FairQueue, type QueuedJob } from './fair-queue.js';

const job = (tenant: string, characters = 1): QueuedJob => ({ tenant, characters });

function drain(queue: FairQueue<QueuedJob>): string {
  let order = '';
  for (let next = queue.take(() => true); next; next = queue.take(() => true)) order += next.tenant;
  return order;
}

describe('the queue of long texts', () => {
  test('serves tenants in turn, however much one of them sends', () => {
    const queue = new FairQueue();
    for (const tenant of 'aaaabbc') queue.push(job(tenant));
    expect(drain(queue)).toBe('abcabaa');
    expect(queue.length).toBe(0);
  });

  test('passes over a tenant that may not run more', () => {
    const queue = new FairQueue();
    for (const tenant of 'aab') queue.push(job(tenant));
    expect(queue.take((tenant) => tenant !== 'a')?.tenant).toBe('b');
    expect(queue.take((tenant) => tenant !== 'a')).toBeUndefined();
    expect(drain(queue)).toBe('aa');
  });

  test('is bounded for one tenant, and others find room beside it', () => {
    const queue = new FairQueue();
    const taken = Array.from({ length: 1_000 }, () => queue.push(job('a'))).filter(Boolean);
    expect(taken).toHaveLength(64);
    expect(queue.push(job('b'))).toBe(true);
  });

  test('is bounded for all tenants, by count and by characters', () => {
    const many = new FairQueue();
    const taken = Array.from({ length: 1_000 }, (_, index) => many.push(job(`t${index}`))).filter(Boolean);
    expect(taken).toHaveLength(512);
    const large = new FairQueue();
    expect(large.push(job('a', 1e9))).toBe(true);
    expect(large.push(job('b', 1))).toBe(false);
  });
});
