import {
  type AnyRequest,
  isCustomer,
  MOST_TAGS,
  parseTags,
  readCustomer,
  TAG_NAME,
  TAG_VALUE,
  type Tags,
  writeCustomer,
  writeTags,
} from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { COMMON_SESSION, findSessionInUser, type KnownClient, matchClient, SESSION_HEADERS } from '@multilane/policy';
import type { AuditRecord } from '@multilane/telemetry';
import type { EndpointDescriptor } from '../endpoints/descriptor.js';
import type { AskedRequest, Attribution, IncomingRequest } from './request-parts.js';

const TAGS_HEADER = 'x-service-tags';
const CUSTOMER_HEADER = 'x-service-customer';

/** Headers that say who caused a request: stored with what runs later. */
export const ATTRIBUTION_HEADERS: readonly string[] = [TAGS_HEADER, CUSTOMER_HEADER, 'user-agent', ...SESSION_HEADERS];

/** Members of requests that attribution reads; each is checked again, since formats differ. */
interface Attributable {
  readonly metadata?: unknown;
  readonly safety_identifier?: unknown;
  readonly user?: unknown;
}

/** Reads the tags and the customer of a request; undefined if it has neither, which takes no memory. Throws 400 for a faulty header. */
export function readAttribution({ endpoint, headers, request }: Asked): Attribution | undefined {
  const listed = headers[TAGS_HEADER];
  const named = headers[CUSTOMER_HEADER];
  const { safety_identifier: identifier, user } = (request ?? NO_REQUEST) as Attributable;
  const metadata = metadataOf(endpoint, request);
  if (listed === undefined && named === undefined && isAbsent(metadata) && isAbsent(identifier) && isAbsent(user)) {
    return undefined;
  }
  const given = listed === undefined ? undefined : readTagsHeader(listed);
  const tags = isAbsent(metadata) ? given : addMetadata(given, metadata as object);
  const customer = named === undefined ? findCustomer(identifier, user, metadata, headers) : readCustomerHeader(named);
  return tags === undefined && customer === undefined ? undefined : { tags, customer };
}

type Asked = Pick<AskedRequest, 'endpoint' | 'headers' | 'request'>;

const NO_REQUEST: Attributable = {};

/** Formats whose `metadata` is about the request: that of a document or a batch is about something else. */
const WITH_METADATA: ReadonlySet<string> = new Set(['chat', 'messages', 'responses']);

