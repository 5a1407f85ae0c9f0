import { GatewayError } from '@multilane/errors';
import type { TokenAuthenticator } from './authenticate-stored-credential.js';
import type { Caller } from './caller.js';
import { type CredentialHeaders, recognizeCredential } from './recognize-credential.js';

/** One authenticator per kind of credential; a kind without one is switched off (specification section 5). */
export interface Authenticators<C extends Caller> {
  stored: TokenAuthenticator<C>;
  /** Present when OIDC is configured. */
  jwt?: TokenAuthenticator<C>;
  /** Present when console sign-in is enabled. `actingAs` is the id of a PAT of the session's own person. */
  session?: (token: string, now: number, actingAs: string | undefined) => C | Promise<C>;
}

export type Authenticate<C extends Caller> = (headers: CredentialHeaders, now: number) => C | Promise<C>;

/**
 * Makes the one function that turns request headers into a caller. It throws, or rejects with, a GatewayError:
 * 401 `invalid_api_key` or `key_expired`, and 400 `credential_header_not_allowed` when X-Service-Credential comes with
 * a token instead of a session. It answers without a promise when the authenticator does.
 */
export function createAuthenticator<C extends Caller>(authenticators: Authenticators<C>): Authenticate<C> {
  const { stored, jwt, session } = authenticators;
  const settings = { oidcEnabled: jwt !== undefined, consoleEnabled: session !== undefined };

  return (headers, now) => {
    const credential = recognizeCredential(headers, settings);
    if (credential.kind === 'none') throw new GatewayError('invalid_api_key', { message: credential.message });

    const actingAs = headers['x-service-credential'];
    if (credential.kind === 'session' && session !== undefined) {
      return session(credential.token, now, Array.isArray(actingAs) ? actingAs.join() : actingAs);
    }
    if (actingAs !== undefined) {
      throw new GatewayError('credential_header_not_allowed', { param: 'X-Service-Credential' });
    }
    return credential.kind === 'jwt' && jwt !== undefined ? jwt(credential.token, now) : stored(credential.token, now);
  };
}
