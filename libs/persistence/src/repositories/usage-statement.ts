import type { UsageGroup, UsageRequest } from '../records/audit.js';
import { Conditions } from './conditions.js';
import type { Period } from './usage-periods.js';

/** What `usage_subjects` numbers; `usage_facts` and `usage_totals` have a column for each. */
type Dimension = 'key' | 'model' | 'provider' | 'workspace' | 'team' | 'person';

const DIMENSION_OF: Readonly<Record<Exclude<UsageGroup, 'day'>, Dimension>> = {
  key: 'key',
  model: 'model',
  provider: 'provider',
  workspace: 'workspace',
  team: 'team',
  user: 'person',
};

/** In the order of the index of `usage_facts`. */
const DIMENSIONS = Object.values(DIMENSION_OF);

/** What is shown of each subject: SQL over its row of `usage_subjects`, and the name in the answer. */
const SHOWN: Readonly<Record<Dimension, readonly (readonly [sql: (row: string) => string, name: string])[]>> = {
  key: [
    [(row) => `${row}.first_id`, 'credentialId'],
    [(row) => `${row}.name`, 'credentialName'],
  ],
  model: [[(row) => `${row}.name`, 'model']],
  provider: [
    [(row) => `${row}.name`, 'provider'],
    [(row) => `coalesce(${row}.provider_kind, ${row}.name)`, 'providerKind'],
  ],
  workspace: [[(row) => `${row}.first_id`, 'workspaceId']],
  team: [
    [(row) => `${row}.first_id`, 'teamId'],
    [(row) => `${row}.name`, 'team'],
  ],
  person: [
    [(row) => `${row}.first_id`, 'userId'],
    [(row) => `${row}.second_id`, 'serviceAccountId'],
  ],
};

/** The parts of `usage_totals` by the dimensions that they distinguish, the smallest first. Of people there may be many. */
const PARTS: readonly { readonly part: number; readonly has: readonly Dimension[]; readonly isSmall: boolean }[] = [
  { part: 0, has: [], isSmall: true },
  { part: 1, has: ['workspace'], isSmall: true },
  { part: 2, has: ['team', 'workspace'], isSmall: true },
  { part: 4, has: ['model', 'provider'], isSmall: true },
  { part: 3, has: ['person', 'workspace'], isSmall: false },
];

/** What `usage_daily` sums up, and the tables that are made from it. */
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

/** What a page is ordered by, which the index of `usage_facts` has. */
const RANKING_SUMS = ['cost_usd', 'requests'];

const SHOWN_SUMS = USAGE_SUMS.map((name) => {
  const shown = name.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase());
  return `coalesce(sums.${name}, 0)::float8 AS "${shown}"`;
});

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Whether a request's groups come in the order of the index of `usage_facts`, and are found by it. */
export const isInKeyOrder = ({ groups }: Pick<UsageRequest, 'groups'>): boolean => groups.includes('key');

/**
 * The statement for a page of usage. Of groupings with many rows, the groups of the page are found by what orders them alone, and
 * then summed: thirteen sums of a hundred thousand groups take many times as long.
 *
 * @param isRanked False sums every group, for comparison. Default: as the grouping needs it
 */
export function usageStatement(
  organizationId: string,
  request: UsageRequest,
  periods: readonly Period[],
  isRanked?: boolean,
): Statement {
  const { groups, limit, offset } = request;
  const dimensions = DIMENSIONS.filter((dimension) =>
    groups.some((name) => name !== 'day' && DIMENSION_OF[name] === dimension),
  );
  const keys = groups.includes('day') ? ['at', ...dimensions] : dimensions;
  const conditions = new Conditions();
  const needed = [...dimensions, ...addFilters(conditions, organizationId, request)];
  const part = PARTS.find(({ has }) => needed.every((dimension) => has.includes(dimension)));
  const isByRank = keys.length > 0 && (isRanked ?? part?.isSmall !== true);
  const places = placesOf(conditions, periods, isByRank || part === undefined);
  const facts = places.map(({ days, span }) => `usage_facts WHERE ${conditions.text} AND ${days} AND ${span}`);
  const totals = places.map(
    ({ days }) => `usage_totals WHERE ${conditions.text} AND ${days} AND part = ${part?.part ?? 0}`,
  );
  const isThere = keys.length === 0 ? '' : 'HAVING sum(requests) > 0';
  const sources = part ? totals : facts;
  const page = `LIMIT ${limit} OFFSET ${offset}`;
  const order = `ORDER BY ${[...orderOf(keys), ...tiesOf(groups)].join(', ')}`;
  const subjects = (of: string): string =>
    dimensions.map((name) => `JOIN usage_subjects AS ${name}_row ON ${name}_row.id = ${of}.${name}`).join(' ');
  // Of equals at the end of a page all are found, since names order them.
  const isOneByOne = isInKeyOrder(request);
  const ranked = `SELECT * FROM (${rank(keys, facts, isOneByOne)}) AS facts WHERE requests > 0
    ORDER BY ${orderOf(keys).join(', ')} FETCH FIRST ${offset + limit} ROWS WITH TIES`;
  const sums = isByRank
    ? `WITH ranked AS MATERIALIZED (${ranked}),
      shown AS MATERIALIZED (SELECT ranked.* FROM ranked ${subjects('ranked')} ${order} ${page})
      ${sumShown(keys, sources, isOneByOne)}`
    : `${select(keys, USAGE_SUMS, `(${unite(sources, [...keys, ...USAGE_SUMS])}) AS sources`)} ${isThere}`;
  const shown = [
    ...(groups.includes('day') ? [`to_char(sums.at, 'YYYY-MM-DD') AS "day"`] : []),
    ...dimensions.flatMap((name) => SHOWN[name].map(([sql, as]) => `${sql(`${name}_row`)} AS "${as}"`)),
    ...SHOWN_SUMS,
  ];
  return {
    text: `SELECT ${shown.join(', ')} FROM (${sums}) AS sums ${subjects('sums')} ${order} ${isByRank ? '' : page}`,
    values: conditions.values,
  };
}

