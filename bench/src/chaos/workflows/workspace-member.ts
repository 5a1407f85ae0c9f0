import type { DatabaseWithSecrets } from '@multilane/persistence';
import { signInOwner } from '../sign-in-owner.js';

/** Somebody who calls the workspace service. */
export interface WorkspaceMember {
  readonly workspaceId: string;
  /**
   * @param path of the API, such as `/w/workflows`
   * @throws for answers other than 2xx
   */
  call<Answer>(method: string, path: string, body?: object): Promise<Answer>;
}

const ACTOR = { type: 'operator', id: null, name: 'bench' } as const;

/** Makes a workspace of an organization and an owner who is signed in. Calls go to each of the processes in turn. */
export async function signInMember(
  database: Pick<DatabaseWithSecrets, 'change'>,
  organizationId: string,
  urls: readonly string[],
): Promise<WorkspaceMember> {
  const { id: workspaceId } = await database.change(ACTOR, ({ workspaces }) =>
    workspaces.create(organizationId, { name: 'flows' }),
  );
  const call = await signInOwner(database, organizationId, urls);
  return {
    workspaceId,
    call: (method, path, body) =>
      call(method, `${path}${path.includes('?') ? '&' : '?'}workspace_id=${workspaceId}`, body),
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
