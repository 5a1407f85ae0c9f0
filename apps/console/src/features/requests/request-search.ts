import { readTexts } from '../../ui/read-search.js';

/** The filters of the list of requests, as the URL holds them. */
export interface RequestSearch {
  readonly range?: string;
  readonly from?: string;
  readonly to?: string;
  readonly outcome?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly endpoint?: string;
  /** Endpoints whose requests are left out, separated by commas. */
  readonly exclude_endpoint?: string;
  /** `read`, `write` or `all`; else calls alone, which is what the numbers of other pages count. */
  readonly kind?: string;
  readonly team?: string;
  readonly key?: string;
  readonly user_id?: string;
  /** Tags as `feature=search`; several with commas must all be there. */
  readonly tag?: string;
  readonly customer?: string;
  readonly client?: string;
  readonly session?: string;
  readonly status?: string;
  readonly error_code?: string;
  readonly min_duration_ms?: string;
  readonly max_duration_ms?: string;
  readonly min_cost_usd?: string;
  readonly max_cost_usd?: string;
  readonly request_id?: string;
  /** Mark of the requests: `good`, `bad`, or `any`. */
  readonly rating?: string;
  /** Ids of two records that are compared, separated by a comma. */
  readonly compare?: string;
  /** `organization`: also requests of other workspaces, and of keys that are bound to none. */
  readonly scope?: string;
  /** Column that the list is in the order of. */
  readonly order?: string;
  /** The record whose drawer is open. */
  readonly open?: string;
  readonly tab?: string;
}

export const RANGES = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 } as const;

const NAMES = [
  'range',
  'from',
  'to',
  'outcome',
  'model',
  'provider',
  'endpoint',
  'exclude_endpoint',
  'kind',
  'team',
  'key',
  'user_id',
  'tag',
  'customer',
  'client',
  'session',
  'status',
  'error_code',
  'min_duration_ms',
  'max_duration_ms',
  'min_cost_usd',
  'max_cost_usd',
  'request_id',
  'rating',
  'compare',
  'scope',
  'order',
  'open',
  'tab',
] as const satisfies (keyof RequestSearch)[];

export function readRequestSearch(raw: Record<string, unknown>): RequestSearch {
  return readTexts(raw, NAMES);
}

const MINUTE = 60_000;

/** The query of `GET /admin/audit`. A range begins at a whole minute, so that the same page asks the same question. */
export function toAuditQuery(search: RequestSearch, workspaceId: string, now: number): Record<string, string | number> {
  const { open: _, tab: __, compare: ___, rating, scope, range, status, from, to, kind, order, ...texts } = search;
  const query: Record<string, string | number> = { ...withoutNonsense(texts) };
  if (order !== undefined && ORDERS.includes(order)) query.order = order;
  if (rating !== undefined && RATING_FILTERS.includes(rating)) query.rating = rating;
  // One who looks for an id means the request, whatever it is.
  const shown = kind ?? (search.request_id === undefined ? 'call' : 'all');
  if (shown !== 'all') query.kind = shown;
  if (scope !== 'organization') query.workspace_id = workspaceId;
  const ms = RANGES[range as keyof typeof RANGES];
  if (ms !== undefined) query.from = new Date(Math.floor((now - ms) / MINUTE) * MINUTE).toISOString();
  else Object.assign(query, timeOf('from', from), timeOf('to', to));
  const code = Number(status);
  if (Number.isInteger(code) && code >= 100 && code <= 599) query.status = code;
  return query;
}

/** Filters by mark. */
export const RATING_FILTERS: readonly string[] = ['good', 'bad', 'any'];

const ORDERS: readonly string[] = ['time', '-duration_ms', 'duration_ms', '-cost_usd', 'cost_usd'];

const MEASURES: readonly string[] = ['min_duration_ms', 'max_duration_ms', 'min_cost_usd', 'max_cost_usd'];

/** Leaves out measures of an edited address that are no numbers. */
function withoutNonsense(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).filter(
      ([name, text]) => !MEASURES.includes(name) || (Number(text) >= 0 && text.trim() !== ''),
    ),
  );
}

function timeOf(name: string, text: string | undefined): Record<string, string> {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? {} : { [name]: new Date(time).toISOString() };
}

/** Number of filters that narrow the list, beside its scope. */
export function countFilters({
  open: _,
  tab: __,
  scope: ___,
  order: ____,
  compare: _____,
  ...filters
}: RequestSearch): number {
  return Object.keys(filters).length;
}
