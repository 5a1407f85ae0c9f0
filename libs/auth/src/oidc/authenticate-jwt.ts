import { GatewayError } from '@multilane/errors';
import { hashToken, type TeamTokenAuthenticator } from '../authenticate-stored-credential.js';
import type { Caller } from '../caller.js';
import { LookupCache } from '../identities/lookup-cache.js';
import { chooseTeam } from './choose-team.js';
import { describeJwtRefusal, type JwtRefusal } from './describe-refusal.js';
import type { FetchJson } from './fetch-json.js';
import { IssuerKeys } from './issuer-keys.js';
import { type ClaimSettings, type MappedClaims, mapClaims } from './map-claims.js';

/** A team that a claim may name. */
export interface TeamReference {
  readonly teamId?: string | undefined;
  readonly teamName: string;
  readonly organizationId?: string | undefined;
  readonly organizationName?: string | undefined;
}

export interface JwtAuthenticatorOptions extends ClaimSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Undefined: found by discovery. */
  readonly jwksUrl?: string | undefined;
  /** A team by name, as things are now; asked for every request. */
  readonly findTeam: (name: string) => TeamReference | undefined;
  readonly fetchJson: FetchJson;
  /** Called when a key set cannot be fetched, for the log. */
  readonly onFailure?: (error: unknown) => void;
  /** Called for each token that is rejected, for the log. */
  readonly onRefusal?: (refusal: JwtRefusal) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  readonly clockToleranceSeconds?: number;
  readonly cooldownMs?: number;
  readonly maxAgeMs?: number;
  readonly maxEntries?: number;
}

export interface JwtAuthenticator {
  /**
   * Fails with 401 `invalid_api_key`, 403 `permission_denied` for a team that the token does not name, or 503 `overloaded` while the
   * issuer's keys cannot be had.
   */
  readonly authenticate: TeamTokenAuthenticator<Caller>;
  /** Fetches the keys ahead of the first token, by discovery only if no address is set. Never rejects. */
  warmUp(): Promise<void>;
}

/** A token whose signature and claims held. */
interface VerifiedToken {
  readonly claims: MappedClaims;
  readonly expiresAt: number;
  /** Made of the team as it was last found; made again when that changed. */
  team: TeamReference | undefined;
  caller: Caller | undefined;
}

/**
 * Authenticates JWTs of one identity provider (docs/contract/authentication.md#oidc). A verified token is remembered by
 * its full hash for up to 30 seconds and never past its `exp`; its team is found again for every request, so that a team
 * that is gone admits nobody.
 */
export function createJwtAuthenticator(options: JwtAuthenticatorOptions): JwtAuthenticator {
  const { findTeam, now: clock = () => performance.now(), clockToleranceSeconds = 10 } = options;
  const keys = new IssuerKeys({
    ...options,
    now: clock,
    cooldownMs: options.cooldownMs ?? 30_000,
    maxAgeMs: options.maxAgeMs ?? 600_000,
    retryMs: 5000,
    onFailure: options.onFailure ?? (() => undefined),
  });
  const cache = new LookupCache<VerifiedToken>({
    ttlMs: 30_000,
    refreshAfterMs: 30_000,
    unknownTtlMs: 0,
    maxEntries: options.maxEntries ?? 20_000,
    maxUnknown: 0,
    topicsOf: () => [],
    now: clock,
  });

  const verify = async (token: string, now: number): Promise<VerifiedToken> => {
    const { verifyToken } = await import('./verify-token.js');
    const payload = await verifyToken(token, keys, { ...options, clockToleranceSeconds }, now);
    const claims = mapClaims(payload, options);
    return { claims, expiresAt: Math.floor(Number(payload.exp) * 1000), team: undefined, caller: undefined };
  };

  const callerOf = (token: VerifiedToken | undefined, asked: string | undefined): Caller => {
    if (token === undefined) throw new GatewayError('invalid_api_key');
    const team = chooseTeam(token.claims.teamNames, findTeam, asked);
    if (token.caller === undefined || token.team !== team) {
      token.team = team;
      token.caller = describeCaller(token, team);
    }
    return token.caller;
  };

  const find = (token: string, now: number, asked: string | undefined): Caller | Promise<Caller> => {
    const found = cache.find(hashToken(token), () => verify(token, now));
    if (found instanceof Promise) return found.then((known) => callerOf(known, asked));
    // Past its `exp` a token is verified each time, for as long as clocks may differ.
    if (found !== undefined && now >= found.expiresAt)
      return verify(token, now).then((known) => callerOf(known, asked));
    return callerOf(found, asked);
  };

  const fail = (error: unknown): never => {
    const refusal = describeJwtRefusal(error);
    if (refusal !== undefined) options.onRefusal?.(refusal);
    throw error;
  };

  return {
    authenticate: (token, now, asked) => {
      try {
        const found = find(token, now, asked);
        return found instanceof Promise ? found.catch(fail) : found;
      } catch (error) {
        return fail(error);
      }
    },
    warmUp: async () => {
      await keys.get();
    },
  };
}

function describeCaller({ claims, expiresAt }: VerifiedToken, team: TeamReference): Caller {
  return {
    credentialType: 'oidc',
    keyName: claims.subject,
    role: claims.role,
    organizationId: team.organizationId,
    organizationName: team.organizationName,
    teamId: team.teamId,
    teamName: team.teamName,
    expiresAt,
  };
}
