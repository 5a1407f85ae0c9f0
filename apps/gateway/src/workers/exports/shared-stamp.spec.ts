import { describe, expect, it } from '@jest/globals';
import { SharedStamp } from './shared-stamp.js';

describe('the stamp of a process', () => {
  let now = 0;
  let stamps = 0;
  const make = (stamp: () => Promise<void>) => {
    now = 0;
    stamps = 0;
    return new SharedStamp(
      () => {
        stamps += 1;
        return stamp();
      },
      () => now,
    );
  };

  it('is made once for all sinks that ask at a time, and again a moment later', async () => {
    const shared = make(() => Promise.resolve());
    await Promise.all([shared.run(), shared.run(), shared.run()]);
    await shared.run();
    expect(stamps).toBe(1);
    now = 250;
    await shared.run();
    expect(stamps).toBe(2);
  });

  it('is made again by the next who asks, if it failed', async () => {
    let isAway = true;
    const shared = make(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()));
    await expect(Promise.all([shared.run(), shared.run()])).rejects.toThrow('away');
    isAway = false;
    await shared.run();
    expect(stamps).toBe(2);
  });
});
