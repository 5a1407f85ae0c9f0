import { GatewayError } from '@multilane/errors';
import type { StoredIdentity } from '../authenticate-stored-credential.js';
import { topicsOf } from './identity-topics.js';
import { LookupCache } from './lookup-cache.js';

export interface IdentityCacheOptions<Identity extends StoredIdentity> {
  /** One indexed query for the full hash of a token (or for whatever else the cache is keyed by). */
  readonly lookup: (hash: string) => Promise<Identity | undefined>;
  /** Default and most: 30 s (docs/contract/authentication.md#identity-cache). */
  readonly ttlMs?: number;
  readonly unknownTtlMs?: number;
  /** Half of `ttlMs`, so that a known caller does not notice a database that is away for less than that. */
  readonly refreshAfterMs?: number;
  readonly maxEntries?: number;
  readonly maxUnknown?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  /** Called for every lookup that failed, for the log. */
  readonly onFailure?: (error: unknown) => void;
}

export interface IdentityCache<Identity extends StoredIdentity> {
  /**
   * Finds the identity of a hash: at once if it is cached, so that the hot path makes no promise. Rejects with 503
   * `overloaded` and Retry-After when it must be looked up and cannot be.
   */
  find(hash: string): Identity | undefined | Promise<Identity | undefined>;
  /** Forgets what was made of the things named, such as `user:<id>`; topics of other kinds do no harm. */
  evict(topics: Iterable<string>): void;
  /** Forgets everything: for a process that missed changes. */
  clear(): void;
  readonly size: { readonly known: number; readonly unknown: number; readonly lookups: number };
}

const MAX_TTL_MS = 30_000;

/**
 * Remembers verified identities by the full hash of their token (docs/contract/authentication.md#identity-cache;
 * docs/decisions: control plane).
 */
export function createIdentityCache<Identity extends StoredIdentity>(
  options: IdentityCacheOptions<Identity>,
): IdentityCache<Identity> {
  const ttlMs = Math.min(options.ttlMs ?? MAX_TTL_MS, MAX_TTL_MS);
  const cache = new LookupCache<Identity>({
    ttlMs,
    unknownTtlMs: Math.min(options.unknownTtlMs ?? 5000, ttlMs),
    refreshAfterMs: options.refreshAfterMs ?? ttlMs / 2,
    maxEntries: options.maxEntries ?? 100_000,
    maxUnknown: options.maxUnknown ?? 20_000,
    topicsOf,
    now: options.now ?? (() => performance.now()),
  });

  const lookup = async (hash: string): Promise<Identity | undefined> => {
    try {
      return await options.lookup(hash);
    } catch (cause) {
      options.onFailure?.(cause);
      throw new GatewayError('overloaded', {
        message: 'Credentials cannot be verified at the moment.',
        headers: { 'retry-after': '1' },
        cause,
      });
    }
  };

  return {
    find: (hash) => cache.find(hash, lookup),
    evict: (topics) => cache.evict(topics),
    clear: () => cache.clear(),
    get size() {
      return cache.size;
    },
  };
}
