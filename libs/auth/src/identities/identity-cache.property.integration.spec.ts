import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { StoredIdentity } from '../authenticate-stored-credential.js';
import { createIdentityCache, type IdentityCache } from './identity-cache.js';

const TTL_MS = 30_000;
const MAX_ENTRIES = 2;
const MAX_UNKNOWN = 2;
const HASHES = ['a', 'b', 'c', 'd'] as const;

type Hash = (typeof HASHES)[number];

/** The row sees the change by its end, or only as it was at its beginning, or the database is unavailable. */
type Outcome = 'late' | 'early' | 'fail';

/** A row as it was from some time on. */
interface Revision {
  readonly row: StoredIdentity | undefined;
  readonly since: number;
  /** The change is known to this process. */
  applied: boolean;
}

interface OpenLookup {
  readonly hash: Hash;
  readonly startedAt: number;
  /** Eviction after which it began. */
  readonly generation: number;
  readonly settle: (outcome: Outcome) => void;
}

/** A database, the announcements of its changes, and a cache in front of it, all moved by hand. */
class Simulation {
  private now = 0;
  private generation = 0;
  private readonly history = new Map<Hash, Revision[]>();
  private readonly announcements: { hash: Hash; revision: Revision }[] = [];
  private readonly lookups: OpenLookup[] = [];
  private readonly answers: Promise<void>[] = [];
  private readonly cache: IdentityCache<StoredIdentity>;

  constructor(refreshAfterMs: number) {
    for (const hash of HASHES) this.history.set(hash, [{ row: undefined, since: -1, applied: true }]);
    this.cache = createIdentityCache<StoredIdentity>({
      lookup: (hash) => this.lookUp(hash as Hash),
      ttlMs: TTL_MS,
      refreshAfterMs,
      maxEntries: MAX_ENTRIES,
      maxUnknown: MAX_UNKNOWN,
      now: () => this.now,
    });
  }

  /** Asks the cache, and holds its answer to what was known and what had been true for too long when it was asked. */
  ask(hash: Hash): void {
    const revisions = this.revisionsOf(hash);
    const oldest = Math.max(
      revisions.findLastIndex(({ applied }) => applied),
      revisions.findLastIndex(({ since }) => since <= this.now - TTL_MS),
    );
    const check = (row: StoredIdentity | undefined) => {
      expect(revisions.findLastIndex((revision) => revision.row === row)).toBeGreaterThanOrEqual(oldest);
    };
    const answer = this.cache.find(hash);
    if (answer instanceof Promise) {
      this.answers.push(answer.then(check, (error: unknown) => expect(error).toMatchObject({ code: 'overloaded' })));
    } else {
      check(answer);
    }
  }

  change(hash: Hash, exists: boolean): void {
    const revision = { row: exists ? rowOf(hash) : undefined, since: this.now, applied: false };
    this.revisionsOf(hash).push(revision);
    this.announcements.push({ hash, revision });
  }

  /** The oldest announcement arrives. */
  announce(topicOf: (hash: Hash) => string): void {
    const next = this.announcements.shift();
    if (next === undefined) return;
    this.cache.evict([topicOf(next.hash)]);
    for (const revision of this.revisionsOf(next.hash)) {
      revision.applied = true;
      if (revision === next.revision) break;
    }
    this.generation += 1;
  }

  loseAnnouncement(): void {
    this.announcements.shift();
  }

  /** Forgets everything, as a process does that missed changes. */
  forgetEverything(): void {
    this.cache.clear();
    for (const revision of [...this.history.values()].flat()) revision.applied = true;
    this.generation += 1;
  }

  advance(ms: number): void {
    this.now += ms;
  }

  async settle(position: number, outcome: Outcome): Promise<void> {
    const [lookup] = this.lookups.splice(position % Math.max(1, this.lookups.length), 1);
    lookup?.settle(outcome);
    await new Promise(setImmediate);
  }

  checkBounds(): void {
    expect(this.cache.size.known).toBeLessThanOrEqual(MAX_ENTRIES);
    expect(this.cache.size.unknown).toBeLessThanOrEqual(MAX_UNKNOWN);
  }

  async finish(): Promise<void> {
    while (this.lookups.length > 0) await this.settle(0, 'late');
    await Promise.all(this.answers);
    expect(this.cache.size.lookups).toBe(0);
  }

  private lookUp(hash: Hash): Promise<StoredIdentity | undefined> {
    const { now, generation } = this;
    const another = this.lookups.filter((lookup) => lookup.hash === hash && lookup.generation === generation);
    expect(another.filter(({ startedAt }) => now < startedAt + TTL_MS)).toEqual([]);
    const latest = () => this.revisionsOf(hash).at(-1)?.row;
    const early = latest();
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        outcome === 'fail' ? reject(new Error('away')) : resolve(outcome === 'early' ? early : latest());
      this.lookups.push({ hash, startedAt: now, generation, settle });
    });
  }

  private revisionsOf(hash: Hash): Revision[] {
    return this.history.get(hash) ?? [];
  }
}

/** Another object each time, so that an answer shows its revision. */
const rowOf = (hash: Hash): StoredIdentity => ({
  credentialType: 'pat',
  credentialId: hash,
  keyName: hash,
  role: 'member',
  organizationId: 'o1',
  userId: `u-${hash}`,
  expiresAt: undefined,
  disabled: false,
});

type Step = (simulation: Simulation) => void | Promise<void>;

/** Mostly the same, so that steps meet. */
const hash = fc.constantFrom(...HASHES, 'a' as const, 'a' as const, 'a' as const);
const TOPICS: ((hash: Hash) => string)[] = [
  (id) => `credential:${id}`,
  (id) => `user:u-${id}`,
  () => 'organization:o1',
];
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: hash.map(
      (id): Step =>
        (simulation) =>
          simulation.ask(id),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(5), fc.constantFrom<Outcome>('early', 'late', 'early', 'late', 'fail')).map(
      ([position, outcome]): Step =>
        (simulation) =>
          simulation.settle(position, outcome),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(hash, fc.constantFrom(true, true, false)).map(
      ([id, exists]): Step =>
        (simulation) =>
          simulation.change(id, exists),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...TOPICS).map(
      (topicOf): Step =>
        (simulation) =>
          simulation.announce(topicOf),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((simulation) => simulation.loseAnnouncement()) },
  { weight: 1, arbitrary: fc.constant<Step>((simulation) => simulation.forgetEverything()) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(0, 1, 4999, 5000, 14_999, 15_000, 29_999, 30_000).map(
      (ms): Step =>
        (simulation) =>
          simulation.advance(ms),
    ),
  },
);

it.each([
  ['looked up anew at half its time', TTL_MS / 2],
  ['looked up when its time is over', TTL_MS],
])(
  'no identity outlives its eviction or 30 seconds, whatever happens in which order (%s)',
  async (_how, refreshAfter) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 150, size: 'max' }), async (steps) => {
        const simulation = new Simulation(refreshAfter);
        for (const run of steps) {
          await run(simulation);
          simulation.checkBounds();
        }
        await simulation.finish();
      }),
      { numRuns: 300 },
    );
  },
);
