import { type ModelType, writeProblem } from '@multilane/contracts';
import type { Database } from '@multilane/persistence';
import type { DeclaredNames } from '../../declared/declared-names.js';
import { refuseField } from '../../http/invalid-field.js';
import type { PolicyOwner } from './asked-change.js';
import type { KindRules, Named, References } from './policy-kinds.js';

type Tables = Pick<Database, 'models' | 'teams' | 'policies' | 'organizations'>;

/** Types that callers of a workspace find there alone (docs/contract/model-access.md#sources). */
const OF_WORKSPACES: ReadonlySet<string> = new Set<ModelType>(['chat', 'decision']);

/**
 * Fails with 400 for a name of nothing that exists where the policy holds: a policy for a mistyped name would never do
 * anything, and nobody would notice.
 */
export async function checkReferences(
  tables: Tables,
  declared: DeclaredNames,
  place: PolicyOwner,
  { kind }: KindRules,
  { models, teams, guardrails }: References,
): Promise<void> {
  const isRoute = kind === 'routing_config';
  await demandAll(models, modelWords(place), (name) => isModel(tables, declared, place, name, isRoute));
  await demandAll(
    teams,
    writeProblem('unknown_team'),
    async (name) => (await tables.teams.findByName(place.organizationId, name)) !== undefined,
  );
  await demandAll(guardrails, writeProblem('unknown_guardrail'), (name) => isGuardrail(tables, declared, place, name));
}

async function demandAll(
  named: readonly Named[],
  message: string,
  exists: (name: string) => Promise<boolean>,
): Promise<void> {
  for (const [path, name] of named) if (!(await exists(name))) throw refuseField({ path, message });
}

function modelWords({ workspaceId }: PolicyOwner): string {
  return writeProblem(workspaceId === null ? 'unknown_model_anywhere' : 'unknown_model_resolved');
}

/** A route of a workspace leads to what its callers reach: their chat models are the workspace's own. */
async function isModel(
  { models }: Tables,
  declared: DeclaredNames,
  { organizationId, workspaceId }: PolicyOwner,
  name: string,
  isRoute: boolean,
): Promise<boolean> {
  const inCatalog = declared.findModel(name);
  if (workspaceId === null) {
    return inCatalog !== undefined || (await models.listLogicalNames(organizationId, name)).length > 0;
  }
  if (inCatalog !== undefined && !(isRoute && OF_WORKSPACES.has(inCatalog.type))) return true;
  return (await models.findByName(organizationId, workspaceId, name)) !== undefined;
}

/** One of the same place, one of the organization, or one of gateway.yaml. */
async function isGuardrail(
  { policies, organizations }: Tables,
  declared: DeclaredNames,
  { organizationId, workspaceId }: PolicyOwner,
  name: string,
): Promise<boolean> {
  for (const place of new Set([workspaceId, null])) {
    if (await policies.findBy(organizationId, { kind: 'guardrail', workspaceId: place, name })) return true;
  }
  const organization = await organizations.find(organizationId);
  return organization !== undefined && declared.hasGuardrail(name, organization.name);
}
