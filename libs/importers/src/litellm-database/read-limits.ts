import { type DatabaseRow, numberOf, type PlannedTeam } from './database-rows.js';

/** Limit for a minute. LiteLLM reads 0 as nothing at all, Multilane as no limit. */
export type Limit = number | 'none' | 'unlimited';

export function ownLimit(row: DatabaseRow, column: string): Limit {
  const limit = numberOf(row, column);
  if (limit === undefined) return 'unlimited';
  return limit < 1 ? 'none' : Math.min(Math.floor(limit), Number.MAX_SAFE_INTEGER);
}

export function smallerLimit(one: Limit, other: Limit): Limit {
  if (one === 'none' || other === 'none') return 'none';
  if (one === 'unlimited') return other;
  return other === 'unlimited' ? one : Math.min(one, other);
}

/** An equal part of a limit that several keys share. */
export function sharedLimit(limit: Limit, keys: number): Limit {
  if (typeof limit !== 'number') return limit;
  const part = Math.floor(limit / keys);
  return part < 1 ? 'none' : part;
}

type Limits = Pick<PlannedTeam, 'maxParallel' | 'rpmLimit' | 'tpmLimit'>;

export const NO_LIMITS: Limits = { rpmLimit: 0, tpmLimit: 0, maxParallel: 0 };

/** The limits of a key or a team. `isClosed`: one of them lets nothing through. */
export function readLimits(read: (column: string) => Limit): { readonly numbers: Limits; readonly isClosed: boolean } {
  const [rpm, tpm, parallel] = [read('rpm_limit'), read('tpm_limit'), read('max_parallel_requests')];
  return {
    numbers: { rpmLimit: toNumber(rpm), tpmLimit: toNumber(tpm), maxParallel: toNumber(parallel) },
    isClosed: [rpm, tpm, parallel].includes('none'),
  };
}

const toNumber = (limit: Limit): number => (typeof limit === 'number' ? limit : 0);
