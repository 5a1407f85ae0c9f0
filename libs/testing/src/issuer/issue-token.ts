import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/**
 * Algorithms of the issuer; each with its arguments for signing with Node's own functions, of which no JOSE library
 * knows.
 */
const SIGNING = {
  RS256: {
    generate: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    sign: (data: Buffer, key: KeyObject) => sign('sha256', data, key),
  },
  ES256: {
    generate: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    sign: (data: Buffer, key: KeyObject) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
  },
  EdDSA: {
    generate: () => generateKeyPairSync('ed25519'),
    sign: (data: Buffer, key: KeyObject) => sign(null, data, key),
  },
} as const;

export type SigningAlgorithm = keyof typeof SIGNING;

export interface IssuerKey {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export type Claims = Readonly<Record<string, unknown>>;

export function createIssuerKey(kid: string, algorithm: SigningAlgorithm = 'ES256'): IssuerKey {
  return { kid, algorithm, ...SIGNING[algorithm].generate() };
}

/** The member of a key set that verifies what the key signs. */
export function toJwk({ kid, algorithm, publicKey }: IssuerKey): Record<string, unknown> {
  return { ...publicKey.export({ format: 'jwk' }), kid, alg: algorithm, use: 'sig' };
}

/** A token signed with the key; `header` adds to its header, or replaces parts of it. */
export function signToken(key: IssuerKey, claims: Claims, header: Claims = {}): string {
  const signed = signingInput({ alg: key.algorithm, kid: key.kid, typ: 'JWT', ...header }, claims);
  return `${signed}.${SIGNING[key.algorithm].sign(Buffer.from(signed), key.privateKey).toString('base64url')}`;
}

/** A token with `alg: none` and no signature (RFC 8725 section 2.1). */
export function unsignedToken(claims: Claims, header: Claims = {}): string {
  return `${signingInput({ alg: 'none', typ: 'JWT', ...header }, claims)}.`;
}

/** A token authenticated with a shared secret, such as the issuer's public key used as one (RFC 8725 section 2.1). */
export function hmacToken(secret: string | Buffer, claims: Claims, header: Claims = {}): string {
  const signed = signingInput({ alg: 'HS256', typ: 'JWT', ...header }, claims);
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function signingInput(header: Claims, claims: Claims): string {
  return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}
