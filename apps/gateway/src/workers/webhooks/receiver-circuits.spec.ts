import { describe, expect, it } from '@jest/globals';
import { ReceiverCircuits } from './receiver-circuits.js';

/** Attempts one after the other, each a millisecond long; the last one ends at `now`. */
const fail = (circuits: ReceiverCircuits, times: number, now = 0, receiver = 'dead'): void => {
  for (let each = 0; each < times; each++) circuits.noteFailure(receiver, now - times + each, now - times + each + 1);
};

describe('a receiver that does not answer', () => {
  it('is tried until it failed five times in a row, and then left alone, while others are not', () => {
    const circuits = new ReceiverCircuits();
    fail(circuits, 4);
    expect(circuits.pauseOf('dead', 0)).toBe(0);
    fail(circuits, 1);
    expect(circuits.pauseOf('dead', 0)).toBe(30_000);
    expect(circuits.pauseOf('alive', 0)).toBe(0);
  });

  it('gets one attempt after its pause, and a longer pause when that fails', () => {
    const circuits = new ReceiverCircuits();
    fail(circuits, 5);
    expect(circuits.pauseOf('dead', 30_000)).toBe(0);
    expect(circuits.pauseOf('dead', 30_001)).toBeGreaterThan(0);
    fail(circuits, 1, 31_000);
    expect(circuits.pauseOf('dead', 31_000)).toBe(60_000);
    for (let each = 2; each < 20; each++) fail(circuits, 1, each * 1_000_000);
    expect(circuits.pauseOf('dead', 19_000_000)).toBe(15 * 60_000);
  });

  it('is paused once for attempts that run at the same time', () => {
    const circuits = new ReceiverCircuits();
    for (let each = 0; each < 8; each++) circuits.noteFailure('dead', 0, 10 + each);
    expect(circuits.pauseOf('dead', 14)).toBe(30_000);
  });

  it('is as good as new after one success', () => {
    const circuits = new ReceiverCircuits();
    fail(circuits, 9);
    circuits.noteSuccess('dead');
    expect(circuits.pauseOf('dead', 0)).toBe(0);
  });

  it('is forgotten when ten thousand others failed later', () => {
    const circuits = new ReceiverCircuits();
    fail(circuits, 5);
    for (let each = 0; each < 10_000; each++) circuits.noteFailure(`other-${each}`, 0, 1);
    expect(circuits.pauseOf('dead', 0)).toBe(0);
  });
});
