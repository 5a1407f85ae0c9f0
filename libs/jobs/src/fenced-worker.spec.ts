import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type FencedRow, FencedWorker, onStop, type StopReason } from './fenced-worker.js';

const ALIVE = new AbortController().signal;

/** A worker whose looks are made by hand. */
function makeWorker({ graceMs = 100, findLost = async (): Promise<string[]> => [] } = {}) {
  const looks: (() => Promise<void>)[] = [];
  const seen: [string, number][][] = [];
  const worker = new FencedWorker({
    graceMs,
    watch: {
      findLost: (fences) => {
        seen.push([...fences]);
        return findLost();
      },
      every: (look) => {
        looks.push(look);
        return () => void looks.splice(looks.indexOf(look), 1);
      },
    },
  });
  return { worker, looks, seen };
}

/** Work that ends when it is told to. `heard` is why it was to stop. */
function begin(worker: FencedWorker, row: FencedRow | undefined, job = ALIVE) {
  const work = { heard: [] as StopReason[], end: (): void => undefined, ended: Promise.resolve() };
  work.ended = worker.hold(row, job, (stop) => {
    onStop(stop, (why) => work.heard.push(why));
    return new Promise((resolve) => {
      work.end = resolve;
    });
  });
  return work;
}

describe('a worker on rows with fences', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('tells the work whose row is lost, and no other', async () => {
    const { looks, seen, worker } = makeWorker({ findLost: async () => ['a', 'unknown'] });
    const [lost, kept] = [begin(worker, { id: 'a', fence: 3 }), begin(worker, { id: 'b', fence: 1 })];
    await looks[0]?.();
    expect([seen, lost.heard, kept.heard]).toEqual([
      [
        [
          ['a', 3],
          ['b', 1],
        ],
      ],
      ['lost'],
      [],
    ]);
  });

  it('has one look at a time for all its rows, and none without rows', async () => {
    const { looks, seen, worker } = makeWorker();
    const unfenced = begin(worker, undefined);
    expect(looks).toEqual([]);
    const [one, other] = [begin(worker, { id: 'a', fence: 1 }), begin(worker, { id: 'b', fence: 1 })];
    expect(looks.length).toBe(1);
    for (const { end, ended } of [one, other]) {
      end();
      await ended;
    }
    await looks[0]?.();
    expect([looks, seen, worker.size]).toEqual([[], [], 1]);
    unfenced.end();
    begin(worker, { id: 'c', fence: 1 });
    expect(looks.length).toBe(1);
  });

  it('does not say that it works on rows that it has lost', async () => {
    const { looks, seen, worker } = makeWorker({ findLost: async () => ['a'] });
    begin(worker, { id: 'a', fence: 1 });
    begin(worker, { id: 'b', fence: 1 });
    await looks[0]?.();
    await looks[0]?.();
    expect(seen[1]).toEqual([['b', 1]]);
  });

  it('hands a row over where its job comes back to the same process, and goes on watching it', async () => {
    const { looks, seen, worker } = makeWorker({ findLost: async () => ['a'] });
    const first = begin(worker, { id: 'a', fence: 1 });
    const second = begin(worker, { id: 'a', fence: 2 });
    expect([first.heard, second.heard]).toEqual([['lost'], []]);
    first.end();
    await first.ended;
    expect(worker.size).toBe(1);
    await looks[0]?.();
    expect([seen, second.heard]).toEqual([[[['a', 2]]], ['lost']]);
  });

  it('believes no look that began before the row was taken again', async () => {
    let answer: (lost: string[]) => void = () => undefined;
    const lost = new Promise<string[]>((resolve) => {
      answer = resolve;
    });
    const { looks, worker } = makeWorker({ findLost: () => lost });
    begin(worker, { id: 'a', fence: 1 });
    const look = looks[0]?.();
    const again = begin(worker, { id: 'a', fence: 2 });
    answer(['a']);
    await look;
    expect(again.heard).toEqual([]);
  });

  it('stops nothing while the database is away', async () => {
    const { looks, worker } = makeWorker({ findLost: () => Promise.reject(new Error('away')) });
    const work = begin(worker, { id: 'a', fence: 1 });
    await expect(looks[0]?.()).rejects.toThrow('away');
    expect([work.heard, looks.length]).toEqual([[], 1]);
  });

  it.each([
    ['before the work begins', true],
    ['while it is under way', false],
  ])('hears that the job is another process’s %s', (_when, isBefore) => {
    const { worker } = makeWorker();
    const job = new AbortController();
    if (isBefore) job.abort();
    const work = begin(worker, { id: 'a', fence: 1 }, job.signal);
    job.abort();
    expect(work.heard).toEqual(['lost']);
  });

  it('passes on what the work resolves to and why it fails, and forgets it', async () => {
    const { worker } = makeWorker();
    await expect(worker.hold({ id: 'a', fence: 1 }, ALIVE, async () => 7)).resolves.toBe(7);
    const fail = () => Promise.reject(new Error('broken'));
    await expect(worker.hold({ id: 'a', fence: 2 }, ALIVE, fail)).rejects.toThrow('broken');
    expect(worker.size).toBe(0);
  });

  it('lets work end when the process ends, and tells the rest', async () => {
    const { looks, worker } = makeWorker();
    const [quick, slow] = [begin(worker, { id: 'a', fence: 1 }), begin(worker, undefined)];
    setTimeout(quick.end, 30);
    const startedAt = performance.now();
    await worker.drain(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(299);
    const late = begin(worker, { id: 'c', fence: 1 });
    expect([quick.heard, slow.heard, late.heard, worker.size, looks]).toEqual([[], ['shutdown'], ['shutdown'], 2, []]);
  });

  it.each([
    ['puts work back when the process ends, and waits for that', 'shutdown', ['put back']],
    ['leaves work alone that is another process’s', 'lost', []],
  ] as const)('%s', async (_title, why, expected) => {
    const { worker } = makeWorker({ graceMs: 10_000 });
    const done: string[] = [];
    const untilStopped = (stop: AbortSignal): Promise<void> =>
      new Promise((_resolve, reject) => onStop(stop, () => reject(stop.reason)));
    const putBack = async (): Promise<void> => {
      await sleep(50);
      done.push('put back');
    };
    const work = worker.work({ id: 'a', fence: 1 }, ALIVE, untilStopped, putBack);
    if (why === 'lost') worker.lose('a');
    await worker.drain(0);
    expect([done, worker.size]).toEqual([expected, 0]);
    await expect(work).resolves.toBeUndefined();
  });

  it('puts nothing back that failed by itself', async () => {
    const { worker } = makeWorker();
    const putBack = jest.fn(async () => undefined);
    const fail = () => Promise.reject(new Error('broken'));
    await expect(worker.work({ id: 'a', fence: 1 }, ALIVE, fail, putBack)).rejects.toThrow('broken');
    expect(putBack).not.toHaveBeenCalled();
  });

  it('waits no longer than for the last work when the process ends', async () => {
    const { worker } = makeWorker({ graceMs: 60_000 });
    const work = begin(worker, { id: 'a', fence: 1 });
    const drained = worker.drain(10);
    await sleep(100);
    expect(work.heard).toEqual(['shutdown']);
    work.end();
    await drained;
    expect(worker.size).toBe(0);
  });

  it('waits as long as before where the clock jumps', async () => {
    const clock = jest.spyOn(Date, 'now');
    const { worker } = makeWorker();
    const work = begin(worker, { id: 'a', fence: 1 });
    const drained = worker.drain(200);
    clock.mockReturnValue(Date.now() + 24 * 3_600_000);
    await sleep(60);
    expect(work.heard).toEqual([]);
    clock.mockReturnValue(0);
    work.end();
    await drained;
    expect(work.heard).toEqual([]);
  });

  it('loses what is left when it closes', async () => {
    const { looks, worker } = makeWorker();
    const work = begin(worker, { id: 'a', fence: 1 });
    worker.close();
    expect([work.heard, looks, begin(worker, { id: 'b', fence: 1 }).heard]).toEqual([['lost'], [], ['shutdown']]);
  });

  it('gives one reason alone, the first', async () => {
    const { worker } = makeWorker({ graceMs: 0 });
    const work = begin(worker, { id: 'a', fence: 1 });
    worker.lose('b');
    await worker.drain(0);
    worker.lose('a');
    expect(work.heard).toEqual(['shutdown']);
  });
});
