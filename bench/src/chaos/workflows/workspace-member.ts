import { hashToken, newToken } from '@multilane/auth';
import type { DatabaseWithSecrets } from '@multilane/persistence';

/** Somebody who calls the workspace service. */
export interface WorkspaceMember {
  readonly workspaceId: string;
  /**
   * @param path of the API, such as `/w/workflows`
   * @throws for answers other than 2xx
   */
  call<Answer>(method: string, path: string, body?: object): Promise<Answer>;
}

const SESSION_MS = 24 * 3_600_000;
const ACTOR = { type: 'operator', id: null, name: 'bench' } as const;

/** Makes a workspace of an organization and an owner who is signed in. Calls go to each of the processes in turn. */
export async function signInMember(
  database: Pick<DatabaseWithSecrets, 'change'>,
  organizationId: string,
  urls: readonly string[],
): Promise<WorkspaceMember> {
  const token = newToken('');
  const workspaceId = await database.change(ACTOR, async ({ sessions, users, workspaces }) => {
    const { id } = await workspaces.create(organizationId, { name: 'flows' });
    const user = await users.create(organizationId, { email: 'flows@example.com', name: 'Flows', role: 'owner' });
    const expiresAt = new Date(Date.now() + SESSION_MS);
    await sessions.create(organizationId, { userId: user.id, hash: hashToken(token), expiresAt });
    return id;
  });
  let calls = 0;
  return {
    workspaceId,
    call: async <Answer>(method: string, path: string, body?: object) => {
      const url = urls[calls++ % urls.length] ?? '';
      const separator = path.includes('?') ? '&' : '?';
      const answer = await fetch(`${url}${path}${separator}workspace_id=${workspaceId}`, {
        method,
        headers: {
          origin: url,
          cookie: `ml_session=${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path} is answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as Answer;
    },
  };
}

/** Makes a workflow, publishes it and answers its id. */
export async function publishWorkflow(
  { call }: WorkspaceMember,
  name: string,
  definition: object,
  cron?: string,
): Promise<string> {
  const { id } = await call<{ id: string }>('POST', '/w/workflows', { name, definition });
  if (cron !== undefined) await call('PATCH', `/w/workflows/${id}`, { schedule: { cron, timezone: 'Etc/UTC' } });
  await call('POST', `/w/workflows/${id}/publish`, {});
  return id;
}
