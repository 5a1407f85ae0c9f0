import type { createLocalJWKSet as CreateLocalJWKSet, JSONWebKeySet } from 'jose';
import type { FetchJson } from './fetch-json.js';

/** Finds the key that a token's header names. */
export type KeySet = ReturnType<typeof CreateLocalJWKSet>;

export interface IssuerKeysOptions {
  readonly issuer: string;
  /** Undefined: found by discovery (OpenID Connect Discovery 1.0 section 4). */
  readonly jwksUrl?: string | undefined;
  readonly fetchJson: FetchJson;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Between two fetches for keys that the set does not have: what a flood of invented key ids can cost the issuer. */
  readonly cooldownMs: number;
  /** From this age on, the set is fetched again behind the scenes. */
  readonly maxAgeMs: number;
  /** After a failure, before the next try. */
  readonly retryMs: number;
  readonly onFailure: (error: unknown) => void;
}

/**
 * The public keys of an issuer. One fetch is in progress at a time; a set that was fetched once serves until the next fetch
 * succeeds, so that an issuer may be away.
 */
export class IssuerKeys {
  /** True if the last fetch failed: a key that is not here may exist all the same. */
  away = false;
  private keys: KeySet | undefined = undefined;
  private loadedAt = Number.NEGATIVE_INFINITY;
  private failedAt = Number.NEGATIVE_INFINITY;
  private renewedAt = Number.NEGATIVE_INFINITY;
  private fetching: Promise<KeySet | undefined> | undefined = undefined;

  constructor(private readonly options: IssuerKeysOptions) {}

  /** The keys: at once where they were fetched before. Undefined while the issuer is away. Never rejects. */
  get(): KeySet | Promise<KeySet | undefined> {
    const { keys } = this;
    const now = this.options.now();
    const resting = now < this.failedAt + this.options.retryMs;
    if (keys === undefined) return resting ? Promise.resolve(undefined) : this.fetch();
    if (now >= this.loadedAt + this.options.maxAgeMs && !resting) void this.fetch();
    return keys;
  }

  /** The keys as they are now, for a token whose key is not among them; undefined if they cannot or may not be had. */
  async renew(): Promise<KeySet | undefined> {
    if (this.fetching !== undefined) return this.fetching;
    const now = this.options.now();
    if (now < this.renewedAt + this.options.cooldownMs) return undefined;
    this.renewedAt = now;
    return this.fetch();
  }

  private fetch(): Promise<KeySet | undefined> {
    this.fetching ??= this.load().finally(() => {
      this.fetching = undefined;
    });
    return this.fetching;
  }

  private async load(): Promise<KeySet | undefined> {
    try {
      const url = this.options.jwksUrl ?? (await this.discover());
      // Loaded here, so that a service without an identity provider does without its memory.
      const { createLocalJWKSet } = await import('jose');
      // The usable members are found out if one is asked for.
      const keys = createLocalJWKSet((await this.options.fetchJson(url)) as JSONWebKeySet);
      this.keys = keys;
      this.loadedAt = this.options.now();
      this.away = false;
      return keys;
    } catch (error) {
      this.failedAt = this.options.now();
      this.away = true;
      this.options.onFailure(error);
      return undefined;
    }
  }

  private async discover(): Promise<string> {
    const { issuer, fetchJson } = this.options;
    const document = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const { issuer: named, jwks_uri: url } = Object(document) as Record<string, unknown>;
    if (named !== issuer) throw new Error(`the discovery document of ${issuer} names another issuer`);
    if (typeof url !== 'string') throw new Error(`the discovery document of ${issuer} has no jwks_uri`);
    return url;
  }
}
