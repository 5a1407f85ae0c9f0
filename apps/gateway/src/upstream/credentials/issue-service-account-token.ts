import { createSign } from 'node:crypto';
import type { Issued } from './credential-source.js';
import { IssueProblem, readOauthCode } from './describe-issue-problem.js';
import type { EgressAgents } from './egress-agents.js';
import { GOOGLE_SCOPE } from './google-scope.js';
import { postForm } from './post-form.js';

/** Address that issues tokens, unless the key file names another one. */
export const TOKEN_URI = 'https://oauth2.googleapis.com/token';
export const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The longest life an assertion may have, in seconds. */
const ASSERTION_LIFE_S = 3_600;

const ANSWER_LIMIT_MS = 10_000;

/** The members of a service account's key file that count here. */
interface ServiceAccount {
  readonly client_email: string;
  readonly private_key: string;
  readonly private_key_id?: unknown;
  readonly token_uri?: unknown;
}

/**
 * Exchanges a signed assertion for an access token (RFC 7523; developers.google.com/identity/protocols/oauth2/
 * service-account). Google's library is not asked: version 11 takes the public token endpoint whatever `token_uri` the
 * key file names, which leaves out private endpoints, and this needs none of the memory that loading it takes.
 */
export async function issueServiceAccountToken(
  credentials: Readonly<Record<string, unknown>>,
  agents: EgressAgents,
): Promise<Issued<string>> {
  const account = readAccount(credentials);
  const tokenUri = typeof account.token_uri === 'string' ? account.token_uri : TOKEN_URI;
  if (!URL.canParse(tokenUri)) throw new IssueProblem('credentials_json names a token_uri that is no address');
  const now = Date.now();
  const assertion = signAssertion(account, tokenUri, Math.floor(now / 1_000));
  const fields = { grant_type: GRANT_TYPE, assertion };
  const { status, body } = await postForm(new URL(tokenUri), fields, agents, ANSWER_LIMIT_MS);
  if (status !== 200) throw new IssueProblem(readOauthCode(body) ?? 'an answer without an error code', status);
  const { access_token: token, expires_in: life } = (body ?? {}) as Record<string, unknown>;
  if (typeof token !== 'string' || token === '' || typeof life !== 'number') {
    throw new IssueProblem('an answer without a token', status);
  }
  return { value: token, expiresAt: now + life * 1_000 };
}

function readAccount(credentials: Readonly<Record<string, unknown>>): ServiceAccount {
  const { client_email: email, private_key: key } = credentials;
  if (typeof email !== 'string' || typeof key !== 'string') {
    throw new IssueProblem('credentials_json has no client_email or no private_key');
  }
  return { ...credentials, client_email: email, private_key: key };
}

/** The assertion that a token is issued for. Throws for a private key that is none. @param now Seconds since the epoch. */
export function signAssertion(account: ServiceAccount, audience: string, now: number): string {
  const keyId = typeof account.private_key_id === 'string' ? { kid: account.private_key_id } : {};
  const header = { alg: 'RS256', typ: 'JWT', ...keyId };
  const claims = {
    iss: account.client_email,
    scope: GOOGLE_SCOPE,
    aud: audience,
    iat: now,
    exp: now + ASSERTION_LIFE_S,
  };
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(account.private_key, 'base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
