import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { SlotLimit } from '../../limits/ceiling.js';
import { REQUEST_PRIORITIES } from '../../limits/slot-queue.js';
import { MemorySlots } from '../memory-slots.js';
import { type Owner, queued, TestRequest } from './slot-queues.tools.spec.js';
import { MOST_PARKED_BYTES, MOST_WAITING } from './waiting-request.js';

const MODEL = queued('model', 1, { maxLength: 20_000 });

/** A store of the tests, and the order in which its requests have begun to run. */
class Place {
  readonly store = new MemorySlots();
  readonly order: string[] = [];
  readonly requests: TestRequest[] = [];
  private readonly running: TestRequest[] = [];

  begin(name: string, owner: Owner = {}, limits: readonly SlotLimit[] = [MODEL]): TestRequest {
    const request = new TestRequest(this.store, name, limits, owner, (run) => {
      this.order.push(run.name);
      this.running.push(run);
    });
    this.requests.push(request);
    return request;
  }

  /** Ends what runs, one request after the other, until so many more have run. */
  async serve(count: number): Promise<string[]> {
    const before = this.order.length;
    while (this.order.length < before + count) {
      this.running.shift()?.end();
      await Promise.resolve();
      await Promise.resolve();
    }
    return this.order.slice(before);
  }
}

/** Requests of one store, in any state. */
class Crowd {
  private readonly store = new MemorySlots();
  private readonly limit: SlotLimit;
  private readonly all: TestRequest[] = [];
  private readonly ended = new Set<TestRequest>();

  constructor(most: number) {
    this.limit = queued('model', most);
  }

  get running(): TestRequest[] {
    return this.all.filter((each) => each.isRunning && !this.ended.has(each));
  }

  get waiting(): TestRequest[] {
    return this.all.filter(({ verdict }) => verdict === 'waits');
  }

  begin(owner: Owner): void {
    this.all.push(new TestRequest(this.store, `${this.all.length}`, [this.limit], owner));
  }

  end(at: number): void {
    const { running } = this;
    const request = running[at % running.length];
    if (request === undefined) return;
    this.ended.add(request);
    request.end();
  }

  leave(at: number): void {
    const { waiting } = this;
    waiting[at % waiting.length]?.leave();
  }
}

const SCOPES = ['team', 'api_key', 'model'] as const;

/** Requests of one store under several limits each. That of a model has no queue. */
class Mixed {
  private readonly store = new MemorySlots();
  private readonly limits = new Map<string, number>();
  private readonly all: TestRequest[] = [];
  private readonly ended = new Set<TestRequest>();

  /** Those that wait although every limit of theirs has room. */
  get idle(): string[] {
    const isFull = ({ counter }: SlotLimit): boolean =>
      this.running.filter(({ limits }) => limits.some((own) => own.counter === counter)).length >=
      (this.limits.get(counter) ?? 0);
    return this.waiting.filter(({ limits }) => !limits.some(isFull)).map(({ name }) => name);
  }

  private get running(): TestRequest[] {
    return this.all.filter((each) => each.isRunning && !this.ended.has(each));
  }

  private get waiting(): TestRequest[] {
    return this.all.filter(({ verdict }) => verdict === 'waits');
  }

  /** @param most of the first of its limits from now on */
  begin([first, ...scopes]: readonly (typeof SCOPES)[number][], most: number, member: string): void {
    const limits = (first === undefined ? scopes : [first, ...scopes]).map((scope) => {
      if (scope === first) this.limits.set(scope, most);
      const { queue, ...limit } = queued(scope, this.limits.get(scope) ?? 2);
      this.limits.set(scope, limit.limit);
      return scope === 'model' ? limit : { ...limit, queue };
    });
    this.all.push(new TestRequest(this.store, `${this.all.length}`, limits, { member }));
  }

  end(at: number): void {
    const { running } = this;
    const request = running[at % running.length];
    if (request === undefined) return;
    this.ended.add(request);
    request.end();
  }

  leave(at: number): void {
    const { waiting } = this;
    waiting[at % waiting.length]?.leave();
  }
}

