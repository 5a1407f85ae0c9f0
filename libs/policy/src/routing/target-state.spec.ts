import { describe, expect, it } from '@jest/globals';
import { TargetState } from './target-state.js';

// docs/contract/routing.md#circuit-breaker
describe('the state of a target', () => {
  it('tells for how long requests pass it over: it rests, or its breaker is out', () => {
    const state = new TargetState();
    expect(state.passedOverAt(0)).toBe(0);
    state.restUntil(5_000);
    expect([state.passedOverAt(1_000), state.passedOverAt(6_000)]).toEqual([4_000, 0]);
    for (let at = 0; at < 5; at += 1) state.breaker.recordFailure(1_000);
    expect([state.passedOverAt(1_000), state.passedOverAt(30_999), state.passedOverAt(31_000)]).toEqual([30_000, 1, 0]);
  });
});
