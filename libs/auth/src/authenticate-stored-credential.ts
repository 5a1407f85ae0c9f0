import { hash } from 'node:crypto';
import { CREDENTIAL_KINDS } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Caller, CredentialType } from './caller.js';

/**
 * SHA-256 of a token in lower-case hex: the only form in which a credential is stored
 * (docs/contract/authentication.md#verification).
 */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The identity of a stored credential, and whether the credential is still valid. */
export interface StoredIdentity extends Caller {
  /** The credential or its owner (person, virtual account, organization) is disabled. */
  readonly disabled: boolean;
  /**
   * Time when this token stops working although its credential continues, because a rotation replaced it; milliseconds
   * since the epoch. From then on it is as unknown as a deleted one.
   */
  readonly replacedAt?: number | undefined;
}

/**
 * Verifies a token and says whose it is. Answers at once when it can, so that the hot path makes no promise.
 * `now` is in milliseconds since the epoch. Fails with 401 `invalid_api_key` or `key_expired`.
 */
export type TokenAuthenticator<C extends Caller> = (token: string, now: number) => C | Promise<C>;

/** The same of a token that may belong to several teams: `team` is the one that the request asks for. */
export type TeamTokenAuthenticator<C extends Caller> = (
  token: string,
  now: number,
  team?: string | undefined,
) => C | Promise<C>;

/**
 * Authenticates API keys, PATs and VATs. `lookup` finds a stored identity by the whole SHA-256 hash of the token, so a
 * token that shares a prefix with a key is as unknown as any other. The caller handed back is the very record that
 * `lookup` found. Unknown and disabled credentials are rejected in the same words.
 */
export function createStoredCredentialAuthenticator<Identity extends StoredIdentity>(
  lookup: (hash: string) => Identity | undefined | Promise<Identity | undefined>,
): TokenAuthenticator<Identity> {
  return (token, now) => {
    const found = lookup(hashToken(token));
    return found instanceof Promise ? found.then((identity) => admit(identity, now)) : admit(found, now);
  };
}

const STORED_KINDS: ReadonlySet<CredentialType> = new Set(CREDENTIAL_KINDS);

function admit<Identity extends StoredIdentity>(identity: Identity | undefined, now: number): Identity {
  if (!isEffective(identity, now) || !STORED_KINDS.has(identity.credentialType))
    throw new GatewayError('invalid_api_key');
  if (hasExpired(identity, now)) throw new GatewayError('key_expired');
  return identity;
}

/** Known, switched on and not replaced; it may have expired. */
export function isEffective<Identity extends StoredIdentity>(
  identity: Identity | undefined,
  now: number,
): identity is Identity {
  return (
    identity !== undefined && !identity.disabled && (identity.replacedAt === undefined || now < identity.replacedAt)
  );
}

/** A credential is usable until the millisecond at which it expires. */
export function hasExpired({ expiresAt }: Caller, now: number): boolean {
  return expiresAt !== undefined && now >= expiresAt;
}
