import { describe, expect, test } from '@jest/globals';
import { FairQueue, type QueuedJob } from './fair-queue.js';

const BOUNDS = { jobs: 512, jobsOfTenant: 64, characters: 1_000_000 };

const job = (tenant: string, characters = 1): QueuedJob => ({ tenant, characters });

function drain(queue: FairQueue<QueuedJob>): string {
  let order = '';
  for (let next = queue.take(() => true); next; next = queue.take(() => true)) order += next.tenant;
  return order;
}

describe('a fair queue', () => {
  test('serves tenants in turn, however much one of them sends', () => {
    const queue = new FairQueue(BOUNDS);
    for (const tenant of 'aaaabbc') queue.push(job(tenant));
    expect(drain(queue)).toBe('abcabaa');
    expect(queue.length).toBe(0);
  });

  test('passes over a tenant that may not run more', () => {
    const queue = new FairQueue(BOUNDS);
    for (const tenant of 'aab') queue.push(job(tenant));
    expect(queue.take(({ tenant }) => tenant !== 'a')?.tenant).toBe('b');
    expect(queue.take(({ tenant }) => tenant !== 'a')).toBeUndefined();
    expect(drain(queue)).toBe('aa');
  });

  test('is bounded for one tenant, and others find room beside it', () => {
    const queue = new FairQueue(BOUNDS);
    const accepted = Array.from({ length: 1_000 }, () => queue.push(job('a'))).filter(Boolean);
    expect(accepted).toHaveLength(64);
    expect(queue.push(job('b'))).toBe(true);
  });

  test('gives an organization one turn, and never all room, however many tenants its teams are', () => {
    const queue = new FairQueue(BOUNDS);
    for (let team = 0; team < 3; team++) for (let each = 0; each < 2; each++) queue.push(job(`o1 w team-${team}`));
    queue.push(job('o2 w team-0'));
    const order = Array.from({ length: 7 }, () => queue.take(() => true)?.tenant);
    const teams = [0, 1, 2, 0, 1, 2].map((team) => `o1 w team-${team}`);
    expect(order).toEqual([teams[0], 'o2 w team-0', ...teams.slice(1)]);
    const accepted = Array.from({ length: 600 }, (_, index) => queue.push(job(`o1 w team-${index}`))).filter(Boolean);
    expect(accepted).toHaveLength(384);
    expect(queue.push(job('o2 w team-0'))).toBe(true);
    const large = new FairQueue(BOUNDS);
    while (large.push(job('o1 w team-0', 100_000)));
    expect([large.push(job('o1 w team-1', 100_000)), large.push(job('o2 w team-0', 100_000))]).toEqual([false, true]);
  });

  test("passes over a tenant's job that may not run, for another of the same tenant", () => {
    const queue = new FairQueue(BOUNDS);
    for (const characters of [5, 1, 5]) queue.push(job('a', characters));
    expect(queue.take(({ characters }) => characters < 5)?.characters).toBe(1);
    expect(drain(queue)).toBe('aa');
  });

  test('lets in again what is not done, however full it is', () => {
    const queue = new FairQueue(BOUNDS);
    while (queue.push(job('a')));
    expect(queue.push(job('a'), true)).toBe(true);
    expect(queue.length).toBe(65);
  });

  test('is bounded for all tenants, by count and by characters', () => {
    const many = new FairQueue(BOUNDS);
    const accepted = Array.from({ length: 1_000 }, (_, index) => many.push(job(`t${index}`))).filter(Boolean);
    expect(accepted).toHaveLength(512);
    const large = new FairQueue(BOUNDS);
    expect(large.push(job('a', 1e9))).toBe(true);
    expect(large.push(job('b', 1))).toBe(false);
  });
});
