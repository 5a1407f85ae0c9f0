import type { PersonalToken } from './queries.js';

export type TokenState = 'active' | 'expiring' | 'expired';

const SOON_MS = 7 * 86_400_000;
const DAY_MS = 86_400_000;
/** The longest lifetime counts by the clock of the server, which may be behind. */
const MARGIN_MS = 600_000;

/** @param now milliseconds since 1970 */
export function stateOfToken({ expires_at }: Pick<PersonalToken, 'expires_at'>, now: number): TokenState {
  if (expires_at === null) return 'active';
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return 'expired';
  return left <= SOON_MS ? 'expiring' : 'active';
}

/** An expiry within what the policy allows. */
export function withinPolicy(expiresAt: string, maxDays: number, now: number): string {
  return new Date(Math.min(Date.parse(expiresAt), now + maxDays * DAY_MS - MARGIN_MS)).toISOString();
}

/** Thirty days, or the longest that is allowed. */
export function firstExpiry(maxDays: number, now: number): string {
  return withinPolicy(new Date(now + 30 * DAY_MS).toISOString(), maxDays, now);
}
