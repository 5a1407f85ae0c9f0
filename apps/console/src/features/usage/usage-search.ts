import type { Period } from './periods.js';
import type { UsageSearch } from './usage-filters.js';
import {
  GROUPS,
  type Group,
  idOf,
  OWN_GROUPS,
  type OwnGroup,
  PLAIN_GROUPS,
  type PlainGroup,
  type UsageRow,
} from './usage-rows.js';
import { startOfDay } from './zone-days.js';

/** Filters that the API takes beside the group. */
export type UsageFilters = {
  readonly [name in
    | 'team'
    | 'key'
    | 'model'
    | 'provider'
    | 'tag'
    | 'customer'
    | 'client'
    | 'session'
    | 'user_id']?: string;
};

/** Usage that the page asks for. */
export interface Asked {
  /** One group, or two of callers and models. */
  readonly groups: readonly [Group, ...Group[]];
  /** Name of the tag that is grouped by. */
  readonly tag: string | undefined;
  readonly filters: UsageFilters;
}

/** True if a group is of what requests say about themselves, whose sums distinguish workspaces and teams alone. */
export const isOwn = (group: Group): group is OwnGroup => (OWN_GROUPS as readonly string[]).includes(group);

/** Reads the groups and filters of the URL, without what cannot be combined. A tag without a name is the default group. */
export function readAsked(search: UsageSearch): Asked {
  const named = GROUPS.find((name) => name === search.group) ?? 'model';
  const group = named === 'tag' && search.tag === undefined ? 'model' : named;
  const { key, model, provider, tag, team, value } = search;
  if (isOwn(group)) {
    const own = value === undefined ? {} : { [group]: group === 'tag' ? `${tag}=${value}` : value };
    return { groups: [group], tag, filters: { ...(team !== undefined && { team }), ...own } };
  }
  const second = PLAIN_GROUPS.find((name) => name === search.second && name !== group);
  const texts = Object.entries({ key, model, provider, team }).filter(([, text]) => text !== undefined);
  return {
    groups: second === undefined ? [group] : [group, second],
    tag: undefined,
    filters: Object.fromEntries(texts),
  };
}

/** The `group_by` of the API. */
export function writeGroups({ groups, tag }: Asked): string {
  return groups.map((group) => (group === 'tag' ? `tag:${tag}` : group)).join(',');
}

/** The filter of a group, which usage and the list of requests take alike; undefined for requests without it. */
export function filterOf(row: UsageRow, group: Group, tag: string | undefined): UsageFilters | undefined {
  const id = idOf(row, group);
  if (id === '') return undefined;
  if (group === 'workspace') return {};
  if (group === 'tag') return { tag: `${tag}=${id}` };
  if (group === 'user') return row.user_id === null ? undefined : { user_id: id };
  return { [group]: id };
}

/** Days as the list of requests has them: from the beginning of the first to the end of the last, in their zone. */
export function toTimes({ from, to, zone }: Period): { readonly from: string; readonly to: string } {
  const next = new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10);
  return {
    from: new Date(startOfDay(from, zone)).toISOString(),
    to: new Date(startOfDay(next, zone)).toISOString(),
  };
}

/** Choices of a second group. */
export const secondGroups = (first: Group): readonly PlainGroup[] =>
  isOwn(first) ? [] : PLAIN_GROUPS.filter((name) => name !== first);
