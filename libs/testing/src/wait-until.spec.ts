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
});
