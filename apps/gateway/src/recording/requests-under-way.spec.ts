import { describe, expect, it, jest } from '@jest/globals';
import { RequestsUnderWay } from './requests-under-way.js';

describe('requests under way', () => {
  it('are waited for, all of them, and no longer than the limit', async () => {
    jest.useFakeTimers();
    const underWay = new RequestsUnderWay();
    await underWay.waitForNone(1_000);
    underWay.begin();
    underWay.begin();
    const ended: string[] = [];
    const first = underWay.waitForNone(1_000).then(() => ended.push('none'));
    underWay.end();
    await jest.advanceTimersByTimeAsync(500);
    expect(ended).toEqual([]);
    underWay.end();
    await first;
    underWay.begin();
    const second = underWay.waitForNone(1_000).then(() => ended.push('limit'));
    await jest.advanceTimersByTimeAsync(1_000);
    await second;
    expect(ended).toEqual(['none', 'limit']);
    jest.useRealTimers();
  });
});
