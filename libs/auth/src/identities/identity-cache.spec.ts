import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import type { StoredIdentity } from '../authenticate-stored-credential.js';
import { createIdentityCache, type IdentityCacheOptions } from './identity-cache.js';

const identity = (changes: Partial<StoredIdentity> = {}): StoredIdentity => ({
  credentialType: 'api_key',
  credentialId: 'c1',
  keyName: 'ci',
  role: 'member',
  organizationId: 'o1',
  teamId: 't1',
  teamName: 'research',
  expiresAt: undefined,
  disabled: false,
  ...changes,
});

/** A cache over a table, a clock that a test moves, and a count of what the table was asked. */
function setUp(options: Partial<IdentityCacheOptions<StoredIdentity>> = {}) {
  const rows = new Map<string, StoredIdentity>();
  const asked: string[] = [];
  const clock = { now: 0 };
  const cache = createIdentityCache<StoredIdentity>({
    lookup: async (hash) => {
      asked.push(hash);
      return rows.get(hash);
    },
    now: () => clock.now,
    ...options,
  });
  return { rows, asked, clock, cache };
}

/** Answers of the test's own making, when it wants them to come. */
function setUpByHand(options: Partial<IdentityCacheOptions<StoredIdentity>> = {}) {
  const pending: { resolve: (found: StoredIdentity | undefined) => void; reject: (error: Error) => void }[] = [];
  const clock = { now: 0 };
  const cache = createIdentityCache<StoredIdentity>({
    lookup: () => new Promise((resolve, reject) => pending.push({ resolve, reject })),
    now: () => clock.now,
    ...options,
  });
  return { pending, clock, cache };
}

describe('a cached identity', () => {
  it('is answered at once, without a look-up and without a promise', async () => {
    const { rows, asked, cache } = setUp();
    rows.set('h', identity());
    const first = await cache.find('h');
    expect(first).toBe(rows.get('h'));
    expect(cache.find('h')).toBe(first);
    expect(asked).toEqual(['h']);
  });

  it('serves up to 30 seconds from the beginning of its look-up, and no longer (docs/contract/authentication.md#identity-cache)', async () => {
    const { rows, asked, clock, cache } = setUp({ refreshAfterMs: 30_000 });
    rows.set('h', identity());
    await cache.find('h');
    clock.now = 29_999;
    expect(cache.find('h')).toBe(rows.get('h'));
    clock.now = 30_000;
    expect(cache.find('h')).toBeInstanceOf(Promise);
    expect(asked).toHaveLength(2);
  });

  it('never serves longer than 30 seconds, whatever is asked for', async () => {
    const { rows, clock, cache } = setUp({ ttlMs: 3_600_000 });
    rows.set('h', identity());
    await cache.find('h');
    clock.now = 30_000;
    expect(cache.find('h')).toBeInstanceOf(Promise);
  });

  it('is looked up again behind the scenes from half its time on, once', async () => {
    const { rows, asked, clock, cache } = setUp();
    rows.set('h', identity());
    await cache.find('h');
    clock.now = 15_000;
    const changed = identity({ role: 'admin' });
    rows.set('h', changed);
    expect(cache.find('h')).toMatchObject({ role: 'member' });
    expect(cache.find('h')).toMatchObject({ role: 'member' });
    await Promise.resolve().then(() => new Promise(setImmediate));
    expect(asked).toHaveLength(2);
    clock.now = 44_999;
    expect(cache.find('h')).toBe(changed);
  });

  it.each([
    ['credential:c1', true],
    ['user:u1', true],
    ['service_account:s1', true],
    ['organization:o1', true],
    ['credential:c2', false],
    ['credential:', false],
    ['user:c1', false],
    ['snapshot', false],
    ['__proto__', false],
  ])('is evicted by %s: %s', async (topic, evicted) => {
    const { rows, asked, cache } = setUp();
    rows.set('h', identity({ userId: 'u1', serviceAccountId: 's1' }));
    await cache.find('h');
    cache.evict([topic]);
    await cache.find('h');
    expect(asked.length === 2).toBe(evicted);
  });

  it('is evicted with its whole organization in a moment, however many those are', async () => {
    const { rows, asked, cache } = setUp();
    const hashes = Array.from({ length: 20_000 }, (_, n) => `h${n}`);
    for (const hash of hashes) rows.set(hash, identity({ credentialId: hash }));
    await expectWithin(5, async () => {
      for (const hash of hashes) await cache.find(hash);
      return processorTimeOf(() => cache.evict(['organization:o1']));
    });
    asked.length = 0;
    for (const hash of hashes) await cache.find(hash);
    expect(asked).toEqual(hashes);
  });

  it('is evicted with everything else when more changes at once than can be remembered', async () => {
    const { rows, asked, cache } = setUp();
    rows.set('h', identity());
    await cache.find('h');
    cache.evict(Array.from({ length: 50_000 }, (_, n) => `user:${n}`));
    expect(cache.size.known).toBe(0);
    await cache.find('h');
    expect(asked).toEqual(['h', 'h']);
  });

  it('is not evicted by what was announced before its look-up began', async () => {
    const { rows, asked, cache } = setUp();
    rows.set('h', identity());
    cache.evict(['credential:c1']);
    await cache.find('h');
    cache.evict(['credential:another']);
    expect(cache.find('h')).toBe(rows.get('h'));
    expect(asked).toEqual(['h']);
  });

  it('is keyed by the full hash', async () => {
    const { rows, cache } = setUp();
    rows.set('ab', identity());
    await cache.find('ab');
    expect(await cache.find('a')).toBeUndefined();
    expect(await cache.find('abc')).toBeUndefined();
  });
});