/** Adds the conditions of a request, and returns the dimensions that they are on. */
function addFilters(conditions: Conditions, organizationId: string, request: UsageRequest): Dimension[] {
  conditions.add('organization_id = ?', organizationId);
  const filtered: Dimension[] = [];
  const add = (dimension: Dimension, found: string, value: unknown): void => {
    if (value === undefined) return;
    filtered.push(dimension);
    const subjects = `SELECT id FROM usage_subjects WHERE organization_id = $1 AND dimension = '${dimension}' AND ${found}`;
    conditions.add(`${dimension} = ANY(ARRAY(${subjects}))`, value);
  };
  // A name may begin as what stands for one.
  const byIdOrName = "(subject = ? AND first_id IS NOT NULL OR subject = '=' || ?)";
  add(
    'workspace',
    'subject = ANY(?)',
    request.workspaceIds?.map((id) => id.toLowerCase()),
  );
  add('team', byIdOrName, request.teamId);
  add('team', byIdOrName, request.team);
  add('key', byIdOrName, request.credential);
  add('person', 'first_id = ?', request.userId);
  add('model', "subject = '=' || ?", request.model);
  add('provider', "subject = '=' || ?", request.provider);
  return filtered;
}

interface Place {
  readonly days: string;
  readonly span: string;
}

/** The rows of each period, as conditions. */
function placesOf(conditions: Conditions, periods: readonly Period[], isOfFacts: boolean): readonly Place[] {
  const places = periods.map(({ isMonth, spans, from, to }) => ({
    days: `is_month = ${isMonth} AND at BETWEEN ${conditions.parameter(from)} AND ${conditions.parameter(to)}`,
    // With one span, the index has its rows in the order of their keys.
    span: isOfFacts ? spanOf(conditions, spans) : '',
  }));
  return places.length > 0 ? places : [{ days: 'false', span: 'false' }];
}

function spanOf(conditions: Conditions, spans: readonly string[]): string {
  return spans.length === 1 ? `span = ${conditions.parameter(spans[0])}` : `span = ANY(${conditions.parameter(spans)})`;
}

const sum = (names: readonly string[], from = ''): string[] => names.map((name) => `sum(${from}${name}) AS ${name}`);

const select = (keys: readonly string[], sums: readonly string[], from: string): string =>
  `SELECT ${[...keys, ...sum(sums)].join(', ')} FROM ${from} ${keys.length === 0 ? '' : `GROUP BY ${keys.join(', ')}`}`;

const unite = (sources: readonly string[], columns: readonly string[]): string =>
  sources.map((source) => `SELECT ${columns.join(', ')} FROM ${source}`).join(' UNION ALL ');

/** Every group by what orders it. */
function rank(keys: readonly string[], facts: readonly string[], isInOrder: boolean): string {
  const ofAll = `(${unite(facts, [...keys, ...RANKING_SUMS])}) AS parts`;
  if (!isInOrder) return select(keys, RANKING_SUMS, ofAll);
  // Each period in the order of the index, and then together: two lists in one order are joined by reading them side by side.
  const ranked = facts.map((source) => select(keys, RANKING_SUMS, source));
  const [one = '', other = ''] = ranked;
  if (ranked.length === 1) return one;
  if (ranked.length > 2) return select(keys, RANKING_SUMS, `(${ranked.join(' UNION ALL ')}) AS parts`);
  const sums = RANKING_SUMS.map((name) => `coalesce(one.${name}, 0) + coalesce(other.${name}, 0) AS ${name}`);
  const both = `(${one}) AS one FULL JOIN (${other}) AS other USING (${keys.join(', ')})`;
  return `SELECT ${[...keys, ...sums].join(', ')} FROM ${both}`;
}

/** The sums of the groups of `shown`, found one by one or in one pass. */
function sumShown(keys: readonly string[], sources: readonly string[], isOneByOne: boolean): string {
  const groups = keys.map((key) => `shown.${key}`).join(', ');
  const matched = sources.map(
    (source) => `${source} ${keys.map((key) => `AND ${tableOf(source)}.${key} = shown.${key}`).join(' ')}`,
  );
  const from = isOneByOne
    ? `CROSS JOIN LATERAL (${unite(matched, USAGE_SUMS)}) AS facts`
    : `JOIN (${unite(sources, [...keys, ...USAGE_SUMS])}) AS facts USING (${keys.join(', ')})`;
  return `SELECT ${[groups, ...sum(USAGE_SUMS, 'facts.')].join(', ')} FROM shown ${from} GROUP BY ${groups}`;
}

function tableOf(source: string): string {
  return source.startsWith('usage_totals') ? 'usage_totals' : 'usage_facts';
}

/** The latest day first, then whoever spent most. */
function orderOf(keys: readonly string[]): string[] {
  return [...(keys.includes('at') ? ['at DESC'] : []), 'cost_usd DESC', 'requests DESC'];
}

/** Equals by their ids, and those without an id by their names. */
function tiesOf(groups: readonly UsageGroup[]): string[] {
  return groups.flatMap((group) => {
    if (group === 'day') return [];
    const row = `${DIMENSION_OF[group]}_row`;
    if (group === 'user') return [`${row}.first_id`, `${row}.second_id`];
    return group === 'workspace'
      ? [`${row}.first_id`]
      : [`${row}.first_id`, `CASE WHEN ${row}.first_id IS NULL THEN ${row}.name END`];
  });
}
