import type { EntityManager } from 'typeorm';
import type { UsageDimension } from '../../../records/usage/usage-dimension.js';
import { statement } from '../../../statements/statement.js';
import { Conditions } from '../../rows/conditions.js';

/** Rows of the imports that are complete. */
export const IMPORTED = `usage_imported AS rows JOIN usage_imports AS imports ON imports.id = rows.import_id AND imports.state = 'complete'`;

const HAS_IMPORTED = statement(
  { found: 'boolean' },
  `SELECT EXISTS (SELECT FROM usage_imports WHERE organization_id = $1 AND state = 'complete' AND first_day <= $3::date
     AND last_day >= $2::date) AS found`,
);

/** True if an organization has imported usage of some days of UTC. */
export async function hasImported(
  manager: EntityManager,
  organizationId: string,
  fromDay: string,
  toDay: string,
): Promise<boolean> {
  return (await HAS_IMPORTED.one(manager, [organizationId, fromDay, toDay])).found;
}

/** Callers, models and attribution that imported usage is narrowed to. */
export interface ImportedFilters {
  readonly workspaceIds?: readonly string[] | undefined;
  readonly teamId?: string | undefined;
  readonly team?: string | undefined;
  readonly credential?: string | undefined;
  readonly userId?: string | undefined;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
}

const OF_TEAM = '(rows.team_id::text = lower(?) OR rows.team_id IS NULL AND rows.team = ?)';
const OF_KEY = '(rows.credential_id::text = lower(?) OR rows.credential_id IS NULL AND rows.credential_name = ?)';

/** Conditions on imported rows of an organization. @param values those of other conditions of the same query */
export function importedConditions(organizationId: string, filters: ImportedFilters, values?: unknown[]): Conditions {
  return new Conditions(values)
    .add('rows.organization_id = ?', organizationId)
    .add('rows.workspace_id = ANY(?::uuid[])', filters.workspaceIds)
    .add(OF_TEAM, filters.teamId)
    .add(OF_TEAM, filters.team)
    .add(OF_KEY, filters.credential)
    .add('rows.user_id = ?::uuid', filters.userId)
    .add('rows.model = ?', filters.model)
    .add('rows.provider = ?', filters.provider);
}

/** Value of a dimension, as SQL over an imported row; undefined for one that no import has. */
export function dimensionValue(conditions: Conditions, dimension: UsageDimension): string | undefined {
  if (dimension.kind === 'customer') return 'rows.customer';
  return dimension.kind === 'tag' ? `rows.tags ->> ${conditions.parameter(dimension.name)}` : undefined;
}
