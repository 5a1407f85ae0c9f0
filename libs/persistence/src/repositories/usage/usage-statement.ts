import type { UsageGroup, UsageRequest, UsageRow } from '../../records/audit.js';
import { putTogether, type Statement } from '../../statements/statement.js';
import { columnName } from '../../tables/table.js';
import { Conditions } from '../rows/conditions.js';
import type { Period } from './usage-periods.js';

/** Dimensions that `usage_subjects` numbers; `usage_facts` and `usage_totals` have a column for each. */
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

/** Fields shown of each subject: SQL over its row of `usage_subjects`, and the name in the answer. */
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

/**
 * The parts of `usage_totals` by the dimensions that they distinguish, the smallest first. There may be many people.
 */
const PARTS: readonly { readonly part: number; readonly has: readonly Dimension[]; readonly isSmall: boolean }[] = [
  { part: 0, has: [], isSmall: true },
  { part: 1, has: ['workspace'], isSmall: true },
  { part: 2, has: ['team', 'workspace'], isSmall: true },
  { part: 4, has: ['model', 'provider'], isSmall: true },
  { part: 5, has: ['team', 'workspace', 'model', 'provider'], isSmall: true },
  { part: 3, has: ['person', 'workspace'], isSmall: false },
  { part: 6, has: ['key', 'team', 'person', 'workspace'], isSmall: false },
];

/** Types of sums in answers, by their names there. */
export const SUM_TYPES = {
  requests: 'float8',
  refusedRequests: 'float8',
  failedRequests: 'float8',
  cancelledRequests: 'float8',
  promptTokens: 'float8',
  completionTokens: 'float8',
  totalTokens: 'float8',
  cachedTokens: 'float8',
  reasoningTokens: 'float8',
  costUsd: 'float8',
  images: 'float8',
  characters: 'float8',
  audioSeconds: 'float8',
} as const;

/** Sums of `usage_daily`, and of the tables that are made from it. */
export const USAGE_SUMS = Object.keys(SUM_TYPES).map(columnName);

/** Types of the columns that say whose a row is. */
const GROUP_TYPES: Readonly<Record<string, 'text' | 'text?' | 'uuid?'>> = {
  day: 'text',
  credentialId: 'uuid?',
  credentialName: 'text?',
  model: 'text?',
  provider: 'text?',
  providerKind: 'text?',
  workspaceId: 'uuid?',
  teamId: 'uuid?',
  team: 'text?',
  userId: 'uuid?',
  serviceAccountId: 'uuid?',
};

/** Sums that a page can be ordered by, which the index of `usage_facts` has. */
const RANKING_SUMS = ['cost_usd', 'requests'];

/** Name in answers of a sum. */
export function shownName(column: string): string {
  return column.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase());
}

/** Sums of seconds are not exact where days are subtracted from months: what is shown has microseconds. */
const SHOWN_SUMS = USAGE_SUMS.map((name) => {
  const sum = `coalesce(sums.${name}, 0)`;
  return `${name === 'audio_seconds' ? `round(${sum}::numeric, 6)` : sum}::float8 AS "${shownName(name)}"`;
});

/** A statement that is put together for a request, with its values. */
export interface UsageStatement {
  readonly statement: Statement<UsageRow>;
  readonly values: unknown[];
}

/** True if a request's groups come in the order of the index of `usage_facts`, and are found by it. */
export const isInKeyOrder = (request: UsageRequest): boolean =>
  request.groups.includes('key') && findPart(request) === undefined;

/**
 * Finds the part of `usage_totals` that answers a request with the fewest rows; undefined if `usage_facts` does. All keys are ranked faster
 * in the order of its index, which also finds the few rows of one key.
 */
function findPart(request: UsageRequest): (typeof PARTS)[number] | undefined {
  const filtered = FILTERS.filter(({ read }) => read(request) !== undefined).map(({ dimension }) => dimension);
  const needed = [...dimensionsOf(request), ...filtered];
  const part = PARTS.find(({ has }) => needed.every((dimension) => has.includes(dimension)));
  const isOfAllOrOne = filtered.length === 0 || filtered.includes('key');
  return part?.has.includes('key') && isOfAllOrOne ? undefined : part;
}

