import {
  ADD_LIMIT,
  type EmbeddedChunk,
  KnowledgeSearchError,
  type LexicalSearch,
  SEARCH_BOUNDS,
  type VectorSearch,
} from './chunk-store.js';
import { isStorable } from './clean-text.js';
import { FILTER_BOUNDS, type FilterValue, type KnowledgeFilter } from './knowledge-filter.js';

/** Numbers per vector at most: what pgvector stores. */
export const MOST_DIMENSIONS = 16_000;

/** Characters of a chunk at most. */
const CHUNK_LENGTH = 100_000;

/** @throws KnowledgeSearchError */
export function checkSearch(search: VectorSearch | LexicalSearch): void {
  const { scope, topK, filter } = search;
  if (!Number.isInteger(topK) || topK < 1 || topK > SEARCH_BOUNDS.topK) {
    throw new KnowledgeSearchError('top_k', `top_k must be between 1 and ${SEARCH_BOUNDS.topK}.`);
  }
  if (scope.bases.length === 0 || scope.bases.length > SEARCH_BOUNDS.bases) {
    throw new KnowledgeSearchError('kb_ids', `Search 1 to ${SEARCH_BOUNDS.bases} knowledge bases at a time.`);
  }
  if (filter !== undefined) checkFilter(filter);
  if ('text' in search) checkQueryText(search.text);
  else checkVector(search.embedding, 'query');
}

/** @throws KnowledgeSearchError */
export function checkQueryText(text: string): void {
  if (text.trim() === '' || text.length > SEARCH_BOUNDS.textLength) {
    throw new KnowledgeSearchError('query', `query must have 1 to ${SEARCH_BOUNDS.textLength} characters.`);
  }
}

/** @throws KnowledgeSearchError */
export function checkChunks(chunks: readonly EmbeddedChunk[]): void {
  if (chunks.length > ADD_LIMIT) {
    throw new KnowledgeSearchError('chunks', `Add at most ${ADD_LIMIT} chunks at a time.`);
  }
  const dimensions = chunks[0]?.embedding.length;
  const seen = new Set<number>();
  for (const { chunk, embedding } of chunks) {
    if (!Number.isInteger(chunk.index) || chunk.index < 0 || seen.has(chunk.index)) {
      throw new KnowledgeSearchError('chunks', 'Chunks must have different indexes, from 0 up.');
    }
    seen.add(chunk.index);
    if (Math.max(chunk.content.length, chunk.searchText?.length ?? 0) > CHUNK_LENGTH) {
      throw new KnowledgeSearchError('chunks', `A chunk has more than ${CHUNK_LENGTH} characters. Use smaller chunks.`);
    }
    if (embedding.length !== dimensions) {
      throw new KnowledgeSearchError('chunks', 'The vectors of the chunks must be of the same size.');
    }
    checkVector(embedding, 'chunks');
  }
}

/** @throws KnowledgeSearchError */
function checkVector(embedding: Float32Array, param: string): void {
  if (embedding.length === 0 || embedding.length > MOST_DIMENSIONS) {
    throw new KnowledgeSearchError(param, `A vector must have 1 to ${MOST_DIMENSIONS} dimensions.`);
  }
  // A number that half precision cannot hold is not one of a normalised vector.
  if (embedding.some((value) => !(Math.abs(value) < 65_504))) {
    throw new KnowledgeSearchError(param, 'A vector must consist of finite numbers below 65,504.');
  }
}

/**
 * Checks a filter that a caller sent.
 *
 * @throws KnowledgeSearchError with `filter` as its `param` if it is none, or exceeds `FILTER_BOUNDS`.
 */
export function checkFilter(filter: unknown): asserts filter is KnowledgeFilter {
  countConditions(filter, 1, { conditions: 0, values: 0 });
}

const COMPARISONS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'];

/** Size of the conditions read so far. */
interface Counted {
  conditions: number;
  values: number;
}

function countConditions(value: unknown, depth: number, counted: Counted): void {
  const { type, key, filter, filters, value: compared } = readObject(value);
  if (depth > FILTER_BOUNDS.depth) throw invalid(`must have at most ${FILTER_BOUNDS.depth} levels`);
  counted.conditions += 1;
  if (counted.conditions > FILTER_BOUNDS.conditions) {
    throw invalid(`must have at most ${FILTER_BOUNDS.conditions} conditions`);
  }
  if (type === 'not') {
    countConditions(filter, depth + 1, counted);
    return;
  }
  if (type === 'and' || type === 'or') {
    if (!Array.isArray(filters) || filters.length === 0) throw invalid(`of type "${type}" needs "filters", a list`);
    for (const member of filters) countConditions(member, depth + 1, counted);
    return;
  }
  checkCondition(type, key, compared);
  counted.values += Array.isArray(compared) ? compared.length : 1;
  if (counted.values > FILTER_BOUNDS.allValues) {
    throw invalid(`must have at most ${FILTER_BOUNDS.allValues} values in all its conditions`);
  }
}

function checkCondition(type: unknown, key: unknown, compared: unknown): void {
  if (typeof key !== 'string' || key === '' || key.length > FILTER_BOUNDS.keyLength || !isStorable(key)) {
    throw invalid(`needs "key", text of 1 to ${FILTER_BOUNDS.keyLength} characters`);
  }
  if (type === 'in' || type === 'nin') {
    if (!Array.isArray(compared) || compared.length > FILTER_BOUNDS.values || !compared.every(isValue)) {
      throw invalid(
        `of type "${type}" needs "value", a list of up to ${FILTER_BOUNDS.values} texts, numbers or booleans`,
      );
    }
    return;
  }
  if (typeof type !== 'string' || !COMPARISONS.includes(type)) {
    throw invalid('needs "type": eq, ne, in, nin, gt, gte, lt, lte, and, or, not');
  }
  if (!isValue(compared)) {
    throw invalid(`needs "value": text of up to ${FILTER_BOUNDS.valueLength} characters, a number or a boolean`);
  }
  const isRange = type !== 'eq' && type !== 'ne';
  if (isRange && typeof compared !== 'number' && !isDate(compared)) {
    throw invalid(
      `of type "${type}" needs "value": a number, or a date or time such as 2026-01-31 or 2026-01-31T12:00:00Z`,
    );
  }
}

function readObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('must be an object');
  return value as Record<string, unknown>;
}

function isValue(value: unknown): value is FilterValue {
  if (typeof value === 'string') return value.length <= FILTER_BOUNDS.valueLength && isStorable(value);
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

/** A date, or a time in UTC: as text these are in the order of time. */
export const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z)?$/;

const isDate = (value: unknown): boolean =>
  typeof value === 'string' && DATE.test(value) && !Number.isNaN(Date.parse(value));

const invalid = (what: string): KnowledgeSearchError => new KnowledgeSearchError('filter', `A filter ${what}.`);
