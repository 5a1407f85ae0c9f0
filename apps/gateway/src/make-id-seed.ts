import { randomUUID } from 'node:crypto';

/** The reference provider takes 40 characters in the id of a call, of which the id's prefix and its numbers need some. */
const LENGTH = 24;

/**
 * What the ids of one answer are made from. Not the request id: callers send the same one with every request of a trace,
 * and two calls of one conversation must not share an id.
 */
export function makeIdSeed(): string {
  return randomUUID().replaceAll('-', '').slice(0, LENGTH);
}
