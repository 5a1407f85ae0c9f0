import { createSign } from 'node:crypto';
import { FailedCheck } from './describe-failure.js';

const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The longest life that an assertion may have, in seconds. */
const ASSERTION_LIFE_S = 3_600;

/** RFC 6749 section 5.2, and the codes that issuers add to it. */
const OAUTH_CODE = /^[a-z][a-z_]{0,63}$/;

/** What an issuer answered. */
export interface FormAnswer {
  readonly status: number;
  /** Parsed; undefined if it is no JSON. */
  readonly body: unknown;
}

type PostForm = (address: string, fields: Readonly<Record<string, string>>) => Promise<FormAnswer>;

/**
 * Exchanges a credentials file for an access token: that of a service account for a signed assertion (RFC 7523), that of
 * an authorized user by its refresh token. The file has passed `findCredentialProblem`, so its `token_uri` is Google's.
 *
 * @param now Seconds since the epoch.
 * @throws FailedCheck
 */
export async function issueGoogleToken(json: string, postForm: PostForm, now: number): Promise<string> {
  const file = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const tokenUri = typeof file.token_uri === 'string' ? file.token_uri : TOKEN_URI;
  const isUser = file.type === 'authorized_user';
  const fields = isUser
    ? refreshFields(file)
    : { grant_type: JWT_BEARER, assertion: signAssertion(file, tokenUri, now) };
  const { status, body } = await postForm(isUser ? TOKEN_URI : tokenUri, fields);
  const { access_token: token, error } = (body ?? {}) as { access_token?: unknown; error?: unknown };
  if (status === 200 && typeof token === 'string' && token !== '') return token;
  const code = typeof error === 'string' && OAUTH_CODE.test(error) ? `, ${error}` : '';
  throw new FailedCheck(`Google issues no access token for \`credentials_json\` (HTTP ${status}${code}).`);
}

function refreshFields(file: Readonly<Record<string, unknown>>): Record<string, string> {
  return {
    grant_type: 'refresh_token',
    client_id: textOf(file, 'client_id'),
    client_secret: textOf(file, 'client_secret'),
    refresh_token: textOf(file, 'refresh_token'),
  };
}

function signAssertion(file: Readonly<Record<string, unknown>>, audience: string, now: number): string {
  const key = textOf(file, 'private_key');
  const header = {
    alg: 'RS256',
    typ: 'JWT',
    ...(typeof file.private_key_id === 'string' ? { kid: file.private_key_id } : {}),
  };
  const claims = {
    iss: textOf(file, 'client_email'),
    scope: SCOPE,
    aud: audience,
    iat: now,
    exp: now + ASSERTION_LIFE_S,
  };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  try {
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
  } catch {
    throw new FailedCheck('`private_key` of `credentials_json` is no private key.');
  }
}

function textOf(file: Readonly<Record<string, unknown>>, member: string): string {
  const value = file[member];
  if (typeof value === 'string' && value !== '') return value;
  throw new FailedCheck(`\`credentials_json\` has no ${member}.`);
}
