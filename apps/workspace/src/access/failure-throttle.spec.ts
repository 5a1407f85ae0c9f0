import { describe, expect, it } from '@jest/globals';
import { FailureThrottle } from './failure-throttle.js';

class Failed extends Error {}

const isFailure = (error: unknown): boolean => error instanceof Failed;
const succeed = async (): Promise<string> => 'in';
const fail = async (): Promise<never> => {
  throw new Failed();
};
const later = <T>(work: () => Promise<T>) => new Promise<void>((resolve) => setImmediate(resolve)).then(work);

describe('a throttle of failures', () => {
  it('never rejects those who succeed, however many they are', async () => {
    const throttle = new FailureThrottle({ tries: 2, seconds: 60 });
    for (let tries = 0; tries < 20; tries += 1) expect(await throttle.run('a', succeed, isFailure)).toBe('in');
  });

  it('rejects the try after as many failures as are allowed with 429 and Retry-After, for that key alone', async () => {
    const throttle = new FailureThrottle({ tries: 2, seconds: 60 });
    for (let tries = 0; tries < 2; tries += 1) await expect(throttle.run('a', fail, isFailure)).rejects.toThrow(Failed);
    const refusal = {
      code: 'rate_limit_exceeded',
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^(5[0-9]|60)$/) },
    };
    await expect(throttle.run('a', succeed, isFailure)).rejects.toMatchObject(refusal);
    expect(() => throttle.check('a')).toThrow(expect.objectContaining(refusal));
    expect(() => throttle.check('b')).not.toThrow();
    expect(await throttle.run('b', succeed, isFailure)).toBe('in');
  });

  it('counts only what is a failure', async () => {
    const throttle = new FailureThrottle({ tries: 1, seconds: 60 });
    const breakDown = async (): Promise<never> => {
      throw new Error('the database is away');
    };
    for (let tries = 0; tries < 3; tries += 1) await expect(throttle.run('a', breakDown, isFailure)).rejects.toThrow();
    expect(await throttle.run('a', succeed, isFailure)).toBe('in');
  });

  it.each([1, 3, 10])('lets %i failures through, however many are tried at the same time', async (tries) => {
    const throttle = new FailureThrottle({ tries, seconds: 60 });
    let made = 0;
    const attempts = Array.from({ length: 50 }, (_, index) =>
      throttle.run(
        'a',
        () => {
          made += 1;
          return index % 2 === 0 ? later(fail) : fail();
        },
        isFailure,
      ),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(made).toBe(tries);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('lets everybody in who succeeds at the same time, beyond the allowance too', async () => {
    const throttle = new FailureThrottle({ tries: 3, seconds: 60 });
    const attempts = Array.from({ length: 50 }, () => throttle.run('a', () => later(succeed), isFailure));
    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['in']));
  });

  it('lets at most 500 wait and rejects more with 503', async () => {
    const throttle = new FailureThrottle({ tries: 1, seconds: 60 });
    const attempts = Array.from({ length: 502 }, () => throttle.run('a', () => later(succeed), isFailure));
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toEqual([expect.objectContaining({ reason: expect.objectContaining({ status: 503 }) })]);
  });

  it('forgets the failures of a key that is forgiven', async () => {
    const throttle = new FailureThrottle({ tries: 1, seconds: 60 });
    throttle.count('a');
    expect(throttle.countOf('a')).toBe(1);
    throttle.forgive('a');
    expect(() => throttle.check('a')).not.toThrow();
  });
});
