import { hashToken, newToken } from '@multilane/auth';
import type { DatabaseWithSecrets } from '@multilane/persistence';

/**
 * Calls the workspace service as somebody who is signed in. The answer is undefined where there is no body.
 *
 * @throws for answers other than 2xx
 */
export type OwnerCall = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

const SESSION_MS = 24 * 3_600_000;
const ACTOR = { type: 'operator', id: null, name: 'bench' } as const;

/** Makes an owner of the organization with a session, past the API: no password is hashed. Calls go to each of the processes in turn. */
export async function signInOwner(
  database: Pick<DatabaseWithSecrets, 'change'>,
  organizationId: string,
  urls: readonly string[],
): Promise<OwnerCall> {
  const token = newToken('');
  await database.change(ACTOR, async ({ sessions, users }) => {
    const user = await users.create(organizationId, { email: 'owner@example.com', name: 'Owner', role: 'owner' });
    const expiresAt = new Date(Date.now() + SESSION_MS);
    await sessions.create(organizationId, { userId: user.id, hash: hashToken(token), expiresAt });
  });
  let calls = 0;
  return async <Answer>(method: string, path: string, body?: object) => {
    const url = urls[calls++ % urls.length] ?? '';
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { origin: url, cookie: `ml_session=${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} is answered ${answer.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
}
