import { randomBytes } from 'node:crypto';

/** Seed of this process: 64 random bits in 16 characters. */
const OWN = randomBytes(8).toString('hex');

/** Beside it, a number in 8 characters: the reference provider takes 40 in the id of a call, of which prefixes need some. */
const DIGITS = 8;

let made = 0;

/**
 * Makes a seed for the ids of one answer: unique, not secret. Not the request id: callers send the same one with every request of a trace,
 * and two calls of one conversation must not share an id.
 */
export function makeIdSeed(): string {
  made += 1;
  return OWN + made.toString(36).padStart(DIGITS, '0');
}
