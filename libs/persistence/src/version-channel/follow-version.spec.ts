import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Topic, VersionedTopics } from '../records/change.js';
import { type FollowOptions, followVersion, type VersionFollower } from './follow-version.js';
import { createInProcessChannel } from './in-process-channel.js';

/** A database of versions that can be away, forget its past, and be restored from a backup. */
class FakeDatabase {
  version = 0;
  isAway = false;
  rows: VersionedTopics[] = [];
  reads = 0;
  delay: Promise<void> = Promise.resolve();

  change(...topics: Topic[]): number {
    this.version += 1;
    this.rows.push({ version: this.version, topics });
    return this.version;
  }

  async readTopics(since: number) {
    this.reads += 1;
    if (this.isAway) throw new Error('away');
    const answer = { version: this.version, changes: this.rows.filter(({ version }) => version > since) };
    await this.delay;
    return answer;
  }
}

const followers: VersionFollower[] = [];
afterEach(() => {
  for (const follower of followers.splice(0)) follower.close();
  jest.useRealTimers();
});

function follow(database: FakeDatabase, options: Partial<FollowOptions> = {}) {
  const channel = createInProcessChannel();
  const seen: string[] = [];
  const problems: unknown[] = [];
  const follower = followVersion({
    database,
    channel,
    onTopics: (topics, version) => void seen.push(`${version} ${topics.join()}`),
    onReset: (version) => void seen.push(`reset ${version}`),
    report: { failed: (error) => void problems.push(error), succeeded: () => undefined },
    ...options,
  });
  followers.push(follower);
  return { channel, seen, problems, follower };
}

describe('followVersion', () => {
  it('begins with a reset at the version of the moment', async () => {
    const database = new FakeDatabase();
    database.change('snapshot');
    const { seen, follower } = follow(database);
    expect(follower.version()).toBeUndefined();
    await follower.catchUp();
    expect(seen).toEqual(['reset 1']);
    expect(follower.version()).toBe(1);
    expect(follower.lastAnswerAt()).toBeGreaterThan(0);
  });

  it('applies the topics of every version in order, once, on a hint', async () => {
    const database = new FakeDatabase();
    const { seen, channel, follower } = follow(database);
    await follower.catchUp();
    channel.announce(database.change('credential:a', 'user:b'));
    channel.announce(database.change('snapshot'));
    await follower.catchUp();
    await follower.catchUp();
    expect(seen).toEqual(['reset 0', '1 credential:a,user:b', '2 snapshot']);
  });

  it('does not ask the database for a hint that it knows already', async () => {
    const database = new FakeDatabase();
    const { channel, follower } = follow(database);
    const version = database.change('snapshot');
    await follower.catchUp();
    await follower.catchUp();
    const { reads } = database;
    for (const known of [version, version - 1]) channel.announce(known);
    expect(database.reads).toBe(reads);
  });

  it('notices a hint that comes while it polls, although its poll began before', async () => {
    const database = new FakeDatabase();
    const { seen, channel, follower } = follow(database);
    await follower.catchUp();
    let answer = (): void => undefined;
    database.delay = new Promise((resolve) => {
      answer = resolve;
    });
    channel.announce(database.change('user:first'));
    channel.announce(database.change('user:second'));
    database.delay = Promise.resolve();
    answer();
    await follower.catchUp();
    expect(seen).toEqual(['reset 0', '1 user:first', '2 user:second']);
  });

  it('looks without a hint before a second is over', async () => {
    jest.useFakeTimers();
    const database = new FakeDatabase();
    const { seen } = follow(database);
    await jest.advanceTimersByTimeAsync(10);
    database.change('credential:lost');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(seen).toEqual(['reset 0', '1 credential:lost']);
  });

  it('forgets everything where versions can no longer be read, or the number went back', async () => {
    const database = new FakeDatabase();
    const { seen, follower } = follow(database);
    await follower.catchUp();
    for (const topic of ['user:a', 'user:b', 'user:c'] as const) database.change(topic);
    database.rows.shift();
    await follower.catchUp();
    database.version = 1;
    database.rows = [];
    await follower.catchUp();
    database.change('user:d');
    await follower.catchUp();
    expect(seen).toEqual(['reset 0', 'reset 3', 'reset 1', '2 user:d']);
  });

  it('waits for a database that is away, reports each look in vain, and then catches up', async () => {
    const database = new FakeDatabase();
    const { seen, problems, follower } = follow(database);
    await follower.catchUp();
    database.isAway = true;
    for (let look = 0; look < 3; look++) await follower.catchUp();
    expect(problems).toEqual(Array(3).fill(new Error('away')));
    database.change('user:a');
    database.change('user:b');
    database.isAway = false;
    await follower.catchUp();
    expect(seen).toEqual(['reset 0', '1 user:a', '2 user:b']);
  });

  it('takes what failed halfway for not applied, and begins again', async () => {
    const database = new FakeDatabase();
    let isBroken = true;
    const { seen, problems, follower } = follow(database, {
      onTopics: () => {
        if (isBroken) throw new Error('bug');
      },
    });
    await follower.catchUp();
    database.change('user:a');
    await follower.catchUp();
    isBroken = false;
    expect(follower.version()).toBeUndefined();
    await follower.catchUp();
    expect(problems).toEqual([new Error('bug')]);
    expect(seen).toEqual(['reset 0', 'reset 1']);
  });

  it('applies nothing after it was closed, not even what was on its way', async () => {
    const database = new FakeDatabase();
    const { seen, channel, follower } = follow(database);
    await follower.catchUp();
    channel.announce(database.change('user:a'));
    follower.close();
    await follower.catchUp();
    channel.announce(database.change('user:b'));
    expect(seen).toEqual(['reset 0']);
  });

  it('knows of every change in the end, whatever is lost, late, doubled or away', async () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constant('change') },
      { weight: 3, arbitrary: fc.constant('announce') },
      { weight: 2, arbitrary: fc.constant('announce something old') },
      { weight: 2, arbitrary: fc.constant('look') },
      { weight: 1, arbitrary: fc.constant('go away') },
      { weight: 1, arbitrary: fc.constant('come back') },
      { weight: 1, arbitrary: fc.constant('prune') },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const database = new FakeDatabase();
        const known = new Set<number>();
        const applied: number[] = [];
        const { channel, follower } = follow(database, {
          onTopics: (_topics, version) => {
            known.add(version);
            applied.push(version);
          },
          onReset: (version) => {
            for (let forgotten = 1; forgotten <= version; forgotten++) known.add(forgotten);
            applied.push(version);
          },
        });
        const actions: { [step: string]: () => unknown } = {
          change: () => database.change('snapshot'),
          announce: () => channel.announce(database.version),
          'announce something old': () => channel.announce(1),
          look: () => follower.catchUp(),
          'go away': () => Object.assign(database, { isAway: true }),
          'come back': () => Object.assign(database, { isAway: false }),
          prune: () => Object.assign(database, { rows: [] }),
        };
        for (const name of steps) await actions[name]?.();
        database.isAway = false;
        await follower.catchUp();
        follower.close();
        expect(follower.version()).toBe(database.version);
        expect([...known].sort((a, b) => a - b)).toEqual(Array.from({ length: database.version }, (_, i) => i + 1));
        expect(applied).toEqual(applied.toSorted((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });
});
