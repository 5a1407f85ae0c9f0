import type { RerankResponse } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import {
  checkFilter,
  EmbedderError,
  type KnowledgeFilter,
  KnowledgeSearchError,
  KnowledgeStoreUnavailable,
  SEARCH_BOUNDS,
  SEARCH_MODES,
  type SearchMode,
  searchKnowledge,
} from '@multilane/knowledge';
import type { Database } from '@multilane/persistence';
import { RERANK } from '../endpoints/rerank/rerank.endpoint.js';
import type { AskedKnowledge, KnowledgeAnswer, KnowledgeQuestion } from '../services/knowledge-service.js';
import { askModel, type ModelAsker } from './ask-model.js';
import type { KnowledgeEngine } from './knowledge-engine.js';

export interface QueryParts {
  readonly database: Pick<Database, 'knowledgeWork'>;
  readonly engine: KnowledgeEngine;
}

/**
 * Finds the chunks that answer a question (docs/contract/knowledge.md#search). Its text is embedded, and the results are reranked,
 * as requests of whoever asks.
 *
 * @throws GatewayError 400 for the question, the error of a model, 503 if the vector store is missing
 */
export async function queryKnowledge(
  { database, engine }: QueryParts,
  asker: ModelAsker,
  asked: Pick<AskedKnowledge, 'kbIds' | 'place' | 'query'>,
): Promise<KnowledgeAnswer> {
  const { kbIds, place, query } = asked;
  const { workspaceId } = place;
  let requests = 0;
  let found: readonly string[] = [];
  const nextAsker = (): ModelAsker => {
    requests += 1;
    return { ...asker, kbIds: found, requestId: `${asker.requestId}_${requests}` };
  };
  try {
    const checked = checkQuestion(query, kbIds.length);
    const bases = await database.knowledgeWork.findScope(workspaceId, kbIds);
    if (bases.length === 0) return { results: [] };
    // Others may not exist, or be another workspace's.
    found = bases.map(({ kbId }) => kbId);
    const embed = async (model: string, text: string, signal?: AbortSignal): Promise<Float32Array> => {
      const [vector] = await engine.embed(model, [text], 'query', async () => nextAsker(), signal);
      if (vector === undefined) throw new GatewayError('provider_error');
      return vector;
    };
    const { rerankModel } = query;
    const ports = {
      store: engine.store,
      embed,
      ...(rerankModel !== undefined && {
        rerank: (text: string, texts: readonly string[]) => rerank(rerankModel, text, texts, nextAsker()),
      }),
    };
    const { signal } = asker;
    return { results: await searchKnowledge(ports, { workspaceId, bases, ...checked, ...(signal && { signal }) }) };
  } catch (error) {
    throw explain(error);
  }
}

async function rerank(
  model: string,
  query: string,
  documents: readonly string[],
  asker: ModelAsker,
): Promise<readonly number[]> {
  const answer = await askModel(RERANK, { model, query, documents, top_n: documents.length }, asker);
  return readScores(answer, documents.length);
}

/** The scores of texts in their order. Texts that the model left out come last. */
export function readScores(answer: unknown, count: number): readonly number[] {
  const { results } = Object(answer) as Partial<RerankResponse>;
  if (!Array.isArray(results)) throw new GatewayError('provider_error');
  const scores = Array.from({ length: count }, () => Number.NEGATIVE_INFINITY);
  let lowest = 0;
  for (const { index, relevance_score: score } of results) {
    if (scores[index] === undefined || !Number.isFinite(score)) continue;
    scores[index] = score;
    lowest = Math.min(lowest, score);
  }
  return scores.map((score) => (score === Number.NEGATIVE_INFINITY ? lowest - 1 : score));
}

function checkQuestion(
  { explain: isExplained = false, filter, mode = 'hybrid', query, topK = 10 }: KnowledgeQuestion,
  bases: number,
) {
  if (query.trim() === '' || query.length > SEARCH_BOUNDS.textLength) {
    throw invalid('query', `must have 1 to ${SEARCH_BOUNDS.textLength} characters`);
  }
  if (!Number.isInteger(topK) || topK < 1 || topK > SEARCH_BOUNDS.topK) {
    throw invalid('top_k', `must be an integer from 1 to ${SEARCH_BOUNDS.topK}`);
  }
  if (!SEARCH_MODES.some((known) => known === mode)) throw invalid('mode', `must be one of ${SEARCH_MODES.join(', ')}`);
  if (bases > SEARCH_BOUNDS.bases) throw invalid('kb_ids', `must name at most ${SEARCH_BOUNDS.bases} knowledge bases`);
  const isFiltered = filter !== undefined && filter !== null;
  if (isFiltered) checkFilter(filter);
  return {
    text: query,
    topK,
    mode: mode as SearchMode,
    explain: isExplained,
    ...(isFiltered && { filter: filter as KnowledgeFilter }),
  };
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${message}.` });
}

function explain(error: unknown): unknown {
  if (error instanceof KnowledgeSearchError) {
    return new GatewayError('invalid_value', { param: error.param, message: error.message });
  }
  if (error instanceof KnowledgeStoreUnavailable) {
    return new GatewayError('knowledge_unavailable', { message: error.message, cause: error });
  }
  if (error instanceof EmbedderError) {
    const message = 'The built-in embedding model is busy. Try again in a few seconds.';
    return new GatewayError('overloaded', { message, headers: { 'retry-after': '5' }, cause: error });
  }
  return error;
}
