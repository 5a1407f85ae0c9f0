import type { OpenAccess } from '../connection/connection.js';
import { codeOfFailure } from '../connection/translate-error.js';
import { ReadTooLargeError } from '../database-error.js';
import { isId } from '../ids/new-id.js';
import type { UsageGroup, UsageRequest, UsageRow } from '../records/audit.js';
import { Conditions } from './conditions.js';

interface Group {
  /** The columns that its rows differ in. */
  readonly columns: readonly string[];
  /** What they are put together by, where that is not the columns: things are renamed. */
  readonly keys?: readonly string[];
  /** How it is shown: by its latest name where it has an id. */
  readonly shown: readonly string[];
}

const GROUPS: Readonly<Record<UsageGroup, Group>> = {
  day: { columns: ['day'], shown: [`to_char(day, 'YYYY-MM-DD') AS "day"`] },
  workspace: { columns: ['workspace_id'], shown: ['workspace_id AS "workspaceId"'] },
  team: {
    columns: ['team_id', 'team'],
    keys: ['team_id', 'CASE WHEN team_id IS NULL THEN team END'],
    shown: ['team_id AS "teamId"', '(array_agg(team ORDER BY last DESC))[1] AS "team"'],
  },
  key: {
    columns: ['credential_id', 'credential_name'],
    keys: ['credential_id', 'CASE WHEN credential_id IS NULL THEN credential_name END'],
    shown: [
      'credential_id AS "credentialId"',
      '(array_agg(credential_name ORDER BY last DESC))[1] AS "credentialName"',
    ],
  },
  user: {
    columns: ['user_id', 'service_account_id'],
    shown: ['user_id AS "userId"', 'service_account_id AS "serviceAccountId"'],
  },
  model: { columns: ['model'], shown: ['model'] },
  provider: {
    columns: ['provider', 'provider_kind'],
    keys: ['provider'],
    shown: [
      'provider',
      'coalesce((array_agg(provider_kind ORDER BY last DESC) FILTER (WHERE provider_kind IS NOT NULL))[1], provider) AS "providerKind"',
    ],
  },
};

/** Groups of which an organization may have a hundred thousand, and a page shows a hundred. */
const MANY: ReadonlySet<UsageGroup> = new Set(['key', 'user']);

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The types of the columns that are not text. */
const TYPES: Readonly<Record<string, 'uuid' | 'date'>> = {
  day: 'date',
  workspace_id: 'uuid',
  team_id: 'uuid',
  credential_id: 'uuid',
  user_id: 'uuid',
  service_account_id: 'uuid',
};

/** Compiling a query takes longer than it saves. */
const SETTINGS_OF_A_READ = "SET LOCAL work_mem = '32MB'; SET LOCAL jit = off";

/** `query_canceled`: the server ended a statement at its time limit, or was asked to. */
const GIVEN_UP = '57014';

/** What `usage_daily` sums up. */
export const USAGE_SUMS = [
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
  'images',
  'characters',
  'audio_seconds',
];

const INNER_SUMS = USAGE_SUMS.map((name) => `sum(${name}) AS ${name}`);

const SHOWN_SUMS = USAGE_SUMS.map((name) => {
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
  providerKind: null,
} as const;

/** What requests used, from the sums of each day: the records themselves are not read. */
export class UsageQueries {
  constructor(private readonly access: OpenAccess) {}

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
    const columns = groups.flatMap((group) => GROUPS[group].columns);
    const keys = groups.flatMap((group) => GROUPS[group].keys ?? GROUPS[group].columns);
    const shown = [...groups.flatMap((group) => GROUPS[group].shown), ...SHOWN_SUMS];
    const order = [
      ...(groups.includes('day') ? ['day DESC'] : []),
      'sum(cost_usd) DESC',
      'sum(requests) DESC',
      ...keys,
    ];
    const grouped = keys.length === 0 ? '' : `GROUP BY ${keys.join(', ')} ORDER BY ${order.join(', ')}`;
    // Which groups are shown is found by what orders them alone: thirteen sums of each of many groups do not fit in memory.
    const isRanked = groups.some((group) => MANY.has(group));
    const ranked = `WITH shown AS MATERIALIZED (SELECT ${keys.map((key, index) => `${key} AS k${index}`).join(', ')}
      FROM usage_daily WHERE ${conditions.text} ${grouped} LIMIT ${limit} OFFSET ${offset})`;
    const joined = isRanked ? `JOIN shown ON ${keys.map(matches).join(' AND ')}` : '';
    // Twice: the many rows by their columns, which needs no order, and the few that are left by their latest names.
    const inner = `SELECT ${[...columns, 'max(day) AS last', ...INNER_SUMS].join(', ')} FROM usage_daily ${joined}
      WHERE ${conditions.text} ${keys.length === 0 ? '' : `GROUP BY ${columns.join(', ')}`}`;
    const page = isRanked ? '' : `LIMIT ${limit} OFFSET ${offset}`;
    const sql = `${isRanked ? ranked : ''} SELECT ${shown.join(', ')} FROM (${inner}) AS sums ${grouped} ${page}`;
    const rows = await this.read(sql, conditions.values);
    return rows.map((row) => ({ ...NOTHING, ...row }));
  }

  /** In a transaction, whose time limit the server keeps, with memory for the sums of some hundred thousand groups. */
  private read(sql: string, values: unknown[]): Promise<UsageRow[]> {
    return this.access.transaction(async (manager) => {
      await manager.query(SETTINGS_OF_A_READ);
      return manager.query<UsageRow[]>(sql, values).catch((error: unknown) => {
        throw codeOfFailure(error) === GIVEN_UP ? new ReadTooLargeError(error) : error;
      });
    });
  }
}

/**
 * A row's group is that of `shown`. Nothing equals nothing here, which no hash join can find: it compares by a value in its
 * place, and the second condition tells the two apart.
 */
function matches(key: string, index: number): string {
  const type = TYPES[key] ?? 'text';
  const none = `'${type === 'uuid' ? NO_ID : ''}'::${type}`;
  if (type === 'date') return `${key} = k${index}`;
  return `coalesce(${key}, ${none}) = coalesce(k${index}, ${none}) AND ${key} IS NOT DISTINCT FROM k${index}`;
}