/** Dimensions that a request groups by, without days. */
const dimensionsOf = ({ groups }: UsageRequest): Dimension[] =>
  DIMENSIONS.filter((dimension) => groups.some((name) => name !== 'day' && DIMENSION_OF[name] === dimension));

/** A few keys or people, by their numbers, that a page's groups are among. */
export interface Leaders {
  readonly dimension: RankedDimension;
  readonly subjects: readonly number[];
}

/** Dimensions of which there may be a hundred thousand: `usage_ranks` has lists of them. */
export type RankedDimension = 'key' | 'person';

/**
 * Finds the dimension whose few largest may have all groups of a page; undefined if the request is for few rows anyhow. Those of one team
 * are seldom among the largest of all.
 */
export function rankedDimension(request: UsageRequest): RankedDimension | undefined {
  if (request.groups.includes('day') || FILTERS.some(({ read }) => read(request) !== undefined)) return undefined;
  const dimensions = dimensionsOf(request);
  return (['key', 'person'] as const).find((dimension) => dimensions.includes(dimension));
}

/**
 * The statement for a page of usage. Of groupings with many rows, the groups of the page are found by what orders them alone, and
 * then summed: thirteen sums of a hundred thousand groups take many times as long.
 *
 * @param leaders Only their groups; default: all
 * @param isRanked False sums every group, for comparison. Default: as the grouping needs it
 */
export function usageStatement(
  organizationId: string,
  request: UsageRequest,
  periods: readonly Period[],
  { leaders, isRanked }: { readonly leaders?: Leaders | undefined; readonly isRanked?: boolean } = {},
): UsageStatement {
  const { groups, limit, offset } = request;
  const dimensions = dimensionsOf(request);
  const keys = groups.includes('day') ? ['at', ...dimensions] : dimensions;
  const conditions = new Conditions();
  addFilters(conditions, organizationId, request);
  if (leaders !== undefined) conditions.add(`${leaders.dimension} = ANY(?::int[])`, leaders.subjects);
  const part = findPart(request);
  const isByRank = keys.length > 0 && (isRanked ?? (part?.isSmall !== true && leaders === undefined));
  const sources = placesOf(conditions, periods, part === undefined).map(
    ({ days, rows, sign }): Source =>
      part === undefined
        ? { table: 'usage_facts', found: `${conditions.text} AND ${days} AND ${rows}`, sign }
        : { table: 'usage_totals', found: `${conditions.text} AND ${days} AND part = ${part.part}`, sign },
  );
  const isThere = keys.length === 0 ? '' : 'HAVING sum(requests) > 0';
  const page = `LIMIT ${limit} OFFSET ${offset}`;
  const order = `ORDER BY ${[...orderOf(keys), ...tiesOf(groups)].join(', ')}`;
  const subjects = (of: string): string =>
    dimensions.map((name) => `JOIN usage_subjects AS ${name}_row ON ${name}_row.id = ${of}.${name}`).join(' ');
  // All equals at the end of a page are found, since names order them.
  const isOneByOne = isInKeyOrder(request);
  const ranked = `SELECT * FROM (${rank(keys, sources, isOneByOne)}) AS facts WHERE requests > 0
    ORDER BY ${orderOf(keys).join(', ')} FETCH FIRST ${offset + limit} ROWS WITH TIES`;
  const sums = isByRank
    ? `WITH ranked AS MATERIALIZED (${ranked}),
      shown AS MATERIALIZED (SELECT ranked.* FROM ranked ${subjects('ranked')} ${order} ${page})
      ${sumShown(keys, sources, isOneByOne)}`
    : `${select(keys, USAGE_SUMS, `(${unite(sources, keys, USAGE_SUMS)}) AS sources`)} ${isThere}`;
  const days = groups.includes('day') ? [["to_char(sums.at, 'YYYY-MM-DD')", 'day'] as const] : [];
  const named = dimensions.flatMap((name) => SHOWN[name].map(([sql, as]) => [sql(`${name}_row`), as] as const));
  const shown = [...days, ...named];
  const columns = [...shown.map(([sql, as]) => `${sql} AS "${as}"`), ...SHOWN_SUMS].join(', ');
  const text = `SELECT ${columns} FROM (${sums}) AS sums ${subjects('sums')} ${order} ${isByRank ? '' : page}`;
  const types = Object.fromEntries(shown.map(([, as]) => [as, GROUP_TYPES[as] ?? 'text?']));
  return { statement: putTogether({ ...types, ...SUM_TYPES }, text), values: conditions.values };
}