describe('Queues of one process', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('serve the requests of one key in the order in which they came', async () => {
    const place = new Place();
    for (const name of ['a', 'b', 'c', 'd']) place.begin(name);
    expect(place.order).toEqual(['a']);
    expect(await place.serve(3)).toEqual(['b', 'c', 'd']);
  });

  it('serve higher priorities first', async () => {
    const place = new Place();
    place.begin('running');
    for (const priority of ['low', 'normal', 'critical', 'high'] as const) place.begin(priority, { priority });
    expect(await place.serve(4)).toEqual(['critical', 'high', 'normal', 'low']);
  });

  it('serve organizations in turn, and in each of them its keys', async () => {
    const place = new Place();
    place.begin('running');
    for (const name of ['a1', 'a2', 'a3']) place.begin(name, { organization: 'a', member: 'one' });
    for (const name of ['A1', 'A2']) place.begin(name, { organization: 'a', member: 'two' });
    for (const name of ['b1', 'b2']) place.begin(name, { organization: 'b', member: 'one' });
    expect(await place.serve(6)).toEqual(['a1', 'b1', 'A1', 'b2', 'a2', 'A2']);
  });

  it('let one request of an organization pass thousands of another, which cannot fill the room', async () => {
    const place = new Place();
    place.begin('running');
    for (let count = 0; count < MOST_WAITING; count++) place.begin(`many-${count}`, { organization: 'many' });
    place.begin('one', { organization: 'one' });
    expect(await place.serve(2)).toContain('one');
  });

  it('give every eighth slot to the request that has waited longest, so that the lowest class is never starved', async () => {
    const place = new Place();
    place.begin('running');
    place.begin('low', { priority: 'low' });
    for (let count = 0; count < 20; count++) place.begin(`critical-${count}`, { priority: 'critical' });
    expect((await place.serve(8)).indexOf('low')).toBe(7);
  });

  it('reject a request over their length with the limit that is full', () => {
    const place = new Place();
    const limit = queued('team', 1, { maxLength: 2 });
    const [, , , last] = ['a', 'b', 'c', 'd'].map((name) => place.begin(name, {}, [limit]));
    expect(last?.verdict).toBe(limit);
  });

  it('reject at once where a limit without a queue is full', () => {
    const place = new Place();
    const plain: SlotLimit = { scope: 'team', unit: 'parallel', limit: 1, counter: 'team' };
    place.begin('running', {}, [plain, MODEL]);
    expect(place.begin('second', {}, [plain, MODEL]).verdict).toBe(plain);
  });

  it('reject a request that has waited for its time, however the clock of the machine jumps', async () => {
    const place = new Place();
    place.begin('running');
    const waiting = place.begin('waiting');
    jest.setSystemTime(Date.now() + 86_400_000);
    await jest.advanceTimersByTimeAsync(4_900);
    expect(waiting.verdict).toBe('waits');
    jest.setSystemTime(0);
    await jest.advanceTimersByTimeAsync(200);
    expect(waiting.verdict).toBe(MODEL);
    expect(place.store.queueCount).toBe(0);
  });

  it('forget a request whose client has left, at once', async () => {
    const place = new Place();
    place.begin('running');
    place.begin('leaves').leave();
    place.begin('stays');
    expect(await place.serve(1)).toEqual(['stays']);
    expect(place.store.queueCount).toBe(0);
  });

  it('park a bounded number of requests and of bytes, of all limits together', async () => {
    const place = new Place();
    place.begin('running');
    expect(place.begin('large', { bytes: MOST_PARKED_BYTES / 2 }).verdict).toBe('waits');
    expect(place.begin('small', { bytes: 1 }).verdict).toBe(MODEL);
    const other = { bytes: MOST_PARKED_BYTES / 4, organization: 'other' };
    expect(place.begin('of another', other).verdict).toBe('waits');
    expect(place.begin('of another again', { ...other, bytes: 1 }).verdict).toBe(MODEL);
    place.requests[1]?.leave();
    await place.requests[1]?.ended;
    for (let count = 0; count < MOST_WAITING; count++) place.begin(`${count}`);
    expect(place.begin('over').verdict).toBe(MODEL);
    expect(place.requests.filter(({ verdict }) => verdict === 'waits').length).toBeLessThanOrEqual(
      MOST_WAITING / 2 + 1,
    );
    expect(place.begin('of a third', { organization: 'third' }).verdict).toBe('waits');
  });

  it('let a request pass whose own limits have room while others wait for theirs', async () => {
    const place = new Place();
    const team = queued('team', 2);
    const keys = ['one', 'two'].map((counter) => ({ ...queued('api_key', 1), counter }));
    const of = (at: number): SlotLimit[] => [team, keys[at] as SlotLimit];
    place.begin('one-1', {}, of(0));
    const blocked = place.begin('one-2', {}, of(0));
    expect(place.begin('two-1', {}, of(1)).isRunning).toBe(true);
    place.begin('two-2', {}, of(1));
    expect(blocked.verdict).toBe('waits');
    expect(await place.serve(2)).toEqual(['one-2', 'two-2']);
  });

  it('serve a request when another limit of it has room again, also one without a queue', async () => {
    const memory = new MemorySlots();
    const [key, other, model] = [queued('api_key', 1), queued('user', 5), { ...queued('model', 1), queue: undefined }];
    const ofKey = new TestRequest(memory, 'of the key', [key], {});
    const waits = new TestRequest(memory, 'waits', [key, model], {});
    const ofModel = new TestRequest(memory, 'of the model', [other, model], {});
    expect([ofKey, waits, ofModel].map(({ verdict }) => verdict)).toEqual([undefined, 'waits', undefined]);
    ofKey.end();
    expect(waits.verdict).toBe('waits');
    ofModel.end();
    await waits.ended;
    expect(waits.isRunning).toBe(true);
    waits.end();
    expect([memory.size, memory.queueCount]).toEqual([0, 0]);
  });

  it('serve those that wait first when a limit is raised', async () => {
    const place = new Place();
    place.begin('running');
    const waiting = place.begin('waiting');
    place.begin('new', {}, [{ ...MODEL, limit: 2 }]);
    await waiting.ended;
    expect(place.order).toEqual(['running', 'waiting']);
  });

  it('reject every request that waits, and those that come, when the process ends', async () => {
    const place = new Place();
    place.begin('running');
    const waiting = place.begin('waiting');
    place.store.endWaits(new Error('the process ends'));
    await waiting.ended;
    expect(waiting.verdict).toBe('left');
    expect(place.begin('late').verdict).toBe(MODEL);
  });

  it('leak no slot over a hundred thousand requests whose clients leave, whether they wait, run or are being let in', async () => {
    const place = new Place();
    const limits = [queued('team', 5), queued('api_key', 3)];
    const running: TestRequest[] = [];
    for (let count = 0; count < 100_000; count++) {
      const request = new TestRequest(place.store, `${count}`, limits, {}, (run) => running.push(run));
      if (count % 3 === 0) request.leave();
      // The next one is let in and leaves in the same turn.
      if (count % 5 === 0) {
        running.shift()?.end();
        request.leave();
      }
      while (running.length > 2) running.shift()?.end();
      await Promise.resolve();
    }
    while (running.length > 0) {
      running.shift()?.end();
      await Promise.resolve();
      await Promise.resolve();
    }
    expect([place.store.size, place.store.queueCount]).toEqual([0, 0]);
  });

  it('are looked through once while others of their limits are full, not for each request beside them', () => {
    const memory = new MemorySlots();
    const team = queued('team', 1_000);
    let looks = 0;
    const keyOf = (index: number): SlotLimit => ({
      ...queued('api_key', 1),
      get counter() {
        looks += 1;
        return `key-${index}`;
      },
    });
    for (let index = 0; index < 100; index++) {
      for (const name of ['runs', 'waits'])
        new TestRequest(memory, `${index}-${name}`, [team, keyOf(index)], { member: `${index}` });
    }
    looks = 0;
    for (let count = 0; count < 20; count++) new TestRequest(memory, `${count}`, [team, queued('user', 1)], {}).end();
    expect(looks).toBeLessThan(1_000);
  });

  it('are looked through again when the limit was full meanwhile', async () => {
    const memory = new MemorySlots();
    const [team, key] = [queued('team', 2), queued('api_key', 1)];
    const begin = (name: string, ...limits: SlotLimit[]) => new TestRequest(memory, name, limits, {});
    const ofKey = begin('of the key', key);
    const waits = begin('waits', team, key);
    const [first] = [begin('first', team), begin('second', team)];
    first.end();
    const third = begin('third', team);
    ofKey.end();
    expect(waits.verdict).toBe('waits');
    third.end();
    await waits.ended;
    expect(waits.isRunning).toBe(true);
  });

  it('let nobody wait who fits under all limits, with and without queues, which are raised and lowered meanwhile', async () => {
    const step = fc.record({
      action: fc.constantFrom<'begin' | 'end' | 'leave'>('begin', 'begin', 'begin', 'end', 'end', 'end', 'leave'),
      at: fc.nat(20),
      scopes: fc.subarray([...SCOPES], { minLength: 1 }),
      most: fc.integer({ min: 1, max: 12 }).map((most) => Math.min(most, 2)),
      member: fc.constantFrom('a', 'b'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
        const mixed = new Mixed();
        for (const { action, at, member, most, scopes } of steps) {
          if (action === 'begin') mixed.begin(scopes, most, member);
          else mixed[action](at);
          for (let turn = 0; turn < 3; turn++) await Promise.resolve();
          expect(mixed.idle).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never exceed a limit and never let a slot lie idle, in any order of requests, ends and departures', async () => {
    const step = fc.record({
      action: fc.constantFrom('begin', 'begin', 'begin', 'end', 'end', 'leave'),
      priority: fc.constantFrom(...REQUEST_PRIORITIES),
      organization: fc.constantFrom('a', 'b', 'c'),
      at: fc.nat(20),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), async (steps, most) => {
        const crowd = new Crowd(most);
        for (const { action, at, ...owner } of steps) {
          if (action === 'begin') crowd.begin(owner);
          else if (action === 'end') crowd.end(at);
          else crowd.leave(at);
          for (let turn = 0; turn < 3; turn++) await Promise.resolve();
          const { running, waiting } = crowd;
          expect(running.length).toBeLessThanOrEqual(most);
          expect(waiting.length > 0 && running.length < most).toBe(false);
        }
      }),
    );
  });
});
