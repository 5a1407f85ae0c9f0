import { describe, expect, it } from '@jest/globals';
import { ClientGone } from '@multilane/http';
import { TargetState } from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import fc from 'fast-check';
import type { Route, RouteTarget } from '../snapshot/routes/route.js';
import { RouteRun } from './route-run.js';

const target = (logicalName: string): RouteTarget => ({
  model: { logicalName } as RouteTarget['model'],
  state: new TargetState(),
  grants: [],
});

const failure = new ProviderFailure('provider_error', { status: 503 });
const limited = (retryAfterSeconds: number) =>
  new ProviderFailure('provider_rate_limited', { status: 429, retryAfterSeconds });
const trace = { model: 'm', provider: 'openai', outcome: 'provider_error', ms: 1 };

function runOf(targets: readonly RouteTarget[], attempts = 2): RouteRun {
  const retry: Route['retry'] = { attempts, on: new Set() };
  return new RouteRun({ retry } as Route, 'r', true, false, targets);
}

/** Fails every attempt, and reports the order and the waits. */
function failAll(run: RouteRun, now = 0, chance = 0.5): [string, number][] {
  const seen: [string, number][] = [];
  for (let next = run.next(now, chance); next; next = run.next(now, chance)) {
    if (!run.enter(next.target, now)) continue;
    seen.push([next.target.model.logicalName, next.waitMs]);
    run.failed(trace, failure, now);
  }
  return seen;
}

describe('the way of a request through its route', () => {
  it('each target at once in turn, then again after pauses, attempts times in all', () => {
    expect(failAll(runOf([target('a'), target('b'), target('c')]))).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 0],
      ['a', 125],
      ['a', 250],
    ]);
  });

  it('attempts: 0 repeats nothing', () => {
    expect(failAll(runOf([target('a'), target('b')], 0)).map(([name]) => name)).toEqual(['a', 'b']);
  });

  it('a target that asked to be left alone comes after all others, is waited for, and not for long', () => {
    const [a, b] = [target('a'), target('b')];
    a.state.restUntil(5_000);
    expect(failAll(runOf([a, b], 1))).toEqual([
      ['b', 0],
      ['b', 125],
    ]);
    const lone = runOf([a]);
    expect(lone.next(0, 0.5)).toEqual({ target: a, waitMs: 0 });
    lone.enter(a, 0);
    lone.failed(trace, limited(20), 0);
    expect(lone.next(0, 0.5)).toEqual({ target: a, waitMs: 20_000 });
    const long = runOf([b]);
    long.enter(b, 0);
    long.failed(trace, limited(31), 0);
    expect(long.next(0, 0.5)).toBeUndefined();
  });

  it('a target that is out is left out, one that is due is probed by one request', () => {
    const [a, b] = [target('a'), target('b')];
    for (let count = 0; count < 5; count++) a.state.breaker.recordFailure(0);
    expect(failAll(runOf([a, b], 0)).map(([name]) => name)).toEqual(['b']);
    const [probe, other] = [runOf([a, b]), runOf([a, b])];
    expect(probe.next(30_000, 0)?.target).toBe(a);
    expect([probe.enter(a, 30_000), other.enter(a, 30_000)]).toEqual([true, false]);
    expect(other.next(30_000, 0)?.target).toBe(b);
  });

  it('a client that leaves says nothing of the target, and its probe is another request’s', () => {
    const a = target('a');
    for (let count = 0; count < 5; count++) a.state.breaker.recordFailure(0);
    const run = runOf([a]);
    run.enter(a, 30_000);
    run.end(new ClientGone(), 30_001);
    expect(a.state.breaker.tryEnter(30_002)).toBe(true);
  });

  it('a probe whose stream has begun lets the others in, however long it lasts', () => {
    const a = target('a');
    for (let count = 0; count < 5; count++) a.state.breaker.recordFailure(0);
    const probe = runOf([a]);
    probe.enter(a, 30_000);
    expect(a.state.breakerAt(30_001)).toBe('probing');
    probe.succeeded({ ...trace, outcome: 'success' }, true, 30_001);
    expect(a.state.breakerAt(30_001)).toBe('in');
    expect(runOf([a]).next(30_002, 0)).toEqual({ target: a, waitMs: 0 });
  });

  it('a stream is in progress until the request ends, and fails the target where it breaks', () => {
    const a = target('a');
    for (let count = 0; count < 4; count++) a.state.breaker.recordFailure(0);
    const run = runOf([a]);
    run.enter(a, 1);
    run.succeeded({ ...trace, outcome: 'success' }, true, 2);
    expect(a.state.inFlight).toBe(1);
    run.end(failure, 3);
    run.end(undefined, 4);
    expect([a.state.inFlight, a.state.breakerAt(3)]).toEqual([0, 'out']);
  });

  it('whatever becomes of the attempts: each target once before any twice, none beyond the bound, nothing left in flight', () => {
    const ends = fc.constantFrom('fail', 'limit', 'refuse', 'leave');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.nat(10), fc.array(ends), (count, attempts, given) => {
        const targets = Array.from({ length: count }, (_, index) => target(`t${index}`));
        const run = runOf(targets, attempts);
        const failures = { fail: failure, limit: limited(1), refuse: new ProviderFailure('provider_rejected_request') };
        let calls = 0;
        for (let next = run.next(calls, 0.5); next; next = run.next(calls, 0.5)) {
          if (!run.enter(next.target, calls)) continue;
          const end = given[calls] ?? 'fail';
          calls += 1;
          run.failed(trace, end === 'leave' ? new ClientGone() : failures[end], calls);
        }
        expect(calls).toBeLessThanOrEqual(count + attempts);
        expect(targets.every(({ state }) => state.inFlight === 0)).toBe(true);
      }),
    );
  });

  it('a target that was overtaken at once does not seem faster for it, and slower if it took longer than usual', () => {
    const [a, b] = [target('a'), target('b')];
    b.state.recordLatency(2_000, false, 0);
    const overtake = (ms: number) => {
      const run = runOf([a, b]);
      run.enter(a, 0);
      run.enter(b, 0);
      run.overtaken({ ...trace, ms }, false, 0);
    };
    for (let request = 0; request < 20; request++) overtake(5);
    expect(b.state.latencyAt(0, false)).toBe(2_000);
    overtake(9_000);
    expect(b.state.latencyAt(0, false)).toBeGreaterThan(2_000);
  });
});
