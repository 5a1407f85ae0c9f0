import { describe, expect, it, jest } from '@jest/globals';
import { RequestsInFlight } from './drainable-server.js';

describe('requests in progress', () => {
  it('are waited for, all of them, and no longer than the limit', async () => {
    jest.useFakeTimers();
    const inFlight = new RequestsInFlight();
    await inFlight.waitForNone(1_000);
    inFlight.begin();
    inFlight.begin();
    const ended: string[] = [];
    const first = inFlight.waitForNone(1_000).then(() => ended.push('none'));
    inFlight.end();
    await jest.advanceTimersByTimeAsync(500);
    expect(ended).toEqual([]);
    inFlight.end();
    await first;
    inFlight.begin();
    const second = inFlight.waitForNone(1_000).then(() => ended.push('limit'));
    await jest.advanceTimersByTimeAsync(1_000);
    await second;
    expect(ended).toEqual(['none', 'limit']);
    jest.useRealTimers();
  });
});
