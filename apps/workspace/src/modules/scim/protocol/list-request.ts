import SCIMMY from 'scimmy';
import { type Filter, parseFilter } from './parse-filter.js';
import { isMembers, type Json, type Resource } from './resource.js';
import { findTarget, type ResourceSchema, type Target } from './resource-schema.js';
import { badRequest } from './scim-error.js';

/** A query, as it is parsed: names may come twice. */
export type Query = Readonly<Record<string, unknown>>;

/** Parameters of a list (RFC 7644 section 3.4.2). */
export interface ListRequest {
  readonly filter: Filter | undefined;
  readonly sortBy: Target | undefined;
  readonly descending: boolean;
  /** Number of resources before the first. */
  readonly offset: number;
  readonly count: number;
}

/** Most resources of one page. */
export const MOST_RESULTS = 200;
const USUAL_RESULTS = 100;

/** Reads the query of a list. Fails with 400. */
export function readListRequest(schema: ResourceSchema, query: Query): ListRequest {
  const filter = textOf(query, 'filter');
  const sortBy = textOf(query, 'sortBy');
  const startIndex = numberOf(query, 'startIndex') ?? 1;
  const count = numberOf(query, 'count') ?? USUAL_RESULTS;
  return {
    filter: filter === undefined ? undefined : parseFilter(filter),
    sortBy: sortBy === undefined ? undefined : findTarget(schema, sortBy),
    descending: textOf(query, 'sortOrder')?.toLowerCase() === 'descending',
    offset: Math.max(startIndex, 1) - 1,
    count: Math.min(Math.max(count, 0), MOST_RESULTS),
  };
}

/** Names that are separated by commas, or come one by one. Undefined if none is sent. */
export function namesOf(query: Query, name: string): string | undefined {
  const value = query[name];
  const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
  return isList ? value.join(',') : textOf(query, name);
}

/** Undefined if it is not sent. Fails with 400 if it is empty, or comes twice. */
export function textOf(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw badRequest(name === 'filter' ? 'invalidFilter' : 'invalidValue', `\`${name}\` must be one text.`, name);
}

function numberOf(query: Query, name: string): number | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  if (/^[+-]?\d{1,9}$/.test(text)) return Number(text);
  throw badRequest('invalidValue', `\`${name}\` must be an integer.`, name);
}

/** In the order that was asked for; what has no value comes last, or first when descending. */
export function sortResources(
  resources: readonly Resource[],
  { sortBy, descending }: Pick<ListRequest, 'sortBy' | 'descending'>,
): Resource[] {
  if (sortBy === undefined) return [...resources];
  const keyed = resources.map((resource) => ({ resource, key: sortKeyOf(resource, sortBy) }));
  keyed.sort((left, right) => compareKeys(left.key, right.key));
  if (descending) keyed.reverse();
  return keyed.map(({ resource }) => resource);
}

/** Returns the value to sort by: the primary one of several, or else the first. */
function sortKeyOf(resource: Resource, { extension, attribute, part }: Target): string | number | undefined {
  const holder = extension === undefined ? resource : resource[extension];
  if (attribute === undefined || !isMembers(holder)) return undefined;
  const held = holder[attribute.name];
  const chosen = Array.isArray(held) ? (held.find((one) => isMembers(one) && one.primary === true) ?? held[0]) : held;
  const value: Json | undefined = isMembers(chosen) ? chosen[part?.name ?? 'value'] : chosen;
  const info = part ?? attribute;
  if (typeof value === 'string') return info.caseExact ? value : value.toLowerCase();
  return typeof value === 'boolean' || typeof value === 'number' ? Number(value) : undefined;
}

function compareKeys(left: string | number | undefined, right: string | number | undefined): number {
  if (left === right) return 0;
  if (left === undefined) return 1;
  if (right === undefined) return -1;
  return left < right ? -1 : 1;
}

const SEARCH = SCIMMY.Messages.SearchRequest.id.toLowerCase();

/** The body of a search, which says what the query of a list says (RFC 7644 section 3.4.3). Fails with 400. */
export function readSearch(body: unknown): Query {
  if (!isMembers(body)) throw badRequest('invalidSyntax', 'The body must be an object.');
  const { schemas } = body;
  const isOther = Array.isArray(schemas) && !schemas.some((id) => String(id).toLowerCase() === SEARCH);
  if (isOther) throw badRequest('invalidSyntax', '`schemas` must name the SearchRequest message.', 'schemas');
  const said = Object.entries(body).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(said.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]));
}

/** The message that a list is answered with. */
export function toListResponse(resources: readonly Resource[], total: number, offset: number): object {
  return {
    schemas: [SCIMMY.Messages.ListResponse.id],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