function metadataOf({ format }: EndpointDescriptor, request: AnyRequest | undefined): unknown {
  if (format === undefined || !WITH_METADATA.has(format.key)) return undefined;
  const { metadata } = (request ?? NO_REQUEST) as Attributable;
  return typeof metadata === 'object' ? metadata : undefined;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function readTagsHeader(value: string | string[]): Tags | undefined {
  const { problem, tags } = parseTags(Array.isArray(value) ? value.join(',') : value);
  if (problem !== undefined) {
    throw new GatewayError('invalid_value', {
      param: 'X-Service-Tags',
      message: `The header X-Service-Tags ${problem}.`,
    });
  }
  return isEmpty(tags) ? undefined : tags;
}

function isEmpty(tags: Tags): boolean {
  for (const _name in tags) return false;
  return true;
}

/** The person of the messages format is no tag: it is the customer. */
const USER_OF_MESSAGES = 'user_id';

/** Adds the members of `metadata` that are tags by their form: providers allow it more than tags do. */
function addMetadata(given: Tags | undefined, metadata: object): Tags | undefined {
  let tags: Record<string, string> | undefined;
  let count = given === undefined ? 0 : Object.keys(given).length;
  for (const [name, value] of Object.entries(metadata)) {
    if (count === MOST_TAGS) break;
    if (name === USER_OF_MESSAGES || typeof value !== 'string' || !TAG_NAME.test(name) || !TAG_VALUE.test(value))
      continue;
    if (given !== undefined && Object.hasOwn(given, name)) continue;
    tags ??= { ...given };
    tags[name] = value;
    count += 1;
  }
  return tags ?? given;
}

function readCustomerHeader(value: string | string[]): string {
  const customer = readCustomer(value);
  if (customer !== undefined) return customer;
  throw new GatewayError('invalid_value', {
    param: 'X-Service-Customer',
    message: 'The header X-Service-Customer must be sent once, with 1 to 256 characters.',
  });
}

/** Finds the customer in what providers are told of the person, where that has the form of one. */
function findCustomer(
  identifier: unknown,
  user: unknown,
  metadata: unknown,
  headers: IncomingRequest['headers'],
): string | undefined {
  if (isCustomer(identifier)) return identifier;
  if (isCustomer(user)) return user;
  if (isAbsent(metadata)) return undefined;
  const { user_id: userId } = metadata as { readonly user_id?: unknown };
  // Claude Code names its installation and session there.
  return isCustomer(userId) && clientOf(headers)?.name !== 'claude-code' ? userId : undefined;
}

function clientOf(headers: IncomingRequest['headers']): KnownClient | null {
  return findClient(headers['user-agent'] as string | undefined);
}

/** The headers of a request with the tags and the customer that it has from its body too: for what it causes. */
export function writeAttribution({
  attribution,
  headers,
}: Pick<AskedRequest, 'attribution' | 'headers'>): AskedRequest['headers'] {
  if (attribution === undefined) return headers;
  const { customer, tags } = attribution;
  return {
    ...headers,
    ...(tags && { [TAGS_HEADER]: writeTags(tags) }),
    ...(customer !== undefined && { [CUSTOMER_HEADER]: writeCustomer(customer) }),
  };
}

/** Longer User-Agents are cut before they are looked at, and not remembered. */
const LONGEST_USER_AGENT = 256;

/** User-Agents that are remembered: few programs send most requests. */
const MOST_REMEMBERED = 1_000;

const remembered = new Map<string, KnownClient | null>();

/** Finds the program of a User-Agent; null for one that is unknown. One that was seen before costs a look-up and no memory. */
export function findClient(userAgent: string | undefined): KnownClient | null {
  if (userAgent === undefined) return null;
  const known = remembered.get(userAgent);
  if (known !== undefined) return known;
  const found = matchClient(userAgent.slice(0, LONGEST_USER_AGENT));
  if (userAgent.length <= LONGEST_USER_AGENT) {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(userAgent, found);
  }
  return found;
}

const UNKNOWN_SESSION_HEADERS = [COMMON_SESSION];

/** Session ids have 128 visible ASCII characters at most; others are none. */
const SESSION = /^[\x21-\x7e]{1,128}$/;

/** Finds the session that a client names in its headers; undefined if it names none. */
export function findSession(headers: IncomingRequest['headers'], client: KnownClient | null): string | undefined {
  for (const name of client?.sessionHeaders ?? UNKNOWN_SESSION_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string' && SESSION.test(value)) return value;
  }
  return undefined;
}

/** Writes who caused a request into its record. */
export function describeAttribution(record: AuditRecord, asked: AskedRequest): void {
  const { attribution, headers } = asked;
  if (attribution?.tags !== undefined) record.tags = attribution.tags;
  if (attribution?.customer !== undefined) record.customer = attribution.customer;
  const client = clientOf(headers);
  const session = findSession(headers, client) ?? sessionInBody(client, asked);
  if (session !== undefined) record.session = session;
  if (client === null) return;
  record.client = client.name;
  record.client_version = client.version;
}

function sessionInBody(client: KnownClient | null, { endpoint, request }: Asked): string | undefined {
  if (client?.name !== 'claude-code') return undefined;
  const metadata = metadataOf(endpoint, request);
  const userId = isAbsent(metadata) ? undefined : (metadata as { readonly user_id?: unknown }).user_id;
  return typeof userId === 'string' ? findSessionInUser(userId) : undefined;
}
