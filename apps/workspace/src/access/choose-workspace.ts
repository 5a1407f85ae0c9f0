import { can, type Permission } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import { isId } from '../fields/is-id.js';
import type { KnownCaller } from './subject.js';

/** Questions to the database about the choice of a workspace. */
export interface WorkspaceFinder {
  /** Resolves to true if the organization has the workspace. */
  has(organizationId: string, workspaceId: string): Promise<boolean>;
  /** The ids of up to `limit` workspaces of the organization. */
  list(organizationId: string, limit: number): Promise<readonly string[]>;
}

/**
 * The workspace that a request means (docs/contract/control-plane.md#choosing-a-workspace): the one that the credential
 * is bound to, else the one that `?workspace_id=` names, else the only one that the caller reaches. Where there are
 * several, 400 asks for the parameter; a workspace out of reach is as good as none.
 */
export async function chooseWorkspace(
  caller: KnownCaller,
  permission: Permission,
  asked: unknown,
  finder: WorkspaceFinder,
): Promise<string> {
  const { organizationId, workspaceId: bound } = caller;
  if (asked !== undefined && (typeof asked !== 'string' || !isId(asked)))
    throw refuse('must be the id of a workspace.');
  if (bound !== undefined) {
    if (asked !== undefined && asked !== bound) throw noSuchWorkspace();
    return bound;
  }
  if (asked !== undefined) {
    const isReached = isMember(caller, asked) || isEverywhere(caller, permission);
    if (!isReached || !(await finder.has(organizationId, asked))) throw noSuchWorkspace();
    return asked;
  }
  const reached = isEverywhere(caller, permission)
    ? await finder.list(organizationId, 2)
    : (caller.memberships ?? []).map(({ workspaceId }) => workspaceId);
  if (reached.length > 1) throw refuse('is needed: the credential reaches several workspaces.');
  const [only] = reached;
  if (only === undefined)
    throw new GatewayError('permission_denied', { message: 'The credential has access to no workspace.' });
  return only;
}

function isMember({ memberships = [] }: KnownCaller, id: string): boolean {
  return memberships.some(({ workspaceId }) => workspaceId === id);
}

/** True if the permission is held over the whole organization, and so in each of its workspaces. */
function isEverywhere(caller: KnownCaller, permission: Permission): boolean {
  return can(caller, permission, { organizationId: caller.organizationId });
}

function refuse(words: string): GatewayError {
  return new GatewayError('invalid_value', { param: 'workspace_id', message: `\`workspace_id\` ${words}` });
}

function noSuchWorkspace(): GatewayError {
  return new GatewayError('not_found', { param: 'workspace_id', message: 'The workspace does not exist.' });
}
