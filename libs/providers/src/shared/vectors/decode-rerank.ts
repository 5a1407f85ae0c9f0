import type { RerankResponse, RerankResult } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { Decoded, DecodeFacts } from '../../adapter.js';
import { isErrorEvent } from '../failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../failures/map-error.js';
import { mapInputUsage } from '../usage/map-input-usage.js';
import { countDocuments } from './check-vectors.js';

/**
 * The ranks in the answer of a provider that speaks Cohere's rerank format, with an id and a model where it gave none.
 * Fireworks has them in `data` (docs.fireworks.ai, "Rerank documents"). Members beside the format, such as Cohere's
 * `meta` with the billed search units, stay. The parsed body is not mutated. Throws a `ProviderFailure` for an error or
 * an unreadable shape inside a 2xx answer.
 */
export function decodeRerank(bodies: readonly unknown[], facts: DecodeFacts): Decoded<RerankResponse> {
  const body = bodies[0];
  if (!isRecord(body)) throw unreadable('not an object');
  if (body.error) throw mapErrorInAnswer(body);
  const { results: named, data, ...rest } = body;
  const given = named ?? data;
  if (!Array.isArray(given)) throw isErrorEvent(body) ? mapErrorInAnswer(body) : unreadable('no results');
  const results = given.map(readResult);
  checkIndexes(results, countDocuments(facts.request));
  const usage = mapInputUsage(body.usage);
  const unchanged = given === named && results.every((result, position) => result === given[position]);
  if (unchanged && typeof body.id === 'string' && typeof body.model === 'string') {
    return { response: body as unknown as RerankResponse, usage, verbatim: true };
  }
  const id = typeof body.id === 'string' ? body.id : `rerank-${facts.idSeed}`;
  const model = typeof body.model === 'string' ? body.model : (facts.model ?? '');
  return { response: { ...rest, id, model, results }, usage, verbatim: false };
}

/** Throws a `ProviderFailure` for ranks of documents that were not sent, or that are ranked twice. */
function checkIndexes(results: readonly RerankResult[], documents: number | undefined): void {
  const most = documents ?? Number.POSITIVE_INFINITY;
  const indexes = new Set<number>();
  for (const { index } of results) {
    if (index < 0 || index >= most || indexes.has(index)) throw unreadable('the index of a result');
    indexes.add(index);
  }
}

/** The result itself when it has the reference's form, else a corrected copy: a document may come as a bare text. */
function readResult(given: unknown): RerankResult {
  if (!isRecord(given) || !Number.isInteger(given.index) || !Number.isFinite(given.relevance_score)) {
    throw unreadable('a result');
  }
  const { document, ...rank } = given;
  if (document === undefined || isRecord(document)) return given as unknown as RerankResult;
  const base = rank as unknown as RerankResult;
  return typeof document === 'string' ? { ...base, document: { text: document } } : base;
}
