import type { UsageGroup, UsageRequest, UsageRow } from '../../../records/audit.js';
import { putTogether, type Statement } from '../../../statements/statement.js';
import type { Period } from '../usage-periods.js';
import { SUM_TYPES, usageStatement } from '../usage-statement.js';
import { IMPORTED, importedConditions } from './imported-rows.js';

interface GroupColumns {
  /** Expressions over the joined rows that tell groups apart. */
  readonly keys: readonly string[];
  /** Columns of an answer with their types, and their values as SQL over an imported row. */
  readonly shown: readonly (readonly [name: string, type: 'text' | 'text?' | 'uuid?', imported: string])[];
}

const GROUPS: Readonly<Record<UsageGroup, GroupColumns>> = {
  day: { keys: ['"day"'], shown: [['day', 'text', "to_char(rows.day, 'YYYY-MM-DD')"]] },
  key: {
    keys: [`coalesce("credentialId"::text, '=' || "credentialName", '')`],
    shown: [
      ['credentialId', 'uuid?', 'rows.credential_id'],
      ['credentialName', 'text?', 'rows.credential_name'],
    ],
  },
  model: { keys: ['"model"'], shown: [['model', 'text?', 'rows.model']] },
  provider: {
    keys: ['"provider"'],
    shown: [
      ['provider', 'text?', 'rows.provider'],
      ['providerKind', 'text?', 'rows.provider'],
    ],
  },
  workspace: { keys: ['"workspaceId"'], shown: [['workspaceId', 'uuid?', 'rows.workspace_id']] },
  team: {
    keys: [`coalesce("teamId"::text, '=' || "team", '')`],
    shown: [
      ['teamId', 'uuid?', 'rows.team_id'],
      ['team', 'text?', 'rows.team'],
    ],
  },
  user: {
    keys: ['"userId"', '"serviceAccountId"'],
    shown: [
      ['userId', 'uuid?', 'rows.user_id'],
      ['serviceAccountId', 'uuid?', 'NULL::uuid'],
    ],
  },
};

/** Sums that imported rows have, as SQL. Others are 0. */
const IMPORTED_SUMS: Readonly<Partial<Record<keyof typeof SUM_TYPES, string>>> = {
  requests: 'rows.requests',
  failedRequests: 'rows.failed_requests',
  promptTokens: 'rows.prompt_tokens',
  completionTokens: 'rows.completion_tokens',
  totalTokens: 'rows.prompt_tokens + rows.completion_tokens',
  cachedTokens: 'rows.cached_tokens',
  costUsd: 'rows.cost_usd',
};

const SUMS = Object.keys(SUM_TYPES) as (keyof typeof SUM_TYPES)[];
const MARKS = { importedRequests: 'requests', importedCostUsd: 'costUsd' } as const;

/** Groups of recorded usage that are joined with imported ones at most: more keys and days than a report can show. */
const MOST_GROUPS = 200_000;

/**
 * The statement for a page of usage with imported rows. Each recorded group is summed, since an imported one may lift any of them to the
 * page.
 *
 * @param periods those of the recorded usage; none where imported usage is shown alone
 */
export function usageWithImported(
  organizationId: string,
  request: UsageRequest,
  periods: readonly Period[],
): { readonly statement: Statement<UsageRow>; readonly values: unknown[] } {
  const { fromDay, groups, limit, offset, toDay } = request;
  const whole = { ...request, limit: MOST_GROUPS, offset: 0 };
  const recorded = usageStatement(organizationId, whole, periods, { isRanked: false });
  const conditions = importedConditions(organizationId, request, [...recorded.values]);
  conditions.add('rows.day >= ?::date', fromDay).add('rows.day <= ?::date', toDay);
  const shown = groups.flatMap((group) => GROUPS[group].shown);
  const keys = groups.flatMap((group) => GROUPS[group].keys);
  const names = shown.map(([name]) => `"${name}"`);
  const ofRecorded = [...names, ...SUMS.map((name) => `"${name}"::numeric AS "${name}"`), 'false AS is_imported'];
  const ofImported = [
    ...shown.map(([name, , sql]) => `${sql} AS "${name}"`),
    ...SUMS.map((name) => `(${IMPORTED_SUMS[name] ?? '0'})::numeric AS "${name}"`),
    'true AS is_imported',
  ];
  const columns = [
    ...shown.map(([name, type]) => `${latest(name, type)} AS "${name}"`),
    ...SUMS.map((name) => `coalesce(sum("${name}"), 0)::float8 AS "${name}"`),
    ...Object.entries(MARKS).map(
      ([as, name]) => `coalesce(sum("${name}") FILTER (WHERE is_imported), 0)::float8 AS "${as}"`,
    ),
  ];
  const order = [
    ...(groups.includes('day') ? ['"day" DESC'] : []),
    '"costUsd" DESC',
    'requests DESC',
    ...keys.map((_, at) => `key${at}`),
  ];
  const text = `WITH recorded AS (${recorded.statement.text}), joined AS (
      SELECT ${ofRecorded.join(', ')} FROM recorded UNION ALL SELECT ${ofImported.join(', ')} FROM ${IMPORTED} WHERE ${conditions.text}
    ), keyed AS (SELECT *${keys.map((key, at) => `, ${key} AS key${at}`).join('')} FROM joined)
    SELECT ${columns.join(', ')}${keys.map((_, at) => `, key${at}`).join('')} FROM keyed
    ${keys.length === 0 ? '' : `GROUP BY ${keys.map((_, at) => `key${at}`).join(', ')}`}
    ORDER BY ${order.join(', ')} LIMIT ${limit} OFFSET ${offset}`;
  const outer = [...shown.map(([name]) => name), ...SUMS, ...Object.keys(MARKS)].map((name) => `"${name}"`).join(', ');
  const types = Object.fromEntries(shown.map(([name, type]) => [name, type]));
  const marks = { importedRequests: 'float8', importedCostUsd: 'float8' } as const;
  return {
    statement: putTogether({ ...types, ...SUM_TYPES, ...marks }, `SELECT ${outer} FROM (${text}) AS page`),
    values: conditions.values,
  };
}

/** Name or id of a group: of the recorded rows if there is one, since those have the latest name. */
function latest(name: string, type: string): string {
  const text = (filter: string): string => `max("${name}"::text)${filter}`;
  const found = `coalesce(${text(' FILTER (WHERE NOT is_imported)')}, ${text('')})`;
  return type === 'uuid?' ? `(${found})::uuid` : found;
}
