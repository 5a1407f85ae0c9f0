import { readOauthCode } from '../../upstream/credentials/describe-issue-problem.js';
import { GRANT_TYPE, signAssertion, TOKEN_URI } from '../../upstream/credentials/issue-service-account-token.js';
import type { FormAnswer } from '../../upstream/credentials/post-form.js';
import { FailedCheck } from './describe-failure.js';

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
    : { grant_type: GRANT_TYPE, assertion: makeAssertion(file, tokenUri, now) };
  const { status, body } = await postForm(isUser ? TOKEN_URI : tokenUri, fields);
  const { access_token: token } = (body ?? {}) as { access_token?: unknown };
  if (status === 200 && typeof token === 'string' && token !== '') return token;
  const code = readOauthCode(body);
  const answer = code === undefined ? `HTTP ${status}` : `HTTP ${status}, ${code}`;
  throw new FailedCheck(`Google issues no access token for \`credentials_json\` (${answer}).`);
}

function refreshFields(file: Readonly<Record<string, unknown>>): Record<string, string> {
  return {
    grant_type: 'refresh_token',
    client_id: textOf(file, 'client_id'),
    client_secret: textOf(file, 'client_secret'),
    refresh_token: textOf(file, 'refresh_token'),
  };
}

function makeAssertion(file: Readonly<Record<string, unknown>>, audience: string, now: number): string {
  const key = textOf(file, 'private_key');
  const account = { ...file, client_email: textOf(file, 'client_email'), private_key: key };
  try {
    return signAssertion(account, audience, now);
  } catch {
    throw new FailedCheck('`private_key` of `credentials_json` is no private key.');
  }
}

function textOf(file: Readonly<Record<string, unknown>>, member: string): string {
  const value = file[member];
  if (typeof value === 'string' && value !== '') return value;
  throw new FailedCheck(`\`credentials_json\` has no ${member}.`);
}
