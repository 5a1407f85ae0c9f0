import type { Database, TeamRecord } from '@multilane/persistence';

/** A team of the organization by its id or its name (docs/contract/control-plane.md#keys). */
export async function findTeam(
  teams: Pick<Database['teams'], 'find' | 'findByName'>,
  organizationId: string,
  idOrName: string,
): Promise<TeamRecord | undefined> {
  return (await teams.find(organizationId, idOrName)) ?? teams.findByName(organizationId, idOrName);
}