interface Filter {
  readonly dimension: Dimension;
  /** Condition on the subjects that are found, as SQL. */
  readonly found: string;
  readonly read: (request: UsageRequest) => unknown;
}

/** A name may begin as the text of one without an id does. */
const BY_ID_OR_NAME = "(subject = ? AND first_id IS NOT NULL OR subject = '=' || ?)";
const BY_NAME = "subject = '=' || ?";

const FILTERS: readonly Filter[] = [
  {
    dimension: 'workspace',
    found: 'subject = ANY(?)',
    read: ({ workspaceIds }) => workspaceIds?.map((id) => id.toLowerCase()),
  },
  { dimension: 'team', found: BY_ID_OR_NAME, read: ({ teamId }) => teamId },
  { dimension: 'team', found: BY_ID_OR_NAME, read: ({ team }) => team },
  { dimension: 'key', found: BY_ID_OR_NAME, read: ({ credential }) => credential },
  { dimension: 'person', found: 'first_id = ?', read: ({ userId }) => userId },
  { dimension: 'model', found: BY_NAME, read: ({ model }) => model },
  { dimension: 'provider', found: BY_NAME, read: ({ provider }) => provider },
];

function addFilters(conditions: Conditions, organizationId: string, request: UsageRequest): void {
  conditions.add('organization_id = ?', organizationId);
  for (const { dimension, found, read } of FILTERS) {
    const subjects = `SELECT id FROM usage_subjects WHERE organization_id = $1 AND dimension = '${dimension}' AND ${found}`;
    conditions.add(`${dimension} = ANY(ARRAY(${subjects}))`, read(request));
  }
}

/** Rows that are added, or subtracted. */
interface Source {
  readonly table: 'usage_facts' | 'usage_totals';
  readonly found: string;
  readonly sign: '' | '-';
}

interface Place {
  readonly days: string;
  /** Rows of some spans of `usage_facts`. */
  readonly rows: string;
  readonly sign: '' | '-';
}

/** The rows of each period, as conditions. */
function placesOf(conditions: Conditions, periods: readonly Period[], isOfFacts: boolean): readonly Place[] {
  const places = periods.map(
    ({ isMonth, spans, from, to, isSubtracted }): Place => ({
      days: `is_month = ${isMonth} AND at BETWEEN ${conditions.parameter(from)} AND ${conditions.parameter(to)}`,
      // With one span, the index has its rows in the order of their keys.
      rows: isOfFacts ? spanOf(conditions, spans) : '',
      sign: isSubtracted ? '-' : '',
    }),
  );
  return places.length > 0 ? places : [{ days: 'false', rows: 'false', sign: '' }];
}

function spanOf(conditions: Conditions, spans: readonly string[]): string {
  return spans.length === 1 ? `span = ${conditions.parameter(spans[0])}` : `span = ANY(${conditions.parameter(spans)})`;
}

const sum = (names: readonly string[], from = ''): string[] => names.map((name) => `sum(${from}${name}) AS ${name}`);

const select = (keys: readonly string[], sums: readonly string[], from: string): string =>
  `SELECT ${[...keys, ...sum(sums)].join(', ')} FROM ${from} ${keys.length === 0 ? '' : `GROUP BY ${keys.join(', ')}`}`;

