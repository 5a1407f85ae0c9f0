import { describe, expect, it, vi } from 'vitest';
import { RequestsInFlight } from './drainable-server.js';

describe('requests in progress', () => {
  it('are waited for, all of them, and no longer than the limit', async () => {
    vi.useFakeTimers();
    const inFlight = new RequestsInFlight();
    await inFlight.waitForNone(1_000);
    inFlight.begin();
    inFlight.begin();
    const ended: string[] = [];
    const first = inFlight.waitForNone(1_000).then(() => ended.push('none'));
    inFlight.end();
    await vi.advanceTimersByTimeAsync(500);
    expect(ended).toEqual([]);
    inFlight.end();
    await first;
    inFlight.begin();
    const second = inFlight.waitForNone(1_000).then(() => ended.push('limit'));
    await vi.advanceTimersByTimeAsync(1_000);
    await second;
    expect(ended).toEqual(['none', 'limit']);
    vi.useRealTimers();
  });
});
