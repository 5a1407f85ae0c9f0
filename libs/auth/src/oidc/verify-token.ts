import { GatewayError } from '@multilane/errors';
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import type { IssuerKeys, KeySet } from './issuer-keys.js';
import { SIGNATURE_ALGORITHMS } from './signature-algorithms.js';

const ALGORITHMS = [...SIGNATURE_ALGORITHMS, 'EdDSA', 'Ed25519'];

export interface ExpectedToken {
  readonly issuer: string;
  readonly audience: string;
  /** By how much the clocks of the issuer and of this machine may differ. */
  readonly clockToleranceSeconds: number;
}

/**
 * Verifies signature, issuer, audience and times of a token. `now` is in milliseconds since the epoch. Rejects with 401
 * `invalid_api_key`, or 503 `overloaded` when the keys to verify it with cannot be had.
 */
export async function verifyToken(
  token: string,
  keys: IssuerKeys,
  { issuer, audience, clockToleranceSeconds }: ExpectedToken,
  now: number,
): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    algorithms: ALGORITHMS,
    issuer,
    audience,
    clockTolerance: clockToleranceSeconds,
    currentDate: new Date(now),
    requiredClaims: ['exp'],
  };
  const known = await keys.get();
  if (known === undefined) throw unverifiable();
  try {
    return await verifyWith(known, token, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw refuse(error);
    const renewed = await keys.renew();
    if (renewed === undefined) throw keys.away ? unverifiable() : refuse(error);
    return await verifyWith(renewed, token, options).catch((again: unknown) => {
      throw refuse(again);
    });
  }
}

/** A token without a key id is tried with every key that could have signed it, and has no key where none did. */
async function verifyWith(keys: KeySet, token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw new errors.JWKSNoMatchingKey();
  }
}

/** Says what is wrong with a token of a known issuer, without repeating anything of it. */
function refuse(cause: unknown): GatewayError {
  const message =
    cause instanceof errors.JWTExpired
      ? 'The token has expired.'
      : cause instanceof errors.JWTClaimValidationFailed
        ? `The token's claim \`${cause.claim}\` is missing or not accepted.`
        : 'The token is not valid.';
  return new GatewayError('invalid_api_key', { message, cause });
}

function unverifiable(): GatewayError {
  return new GatewayError('overloaded', {
    message: 'Tokens of the identity provider cannot be verified at the moment.',
    headers: { 'retry-after': '5' },
  });
}
