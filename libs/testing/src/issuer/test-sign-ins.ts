import { createHash, randomBytes } from 'node:crypto';
import type { Claims, IssuerKey } from './issue-token.js';

const AUTHORIZATION_PATH = '/authorize';
const TOKEN_PATH = '/token';
const USERINFO_PATH = '/userinfo';

export interface IssuerAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The identity provider that this is a part of. */
interface Signer {
  readonly url: string;
  readonly signingKey: IssuerKey;
  issue(claims: Claims): string;
}

/** A code that was given out, and what it is good for. */
interface Grant {
  readonly query: URLSearchParams;
  readonly claims: Claims;
}

const A_MINUTE_S = 60;

/**
 * The part of an identity provider that signs people in: the authorization code flow with PKCE. It asks nobody
 * anything; anyone who comes is `person`. A code is good once.
 */
export class TestSignIns {
  /** Claims of whoever signs in next, beside what every ID token has; they may replace those too. */
  person: Claims = { sub: 'somebody' };
  /** Secret that the token endpoint demands; undefined: clients are public. */
  clientSecret: string | undefined;
  /** Claims that the userinfo endpoint returns. */
  userinfo: Claims | undefined;
  /** Replaces parameters of the redirect back to the client; undefined takes one out. */
  redirectWith: Readonly<Record<string, string | undefined>> = {};
  private readonly grants = new Map<string, Grant>();

  constructor(private readonly issuer: Signer) {}

  /** Metadata of this part in discovery. */
  get metadata(): Claims {
    const { url } = this.issuer;
    return {
      authorization_endpoint: `${url}${AUTHORIZATION_PATH}`,
      token_endpoint: `${url}${TOKEN_PATH}`,
      end_session_endpoint: `${url}/end`,
      ...(this.userinfo === undefined ? {} : { userinfo_endpoint: `${url}${USERINFO_PATH}` }),
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: [this.issuer.signingKey.algorithm],
      authorization_response_iss_parameter_supported: true,
    };
  }

  /** The answer of one of these endpoints; undefined for a path that is none of them. */
  answer(url: URL, body: string, authorization: string | undefined): IssuerAnswer | undefined {
    if (url.pathname === AUTHORIZATION_PATH) return this.authorize(url.searchParams);
    if (url.pathname === TOKEN_PATH) return this.exchange(new URLSearchParams(body), authorization);
    if (url.pathname === USERINFO_PATH && this.userinfo) return { status: 200, body: this.userinfo };
    return undefined;
  }

  private authorize(query: URLSearchParams): IssuerAnswer {
    const code = randomBytes(16).toString('base64url');
    this.grants.set(code, { query, claims: this.person });
    const address = new URL(query.get('redirect_uri') ?? '');
    const parameters = { code, state: query.get('state') ?? '', iss: this.issuer.url, ...this.redirectWith };
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) address.searchParams.set(name, value);
    }
    return { status: 302, headers: { location: address.href } };
  }

  private exchange(form: URLSearchParams, authorization: string | undefined): IssuerAnswer {
    const code = form.get('code') ?? '';
    const grant = this.grants.get(code);
    this.grants.delete(code);
    if (!grant || !fits(grant.query, form)) return { status: 400, body: { error: 'invalid_grant' } };
    const clientId = grant.query.get('client_id') ?? '';
    const isPublic = this.clientSecret === undefined && form.get('client_id') === clientId;
    const isKnown = isPublic || readBasic(authorization) === `${clientId}:${this.clientSecret}`;
    if (!isKnown) return { status: 401, body: { error: 'invalid_client' } };
    const now = Math.floor(Date.now() / 1000);
    const idToken = this.issuer.issue({
      iss: this.issuer.url,
      aud: clientId,
      iat: now,
      exp: now + A_MINUTE_S,
      nonce: grant.query.get('nonce'),
      ...grant.claims,
    });
    const body = { access_token: 'test', token_type: 'Bearer', expires_in: A_MINUTE_S, id_token: idToken };
    return { status: 200, body };
  }
}

/**
 * True if the client that asked for the code redeems it: same address, and the verifier of the challenge (RFC 7636).
 */
function fits(query: URLSearchParams, form: URLSearchParams): boolean {
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  return query.get('code_challenge') === challenge && query.get('redirect_uri') === form.get('redirect_uri');
}

/** Name and secret of HTTP basic authentication, each encoded as in a form (RFC 6749 section 2.3.1). */
function readBasic(authorization = ''): string {
  const [, encoded = ''] = /^Basic (.+)$/.exec(authorization) ?? [];
  const parts = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return parts.map((part) => decodeURIComponent(part.replaceAll('+', ' '))).join(':');
}
