/** A value that metadata is compared with. */
export type FilterValue = string | number | boolean;

/**
 * A condition on the metadata of chunks, in the form of OpenAI's attribute filters (docs/contract/knowledge.md#filters).
 * `eq` and `in` match a list in the metadata if one of its members does. A key that a chunk lacks matches `ne` and `nin` alone.
 */
export type KnowledgeFilter =
  | { readonly type: 'eq' | 'ne'; readonly key: string; readonly value: FilterValue }
  | { readonly type: 'in' | 'nin'; readonly key: string; readonly value: readonly FilterValue[] }
  | { readonly type: 'gt' | 'gte' | 'lt' | 'lte'; readonly key: string; readonly value: number | string }
  | { readonly type: 'and' | 'or'; readonly filters: readonly KnowledgeFilter[] }
  | { readonly type: 'not'; readonly filter: KnowledgeFilter };

/** Bounds of a filter. `values` are those of one list. Each chunk is compared with all of them. */
export const FILTER_BOUNDS = {
  depth: 5,
  conditions: 50,
  values: 200,
  allValues: 1_000,
  keyLength: 200,
  valueLength: 1_000,
} as const;
