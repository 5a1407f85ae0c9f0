import { GatewayError } from '@multilane/errors';
import type { SessionAuthenticator } from './authenticate-session.js';
import type { TokenAuthenticator } from './authenticate-stored-credential.js';
import type { Caller } from './caller.js';
import { type CredentialHeaders, recognizeCredential } from './recognize-credential.js';
import { type OriginHeaders, type RequestSite, requireSameOrigin } from './same-origin.js';

/**
 * One authenticator per kind of credential; a kind without one is switched off
 * (docs/contract/authentication.md#verification).
 */
export interface Authenticators<C extends Caller> {
  stored: TokenAuthenticator<C>;
  /** Present when OIDC is configured. */
  jwt?: TokenAuthenticator<C> | undefined;
  /** Present when console sign-in is enabled. */
  session?: SessionAuthenticator<C> | undefined;
}

export type AuthenticationHeaders = CredentialHeaders & OriginHeaders;

/** `site` is needed for sessions alone: a request with one is refused without it. */
export type Authenticate<C extends Caller> = (
  headers: AuthenticationHeaders,
  now: number,
  site?: RequestSite,
) => C | Promise<C>;

/** A request of which nothing is known is not known to be the console's own. */
const UNKNOWN_SITE: RequestSite = { method: '', origin: undefined };

/**
 * Makes the one function that turns request headers into a caller. It throws, or rejects with, a GatewayError:
 * 401 `invalid_api_key` or `key_expired`; 400 `credential_header_not_allowed` when X-Service-Credential comes with
 * a token instead of a session; 403 `permission_denied` for a session's request that another site may have sent; 503
 * `overloaded` when a credential cannot be verified. It answers without a promise when the authenticator does.
 */
export function createAuthenticator<C extends Caller>(authenticators: Authenticators<C>): Authenticate<C> {
  const { stored, jwt, session } = authenticators;
  const settings = { oidcEnabled: jwt !== undefined, consoleEnabled: session !== undefined };

  return (headers, now, site = UNKNOWN_SITE) => {
    const credential = recognizeCredential(headers, settings);
    if (credential.kind === 'none') throw new GatewayError('invalid_api_key', { message: credential.message });

    const actingAs = headers['x-service-credential'];
    if (credential.kind === 'session' && session !== undefined) {
      requireSameOrigin(headers, site);
      return session(credential.token, now, Array.isArray(actingAs) ? actingAs.join() : actingAs);
    }
    if (actingAs !== undefined) {
      throw new GatewayError('credential_header_not_allowed', { param: 'X-Service-Credential' });
    }
    return credential.kind === 'jwt' && jwt !== undefined ? jwt(credential.token, now) : stored(credential.token, now);
  };
}
