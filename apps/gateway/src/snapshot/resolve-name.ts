import type { Caller } from '@multilane/auth';
import type { ModelSource } from '../inference/surfaces/surface.js';
import { workspaceOf } from './find-policy.js';
import type { ServedModel, Snapshot } from './snapshot.js';

/**
 * The model a name means to a caller (specification section 1, "Model resolution"): a credential that is bound to a
 * workspace sees that workspace's models first or alone, as the endpoint says; every other credential the catalog.
 */
export function resolveName(
  snapshot: Snapshot,
  caller: Caller,
  name: string,
  source: ModelSource,
): ServedModel | undefined {
  if (source === 'catalog' || caller.workspaceId === undefined) return snapshot.models.get(name);
  const own = workspaceOf(snapshot, caller)?.models.get(name);
  return own ?? (source === 'workspace-then-catalog' ? snapshot.models.get(name) : undefined);
}

/** Whether the name is that of a virtual model in the same places. */
export function isVirtualModel(snapshot: Snapshot, caller: Caller, name: string, source: ModelSource): boolean {
  const inWorkspace = source !== 'catalog' && caller.workspaceId !== undefined;
  if (inWorkspace && workspaceOf(snapshot, caller)?.virtualModels.has(name)) return true;
  return !(inWorkspace && source === 'workspace') && snapshot.virtualModels.has(name);
}
