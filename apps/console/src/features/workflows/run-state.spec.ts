import { describe, expect, it } from '@jest/globals';
import { hasEnded, RUN_STATUSES, statesOf } from './run-state.js';

describe('the state of a run of a workflow', () => {
  it('has ended in three of them', () => {
    expect(RUN_STATUSES.filter(hasEnded)).toEqual(['succeeded', 'failed', 'cancelled']);
  });

  it('of its steps is that of the step itself, not of its items', () => {
    const steps = [
      { node: 'each', iteration: null, status: 'running' },
      { node: 'each', iteration: 0, status: 'failed' },
      { node: 'first', iteration: null, status: 'succeeded' },
    ] as const;
    expect([...statesOf(steps)]).toEqual([
      ['each', 'running'],
      ['first', 'succeeded'],
    ]);
  });
});
