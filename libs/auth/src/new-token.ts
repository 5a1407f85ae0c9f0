import { randomBytes } from 'node:crypto';

/**
 * Prefixes of tokens, which say what kind a token is (docs/contract/authentication.md#token-forms; SCIM:
 * docs/contract/authentication.md#token-forms).
 */
export const TOKEN_PREFIXES = {
  apiKey: 'ml-',
  personalAccessToken: 'ml_pat_',
  virtualAccountToken: 'ml_vat_',
  scimToken: 'ml_scim_',
} as const;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 62 to the power of 43 is the first that holds 256 bits. */
const BODY_LENGTH = 43;

/**
 * A new secret: the prefix and 32 random bytes in base62, always 43 characters. The bytes are written as one number, so
 * that every one of the 2^256 tokens is as likely as any other.
 */
export function newToken(prefix: string): string {
  return prefix + encodeBase62(randomBytes(32));
}

/** 32 bytes as a number in base62, most significant digit first, filled up with zeros to 43 digits. */
export function encodeBase62(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let digits = '';
  while (rest > 0n) {
    digits = DIGITS.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits.padStart(BODY_LENGTH, '0');
}

/** Hint of a token that can no longer be read: its prefix and the last four characters. */
export function tokenHint(token: string): string {
  const prefix = Object.values(TOKEN_PREFIXES).find((candidate) => token.startsWith(candidate)) ?? '';
  return `${prefix}…${token.slice(Math.max(prefix.length, token.length - 4))}`;
}
