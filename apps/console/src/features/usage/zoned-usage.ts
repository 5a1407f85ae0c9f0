import { api } from '../../api/client.js';
import type { Period } from './periods.js';
import type { UsageRow } from './usage-rows.js';
import type { Asked, UsageFilters } from './usage-search.js';

/** Groups whose sums are kept by quarters of an hour, which the days of every zone consist of. */
const ZONED = ['model', 'provider', 'team', 'key'] as const;

type Zoned = (typeof ZONED)[number];

/** Groups that are read at most: the API has as many series. */
const MOST_GROUPS = 50;

const isZoned = (name: string): name is Zoned => (ZONED as readonly string[]).includes(name);

/** True if usage has days of other zones than UTC: by one group of models or callers, and with a filter by that group alone. */
export function canBeZoned({ filters, groups }: Pick<Asked, 'filters' | 'groups'>): boolean {
  const [group] = groups;
  return groups.length === 1 && isZoned(group) && Object.keys(filters).every((name) => name === group);
}

interface ZonedRequest {
  readonly filters: UsageFilters;
  readonly period: Period & { readonly zone: string };
  readonly workspaceId: string | undefined;
}

/** Rows of a grouping by days of a zone: `day`, a group, or both. */
export async function readZonedUsage(
  groupBy: string,
  { filters, period, workspaceId }: ZonedRequest,
): Promise<{ readonly rows: readonly UsageRow[]; readonly isCut: boolean }> {
  const named = groupBy.split(',').find(isZoned);
  const [filtered] = Object.entries(filters).filter((entry): entry is [Zoned, string] => isZoned(entry[0]));
  const group = named ?? filtered?.[0];
  const query = {
    ...{ from: period.from, to: period.to, zone: period.zone, step: '1d' as const, top: MOST_GROUPS },
    ...{ workspace_id: workspaceId, group_by: group, value: filtered?.[1] },
  };
  const { series } = await api.get('/admin/usage/series', { query });
  const hasDays = groupBy.split(',').includes('day');
  // One series has everything that is beyond the largest.
  const isCut = group !== undefined && series.some(({ value }) => value === null);
  const rows = series
    .filter(({ value }) => group === undefined || value !== null)
    .flatMap(({ name, points, total, value }) => {
      const own = named === undefined ? {} : nameGroup(named, value, name);
      const sums = hasDays ? points.map(({ at: _at, ...point }) => point) : [{ ...total, day: null }];
      return (
        sums
          // Imported usage may have tokens or money and no count of requests.
          .filter(({ cost_usd: usd, requests, total_tokens: tokens }) => requests > 0 || tokens > 0 || usd !== 0)
          .map((each): UsageRow => ({ ...NOTHING, ...pick(each), ...own }))
      );
    });
  return { rows, isCut };
}

type Sums = Pick<
  UsageRow,
  | 'day'
  | 'requests'
  | 'refused_requests'
  | 'failed_requests'
  | 'cancelled_requests'
  | 'prompt_tokens'
  | 'completion_tokens'
  | 'total_tokens'
  | 'cost_usd'
>;

const pick = (sums: Sums): Sums => ({
  day: sums.day,
  requests: sums.requests,
  refused_requests: sums.refused_requests,
  failed_requests: sums.failed_requests,
  cancelled_requests: sums.cancelled_requests,
  prompt_tokens: sums.prompt_tokens,
  completion_tokens: sums.completion_tokens,
  total_tokens: sums.total_tokens,
  cost_usd: sums.cost_usd,
});

function nameGroup(group: Zoned, value: string | null, name: string | null): Partial<UsageRow> {
  // Requests without the group have an empty value.
  const id = value || null;
  if (group === 'team') return { team_id: id, team: name };
  if (group === 'key') return { key_id: id, key: name };
  return { [group]: id };
}

/** A row without groups and sums. Series do not have the tokens that a provider had in its cache. */
const NOTHING = {
  ...{
    workspace_id: null,
    team_id: null,
    team: null,
    key_id: null,
    key: null,
    user_id: null,
    service_account_id: null,
  },
  ...{ model: null, provider: null, tag_value: null, customer: null, client: null, session: null, cached_tokens: null },
} as const;
