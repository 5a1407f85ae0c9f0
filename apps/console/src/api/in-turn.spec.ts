import { expect, it } from '@jest/globals';
import { createTurns } from './in-turn.js';

it('runs at most so many tasks at a time, in the order in which they came', async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) => () => {
    begun.push(number);
    return new Promise<number>((end) => ends.push(() => end(number)));
  };
  const all = [1, 2, 3, 4].map((number) => inTurn(work(number)));
  await Promise.resolve();
  expect(begun).toEqual([1, 2]);
  ends.shift()?.();
  expect(await all[0]).toBe(1);
  await new Promise(setImmediate);
  expect(begun).toEqual([1, 2, 3]);
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

it('passes a turn on when a task fails', async () => {
  const inTurn = createTurns(1);
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('done');
});
