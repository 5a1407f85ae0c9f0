import { describe, expect, it } from '@jest/globals';
import { countFailures } from './count-failures.js';

const KILLED = 4_001;
const ALIVE = 4_002;
const kill = { gateway: 0, at: 10_000, stallMs: 7, ports: new Set([KILLED]) };
const answered = { at: 9_500, port: KILLED, answeredAt: 9_900 };
const unanswered = { at: 9_500, port: KILLED, answeredAt: undefined };

describe('jobs that failed beside killed gateways', () => {
  it.each([
    [
      'are interrupted where the killed gateway had their answer',
      'async_job_interrupted',
      [unanswered, answered],
      1,
      [],
    ],
    ['are faults where their gateway lived', 'async_job_interrupted', [{ ...answered, port: ALIVE }], 0, 1],
    ['are faults where no provider had answered', 'async_job_interrupted', [unanswered], 0, 1],
    ['are faults where they are blamed for the end of the process', 'poisoned', [answered], 0, 1],
  ])('%s', (_what, code, calls, interrupted, others) => {
    const found = countFailures([{ code, calls }], [kill]);
    expect(found).toEqual({ interrupted, others: others === 1 ? [code] : [] });
  });
});
