import { KeyObject, type webcrypto } from 'node:crypto';
import {
  type Caller,
  type ClaimSettings,
  chooseTeam,
  describeJwtRefusal,
  type FetchJson,
  IssuerKeys,
  type JwtRefusal,
  type KeySet,
  mapClaims,
  SIGNATURE_ALGORITHMS,
  type TeamReference,
  type TeamTokenAuthenticator,
} from '@multilane/auth';
import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { Passport } from 'passport';
import { Strategy, type StrategyOptionsWithRequest, type VerifiedCallback } from 'passport-jwt';

export interface JwtSettings extends ClaimSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Undefined: found by discovery. */
  readonly jwksUrl?: string | undefined;
}

export interface JwtPorts {
  readonly fetchJson: FetchJson;
  /** The teams of these names in the organization that the identity provider is for, as things are now. */
  findTeams(names: readonly string[]): Promise<readonly TeamReference[]>;
  /** Called when a key set cannot be fetched, for the log. */
  onFailure(error: unknown): void;
  /** Called for each token that is rejected, for the log. */
  onRefusal?(refusal: JwtRefusal): void;
}

const CLOCK_TOLERANCE_S = 10;

/** Input of the strategy in place of a request. */
interface TokenRequest {
  readonly token: string;
  /** The team that is asked for. */
  readonly team: string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Authenticates JWTs of the identity provider on the control plane, through Passport
 * (docs/contract/authentication.md#oidc): signature, issuer, audience and times, then the team that the claims name.
 * Nothing is remembered but the issuer's keys.
 */
export function createPassportJwtAuthenticator(settings: JwtSettings, ports: JwtPorts): TeamTokenAuthenticator<Caller> {
  const keys = new IssuerKeys({
    ...settings,
    ...ports,
    now: () => performance.now(),
    cooldownMs: 30_000,
    maxAgeMs: 600_000,
    retryMs: 5_000,
  });
  const passport = new Passport();
  const { issuer, audience } = settings;
  const options: StrategyOptionsWithRequest = {
    passReqToCallback: true,
    jwtFromRequest: (request: unknown) => (request as TokenRequest).token,
    secretOrKeyProvider: (_request: unknown, token: string, done) => {
      findKey(keys, token).then(
        (key) => done(null, key),
        (error: unknown) => done(error),
      );
    },
    // Without EdDSA, which the gateway accepts too: the library of Passport's strategy (jsonwebtoken) has none.
    algorithms: [...SIGNATURE_ALGORITHMS],
    issuer,
    audience,
    jsonWebTokenOptions: { clockTolerance: CLOCK_TOLERANCE_S },
  };
  passport.use(
    new Strategy(options, (request: unknown, claims: Claims, done: VerifiedCallback) => {
      describeBearer(claims, (request as TokenRequest).team, settings, ports).then(
        (caller) => done(null, caller),
        done,
      );
    }),
  );

  return (token, _now, team) =>
    new Promise((resolve, reject) => {
      const answer = (error: unknown, caller: Caller | false | undefined, info: unknown): void => {
        if (caller) {
          resolve(caller);
          return;
        }
        const failure = error ?? refuse(info);
        const refusal = describeJwtRefusal(failure);
        if (refusal !== undefined) ports.onRefusal?.(refusal);
        reject(failure);
      };
      passport.authenticate('jwt', { session: false }, answer)({ token, team } satisfies TokenRequest, {}, reject);
    });
}

async function describeBearer(
  claims: Claims,
  asked: string | undefined,
  settings: JwtSettings,
  { findTeams }: JwtPorts,
): Promise<Caller> {
  const { exp } = claims;
  if (typeof exp !== 'number') throw new GatewayError('invalid_api_key', { message: 'The token never expires.' });
  const { teamNames, role, subject } = mapClaims(claims, settings);
  const teams = await findTeams(teamNames);
  const team = chooseTeam(teamNames, (name) => teams.find(({ teamName }) => teamName === name), asked);
  return { credentialType: 'oidc', keyName: subject, role, ...team, expiresAt: Math.floor(exp * 1000) };
}

/** The public key, in PEM, that the token's header names. A key that is not known yet is asked for again. */
async function findKey(keys: KeySet | IssuerKeys, token: string): Promise<string> {
  const header = readHeader(token);
  if (!(keys instanceof IssuerKeys)) return toPem(await keys(header));
  const known = await keys.get();
  if (known === undefined) throw unverifiable();
  try {
    return await findKey(known, token);
  } catch (error) {
    const renewed = await keys.renew();
    if (renewed !== undefined) return findKey(renewed, token);
    throw keys.away ? unverifiable() : error;
  }
}

/** A header that demands extensions nobody here understands makes the token invalid (RFC 7515 section 4.1.11). */
function readHeader(token: string): { alg: string; kid?: string } {
  const text = Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8');
  const header = parseBoundedJson(text) as { alg: string; kid?: string; crit?: unknown };
  if (header.crit !== undefined) throw new GatewayError('invalid_api_key', { message: 'The token is not valid.' });
  return header;
}

function toPem(key: webcrypto.CryptoKey): string {
  return KeyObject.from(key).export({ type: 'spki', format: 'pem' }).toString();
}

/** Says what is wrong with a token, without repeating anything of it. */
function refuse(info: unknown): GatewayError {
  if (info instanceof GatewayError) return info;
  const isOver = info instanceof Error && info.name === 'TokenExpiredError';
  return new GatewayError('invalid_api_key', {
    message: isOver ? 'The token has expired.' : 'The token is not valid.',
    cause: info,
  });
}

function unverifiable(): GatewayError {
  return new GatewayError('overloaded', {
    message: 'Tokens of the identity provider cannot be verified at the moment.',
    headers: { 'retry-after': '5' },
  });
}
