import { GatewayError } from '@multilane/errors';
import type { SessionAuthenticator } from './authenticate-session.js';
import type { TeamTokenAuthenticator, TokenAuthenticator } from './authenticate-stored-credential.js';
import type { Caller } from './caller.js';
import { type OriginHeaders, type RequestSite, requireSameOrigin } from './same-origin.js';

/** The request headers that authentication looks at, as `node:http` names them. */
export interface CredentialHeaders {
  authorization?: string | string[] | undefined;
  cookie?: string | string[] | undefined;
  'x-api-key'?: string | string[] | undefined;
  'x-service-credential'?: string | string[] | undefined;
  'x-service-team'?: string | string[] | undefined;
}

/** Ways to sign in that this service offers beside stored credentials. */
export interface RecognitionSettings {
  oidcEnabled: boolean;
  consoleEnabled: boolean;
}

export type RecognizedCredential =
  | { kind: 'stored' | 'jwt' | 'session'; token: string }
  /** Nothing to authenticate with; `message` explains why, without repeating what the caller sent. */
  | { kind: 'none'; message: string };

/** The longest token that is looked at, in characters; a longer one is rejected without being hashed. */
export const MAX_TOKEN_LENGTH = 8192;

/**
 * The Bearer scheme in any case (RFC 9110 section 11.1) and exactly one token: visible ASCII without a space, so that
 * neither two tokens nor two joined headers pass for one. Linear in the length of the header.
 */
const BEARER = /^[ \t]*bearer[ \t]+([\x21-\x7e]+)[ \t]*$/i;

const BEARER_SCHEME = /^[ \t]*bearer(?:[ \t]|$)/i;

const SESSION_COOKIE = 'ml_session=';

const refuse = (message: string): RecognizedCredential => ({ kind: 'none', message });

/**
 * Decides which authenticator a request belongs to, in the order of docs/contract/authentication.md#recognition:
 * without a bearer token the session cookie, then a JWT, then a stored credential. Never throws, and verifies nothing.
 * A malformed bearer token is rejected and never falls back to the cookie.
 */
export function recognizeCredential(headers: CredentialHeaders, settings: RecognitionSettings): RecognizedCredential {
  const { authorization } = headers;
  if (Array.isArray(authorization)) return refuse('The Authorization header was sent more than once.');
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  if (token === undefined) {
    return authorization !== undefined && BEARER_SCHEME.test(authorization)
      ? refuse('The Authorization header does not hold exactly one bearer token.')
      : recognizeSession(headers, settings);
  }
  if (token.length > MAX_TOKEN_LENGTH) return refuse('The bearer token is longer than 8 KiB.');
  return { kind: settings.oidcEnabled && looksLikeJwt(token) ? 'jwt' : 'stored', token };
}

function recognizeSession(headers: CredentialHeaders, settings: RecognitionSettings): RecognizedCredential {
  const token = settings.consoleEnabled ? readSessionCookie(headers.cookie) : '';
  if (token !== '' && token.length <= MAX_TOKEN_LENGTH) return { kind: 'session', token };
  if (headers['x-api-key'] !== undefined) {
    return refuse('x-api-key is not read. Send the credential as `Authorization: Bearer <token>`.');
  }
  return refuse('No credential was sent. Send it as `Authorization: Bearer <token>`.');
}

/** The value of the first ml_session cookie (RFC 6265 section 5.4), or an empty string. */
function readSessionCookie(cookie: string | string[] | undefined): string {
  const pairs = (Array.isArray(cookie) ? cookie.join(';') : (cookie ?? '')).split(';');
  const pair = pairs.map((candidate) => candidate.trim()).find((candidate) => candidate.startsWith(SESSION_COOKIE));
  return pair?.slice(SESSION_COOKIE.length) ?? '';
}

/** Three dot-separated parts, not starting with `ml-` (docs/contract/authentication.md#recognition). */
function looksLikeJwt(token: string): boolean {
  return !token.startsWith('ml-') && token.split('.', 4).length === 3;
}

/**
 * One authenticator per kind of credential; a kind without one is switched off
 * (docs/contract/authentication.md#verification).
 */
export interface Authenticators<C extends Caller> {
  stored: TokenAuthenticator<C>;
  /** Present when OIDC is configured. */
  jwt?: TeamTokenAuthenticator<C> | undefined;
  /** Present when console sign-in is enabled. */
  session?: SessionAuthenticator<C> | undefined;
}

export type AuthenticationHeaders = CredentialHeaders & OriginHeaders;

/** `site` is needed for sessions alone: a request with one is rejected without it. */
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
    if (credential.kind !== 'jwt' || jwt === undefined) return stored(credential.token, now);
    const team = headers['x-service-team'];
    const asked = Array.isArray(team) ? team.join() : team;
    return jwt(credential.token, now, asked === undefined ? undefined : readText(asked));
  };
}

/** Clients send names in UTF-8, which Node reads as Latin-1. Bytes that are no UTF-8 were meant as Latin-1. */
function readText(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return header;
  }
}
