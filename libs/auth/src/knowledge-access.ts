import { GatewayError } from '@multilane/errors';
import type { Caller } from './caller.js';
import { can } from './can.js';
import { KEY_ROLE_PERMISSIONS, type Permission } from './permissions.js';

/** Permission on knowledge bases and document sets. */
export type KnowledgePermission = Extract<Permission, `gateway.knowledge.${string}`>;

/** Questions to the database when a workspace is chosen. */
interface WorkspaceFinder {
  has(organizationId: string, workspaceId: string): Promise<boolean>;
  /** The ids of up to `limit` workspaces of the organization. */
  list(organizationId: string, limit: number): Promise<readonly string[]>;
}

type KnownCaller = Caller & { readonly organizationId: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * True if a caller may do something with the knowledge of a workspace (docs/contract/knowledge.md#access). Unlike other
 * permissions of keys, these are not confined to what belongs to the team: knowledge belongs to the workspace.
 */
export function canUseKnowledge(caller: KnownCaller, permission: KnowledgePermission, workspaceId: string): boolean {
  const { credentialType, organizationId, role, workspaceId: bound } = caller;
  if (bound !== undefined && bound !== workspaceId) return false;
  switch (credentialType) {
    case 'session':
    case 'pat':
      return can(caller, permission, { organizationId, workspaceId });
    case 'api_key':
    case 'oidc':
      return KEY_ROLE_PERMISSIONS[role].has(permission);
    case 'vat':
      return bound !== undefined && (permission === 'gateway.knowledge.read' || role === 'editor');
  }
}

/**
 * The workspace whose knowledge a request means, once the caller may do there what it wants to. A key that is bound to none means
 * the only one of its organization.
 *
 * @param asked `?workspace_id=`
 * @throws GatewayError 400 with the param `workspace_id`; 404 for a workspace out of reach; 403
 */
export async function chooseKnowledgeWorkspace(
  caller: KnownCaller,
  permission: KnowledgePermission,
  asked: unknown,
  finder: WorkspaceFinder,
): Promise<string> {
  const workspaceId = await findMeant(caller, asked, finder);
  if (canUseKnowledge(caller, permission, workspaceId)) return workspaceId;
  throw new GatewayError('permission_denied', { message: `This requires the permission ${permission}.` });
}

async function findMeant(caller: KnownCaller, asked: unknown, finder: WorkspaceFinder): Promise<string> {
  const { credentialType, workspaceId: bound } = caller;
  if (asked !== undefined && (typeof asked !== 'string' || !UUID.test(asked))) {
    throw refuse('must be the id of a workspace.');
  }
  if (bound !== undefined) {
    if (asked !== undefined && asked !== bound) throw noSuchWorkspace();
    return bound;
  }
  const isPerson = credentialType === 'session' || credentialType === 'pat';
  if (isPerson && asked !== undefined) return findReached(caller, asked, finder);
  const [only, another] = await listReached(caller, finder);
  if (only === undefined) {
    throw new GatewayError('permission_denied', { message: 'The credential has access to no workspace.' });
  }
  if (another !== undefined) {
    throw refuse(
      isPerson
        ? 'is needed: the credential reaches several workspaces.'
        : 'cannot be chosen: the key is bound to no workspace, and there are several. Use a key of the workspace.',
    );
  }
  if (asked !== undefined && asked !== only) throw noSuchWorkspace();
  return only;
}

async function findReached(caller: KnownCaller, asked: string, finder: WorkspaceFinder): Promise<string> {
  const { memberships = [], organizationId } = caller;
  const isMember = memberships.some(({ workspaceId }) => workspaceId === asked);
  const isReached = isMember || can(caller, 'gateway.knowledge.read', { organizationId });
  if (!isReached || !(await finder.has(organizationId, asked))) throw noSuchWorkspace();
  return asked;
}

/** Two at most, where one decides. */
async function listReached(caller: KnownCaller, finder: WorkspaceFinder): Promise<readonly string[]> {
  const { credentialType, memberships = [], organizationId } = caller;
  const isKey = credentialType === 'api_key' || credentialType === 'oidc';
  if (isKey || can(caller, 'gateway.knowledge.read', { organizationId })) return finder.list(organizationId, 2);
  return memberships.map(({ workspaceId }) => workspaceId);
}

/**
 * The team that decides which document sets a caller sees in a workspace. `seesAll`: administrators of the workspace or the
 * organization, who look after the sets of all teams.
 */
export function knowledgeViewer(
  caller: Caller,
  workspaceId: string,
): { readonly seesAll: true } | { readonly seesAll: false; readonly teamId: string | null } {
  const { credentialType, memberships = [], organizationRole, teamId } = caller;
  if (credentialType === 'session' || credentialType === 'pat') {
    const membership = memberships.find((each) => each.workspaceId === workspaceId);
    const isAdministrator = organizationRole === 'owner' || organizationRole === 'org_admin';
    if (isAdministrator || membership?.role === 'admin') return { seesAll: true };
    return { seesAll: false, teamId: membership?.teamId ?? null };
  }
  return { seesAll: false, teamId: teamId ?? null };
}

function refuse(words: string): GatewayError {
  return new GatewayError('invalid_value', { param: 'workspace_id', message: `\`workspace_id\` ${words}` });
}

function noSuchWorkspace(): GatewayError {
  return new GatewayError('not_found', { param: 'workspace_id', message: 'The workspace does not exist.' });
}
