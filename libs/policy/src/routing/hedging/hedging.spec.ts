import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TargetState } from '../target-state.js';
import { HedgeAllowance } from './hedge-allowance.js';
import { RecentTimes } from './recent-times.js';

describe('the time that 95 of 100 calls take', () => {
  it('is known from the twentieth call on', () => {
    const times = new RecentTimes();
    for (let call = 1; call < 20; call++) times.add(call);
    expect(times.p95).toBeUndefined();
    times.add(20);
    expect(times.p95).toBe(19);
  });

  it('follows the last calls', () => {
    const times = new RecentTimes();
    for (let call = 0; call < 300; call++) times.add(1000);
    for (let call = 0; call < 256; call++) times.add(10);
    expect(times.p95).toBe(10);
  });

  it('ignores numbers that are no times', () => {
    const times = new RecentTimes();
    for (let call = 0; call < 20; call++) times.add(5);
    for (const wrong of [Number.NaN, -1]) for (let call = 0; call < 32; call++) times.add(wrong);
    expect(times.p95).toBe(5);
  });

  it('is measured apart for streams, and only where it is asked for', () => {
    const state = new TargetState();
    state.recordLatency(1, false, 0);
    expect(state.p95(false)).toBeUndefined();
    state.measureTimes();
    for (let call = 0; call < 20; call++) {
      state.recordLatency(100, false, 0);
      state.recordLatency(7, true, 0);
    }
    expect([state.p95(false), state.p95(true)]).toEqual([100, 7]);
  });
});

describe('the share of second calls', () => {
  it('never exceeds the percentage, whatever the order of requests and late answers', () => {
    const percent = fc.double({ min: 0.1, max: 100, noNaN: true });
    fc.assert(
      fc.property(percent, fc.array(fc.boolean(), { maxLength: 2000 }), (maxPercent, late) => {
        const allowance = new HedgeAllowance();
        let made = 0;
        for (const [index, isLate] of late.entries()) {
          allowance.earn(maxPercent);
          if (isLate && allowance.spend()) made += 1;
          expect(made).toBeLessThanOrEqual(((index + 1) * maxPercent) / 100 + 1e-6);
        }
      }),
    );
  });

  it('lets ten follow each other after many requests without one, and no more', () => {
    const allowance = new HedgeAllowance();
    for (let request = 0; request < 10_000; request++) allowance.earn(3);
    expect(Array.from({ length: 12 }, () => allowance.spend()).filter(Boolean)).toHaveLength(10);
    allowance.giveBack();
    expect([allowance.spend(), allowance.spend()]).toEqual([true, false]);
  });
});
