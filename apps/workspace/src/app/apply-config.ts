import type { GatewayConfig, TeamEntry } from '@multilane/config';
import { type Actor, type Change, ConflictError, type Database, type OrganizationRecord } from '@multilane/persistence';
import { writeAlerts } from './write-alerts.js';

/** Actor of changes that gateway.yaml declares. */
const FILE: Actor = { type: 'system', id: null, name: 'gateway.yaml' };

/** The workspace that a self-hosted install begins with (docs/contract/control-plane.md#tenancy). */
export const FIRST_WORKSPACE = 'default';

/**
 * Writes the organization, the teams and the alerts of gateway.yaml into the database, where the file wins: what has the same name, in
 * upper or lower case, is
 * taken over by it, and what has left the file may be changed from then on. The organization begins with a workspace.
 */
export async function applyConfig(database: Database, config: GatewayConfig): Promise<OrganizationRecord> {
  try {
    return await database.change(FILE, (change) => write(change, config));
  } catch (error) {
    // Another replica started at the same moment and was first; what it made is the same.
    if (!(error instanceof ConflictError)) throw error;
    return database.change(FILE, (change) => write(change, config));
  }
}

async function write(
  change: Change,
  { alerts, organization: declared, teams }: GatewayConfig,
): Promise<OrganizationRecord> {
  const { organizations, workspaces } = change;
  const { name, products } = declared;
  const found = await organizations.findByName(name);
  const organization = found
    ? await organizations.update(found.id, { products, source: 'config' })
    : await organizations.create({ name, products, source: 'config' });
  const { data } = await workspaces.listPage(organization.id, { limit: 1 });
  if (data.length === 0) await workspaces.create(organization.id, { name: FIRST_WORKSPACE });
  await writeTeams(change, organization.id, teams);
  await writeAlerts(change, organization.id, alerts);
  for (const { id, source } of await organizations.listEveryOne()) {
    if (source === 'config' && id !== organization.id) await release(change, id);
  }
  return organization;
}

/** Lets people change an organization that has left the file, and its teams. */
async function release(change: Change, organizationId: string): Promise<void> {
  await change.organizations.update(organizationId, { source: 'database' });
  await writeTeams(change, organizationId, []);
  await writeAlerts(change, organizationId, { channels: [], rules: [] });
}

async function writeTeams({ teams }: Change, organizationId: string, declared: readonly TeamEntry[]): Promise<void> {
  const existing = await teams.listAll(organizationId);
  for (const entry of declared) {
    const found = await teams.findByNameInAnyCase(organizationId, entry.name);
    // The file's spelling counts.
    const name = found?.name === entry.name ? undefined : entry.name;
    if (found) await teams.update(organizationId, found.id, { ...teamValuesOf(entry), name });
    else await teams.create(organizationId, { ...teamValuesOf(entry), name: entry.name });
  }
  const names = new Set(declared.map(({ name }) => name.toLowerCase()));
  for (const { id, name, source } of existing) {
    if (source === 'config' && !names.has(name.toLowerCase()))
      await teams.update(organizationId, id, { source: 'database' });
  }
}

/** Returns the stored values of a team's entry in the file. */
export function teamValuesOf(entry: TeamEntry) {
  return {
    allowedModels: entry.allowed_models ?? null,
    rpmLimit: entry.rpm_limit,
    tpmLimit: entry.tpm_limit,
    maxParallel: entry.max_parallel,
    queue: entry.queue ?? null,
    priority: entry.priority ?? null,
    maxPriority: entry.max_priority ?? null,
    tokenBudgetMonthly: entry.token_budget_monthly,
    source: 'config' as const,
  };
}
