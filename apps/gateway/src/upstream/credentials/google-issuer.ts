import type { AuthClient } from 'google-auth-library';
import type { IssueCredential } from './credential-source.js';
import { IssueProblem } from './describe-issue-problem.js';

/** A token of unknown life is renewed as if it had this much left, in milliseconds. */
const ASSUMED_LIFE_MS = 5 * 60_000;

/** Has a client of Google's library issue access tokens. The client is made at the first attempt that succeeds. */
export function createGoogleIssuer(makeClient: () => Promise<AuthClient>): IssueCredential<string> {
  let client: AuthClient | undefined;
  return async () => {
    client ??= await makeClient();
    const { token } = await client.getAccessToken();
    if (!token) throw new IssueProblem('an answer without a token');
    return { value: token, expiresAt: client.credentials.expiry_date ?? Date.now() + ASSUMED_LIFE_MS };
  };
}
