import { describe, expect, it } from '@jest/globals';
import { describeStep, hasEnded, RUN_STATUSES } from './run-state.js';

describe('the state of a run of an agent', () => {
  it('has ended in four of them', () => {
    expect(RUN_STATUSES.filter(hasEnded)).toEqual(['completed', 'incomplete', 'failed', 'cancelled']);
  });

  it.each([
    [{ status: 'due', is_error: false, started_at: null }, 'pending', 'due'],
    [{ status: 'due', is_error: false, started_at: '2026-01-01T00:00:00Z' }, 'info', 'running'],
    [{ status: 'awaiting_approval', is_error: false, started_at: null }, 'warning', 'awaiting_approval'],
    [{ status: 'finished', is_error: true, started_at: '2026-01-01T00:00:00Z' }, 'error', 'failed'],
    [{ status: 'finished', is_error: false, started_at: '2026-01-01T00:00:00Z' }, 'ok', 'finished'],
    [{ status: 'skipped', is_error: false, started_at: null }, 'off', 'skipped'],
  ] as const)('of a step %j is %s: %s', (step, state, word) => {
    expect(describeStep(step)).toEqual({ state, word });
  });
});