describe('a look-up', () => {
  it('is one for all who ask for the same hash at once', async () => {
    const { pending, cache } = setUpByHand();
    const answers = [cache.find('h'), cache.find('h'), cache.find('h')];
    expect(pending).toHaveLength(1);
    pending[0]?.resolve(identity());
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ keyName: 'ci' });
  });

  it('that began before an eviction is not cached after it, no matter who was evicted', async () => {
    const { pending, cache } = setUpByHand();
    const racing = cache.find('h');
    cache.evict(['credential:another']);
    pending[0]?.resolve(identity());
    expect(await racing).toMatchObject({ keyName: 'ci' });
    expect(cache.size).toEqual({ known: 0, unknown: 0, lookups: 0 });
    void cache.find('h');
    expect(pending).toHaveLength(2);
  });

  it('that began before an eviction is not waited for by those who ask after it', async () => {
    const { pending, cache } = setUpByHand();
    const before = cache.find('h');
    cache.evict(['credential:c1']);
    const after = cache.find('h');
    expect(pending).toHaveLength(2);
    pending[1]?.resolve(undefined);
    expect(await after).toBeUndefined();
    pending[0]?.resolve(identity());
    expect(await before).toMatchObject({ keyName: 'ci' });
    expect(cache.find('h')).toBeUndefined();
  });

  it('that began before everything was forgotten is not cached either', async () => {
    const { pending, cache } = setUpByHand();
    const racing = cache.find('h');
    cache.clear();
    pending[0]?.resolve(identity());
    await racing;
    expect(cache.size.known).toBe(0);
  });
});

describe('an unknown credential', () => {
  it('is remembered briefly', async () => {
    const { rows, asked, clock, cache } = setUp();
    expect(await cache.find('h')).toBeUndefined();
    expect(cache.find('h')).toBeUndefined();
    rows.set('h', identity());
    clock.now = 4999;
    expect(cache.find('h')).toBeUndefined();
    clock.now = 5000;
    expect(await cache.find('h')).toMatchObject({ keyName: 'ci' });
    expect(asked).toHaveLength(2);
  });

  it('is looked up again after any change', async () => {
    const { rows, cache } = setUp();
    expect(await cache.find('h')).toBeUndefined();
    rows.set('h', identity());
    cache.evict(['organization:o1']);
    expect(await cache.find('h')).toMatchObject({ keyName: 'ci' });
  });

  it('takes no room from what is: a flood of strangers evicts nobody', async () => {
    const { rows, cache } = setUp({ maxEntries: 10, maxUnknown: 20 });
    rows.set('h', identity());
    await cache.find('h');
    for (let stranger = 0; stranger < 1000; stranger++) await cache.find(`x${stranger}`);
    expect(cache.size).toEqual({ known: 1, unknown: 20, lookups: 0 });
    expect(cache.find('h')).toBe(rows.get('h'));
  });
});

describe('room for known identities', () => {
  it('is bounded, and the least recently used one gives way', async () => {
    const { rows, asked, cache, clock } = setUp({ maxEntries: 3 });
    for (const hash of ['a', 'b', 'c', 'd']) rows.set(hash, identity({ credentialId: hash }));
    // Uses are distinguished by the second.
    for (const hash of ['a', 'b', 'c', 'a', 'd']) {
      await cache.find(hash);
      clock.now += 1_000;
    }
    expect(cache.size.known).toBe(3);
    asked.length = 0;
    await cache.find('a');
    await cache.find('c');
    await cache.find('d');
    expect(asked).toEqual([]);
    await cache.find('b');
    expect(asked).toEqual(['b']);
  });
});

describe('an unavailable database', () => {
  it('the known serve for the rest of their 30 seconds, then 503 with Retry-After (docs/contract/operations.md#outages)', async () => {
    let away = false;
    const failures: unknown[] = [];
    const { clock, cache } = setUp({
      lookup: async () => {
        if (away) throw new Error('connection refused');
        return identity();
      },
      onFailure: (error) => failures.push(error),
    });
    await cache.find('h');
    away = true;
    for (clock.now = 0; clock.now < 30_000; clock.now += 500) {
      expect(cache.find('h')).toMatchObject({ keyName: 'ci' });
      await new Promise(setImmediate);
    }
    await expect(cache.find('h')).rejects.toMatchObject({
      code: 'overloaded',
      status: 503,
      headers: { 'retry-after': '1' },
      cause: new Error('connection refused'),
    });
    await expect(cache.find('stranger')).rejects.toThrow(GatewayError);
    // One attempt a second from half the time on, then one for each of the two requests.
    expect(failures).toHaveLength(15 + 2);
  });

  it('a failure is not remembered', async () => {
    const { pending, cache } = setUpByHand();
    const failing = cache.find('h');
    pending[0]?.reject(new Error('connection refused'));
    await expect(failing).rejects.toThrow(GatewayError);
    const next = cache.find('h');
    pending[1]?.resolve(identity());
    expect(await next).toMatchObject({ keyName: 'ci' });
  });
});
