import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SlotLimit } from '../limits/ceiling.js';
import { HeldSlots } from '../limits/slot-store.js';
import { MemorySlots } from './memory-slots.js';

const limitOf = (scope: SlotLimit['scope'], limit: number): SlotLimit => ({
  scope,
  unit: 'parallel',
  limit,
  counter: `${scope}:parallel`,
});

const TEAM = limitOf('team', 3);
const KEY = limitOf('api_key', 2);

describe('Slots of one process', () => {
  it('are as many as the limit, and one that is returned is free at once', () => {
    const slots = new MemorySlots();
    expect([1, 2, 3].map(() => slots.take([KEY]))).toEqual([undefined, undefined, KEY]);
    slots.release([KEY]);
    expect(slots.take([KEY])).toBeUndefined();
  });

  it('are taken under every limit or under none, and the first full limit is reported', () => {
    const slots = new MemorySlots();
    expect([1, 2, 3].map(() => slots.take([TEAM, KEY]))).toEqual([undefined, undefined, KEY]);
    // The rejected request has not taken the last slot of the team.
    expect(slots.take([TEAM])).toBeUndefined();
    expect(slots.take([TEAM, KEY])).toBe(TEAM);
  });

  it('are returned once, no matter how many return them', () => {
    const slots = new MemorySlots();
    slots.take([KEY]);
    slots.take([KEY]);
    const held = new HeldSlots(slots, [KEY], 'a');
    held.release();
    held.release();
    expect([slots.take([KEY]), slots.take([KEY])]).toEqual([undefined, KEY]);
  });

  it('follow a limit that is lowered while requests run', () => {
    const slots = new MemorySlots();
    slots.take([TEAM]);
    slots.take([TEAM]);
    const lowered = { ...TEAM, limit: 1 };
    slots.release([TEAM]);
    expect(slots.take([lowered])).toBe(lowered);
    slots.release([TEAM]);
    expect(slots.take([lowered])).toBeUndefined();
  });

  it('leave nothing behind after a hundred thousand requests whose clients left', () => {
    const slots = new MemorySlots();
    const running: HeldSlots[] = [];
    let taken = 0;
    for (let request = 0; request < 100_000; request++) {
      const limits = request % 3 === 0 ? [TEAM] : [TEAM, KEY];
      if (slots.take(limits) === undefined) {
        taken += 1;
        running.push(new HeldSlots(slots, limits, String(request)));
      }
      if (request % 2 === 1) running.splice(request % running.length, 1)[0]?.release();
    }
    for (const held of running) held.release();
    expect(taken).toBeGreaterThan(40_000);
    expect(slots.size).toBe(0);
  });

  it('never exceed a limit, in any order of requests and ends', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), fc.integer({ min: 1, max: 4 }), (steps, most) => {
        const slots = new MemorySlots();
        const limit = { ...KEY, limit: most };
        let running = 0;
        for (const step of steps) {
          if (step < 6) {
            const isFull = slots.take([limit]) !== undefined;
            expect(isFull).toBe(running === most);
            if (!isFull) running += 1;
          } else if (running > 0) {
            slots.release([limit]);
            running -= 1;
          }
        }
      }),
    );
  });
});
