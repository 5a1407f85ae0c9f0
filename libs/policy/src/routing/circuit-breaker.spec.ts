import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CircuitBreaker } from './circuit-breaker.js';

function failing(times: readonly number[]): CircuitBreaker {
  const breaker = new CircuitBreaker();
  for (const time of times) breaker.recordFailure(time);
  return breaker;
}

describe('docs/contract/routing.md#circuit-breaker: a target that fails five times in ten seconds is out for thirty, then probed once', () => {
  it.each([
    ['four failures', [0, 1, 2, 3], 3, 'in'],
    ['five failures', [0, 1, 2, 3, 4], 4, 'out'],
    ['five failures in exactly ten seconds', [0, 1, 2, 3, 10_000], 10_000, 'out'],
    ['five failures in more than ten seconds', [0, 1, 2, 3, 10_001], 10_001, 'in'],
    ['the last five of many count', [0, 20_000, 20_001, 20_002, 20_003, 20_004], 20_004, 'out'],
    ['just before thirty seconds', [0, 0, 0, 0, 0], 29_999, 'out'],
    ['after thirty seconds', [0, 0, 0, 0, 0], 30_000, 'due'],
  ] as const)('%s', (_case, times, now, state) => {
    expect(failing(times).stateAt(now)).toBe(state);
  });

  it('one probe goes, and no other before it has ended', () => {
    const breaker = failing([0, 0, 0, 0, 0]);
    expect([breaker.tryEnter(29_999), breaker.tryEnter(30_000), breaker.tryEnter(30_001)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(breaker.stateAt(30_001)).toBe('probing');
  });

  it('a probe that succeeds lets the target in; one that fails keeps it out for thirty seconds more', () => {
    const recovered = failing([0, 0, 0, 0, 0]);
    recovered.tryEnter(30_000);
    recovered.recordSuccess(30_100);
    recovered.recordFailure(30_200);
    expect(recovered.stateAt(30_200)).toBe('in');
    const broken = failing([0, 0, 0, 0, 0]);
    broken.tryEnter(30_000);
    broken.recordFailure(30_100);
    expect([broken.stateAt(60_099), broken.stateAt(60_100)]).toEqual(['out', 'due']);
  });

  it('a probe that the client left says nothing: the next request probes', () => {
    const breaker = failing([0, 0, 0, 0, 0]);
    breaker.tryEnter(30_000);
    breaker.recordNothing();
    expect(breaker.tryEnter(30_001)).toBe(true);
  });

  it('calls that began before the target went out change nothing by ending', () => {
    const breaker = failing([0, 0, 0, 0, 0]);
    breaker.recordFailure(5_000);
    breaker.recordSuccess(6_000);
    expect([breaker.stateAt(29_999), breaker.stateAt(30_000)]).toEqual(['out', 'due']);
  });

  it('a busy target that answers more often than it fails stays in', () => {
    const breaker = new CircuitBreaker();
    for (let time = 0; time < 1000; time++) {
      if (time % 10 === 0) breaker.recordFailure(time);
      else breaker.recordSuccess(time);
    }
    expect(breaker.stateAt(1000)).toBe('in');
  });

  it('at most one call is let through to a target that was out until it has ended, whatever happens', () => {
    const step = fc.record({ wait: fc.nat(20_000), end: fc.constantFrom(endFailed, endUnknown, undefined) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const breaker = failing([0, 0, 0, 0, 0]);
        let now = 0;
        let inFlight = 0;
        for (const { wait, end } of steps) {
          now += wait;
          if (end === undefined) inFlight += Number(breaker.tryEnter(now));
          else if (inFlight > 0) inFlight -= end(breaker, now);
          expect(inFlight).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

function endFailed(breaker: CircuitBreaker, now: number): 1 {
  breaker.recordFailure(now);
  return 1;
}

function endUnknown(breaker: CircuitBreaker): 1 {
  breaker.recordNothing();
  return 1;
}
