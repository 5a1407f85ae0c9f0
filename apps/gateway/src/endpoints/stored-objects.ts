import type { ModelType } from '@multilane/contracts';
import { MODEL_TYPES } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ObjectKind } from '@multilane/providers';
import type { ObjectReference, RequestHeaders } from './descriptor.js';

/** Files and jobs belong to the account of a provider: any of its models may name it, except those of another protocol. */
export const STORED_MODEL_TYPES: readonly ModelType[] = MODEL_TYPES.filter((type) => type !== 'decision');

/** Most members of a query. */
const MOST_MEMBERS = 32;

/**
 * The model that a request names: the header `X-Service-Model` first, then the query (docs/contract/files.md#model). Undefined
 * where it names none.
 */
export function readModelName(query: URLSearchParams | undefined, headers: RequestHeaders = {}): string | undefined {
  const header = headers['x-service-model'];
  const named = Array.isArray(header) ? header[0] : header;
  return named || query?.get('model') || undefined;
}

/** The query without `model`. Throws for one that says something twice, or too much. */
export function readQuery(query: URLSearchParams | undefined): Record<string, string> {
  const members: [string, string][] = [];
  for (const [name, value] of query ?? []) {
    if (name === 'model') continue;
    if (members.length === MOST_MEMBERS) refuse(name, `The query has more than ${MOST_MEMBERS} parameters.`);
    if (members.some(([known]) => known === name)) refuse(name, `The query has the parameter \`${name}\` twice.`);
    members.push([name, value]);
  }
  return Object.fromEntries(members);
}

function refuse(param: string, message: string): never {
  throw new GatewayError('invalid_value', { param: param.slice(0, 100), message });
}

/** The ids of a request that names one object, or a list that continues behind one. */
export function referTo(kind: ObjectKind, param: string, id: string | undefined, after?: string): ObjectReference[] {
  const references: ObjectReference[] = [];
  if (id !== undefined) references.push({ kind, id, param });
  if (after !== undefined) references.push({ kind, id: after, param: 'after' });
  return references;
}

/** Query parameters that the gateway reads itself. */
export const MODEL_QUERY = {
  model: 'A model of the provider, by any of its names, unless the header X-Service-Model names one.',
};

/** The query of lists. */
export const LIST_QUERY = {
  ...MODEL_QUERY,
  limit: 'Maximum number of items.',
  after: 'Id of the last item of the page before.',
  order: '`asc` or `desc`, by creation time.',
};
