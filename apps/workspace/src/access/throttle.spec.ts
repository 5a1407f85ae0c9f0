import { describe, expect, it } from '@jest/globals';
import { Throttle } from './throttle.js';

describe('a throttle', () => {
  it('rejects the try beyond the allowance with 429 and Retry-After, for that key alone', async () => {
    const throttle = new Throttle({ tries: 2, seconds: 60 });
    await throttle.take('a');
    await throttle.take('a');
    await expect(throttle.take('a')).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^(5[0-9]|60)$/) },
    });
    await expect(throttle.take('b')).resolves.toBeUndefined();
  });
});
