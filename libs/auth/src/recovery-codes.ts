import { randomBytes } from 'node:crypto';
import { hashToken } from './authenticate-stored-credential.js';

/** Letters and digits that are not mistaken for each other: five bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const CODES = 10;
const LETTERS = 16;

/** Returns ten new recovery codes of 80 bits each, such as `k3ma-9xtp-4hwz-r7cd`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const letters = Array.from(randomBytes(LETTERS), (byte) => ALPHABET.charAt(byte & 31)).join('');
    return (letters.match(/.{4}/g) ?? []).join('-');
  });
}

/**
 * Hashes a recovery code of a person, however it is written: upper case, spaces and dashes do not count. Codes are too random to be
 * guessed from a fast hash, and the same code of two people has two hashes.
 */
export function hashRecoveryCode(userId: string, code: string): string {
  return hashToken(`recovery ${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);
}
