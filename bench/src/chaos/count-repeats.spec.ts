import { describe, expect, it } from '@jest/globals';
import { countRepeats, type SeenCall } from './count-repeats.js';

const KILLED = 4_001;
const ALIVE = 4_002;
const kill = { gateway: 0, at: 10_000, stallMs: 7, ports: new Set([KILLED]) };

const call = (answeredAt: number | undefined, port = KILLED, at = 9_600): SeenCall => ({ at, port, answeredAt });
const again = call(40_000, ALIVE, 39_600);

describe('requests that a provider answered more than once', () => {
  it.each([
    ['none that was answered once', [[call(9_999)], [call(undefined), again], []], 0, 0],
    ['one whose answer a killed gateway may not have read', [[call(9_996), again]], 1, 0],
    ['one whose answer came while the machine stood still before the kill', [[call(9_989), again]], 1, 0],
    ['one whose answer came when its gateway was dead already', [[call(10_001), again]], 1, 0],
    ['one that two killed gateways left unread', [[call(9_999), call(10_001), again]], 1, 0],
    ['one whose answer the gateway had the time to note', [[call(9_980), again]], 0, 1],
    ['one whose gateway lived when it was answered', [[call(9_999, ALIVE), again]], 0, 1],
    ['one that was asked for after the kill', [[call(10_400, KILLED, 10_001), again]], 0, 1],
    ['one that was answered twice after the kill', [[call(9_999), again, call(80_000, ALIVE, 79_600)]], 0, 1],
  ])('are %s', (_what, requests, allowed, others) => {
    expect(countRepeats(requests, [kill], 5)).toEqual({ allowed, others });
  });

  it('are faults where nothing was killed', () => {
    expect(countRepeats([[call(1), call(2)]], [], 5)).toEqual({ allowed: 0, others: 1 });
  });
});
