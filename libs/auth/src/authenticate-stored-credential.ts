import { GatewayError } from '@multilane/errors';
import type { Caller } from './caller.js';
import { hashToken } from './hash-token.js';

/** A stored credential: the caller it stands for, and whether it still does. */
export interface StoredKey extends Caller {
  readonly disabled: boolean;
}

/**
 * Verifies a token and says whose it is. Answers at once when it can, so that the hot path makes no promise.
 * `now` is in milliseconds since the epoch. Fails with 401 `invalid_api_key` or `key_expired`.
 */
export type TokenAuthenticator<C extends Caller> = (token: string, now: number) => C | Promise<C>;

/**
 * Authenticates API keys, PATs and VATs. `lookup` finds a stored key by the whole SHA-256 hash of the token, so a token
 * that shares a prefix with a key is as unknown as any other. The caller handed back is the very record that `lookup`
 * found. Unknown and disabled keys are refused in the same words.
 */
export function createStoredCredentialAuthenticator<Key extends StoredKey>(
  lookup: (hash: string) => Key | undefined | Promise<Key | undefined>,
): TokenAuthenticator<Key> {
  return (token, now) => {
    const found = lookup(hashToken(token));
    return found instanceof Promise ? found.then((key) => admitKey(key, now)) : admitKey(found, now);
  };
}

function admitKey<Key extends StoredKey>(key: Key | undefined, now: number): Key {
  if (key === undefined || key.disabled) throw new GatewayError('invalid_api_key');
  if (key.expiresAt !== undefined && now >= key.expiresAt) throw new GatewayError('key_expired');
  return key;
}
