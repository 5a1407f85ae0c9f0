import type { Caller } from '@multilane/auth';
import { teamOf, workspaceOf } from '../find-policy.js';
import type { RouteTarget, VirtualModel } from '../routes/route.js';
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

/**
 * True if the policies of the caller allow the model (docs/contract/model-access.md#authorization): its team's, and the restrictions of a
 * virtual account. A policy that names a model by any of its names grants it under all of them.
 */
export function mayUseModel(snapshot: Snapshot, caller: Caller, model: ServedModel): boolean {
  return mayUseProvider(caller, model) && mayUseName(snapshot, caller, model.names);
}

/** The same for a target of a route, which whatever leads to it grants too, but for what is required on the way. */
export function mayUseTarget(snapshot: Snapshot, caller: Caller, { demands, grants, model }: RouteTarget): boolean {
  if (!mayUseProvider(caller, model) || !mayUseName(snapshot, caller, grants)) return false;
  return demands === undefined || demands.every((names) => mayUseName(snapshot, caller, names));
}

/** The same for a virtual model: one of its targets must be of a provider that the caller may use. */
export function mayUseVirtualModel(snapshot: Snapshot, caller: Caller, { names, route }: VirtualModel): boolean {
  if (!mayUseName(snapshot, caller, names)) return false;
  return caller.allowedProviders === undefined || route.targets.some(({ model }) => mayUseProvider(caller, model));
}

function mayUseProvider({ allowedProviders }: Caller, { providerNames }: ServedModel): boolean {
  return allowedProviders === undefined || namesAny(allowedProviders, providerNames);
}

function mayUseName(snapshot: Snapshot, caller: Caller, names: readonly string[]): boolean {
  const { allowedModels, isTeamRemoved } = caller;
  // Losing a team never widens access: not even to what needs no team (docs/contract/model-access.md#losing-a-team).
  if (isTeamRemoved) return false;
  if (allowedModels !== undefined && !namesAny(allowedModels, names)) return false;
  if (!belongsToTeam(caller)) return true;
  const team = teamOf(snapshot, caller);
  if (team === undefined) return false;
  return team.allowedModels === undefined || namesAny(team.allowedModels, names);
}

/** People and virtual accounts may have no team, and then none restricts them; keys and JWTs always have one. */
function belongsToTeam({ credentialType, teamId, teamName }: Caller): boolean {
  return teamId !== undefined || teamName !== undefined || credentialType === 'api_key' || credentialType === 'oidc';
}

function namesAny(allowed: ReadonlySet<string>, names: readonly string[]): boolean {
  for (const name of names) if (allowed.has(name)) return true;
  return false;
}
