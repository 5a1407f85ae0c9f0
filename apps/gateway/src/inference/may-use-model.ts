import type { Caller } from '@multilane/auth';
import type { CatalogModel, Snapshot } from '../snapshot/snapshot.js';

/** Whether the caller's team policy allows the model; a team without a list may use every model, no team none. */
export function mayUseModel(snapshot: Snapshot, caller: Caller, model: CatalogModel): boolean {
  const team = caller.teamName === undefined ? undefined : snapshot.teams.get(caller.teamName);
  if (team === undefined) return false;
  return team.allowedModels === undefined || team.allowedModels.has(model.logicalName);
}
