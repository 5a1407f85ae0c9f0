import type { FilterValue, KnowledgeFilter } from '../knowledge-filter.js';

/** A condition of Qdrant's filters, or a filter. */
export type QdrantCondition =
  | { readonly key: string; readonly match: { readonly value: string | boolean } | { readonly any: readonly string[] } }
  | { readonly key: string; readonly range: Readonly<Record<string, number | string>> }
  | { readonly has_id: readonly string[] }
  | QdrantFilter;

export interface QdrantFilter {
  readonly must?: readonly QdrantCondition[];
  readonly should?: readonly QdrantCondition[];
  readonly must_not?: readonly QdrantCondition[];
}

/** Matches no point. An empty `should` would match all. */
const NONE: QdrantCondition = { has_id: [] };

/** A checked filter in Qdrant's terms (docs/contract/knowledge.md#filters). */
export function filterToQdrant(filter: KnowledgeFilter): QdrantCondition {
  switch (filter.type) {
    case 'and':
      return { must: filter.filters.map(filterToQdrant) };
    case 'or':
      return { should: filter.filters.map(filterToQdrant) };
    case 'not':
      return { must_not: [filterToQdrant(filter.filter)] };
    case 'eq':
      return equals(filter.key, filter.value);
    case 'ne':
      return { must_not: [equals(filter.key, filter.value)] };
    case 'in':
      return equalsAny(filter.key, filter.value);
    case 'nin':
      return { must_not: [equalsAny(filter.key, filter.value)] };
    default:
      return { key: pathOf(filter.key), range: { [filter.type]: filter.value } };
  }
}

/** Qdrant matches integers, but no other numbers: a range of one number does. */
function equals(key: string, value: FilterValue): QdrantCondition {
  if (typeof value === 'number') return { key: pathOf(key), range: { gte: value, lte: value } };
  return { key: pathOf(key), match: { value } };
}

function equalsAny(key: string, values: readonly FilterValue[]): QdrantCondition {
  return values.length === 0 ? NONE : { should: values.map((value) => equals(key, value)) };
}

const pathOf = (key: string): string => (key === 'document_id' ? key : `attributes.${encodeKey(key)}`);

/** A path cannot name every key, so keys are encoded. */
const encodeKey = (key: string): string => `k${Buffer.from(key).toString('base64url')}`;

/** The part of the metadata that filters read, with encoded keys: texts, numbers, booleans, and lists of them. */
export function toAttributes(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
  const entries = Object.entries(metadata).filter(([, value]) =>
    Array.isArray(value) ? value.every(isScalar) : isScalar(value),
  );
  return Object.fromEntries(entries.map(([key, value]) => [encodeKey(key), value]));
}