const signed = (sums: readonly string[], { sign }: Source): string[] =>
  sums.map((name) => (sign === '' ? name : `-${name} AS ${name}`));

/** @param joined Further conditions on the rows of a table */
function unite(
  sources: readonly Source[],
  keys: readonly string[],
  sums: readonly string[],
  joined: (table: string) => string = () => '',
): string {
  return sources
    .map((source) => {
      const columns = [...keys, ...signed(sums, source)].join(', ');
      return `SELECT ${columns} FROM ${source.table} WHERE ${source.found} ${joined(source.table)}`;
    })
    .join(' UNION ALL ');
}

/** Every group by what orders it. */
function rank(keys: readonly string[], sources: readonly Source[], isInOrder: boolean): string {
  const ofAll = `(${unite(sources, keys, RANKING_SUMS)}) AS parts`;
  if (!isInOrder) return select(keys, RANKING_SUMS, ofAll);
  // Each period in the order of the index, and then together: two lists in one order are joined by reading them side by side.
  const ranked = sources.map((source) =>
    select(keys, RANKING_SUMS, `(${unite([source], keys, RANKING_SUMS)}) AS rows`),
  );
  const [one = '', other = ''] = ranked;
  if (ranked.length === 1) return one;
  if (ranked.length > 2) return select(keys, RANKING_SUMS, `(${ranked.join(' UNION ALL ')}) AS parts`);
  const sums = RANKING_SUMS.map((name) => `coalesce(one.${name}, 0) + coalesce(other.${name}, 0) AS ${name}`);
  const both = `(${one}) AS one FULL JOIN (${other}) AS other USING (${keys.join(', ')})`;
  return `SELECT ${[...keys, ...sums].join(', ')} FROM ${both}`;
}

/** The sums of the groups of `shown`, found one by one, by the rows that the index finds, or in one pass. */
function sumShown(keys: readonly string[], sources: readonly Source[], isOneByOne: boolean): string {
  const groups = keys.map((key) => `shown.${key}`).join(', ');
  const sums = sum(USAGE_SUMS, 'facts.');
  const grouped = (from: string): string => `SELECT ${[groups, ...sums].join(', ')} FROM ${from} GROUP BY ${groups}`;
  if (isOneByOne) {
    const ofShown = (table: string): string => keys.map((key) => `AND ${table}.${key} = shown.${key}`).join(' ');
    return grouped(`shown CROSS JOIN LATERAL (${unite(sources, [], USAGE_SUMS, ofShown)}) AS facts`);
  }
  // A page has few of the many people: of other groups most rows are read anyhow.
  if (!keys.includes('person') || sources.some(({ table }) => table === 'usage_totals')) {
    return grouped(`shown JOIN (${unite(sources, keys, USAGE_SUMS)}) AS facts USING (${keys.join(', ')})`);
  }
  return select(
    keys,
    USAGE_SUMS,
    `(${sources.map((source) => rowsOfShown(keys, source)).join(' UNION ALL ')}) AS facts`,
  );
}

/** Columns that tell rows of `usage_facts` of an organization apart, all of them in the index. */
const PLACE = ['is_month', 'span', ...DIMENSIONS, 'at'];

/** The index finds the rows of `usage_facts` before any is read: most are of other groups. */
function rowsOfShown(keys: readonly string[], source: Source): string {
  const sameRow = PLACE.map((name) => `AND whole.${name} = place.${name}`).join(' ');
  const sums = signed(USAGE_SUMS, source).join(', ');
  return `SELECT ${keys.map((key) => `place.${key}`).join(', ')}, facts.*
    FROM (SELECT ${PLACE.join(', ')} FROM usage_facts JOIN shown USING (${keys.join(', ')}) WHERE ${source.found} OFFSET 0) AS place
    CROSS JOIN LATERAL (SELECT ${sums} FROM usage_facts AS whole WHERE whole.organization_id = $1 ${sameRow}) AS facts`;
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
