import type { AuditFilters, Database } from '@multilane/persistence';
import type { DeclaredKeys } from '../../declared/declared-keys.js';
import { findTeam } from '../keys/find-team.js';

export interface NamedThings {
  /** A team by its id or name. */
  readonly team?: string | undefined;
  /** A key or token by its id. */
  readonly key?: string | undefined;
}

/**
 * Teams and keys as records identify them: by their ids; by their names where only gateway.yaml has them, or where they are
 * gone.
 */
export async function nameFilters(
  database: Pick<Database, 'teams'>,
  declaredKeys: Pick<DeclaredKeys, 'find'>,
  organizationId: string,
  { team, key }: NamedThings,
): Promise<Pick<AuditFilters, 'team' | 'credential'>> {
  const known = team === undefined ? undefined : await findTeam(database.teams, organizationId, team);
  const declared = key === undefined ? undefined : await declaredKeys.find(organizationId, key);
  return {
    team: known?.id ?? team ?? declared?.teamId ?? declared?.teamName,
    credential: declared?.name ?? key,
  };
}
