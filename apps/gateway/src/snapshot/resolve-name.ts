import type { Caller } from '@multilane/auth';
import type { ModelSource } from '../inference/surfaces/surface.js';
import type { CatalogModel, Snapshot } from './snapshot.js';

/**
 * The model a name means to a caller (specification section 1, "Model resolution"): a credential that is bound to a
 * workspace sees that workspace's models first or alone, as the endpoint says; every other credential the catalog.
 */
export function resolveName(
  snapshot: Snapshot,
  caller: Caller,
  name: string,
  source: ModelSource,
): CatalogModel | undefined {
  const { workspaceId } = caller;
  if (source === 'catalog' || workspaceId === undefined) return snapshot.models.get(name);
  const own = snapshot.workspaceModels.get(workspaceId)?.get(name);
  return own ?? (source === 'workspace-then-catalog' ? snapshot.models.get(name) : undefined);
}
