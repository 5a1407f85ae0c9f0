import type { GatewayConfig, Steps, TeamEntry } from '@multilane/config';
import type { SnapshotRows, TeamRecord } from '@multilane/persistence';
import { declaredTeamAccount, teamAccount } from '@multilane/policy';
import { readQueue } from './routes/own-slots.js';
import type { Organization, Team } from './snapshot.js';

export interface Teams {
  /** Teams of the organization of gateway.yaml, by name. */
  readonly ownTeams: ReadonlyMap<string, Team>;
  /** Teams of every organization, by id. */
  readonly teams: ReadonlyMap<string, Team>;
}

/** The teams of the file and of the database. A team that both have is one team, with the policy of the file. */
export function* buildTeams(
  config: Pick<GatewayConfig, 'teams'>,
  rows: Pick<SnapshotRows, 'organizations' | 'teams'> | undefined,
  own: Organization,
): Steps<Teams> {
  const ownTeams = new Map<string, Team>();
  const teams = new Map<string, Team>();
  for (const entry of config.teams) {
    const place = { teamId: undefined, teamName: entry.name, organizationId: own.id, organizationName: own.name };
    ownTeams.set(entry.name, { ...place, ...policyOfEntry(entry, own) });
  }
  const organizationNames = new Map(rows?.organizations.map(({ id, name }) => [id, name]));
  for (const row of rows?.teams ?? []) {
    const { id: teamId, organizationId, name: teamName } = row;
    const declared = organizationId === own.id ? ownTeams.get(teamName) : undefined;
    const { allowedModels, tokenBudget, limits } = declared ?? policyOfRow(row);
    const organizationName = organizationNames.get(organizationId);
    const team: Team = { teamId, teamName, organizationId, organizationName, allowedModels, tokenBudget, limits };
    teams.set(teamId, team);
    if (organizationId === own.id) ownTeams.set(teamName, team);
    yield;
  }
  return { ownTeams, teams };
}

type TeamPolicy = Pick<Team, 'allowedModels' | 'tokenBudget' | 'limits'>;

function policyOfEntry(entry: TeamEntry, own: Organization): TeamPolicy {
  const { allowed_models: allowedModels, token_budget_monthly: tokens } = entry;
  return {
    allowedModels: allowedModels && new Set(allowedModels),
    tokenBudget: tokens === 0 ? undefined : { tokens, account: declaredTeamAccount(own.name, entry.name) },
    limits: {
      requestsPerMinute: entry.rpm_limit,
      tokensPerMinute: entry.tpm_limit,
      maxParallel: entry.max_parallel,
      queue: readQueue(entry.queue),
      priority: entry.priority,
      maxPriority: entry.max_priority,
    },
  };
}

function policyOfRow(row: TeamRecord): TeamPolicy {
  const { id, allowedModels, maxParallel, queue, tokenBudgetMonthly: tokens, rpmLimit, tpmLimit } = row;
  return {
    allowedModels: allowedModels ? new Set(allowedModels) : undefined,
    tokenBudget: tokens === 0 ? undefined : { tokens, account: teamAccount(id) },
    limits: {
      requestsPerMinute: rpmLimit,
      tokensPerMinute: tpmLimit,
      maxParallel,
      queue: readQueue(queue ?? undefined),
      priority: row.priority ?? undefined,
      maxPriority: row.maxPriority ?? undefined,
    },
  };
}

/** True if any team of a snapshot has a budget; requests need not look otherwise. */
export function hasTokenBudgets(...teams: readonly ReadonlyMap<string, Team>[]): boolean {
  return teams.some((each) => [...each.values()].some(({ tokenBudget }) => tokenBudget !== undefined));
}
