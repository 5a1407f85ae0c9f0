import { describe, expect, it } from '@jest/globals';
import { waitUntil } from './wait-until.js';

describe('waitUntil', () => {
  it('asks until there is an answer', async () => {
    let asked = 0;
    expect(await waitUntil('three', () => (++asked < 3 ? undefined : asked))).toBe(3);
  });

  it('takes false and 0 for answers', async () => {
    expect(await waitUntil('false', () => false)).toBe(false);
    expect(await waitUntil('zero', async () => 0)).toBe(0);
  });

  it('says what it waited for when the time is up', async () => {
    await expect(waitUntil('a miracle', () => undefined, 10)).rejects.toThrow('waited 10 ms in vain for a miracle');
  });

  it('asks less often the longer it waits', async () => {
    let asked = 0;
    const count = () => {
      asked += 1;
      return undefined;
    };
    await expect(waitUntil('a miracle', count, 600)).rejects.toThrow('in vain');
    // Every 5 ms it would be more than a hundred.
    expect(asked).toBeLessThan(70);
    expect(asked).toBeGreaterThan(2);
  });
});
