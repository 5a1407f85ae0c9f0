import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ModelQuotas } from './model-quotas.js';
import { ProviderQuotas } from './provider-quotas.js';
import { LONGEST_BELIEF_MS, QuotaGauge } from './quota-gauge.js';

const YEAR_MS = 365 * 86_400_000;

// docs/contract/routing.md#provider-limits
describe('what a provider says is left of a limit', () => {
  it.each([
    ['nothing left', { left: 0, resetMs: 5_000 }, 5_000],
    ['too little left', { left: 9, resetMs: 5_000 }, 5_000],
    ['enough left', { left: 10, resetMs: 5_000 }, 0],
    ['less than nothing', { left: -1e9, resetMs: 5_000 }, 5_000],
    ['a huge number', { left: 1e300, resetMs: 5_000 }, 0],
    ['no number', { left: Number.NaN, resetMs: 5_000 }, 0],
    ['a reset that is past', { left: 0, resetMs: -5_000 }, 0],
    ['a reset in a year', { left: 0, resetMs: YEAR_MS }, LONGEST_BELIEF_MS],
    ['a reset that never comes', { left: 0, resetMs: Number.POSITIVE_INFINITY }, LONGEST_BELIEF_MS],
    ['a reset that is no number', { left: 0, resetMs: Number.NaN }, 0],
    ['no reset', { left: 0, resetMs: undefined }, 10_000],
  ])('%s', (_title, reading, wait) => {
    const gauge = new QuotaGauge();
    gauge.read(reading, 1_000);
    expect(gauge.waitFor(10, 1_000)).toBe(wait);
    expect(gauge.waitFor(10, 1_000 + wait)).toBe(0);
  });

  it('falls with each request that is sent, until the next answer', () => {
    const gauge = new QuotaGauge();
    gauge.read({ left: 3, resetMs: 5_000 }, 0);
    gauge.take(1);
    gauge.take(5);
    expect(gauge.waitFor(1, 0)).toBe(5_000);
    gauge.read({ left: 3, resetMs: 5_000 }, 0);
    expect(gauge.waitFor(1, 0)).toBe(0);
  });

  it('from another process counts where it is less, or nothing is known any more', () => {
    const gauge = new QuotaGauge();
    gauge.read({ left: 5, resetMs: 1_000 }, 0);
    gauge.adopt({ left: 50, resetMs: 9_000 }, 0);
    expect(gauge.tell(0)).toEqual({ left: 5, resetMs: 1_000 });
    gauge.adopt({ left: 2, resetMs: 3_000 }, 0);
    expect(gauge.tell(0)).toEqual({ left: 2, resetMs: 3_000 });
    gauge.adopt({ left: 50, resetMs: 9_000 }, 3_000);
    expect(gauge.tell(3_000)).toEqual({ left: 50, resetMs: 9_000 });
  });

  it('never holds a request up for more than a minute, whatever was said', () => {
    const number = fc.oneof(fc.double(), fc.integer());
    fc.assert(
      fc.property(fc.array(fc.tuple(number, fc.option(number, { nil: undefined }))), (said) => {
        const gauge = new QuotaGauge();
        for (const [left, resetMs] of said) gauge.read({ left, resetMs }, 0);
        const wait = gauge.waitFor(1, 0);
        expect(wait >= 0 && wait <= LONGEST_BELIEF_MS).toBe(true);
      }),
    );
  });
});

describe('the limits of several credentials', () => {
  it('leave room while one has some, or nothing is known of one', () => {
    const quotas = new ModelQuotas('id', 2);
    quotas.read(0, { requests: { left: 0, resetMs: 5_000 } }, 0);
    expect([quotas.waitOf(0, 1, 0), quotas.waitOf(1, 1, 0), quotas.waitFor(1, 0)]).toEqual([5_000, 0, 0]);
    quotas.read(1, { tokens: { left: 100, resetMs: 3_000 } }, 0);
    expect([quotas.waitFor(100, 0), quotas.waitFor(101, 0)]).toEqual([0, 3_000]);
  });

  it('are not kept for a place that no credential has', () => {
    const quotas = new ModelQuotas('id', 1);
    for (const place of [-1, 1, Number.NaN]) quotas.read(place, { requests: { left: 0, resetMs: 5_000 } }, 0);
    expect(quotas.waitFor(1, 0)).toBe(0);
  });
});

describe('readings for other processes', () => {
  const few = { requests: { left: 1, resetMs: 5_000 } };

  it('are those of which little is left, each once', () => {
    const quotas = new ProviderQuotas();
    const one = quotas.of('one', 2);
    one.read(0, few, 0);
    one.read(0, few, 0);
    one.read(1, { requests: { left: 5_000, resetMs: 5_000 } }, 0);
    expect(quotas.takeChanges(0)).toEqual([{ id: 'one', place: 0, readings: few }]);
    expect(quotas.takeChanges(0)).toEqual([]);
  });

  it('are bounded in number, and those that are over are left out', () => {
    const quotas = new ProviderQuotas();
    for (let model = 0; model < 800; model++) quotas.of(String(model), 1).read(0, few, 0);
    expect(quotas.takeChanges(0)).toHaveLength(500);
    quotas.of('0', 1).read(0, few, 0);
    expect(quotas.takeChanges(5_000)).toEqual([]);
  });

  it('concern models that this process knows, and are not told on', () => {
    const quotas = new ProviderQuotas();
    const known = quotas.of('known', 1);
    const readings = { requests: { left: 0, resetMs: 2_000 } };
    quotas.adopt(
      [
        { id: 'known', place: 0, readings },
        { id: 'unknown', place: 0, readings },
      ],
      0,
    );
    expect([known.waitFor(1, 0), quotas.of('unknown', 1).waitFor(1, 0)]).toEqual([2_000, 0]);
    expect(quotas.takeChanges(0)).toEqual([]);
  });
});
