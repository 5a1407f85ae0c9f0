import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ProviderFailure } from '@multilane/providers';
import type { Issued } from './credential-source.js';
import { RenewedCredential } from './renewed-credential.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

type Step = Issued<string> | Error | Promise<Issued<string>>;

/** A source whose issuer takes the steps in turn, the last one for ever. */
function start(...steps: Step[]) {
  let calls = 0;
  const failures: ProviderFailure[] = [];
  const issue = async (): Promise<Issued<string>> => {
    const step = steps[Math.min(calls++, steps.length - 1)];
    if (step === undefined || step instanceof Error) throw step;
    return step;
  };
  const source = new RenewedCredential(issue, 'a token', (failure) => failures.push(failure));
  return { source, failures, calls: () => calls };
}

const token = (value: string, expiresAt?: number): Issued<string> => ({ value, expiresAt });
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('a credential that expires', () => {
  it('is issued once for a hundred requests at the same time, and is at hand from then on', async () => {
    const { source, calls } = start(token('t', HOUR));
    const all = await Promise.all(Array.from({ length: 100 }, () => source.current()));
    expect(new Set(all)).toEqual(new Set(['t']));
    expect(source.current()).toBe('t');
    expect(calls()).toBe(1);
  });

  it('is at hand for the first request when it was warmed, however often', async () => {
    const { source, calls } = start(token('t', HOUR));
    source.warm();
    source.warm();
    await pass(0);
    source.warm();
    expect(source.current()).toBe('t');
    expect(calls()).toBe(1);
  });

  it('is renewed in the background before it expires, and no request waits', async () => {
    const { source, calls } = start(token('one', HOUR), token('two', 2 * HOUR));
    await source.current();
    await pass(56 * MINUTE - 1);
    expect(source.current()).toBe('one');
    expect(calls()).toBe(1);
    await pass(1);
    expect(source.current()).toBe('two');
    await pass(HOUR - 1);
    expect(calls()).toBe(2);
    await pass(1);
    expect(calls()).toBe(3);
  });

  it('serves while a renewal is in progress, which a hundred requests do not repeat', async () => {
    let resolve: (issued: Issued<string>) => void = () => undefined;
    const renewal = new Promise<Issued<string>>((settle) => {
      resolve = settle;
    });
    const { source, calls } = start(token('one', HOUR), renewal);
    await source.current();
    await pass(56 * MINUTE);
    for (let request = 0; request < 100; request++) expect(source.current()).toBe('one');
    expect(calls()).toBe(2);
    resolve(token('two', 2 * HOUR));
    await pass(0);
    expect(source.current()).toBe('two');
  });

  it('serves until it expires while renewals fail, with longer and longer pauses', async () => {
    const { source, failures, calls } = start(token('one', HOUR), new Error('down'));
    await source.current();
    await pass(60 * MINUTE - 1);
    expect(source.current()).toBe('one');
    // In four minutes: pauses of 1, 2, 4, 8, 16 and then 30 s, each cut by half at most.
    expect(calls()).toBeGreaterThanOrEqual(1 + 5 + 6);
    expect(calls()).toBeLessThanOrEqual(1 + 6 + 14);
    expect(failures).toHaveLength(1);
    await pass(1);
    await expect(source.current()).rejects.toMatchObject({ code: 'provider_error' });
  });

  it('is tried again by itself after a failure, and then serves', async () => {
    const { source, failures } = start(new Error('down'), token('t', HOUR));
    await expect(source.current()).rejects.toBeInstanceOf(ProviderFailure);
    await pass(1_000);
    expect(source.current()).toBe('t');
    expect(failures).toHaveLength(1);
  });

  it('fails requests at once during the pause, never asking the issuer for each', async () => {
    const { source, calls } = start(new Error('down'));
    await expect(source.current()).rejects.toBeInstanceOf(ProviderFailure);
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => source.current()));
    expect(all.every(({ status }) => status === 'rejected')).toBe(true);
    expect(calls()).toBe(1);
  });

  it('says in the log what could not be had and why, without the words of the error', async () => {
    const { source, failures } = start(Object.assign(new Error('the key is hunter2'), { code: 'EACCES' }));
    await expect(source.current()).rejects.toMatchObject({
      detail: 'no credential: a token could not be had: EACCES',
    });
    expect(failures[0]?.toGatewayError().code).toBe('provider_error');
    expect(JSON.stringify(failures)).not.toContain('hunter2');
  });

  it('counts as failed when the issuer does not answer within ten seconds', async () => {
    const { source } = start(new Promise<Issued<string>>(() => undefined), token('t', HOUR));
    const waiting = expect(source.current()).rejects.toMatchObject({ detail: /no answer within 10 s/ });
    await pass(10_000);
    await waiting;
    await pass(1_000);
    expect(source.current()).toBe('t');
  });

  it('counts as failed when it is issued expired', async () => {
    const { source } = start(token('t', 0));
    await expect(source.current()).rejects.toMatchObject({ detail: /RangeError/ });
  });

  it('is asked for again by a request when a sleeping machine let it expire', async () => {
    const { source } = start(token('one', HOUR), token('two', 10 * HOUR));
    await source.current();
    jest.setSystemTime(5 * HOUR);
    expect(await source.current()).toBe('two');
  });

  it('is never renewed when it does not expire', async () => {
    const { source, calls } = start(token('t'));
    await source.current();
    await pass(100 * HOUR);
    expect(source.current()).toBe('t');
    expect(calls()).toBe(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves no timer behind when it is stopped, and still serves those that hold it', async () => {
    const { source, calls } = start(token('one', HOUR), token('two', 3 * HOUR));
    await source.current();
    source.stop();
    expect(jest.getTimerCount()).toBe(0);
    expect(source.current()).toBe('one');
    await pass(2 * HOUR);
    expect(calls()).toBe(1);
    expect(await source.current()).toBe('two');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves no timer behind when it is stopped while it is being issued', async () => {
    const { source } = start(token('one', HOUR));
    const first = source.current();
    source.stop();
    expect(await first).toBe('one');
    expect(jest.getTimerCount()).toBe(0);
  });
});
