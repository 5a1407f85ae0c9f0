import type { Change, StoredPolicyRecord } from '@multilane/persistence';
import type { PolicyOwner } from './asked-change.js';
import { KIND_RULES, type References } from './policy-kinds.js';

/** A policy of a workspace that names one of these models; undefined if there is none. */
export async function findPolicyForModel(
  policies: Pick<Change['policies'], 'listAll'>,
  organizationId: string,
  workspaceId: string,
  names: readonly string[],
): Promise<StoredPolicyRecord | undefined> {
  const all = await policies.listAll(organizationId, { workspaceId });
  return all.find((policy) => referencesOf(policy).models.some(([, name]) => names.includes(name)));
}

/** A routing config that would be left with the name of no guardrail; undefined if there is none. */
export async function findRouteForGuardrail(
  policies: Pick<Change['policies'], 'listAll' | 'findBy'>,
  { organizationId, workspaceId }: PolicyOwner,
  name: string,
): Promise<StoredPolicyRecord | undefined> {
  // One of the organization serves the routes of every workspace that has none of its own by that name.
  const where = workspaceId === null ? {} : { workspaceId };
  const routes = await policies.listAll(organizationId, { kind: 'routing_config', ...where });
  for (const route of routes) {
    if (!referencesOf(route).guardrails.some(([, named]) => named === name)) continue;
    const other = await findOther(policies, organizationId, workspaceId, route.workspaceId, name);
    if (other === undefined) return route;
  }
  return undefined;
}

/** The guardrail of the same name in the other of the two places where a route looks. */
async function findOther(
  policies: Pick<Change['policies'], 'findBy'>,
  organizationId: string,
  leaving: string | null,
  routePlace: string | null,
  name: string,
): Promise<StoredPolicyRecord | undefined> {
  const place = leaving === null ? routePlace : null;
  if (place === leaving) return undefined;
  return policies.findBy(organizationId, { kind: 'guardrail', workspaceId: place, name });
}

function referencesOf({ kind, definition }: StoredPolicyRecord): References {
  return KIND_RULES[kind].referencesOf(definition);
}
