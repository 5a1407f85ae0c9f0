import type { GatewayConfig, TeamEntry } from '@multilane/config';
import type { Actor, Change, Database, OrganizationRecord, TeamRecord } from '@multilane/persistence';
import { FIRST_WORKSPACE, teamValuesOf } from '../app/apply-config.js';

/** Result for one object that the file declares. */
export interface ImportStep {
  readonly object: 'organization' | 'team';
  readonly name: string;
  /** `declared`: left alone, because the gateway.yaml that is in effect declares it. */
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'declared';
}

/**
 * Writes the organization and the teams of a gateway.yaml into the database as rows that people may change. Rows of the same name get the
 * file's values; rows that the file does not name stay.
 *
 * @param isTrial Finds out what would be done, and leaves everything as it is.
 */
export async function importConfig(
  database: Pick<Database, 'change'>,
  actor: Actor,
  config: GatewayConfig,
  isTrial: boolean,
): Promise<readonly ImportStep[]> {
  const steps: ImportStep[] = [];
  try {
    await database.change(actor, async (change) => {
      const organization = await importOrganization(change, config, steps);
      for (const entry of config.teams) steps.push(await importTeam(change, organization.id, entry));
      if (isTrial) throw TRIAL_IS_OVER;
    });
  } catch (error) {
    if (error !== TRIAL_IS_OVER) throw error;
  }
  return steps;
}

/** Undoes the change. */
const TRIAL_IS_OVER = new Error('a trial is never committed');

async function importOrganization(
  { organizations, workspaces }: Change,
  { organization: { name, products } }: GatewayConfig,
  steps: ImportStep[],
): Promise<OrganizationRecord> {
  const record = (outcome: ImportStep['outcome']): number => steps.push({ object: 'organization', name, outcome });
  const found = await organizations.findByName(name);
  if (found === undefined) {
    const made = await organizations.create({ name, products });
    await workspaces.create(made.id, { name: FIRST_WORKSPACE });
    record('created');
    return made;
  }
  const isSame = found.products.length === products.length && products.every((each) => found.products.includes(each));
  if (found.source === 'config') record('declared');
  else if (isSame) record('unchanged');
  else {
    await organizations.update(found.id, { products });
    record('updated');
  }
  return found;
}

async function importTeam({ teams }: Change, organizationId: string, entry: TeamEntry): Promise<ImportStep> {
  const { name } = entry;
  const values = { ...teamValuesOf(entry), source: 'database' as const };
  const found = await teams.findByNameInAnyCase(organizationId, name);
  if (found?.source === 'config') return { object: 'team', name, outcome: 'declared' };
  const written = found
    ? await teams.update(organizationId, found.id, values)
    : await teams.create(organizationId, { ...values, name });
  return { object: 'team', name, outcome: outcomeOf(found, written) };
}

function outcomeOf(before: TeamRecord | undefined, { revision }: TeamRecord): ImportStep['outcome'] {
  if (before === undefined) return 'created';
  return before.revision === revision ? 'unchanged' : 'updated';
}
