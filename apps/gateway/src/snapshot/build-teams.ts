import type { GatewayConfig } from '@multilane/config';
import type { SnapshotRows } from '@multilane/persistence';
import type { Steps } from './in-slices.js';
import type { Organization, Team } from './snapshot.js';

interface Teams {
  /** Of the organization of gateway.yaml, by name. */
  readonly ownTeams: Map<string, Team>;
  /** Of every organization, by id. */
  readonly teams: Map<string, Team>;
}

/** The teams of the file and of the database. A team that both have is one team, with the policy of the file. */
export function* buildTeams(
  config: Pick<GatewayConfig, 'teams'>,
  rows: Pick<SnapshotRows, 'organizations' | 'teams'> | undefined,
  own: Organization,
): Steps<Teams> {
  const ownTeams = new Map<string, Team>();
  const teams = new Map<string, Team>();
  for (const { name, allowed_models: allowedModels, rpm_limit: rpm, tpm_limit: tpm } of config.teams) {
    ownTeams.set(name, {
      teamId: undefined,
      teamName: name,
      organizationId: own.id,
      organizationName: own.name,
      allowedModels: allowedModels && new Set(allowedModels),
      limits: { requestsPerMinute: rpm, tokensPerMinute: tpm },
    });
  }
  const organizationNames = new Map(rows?.organizations.map(({ id, name }) => [id, name]));
  for (const { id, organizationId, name, allowedModels, rpmLimit, tpmLimit } of rows?.teams ?? []) {
    const declared = organizationId === own.id ? ownTeams.get(name) : undefined;
    const team: Team = {
      teamId: id,
      teamName: name,
      organizationId,
      organizationName: organizationNames.get(organizationId),
      allowedModels: declared ? declared.allowedModels : allowedModels ? new Set(allowedModels) : undefined,
      limits: declared?.limits ?? { requestsPerMinute: rpmLimit, tokensPerMinute: tpmLimit },
    };
    teams.set(id, team);
    if (organizationId === own.id) ownTeams.set(name, team);
    yield;
  }
  return { ownTeams, teams };
}
