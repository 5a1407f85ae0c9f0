import { hash } from 'node:crypto';

/**
 * SHA-256 of a token in lower-case hex: the only form in which a stored credential is kept
 * (docs/contract/authentication.md#verification).
 */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
