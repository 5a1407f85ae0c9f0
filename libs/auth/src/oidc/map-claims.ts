import { GatewayError } from '@multilane/errors';
import type { KeyRole } from '../caller.js';

/** Settings for reading claims, under `auth.oidc` (docs/contract/authentication.md#oidc). */
export interface ClaimSettings {
  readonly teamClaim: string;
  /** Team by value of the claim; empty: the value is the team. */
  readonly teamMapping: Readonly<Record<string, string>>;
  readonly roleClaim: string;
  readonly adminRole: string;
}

/** Claims of a token about its bearer. */
export interface MappedClaims {
  /** The names that the team claim maps to, each once, in the order of the mapping; which of them exist is not known yet. */
  readonly teamNames: readonly string[];
  readonly role: KeyRole;
  /** The subject, for the audit log. */
  readonly subject: string;
}

/** Longer subjects are cut off. */
const MAX_SUBJECT_LENGTH = 255;

/**
 * Reads the claims of a verified token. A claim is found by its exact name, else by a path with dots
 * (`realm_access.roles`); a list of strings counts as each of them. Fails with 401 `invalid_api_key` when the team claim is
 * missing or maps to nothing.
 */
export function mapClaims(claims: Readonly<Record<string, unknown>>, settings: ClaimSettings): MappedClaims {
  const teamNames = nameTeams(stringsOf(readClaim(claims, settings.teamClaim)), settings.teamMapping);
  if (teamNames.size === 0) throw new GatewayError('invalid_api_key', { message: 'The token names no team.' });
  const roles = stringsOf(readClaim(claims, settings.roleClaim));
  return {
    teamNames: [...teamNames],
    role: roles.includes(settings.adminRole) ? 'admin' : 'member',
    subject: typeof claims.sub === 'string' ? claims.sub.slice(0, MAX_SUBJECT_LENGTH) : 'oidc',
  };
}

/** In the order of the mapping; without one, in that of the claim. */
function nameTeams(values: readonly string[], mapping: Readonly<Record<string, string>>): ReadonlySet<string> {
  const mapped = Object.entries(mapping);
  if (mapped.length === 0) return new Set(values);
  const named = new Set(values);
  return new Set(mapped.flatMap(([value, team]) => (named.has(value) ? [team] : [])));
}

function readClaim(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** The strings among a claim's values, without empty ones. */
function stringsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter(
    (item): item is string => typeof item === 'string' && item !== '',
  );
}
