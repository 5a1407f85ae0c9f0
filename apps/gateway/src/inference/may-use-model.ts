import type { Caller } from '@multilane/auth';
import { teamOf } from '../snapshot/find-policy.js';
import type { ServedModel, Snapshot } from '../snapshot/snapshot.js';

/**
 * Whether the policies of the caller allow the model (specification section 5, "Authorization outcomes"): its team's, and
 * what a virtual account is restricted to. A policy that names a model by any of its names grants it under all of them.
 */
export function mayUseModel(snapshot: Snapshot, caller: Caller, model: ServedModel): boolean {
  const { allowedModels, allowedProviders } = caller;
  if (allowedModels !== undefined && !namesAny(allowedModels, model.names)) return false;
  if (allowedProviders !== undefined && !namesAny(allowedProviders, model.providerNames)) return false;
  if (!belongsToTeam(caller)) return true;
  const team = teamOf(snapshot, caller);
  if (team === undefined) return false;
  return team.allowedModels === undefined || namesAny(team.allowedModels, model.names);
}

/** People and virtual accounts may have no team, and then none restricts them; keys and JWTs always have one. */
function belongsToTeam({ credentialType, teamId, teamName }: Caller): boolean {
  return teamId !== undefined || teamName !== undefined || credentialType === 'api_key' || credentialType === 'oidc';
}

function namesAny(allowed: ReadonlySet<string>, names: readonly string[]): boolean {
  for (const name of names) if (allowed.has(name)) return true;
  return false;
}
