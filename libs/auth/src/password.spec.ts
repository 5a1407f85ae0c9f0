import { describe, expect, it } from '@jest/globals';
import { createPasswordHasher, PASSWORD_COST } from './password.js';
import { decodePhc, encodePhc } from './phc-string.js';

const CHEAP = { memory: 8, passes: 1, parallelism: 1 };
const cheap = createPasswordHasher({ cost: CHEAP });

describe('a password', () => {
  it('is stored as Argon2id with the parameters that OWASP names', async () => {
    const passwords = createPasswordHasher();
    const stored = await passwords.hash('correct horse');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await passwords.verify('correct horse', stored)).toBe(true);
    expect(await passwords.verify('correct horse ', stored)).toBe(false);
    expect(passwords.needsRehash(stored)).toBe(false);
  });

  it('has a salt of its own each time', async () => {
    expect(await cheap.hash('same')).not.toBe(await cheap.hash('same'));
  });

  it('is the same however its letters were composed', async () => {
    expect(await cheap.verify('Zu\u0308rich', await cheap.hash('Z\u00fcrich'))).toBe(true);
  });

  it('may hold a NUL and anything else', async () => {
    const stored = await cheap.hash('a\0b');
    expect(await cheap.verify('a\0b', stored)).toBe(true);
    expect(await cheap.verify('a', stored)).toBe(false);
  });

  it("is verified against the reference implementation's own hash", async () => {
    // From the tests of the reference implementation: `password` with the salt `somesalt`.
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await cheap.verify('password', stored)).toBe(true);
    expect(await cheap.verify('differentpassword', stored)).toBe(false);
  });
});

describe('a stored hash', () => {
  it.each([
    ['an empty one', ''],
    ['plain text', 'password'],
    ['bcrypt', '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW'],
    ['Argon2i', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA'],
    ['an older version', '$argon2id$v=16$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
    ['too little memory', '$argon2id$v=19$m=7,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
    ['4 GiB of memory', '$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
    ['no passes', '$argon2id$v=19$m=64,t=0,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
  ])('one of another kind says no and asks for a new one: %s', async (_kind, stored) => {
    expect(await cheap.verify('password', stored)).toBe(false);
    expect(cheap.needsRehash(stored)).toBe(true);
  });

  it('made at another cost still verifies, and asks for a new one', async () => {
    const stored = await cheap.hash('secret');
    expect(createPasswordHasher().needsRehash(stored)).toBe(true);
    expect(await createPasswordHasher().verify('secret', stored)).toBe(true);
  });

  it('is written as it was read', async () => {
    const stored = await cheap.hash('secret');
    const read = decodePhc(stored);
    expect(read && encodePhc(read)).toBe(stored);
  });
});

describe('an account that does not exist', () => {
  it('says no, also to the password that its stand-in would have', async () => {
    expect(await cheap.verify('', undefined)).toBe(false);
    expect(await cheap.verify('secret', undefined)).toBe(false);
  });

  it('takes as long as one that does', async () => {
    const cost = { ...PASSWORD_COST, memory: 8 * 1024 };
    const passwords = createPasswordHasher({ cost });
    const stored = await passwords.hash('secret');
    const time = async (hash: string | undefined) => {
      const start = performance.now();
      await passwords.verify('guess', hash);
      return performance.now() - start;
    };
    const existing: number[] = [];
    const missing: number[] = [];
    for (let round = 0; round < 9; round++) {
      existing.push(await time(stored));
      missing.push(await time(undefined));
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[4] ?? 0;
    const ratio = median(missing) / median(existing);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

describe('a flood of sign-ins', () => {
  it('is worked off in turn, and what is too much is rejected with 503', async () => {
    const few = createPasswordHasher({ cost: CHEAP, concurrency: 1, maxWaiting: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => few.verify('guess', undefined)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(outcomes[4]).toMatchObject({ reason: { code: 'overloaded', status: 503, headers: { 'retry-after': '5' } } });
    expect(await few.verify('guess', undefined)).toBe(false);
  });

  it('leaves the main thread free', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await Promise.all(Array.from({ length: 3 }, () => createPasswordHasher().hash('secret')));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });
});
