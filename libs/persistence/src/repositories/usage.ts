import type { Access } from '../connection/connection.js';
import { isId } from '../ids/new-id.js';
import type { UsageGroup, UsageRequest, UsageRow } from '../records/audit.js';
import { Conditions } from './conditions.js';

/** What a group is told apart by, and how it is shown: by its latest name where it has an id. */
const GROUPS: Readonly<Record<UsageGroup, { readonly keys: readonly string[]; readonly shown: readonly string[] }>> = {
  day: { keys: ['day'], shown: [`to_char(day, 'YYYY-MM-DD') AS "day"`] },
  workspace: { keys: ['workspace_id'], shown: ['workspace_id AS "workspaceId"'] },
  team: {
    keys: ['team_id', 'CASE WHEN team_id IS NULL THEN team END'],
    shown: ['team_id AS "teamId"', '(array_agg(team ORDER BY day DESC))[1] AS "team"'],
  },
  key: {
    keys: ['credential_id', 'CASE WHEN credential_id IS NULL THEN credential_name END'],
    shown: ['credential_id AS "credentialId"', '(array_agg(credential_name ORDER BY day DESC))[1] AS "credentialName"'],
  },
  user: {
    keys: ['user_id', 'service_account_id'],
    shown: ['user_id AS "userId"', 'service_account_id AS "serviceAccountId"'],
  },
  model: { keys: ['model'], shown: ['model'] },
  provider: { keys: ['provider'], shown: ['provider'] },
};

const SUMS = [
  'requests',
  'refused_requests',
  'failed_requests',
  'cancelled_requests',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cached_tokens',
  'reasoning_tokens',
  'cost_usd',
].map((name) => {
  const shown = name.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase());
  return `coalesce(sum(${name}), 0)::float8 AS "${shown}"`;
});

const NOTHING = {
  day: null,
  workspaceId: null,
  teamId: null,
  team: null,
  credentialId: null,
  credentialName: null,
  userId: null,
  serviceAccountId: null,
  model: null,
  provider: null,
} as const;

/** What requests used, from the sums of each day: the records themselves are not read. */
export class UsageQueries {
  constructor(private readonly access: Access) {}

  /** One row a group, the latest day first, then by what was spent; without groups one row with everything. */
  async list(organizationId: string, request: UsageRequest): Promise<readonly UsageRow[]> {
    const { groups, limit, offset, workspaceIds, userId } = request;
    if (workspaceIds?.length === 0 || (userId !== undefined && !isId(userId))) return [];
    const conditions = new Conditions()
      .add('organization_id = ?', organizationId)
      .add('day >= ?::date', request.fromDay)
      .add('day <= ?::date', request.toDay)
      .add('workspace_id = ANY(?)', workspaceIds)
      .add('coalesce(team_id::text, team) = ?', request.teamId)
      .add('coalesce(team_id::text, team) = ?', request.team)
      .add('coalesce(credential_id::text, credential_name) = ?', request.credential)
      .add('user_id = ?', userId)
      .add('model = ?', request.model)
      .add('provider = ?', request.provider);
    const keys = groups.flatMap((group) => GROUPS[group].keys);
    const shown = [...groups.flatMap((group) => GROUPS[group].shown), ...SUMS];
    const order = [
      ...(groups.includes('day') ? ['day DESC'] : []),
      'sum(cost_usd) DESC',
      'sum(requests) DESC',
      ...keys,
    ];
    const grouped = keys.length === 0 ? '' : `GROUP BY ${keys.join(', ')} ORDER BY ${order.join(', ')}`;
    const sql = `SELECT ${shown.join(', ')} FROM usage_daily WHERE ${conditions.text} ${grouped} LIMIT ${limit} OFFSET ${offset}`;
    const rows = await this.access.run((manager) => manager.query<UsageRow[]>(sql, conditions.values));
    return rows.map((row) => ({ ...NOTHING, ...row }));
  }
}
