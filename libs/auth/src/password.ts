import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { GatewayError } from '@multilane/errors';
import { decodePhc, encodePhc, type PhcHash } from './phc-string.js';

/** Cost of Argon2id. */
export interface PasswordCost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** The first choice of OWASP's Password Storage Cheat Sheet for Argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

const SALT_LENGTH = 16;
const HASH_LENGTH = 32;

/** Hash that a password of an account that does not exist is compared with. */
const NOBODY: PhcHash = { ...PASSWORD_COST, salt: Buffer.alloc(SALT_LENGTH), hash: Buffer.alloc(HASH_LENGTH) };

export interface PasswordHasher {
  /** The PHC string to store. */
  hash(password: string): Promise<string>;
  /**
   * True if the password is the stored one. With `stored` undefined (no such account, or one without a password) it
   * takes as long and says no. An unreadable `stored` says no.
   */
  verify(password: string, stored: string | undefined): Promise<boolean>;
  /** True if a stored hash was made at another cost, or cannot be read: hash again at the next successful sign-in. */
  needsRehash(stored: string): boolean;
}

export interface PasswordHasherOptions {
  readonly cost?: PasswordCost;
  /** Number of hashes worked out at once: each takes `cost.memory` and one of the four threads of libuv's pool. */
  readonly concurrency?: number;
  /** Number that may wait; the next is rejected with 503 `overloaded`. */
  readonly maxWaiting?: number;
}

/**
 * Hashes passwords with Argon2id (RFC 9106), off the main thread, a few at a time, so that a flood of sign-ins leaves
 * threads and memory to others. Passwords are compared after NFKC normalisation (NIST SP 800-63B section 3.1.1.2).
 */
export function createPasswordHasher({
  cost = PASSWORD_COST,
  concurrency = 2,
  maxWaiting = 64,
}: PasswordHasherOptions = {}): PasswordHasher {
  const turns = createTurns(concurrency, maxWaiting);
  const derive = (password: string, { salt, memory, passes, parallelism }: Omit<PhcHash, 'hash'>, length: number) =>
    turns(() =>
      argon2id({
        message: password.normalize('NFKC'),
        nonce: salt,
        tagLength: length,
        memory,
        passes,
        parallelism,
      }),
    );

  return {
    async hash(password) {
      const salt = randomBytes(SALT_LENGTH);
      return encodePhc({ ...cost, salt, hash: await derive(password, { ...cost, salt }, HASH_LENGTH) });
    },

    async verify(password, stored) {
      const known = stored === undefined ? undefined : decodePhc(stored);
      const expected = known ?? { ...NOBODY, ...cost };
      const actual = await derive(password, expected, expected.hash.length);
      return timingSafeEqual(actual, expected.hash) && known !== undefined;
    },

    needsRehash(stored) {
      const known = decodePhc(stored);
      return (
        known === undefined ||
        known.memory !== cost.memory ||
        known.passes !== cost.passes ||
        known.parallelism !== cost.parallelism ||
        known.salt.length !== SALT_LENGTH ||
        known.hash.length !== HASH_LENGTH
      );
    },
  };
}

const argon2id = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
);

/** Runs at most `concurrency` pieces of work at once, first come first served. */
function createTurns(concurrency: number, maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw new GatewayError('overloaded', { headers: { 'retry-after': '5' } });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
