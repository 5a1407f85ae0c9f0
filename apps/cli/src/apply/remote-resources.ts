import type { ApiClient, Resource } from '../api/api-client.js';
import { CommandFailure, PermissionFailure } from '../exit-codes.js';
import type { Remote } from './plan.js';
import { findKind, RESOURCE_KINDS, type ResourceKind } from './resource-kinds.js';

/** Place of a manifest's resources. */
export interface Place {
  /** Undefined if nothing of the manifest needs a workspace. */
  readonly workspaceId: string | undefined;
}

export interface Workspace {
  readonly id: string;
  readonly name: string;
}

/** @throws CommandFailure for a workspace that is not there, or where several could be meant */
export async function findWorkspace(client: ApiClient, wanted: string | undefined): Promise<Workspace> {
  const workspaces = await client.list('/admin/workspaces');
  const found = workspaces.filter(({ id, name }) => wanted === undefined || id === wanted || name === wanted);
  const [only, ...others] = found;
  if (only === undefined)
    throw new CommandFailure(`There is no workspace ${wanted ?? ''} that the credential reaches.`);
  if (others.length > 0) {
    throw new CommandFailure(
      'The credential reaches several workspaces. Name one: `workspace:` in the manifest, or --workspace.',
    );
  }
  return { id: String(only.id), name: String(only.name) };
}

/**
 * Reads all resources of the sections.
 *
 * @param leaveOut told of a section that the credential may not read and no other one refers to; undefined: it is a failure
 */
export async function readRemote(
  client: ApiClient,
  sections: ReadonlySet<string>,
  place: Place,
  leaveOut?: (section: string, why: string) => void,
): Promise<Remote> {
  const remote = new Map<string, readonly Resource[]>();
  const kinds = RESOURCE_KINDS.filter(({ section }) => sections.has(section));
  const needed = new Set(kinds.flatMap(({ references }) => references.map(({ section }) => section)));
  for (const kind of kinds) {
    try {
      remote.set(kind.section, await readKind(client, kind, place));
    } catch (error) {
      const mayBeLeftOut = error instanceof PermissionFailure && !needed.has(kind.section);
      if (leaveOut === undefined || !mayBeLeftOut) throw error;
      leaveOut(kind.section, error.message);
    }
  }
  return remote;
}

async function readKind(client: ApiClient, kind: ResourceKind, { workspaceId }: Place): Promise<Resource[]> {
  const query: Record<string, string> =
    kind.place === 'workspace' && workspaceId !== undefined ? { workspace_id: workspaceId } : {};
  const rows = await client.list(kind.path, query);
  return rows
    .filter((row) => kind.object === undefined || row.object === kind.object)
    .filter((row) => kind.place !== 'either' || row.workspace_id === null || row.workspace_id === workspaceId)
    .map((row) => (kind.isPlacedByScope ? { ...row, scope: scopeOf(row) } : row));
}

const scopeOf = (row: Resource): string => (row.workspace_id === null ? 'organization' : 'workspace');

/** Sections that the references of others need to be read too. */
export function withReferences(sections: Iterable<string>): Set<string> {
  const all = new Set(sections);
  for (const section of all) {
    for (const reference of findKind(section)?.references ?? []) all.add(reference.section);
  }
  return all;
}
