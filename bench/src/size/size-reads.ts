import { daysBefore } from '../fill-requests.js';
import { idOf, type Size } from './size.js';

/** A read of the control plane, by the name of its row in the table. */
export interface SizeRead {
  readonly name: string;
  readonly path: string;
  /** Milliseconds that it may take; absent: it is only measured. */
  readonly bound?: number;
}

/** Dimensions of usage, apart from days. */
const DIMENSIONS = ['workspace', 'team', 'key', 'user', 'model', 'provider'];

const USAGE_BOUND_MS = 300;

/** Of reads by tag, customer, client and session. */
const DIMENSION_BOUND_MS = 150;

/** Days that usage is asked of, up to today. */
const USAGE_DAYS = 28;

const day = (age: number): string => daysBefore(age).toISOString().slice(0, 10);

/** Every grouping of up to two dimensions, some filters, series, and the first pages of lists. */
export function listReads(size: Size): readonly SizeRead[] {
  const middle = Math.floor(size.keys / 50);
  const place = (count: number): number => Math.floor((middle * count) / size.keys);
  const workspace = place(size.workspaces);
  const filters = {
    workspace_id: idOf('workspaces', workspace),
    team: idOf('teams', place(size.teams)),
    key: idOf('keys', middle),
    user_id: idOf('people', place(size.people)),
    model: `model-${workspace}`,
    provider: `provider-${workspace}`,
  };
  return [
    ...listUsage(filters),
    ...listSeries(filters.workspace_id),
    ...listDimensions(filters.workspace_id),
    ...listLists(filters, middle),
  ];
}

type Filters = Readonly<Record<string, string>>;

function listUsage(filters: Filters): SizeRead[] {
  const days = `from=${day(USAGE_DAYS - 1)}&to=${day(0)}`;
  const usage = (name: string, query: string): SizeRead => ({
    name: `usage: ${name}`,
    path: `/admin/usage?${days}${query}`,
    bound: USAGE_BOUND_MS,
  });
  const singles = ['day', ...DIMENSIONS];
  const pairs = singles.flatMap((one, index) => singles.slice(index + 1).map((other) => `${one},${other}`));
  const filtered = Object.entries(filters).flatMap(([name, value]) =>
    ['', 'day', 'key', 'user', 'key,model'].map((group) =>
      usage(`\`${name}\` by ${group || 'nothing'}`, `&${name}=${encodeURIComponent(value)}${groupBy(group)}`),
    ),
  );
  return [
    usage('in all', ''),
    ...[...singles, ...pairs].map((group) => usage(`by ${group}`, groupBy(group))),
    usage('by every dimension', groupBy(DIMENSIONS.join(','))),
    ...filtered,
  ];
}

const groupBy = (group: string): string => (group === '' ? '' : `&group_by=${group}`);

function listSeries(workspace: string): SizeRead[] {
  const series = (name: string, query: string): SizeRead => ({
    name: `series: ${name}`,
    path: `/admin/usage/series?from=${day(USAGE_DAYS - 1)}${query}`,
    bound: USAGE_BOUND_MS,
  });
  return [
    series('in all', ''),
    ...['model', 'provider', 'team', 'key', 'error_code'].map((group) => series(`by ${group}`, groupBy(group))),
    series('hours, in all', '&step=1h'),
    ...['model', 'team', 'key'].map((group) => series(`hours, by ${group}`, `&step=1h${groupBy(group)}`)),
    series('of a workspace by key', `&group_by=key&workspace_id=${workspace}`),
    series('with percentiles by team', '&group_by=team&percentiles=true'),
  ];
}

/** Values that `fillDimensions` makes. */
const VALUES = {
  'tag:feature': 'tag=feature%3Dfeature-7',
  customer: 'customer=customer-7',
  client: 'client=client-7',
  session: 'session=session-7',
};

/** Usage by what requests say about themselves: of all of the organization, of one value and of a workspace. */
function listDimensions(workspace: string): SizeRead[] {
  const read = (name: string, path: string): SizeRead => ({ name, path, bound: DIMENSION_BOUND_MS });
  const days = (last: number): string => `from=${day(USAGE_DAYS - 1)}&to=${day(last)}`;
  return Object.entries(VALUES).flatMap(([group, filter]) => [
    read(`by ${group}`, `/admin/usage?${days(0)}&group_by=${group}`),
    read(`by ${group}, a week`, `/admin/usage?from=${day(9)}&to=${day(3)}&group_by=${group}`),
    read(`by ${group} and day`, `/admin/usage?${days(0)}&group_by=${group},day`),
    read(`one ${group} by day`, `/admin/usage?${days(0)}&group_by=day&${filter}`),
    read(`by ${group} of a workspace`, `/admin/usage?${days(0)}&group_by=${group}&workspace_id=${workspace}`),
    read(`series: by ${group}`, `/admin/usage/series?${days(0)}&step=1d&group_by=${group}`),
  ]);
}

function listLists(filters: Filters, key: number): SizeRead[] {
  const read = (name: string, path: string): SizeRead => ({ name, path });
  const more = {
    ...filters,
    endpoint: 'embeddings',
    kind: 'call',
    status: '429',
    outcome: 'refused',
    request_id: 'req-4711',
  };
  return [
    read('keys: the first page', '/admin/keys'),
    read('keys: `q` finds one', `/admin/keys?q=key-${key}`),
    read('keys: `q` finds many', '/admin/keys?q=key-1'),
    read('keys: `q` finds none', '/admin/keys?q=nobody'),
    read('people: `q` finds one', `/admin/users?q=person-${Math.floor(key / 5)}@`),
    read('audit: the first page', '/admin/audit'),
    ...Object.entries(more).map(([name, value]) =>
      read(`audit: \`${name}\``, `/admin/audit?${name}=${encodeURIComponent(value)}`),
    ),
  ];
}
