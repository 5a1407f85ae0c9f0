import { isRecord } from '@multilane/contracts';
import type { ObjectKind, OwnedObjects } from '../../exchange.js';

/** An object as the reference lists it. */
export interface ListedObject {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** A page as the provider answers it, in the order that was asked for. */
export interface ProviderPage {
  readonly objects: readonly ListedObject[];
  readonly hasMore: boolean;
  /** Value with which the next page is asked for; undefined: the id of the last object. */
  readonly next?: string | undefined;
}

export interface OwnListing {
  readonly kind: ObjectKind;
  /** Undefined if the account is shared: then the provider's page is the answer. */
  readonly owned: OwnedObjects | undefined;
  readonly query: Readonly<Record<string, string>>;
  /** Number that the reference lists if nothing else is asked for. */
  readonly defaultLimit: number;
  /** The largest page that the provider gives. */
  readonly pageLimit: number;
  /** A page of the provider, with what the client asked to be filtered by; as long as the provider likes where nobody said. */
  fetchPage(after: string | undefined, limit: number | undefined): Promise<ProviderPage>;
  /** One object; undefined if the provider has it no more, or the client asked for others. */
  fetchOne(id: string): Promise<ListedObject | undefined>;
}

/** List as the reference answers it. */
export interface ObjectList {
  readonly object: 'list';
  readonly data: readonly ListedObject[];
  readonly first_id: string | null;
  readonly last_id: string | null;
  readonly has_more: boolean;
}

/**
 * The account may hold a million objects of others. So many pages are read, and then the rest is asked for one by one.
 */
const MOST_PAGES = 5;

/** One by one, at most so many for one list; the next page of the client continues behind them. */
const MOST_SINGLE = 50;

/** Lists the objects that the caller made, out of the provider's list of everything in the account. */
export async function listOwn(listing: OwnListing): Promise<ObjectList> {
  const { defaultLimit, kind, owned, query, pageLimit } = listing;
  if (owned === undefined) {
    const { hasMore, objects } = await listing.fetchPage(query.after, readLimit(query.limit));
    return toList(objects, hasMore);
  }
  const limit = readLimit(query.limit) ?? defaultLimit;
  const order = query.order === 'asc' ? 'asc' : 'desc';
  // One more than there is room for says whether there are more.
  const own = await owned.list(kind, { after: query.after, order, limit: limit + 1 });
  if (own.length === 0) return toList([], false);
  const found: ListedObject[] = [];
  let after = query.after;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { hasMore, next, objects: given } = await listing.fetchPage(after, pageLimit);
    const objects = skipTo(given, after);
    const ids = await owned.findOwn(
      kind,
      objects.map(({ id }) => id),
    );
    found.push(...objects.filter(({ id }) => ids.has(id)));
    // Everything that there is, or as much as there is room for.
    if (found.length > limit || !hasMore || objects.length === 0)
      return toList(found.slice(0, limit), found.length > limit);
    if (own.length <= limit && found.length >= own.length) return toList(found, false);
    after = next ?? objects.at(-1)?.id;
  }
  return listSingly(listing, found, limit, order);
}

/** Some providers know no pages, and always list everything. */
function skipTo(objects: readonly ListedObject[], after: string | undefined): readonly ListedObject[] {
  return after === undefined ? objects : objects.slice(objects.findIndex(({ id }) => id === after) + 1);
}

/** Beyond the pages that were read. */
async function listSingly(
  { fetchOne, kind, owned, query }: OwnListing,
  found: ListedObject[],
  limit: number,
  order: 'asc' | 'desc',
): Promise<ObjectList> {
  const most = Math.min(limit - found.length, MOST_SINGLE);
  const after = found.at(-1)?.id ?? query.after;
  const ids = (await owned?.list(kind, { after, order, limit: most + 1 })) ?? [];
  for (const id of ids.slice(0, most)) {
    const object = await fetchOne(id);
    if (object !== undefined) found.push(object);
  }
  return toList(found, ids.length > most);
}

function toList(data: readonly ListedObject[], hasMore: boolean): ObjectList {
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    // A page without an object would leave a client nothing to ask for the next one with.
    has_more: hasMore && data.length > 0,
  };
}

/** Undefined if the request names none; what is no number goes no further than here. */
function readLimit(limit: string | undefined): number | undefined {
  if (limit === undefined || !/^\d{1,5}$/.test(limit)) return undefined;
  return Math.max(1, Math.min(Number(limit), 10_000));
}

/** A provider's list, of which only objects with an id count. */
export function readPage(body: unknown): ProviderPage {
  const objects = isRecord(body) && Array.isArray(body.data) ? body.data.filter(isListed) : [];
  return { objects, hasMore: isRecord(body) && body.has_more === true };
}

/** True if an element of a provider's list is an object with an id. */
export function isListed(object: unknown): object is ListedObject {
  return isRecord(object) && typeof object.id === 'string';
}
