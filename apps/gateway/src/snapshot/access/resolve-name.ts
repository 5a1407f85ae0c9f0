import type { Caller } from '@multilane/auth';
import { workspaceOf } from '../find-policy.js';
import type { VirtualModel } from '../route.js';
import type { ServedModel, Snapshot, Workspace } from '../snapshot.js';
import type { ModelSource } from './model-source.js';

/**
 * The model or virtual model that a name means to a caller (docs/contract/model-access.md#sources): a credential that
 * is bound to a workspace sees that workspace's models first or alone, as the endpoint says; every other credential the
 * catalog.
 */
export function resolveName(
  snapshot: Snapshot,
  caller: Caller,
  name: string,
  source: ModelSource,
): ServedModel | VirtualModel | undefined {
  const workspace =
    source === 'catalog' || caller.workspaceId === undefined ? undefined : workspaceOf(snapshot, caller);
  return findInScope(snapshot, workspace, caller, name, source);
}

/** The same, for a caller whose workspace is known. */
export function findInScope(
  snapshot: Snapshot,
  workspace: Workspace | undefined,
  caller: Pick<Caller, 'workspaceId'>,
  name: string,
  source: ModelSource,
): ServedModel | VirtualModel | undefined {
  if (source === 'catalog' || caller.workspaceId === undefined) return findByName(snapshot, name);
  const own = workspace && findByName(workspace, name);
  return own ?? (source === 'workspace-then-catalog' ? findByName(snapshot, name) : undefined);
}

/** The model or virtual model of that name in one place. */
export function findByName(
  { models, virtualModels }: Pick<Workspace, 'models' | 'virtualModels'>,
  name: string,
): ServedModel | VirtualModel | undefined {
  return models.get(name) ?? virtualModels.get(name);
}
