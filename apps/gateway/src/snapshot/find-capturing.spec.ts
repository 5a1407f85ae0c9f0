import { describe, expect, it } from '@jest/globals';
import { findCapturing } from './find-capturing.js';

describe('workspaces whose payloads are captured', () => {
  it('are those whose time is not over', () => {
    const row = (id: string, until: number | null) => ({
      id,
      payloadsCapturedUntil: until === null ? null : new Date(until),
    });
    const found = findCapturing([row('on', 1_001), row('over', 1_000), row('never', null)], 1_000);
    expect([...(found ?? [])]).toEqual([['on', 1_001]]);
    expect(findCapturing([row('over', 1_000), row('never', null)], 1_000)).toBeUndefined();
  });
});
