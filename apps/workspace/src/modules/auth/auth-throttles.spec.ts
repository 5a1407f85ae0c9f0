import { beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { AuthThrottles } from './auth-throttles.js';

const ACCOUNT = 'ada@example.com';

const wrong = async (): Promise<never> => {
  throw new GatewayError('invalid_login');
};
const right = async (): Promise<string> => 'in';

describe('tries of passwords', () => {
  let throttles: AuthThrottles;

  beforeEach(() => {
    throttles = new AuthThrottles();
  });

  const codeOf = (address: string, account: string, work: () => Promise<string>) =>
    throttles.tryPassword(address, account, work).catch((error: GatewayError) => error.code);
  const codesOf = async (times: number, address: string, accountOf: (index: number) => string) => {
    const codes = new Set<string>();
    for (let index = 0; index < times; index += 1) codes.add(await codeOf(address, accountOf(index), wrong));
    return [...codes];
  };

  it('that succeed lock nobody out, however many come from one address', async () => {
    for (let index = 0; index < 100; index += 1) expect(await codeOf('192.0.2.1', `${index}`, right)).toBe('in');
    expect(() => throttles.check('192.0.2.1')).not.toThrow();
  });

  it('are rejected for an account from one address after ten failures, and from elsewhere they are not', async () => {
    expect(await codesOf(10, '192.0.2.1', () => ACCOUNT)).toEqual(['invalid_login']);
    expect(await codeOf('192.0.2.1', ACCOUNT, right)).toBe('rate_limit_exceeded');
    expect(await codeOf('192.0.2.1', 'bob@example.com', right)).toBe('in');
    expect(await codeOf('192.0.2.2', ACCOUNT, right)).toBe('in');
  });

  it('are rejected from an address after thirty failures, and an IPv6 /64 is one address', async () => {
    expect(await codesOf(30, '2001:db8::1', (index) => `${index}`)).toEqual(['invalid_login']);
    expect(await codeOf('2001:db8::ffff', ACCOUNT, right)).toBe('rate_limit_exceeded');
    expect(() => throttles.check('2001:db8::2')).toThrow(expect.objectContaining({ status: 429 }));
    expect(await codeOf('2001:db8:0:1::1', ACCOUNT, right)).toBe('in');
  });

  it('are never rejected for an account as such, no matter who fails: they only take two seconds longer', async () => {
    const guesses = Array.from({ length: 40 }, (_, index) => codeOf(`192.0.2.${index}`, ACCOUNT, wrong));
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['invalid_login']));
    const started = performance.now();
    expect(await codeOf('198.51.100.1', ACCOUNT, right)).toBe('in');
    expect(performance.now() - started).toBeGreaterThan(1_900);
    const other = performance.now();
    expect(await codeOf('198.51.100.1', 'bob@example.com', right)).toBe('in');
    expect(performance.now() - other).toBeLessThan(1_900);
  });

  it('that broke down are no failures', async () => {
    const breakDown = async (): Promise<never> => {
      throw new GatewayError('overloaded');
    };
    for (let index = 0; index < 40; index += 1)
      expect(await codeOf('192.0.2.1', ACCOUNT, breakDown)).toBe('overloaded');
    expect(await codeOf('192.0.2.1', ACCOUNT, right)).toBe('in');
  });
});
