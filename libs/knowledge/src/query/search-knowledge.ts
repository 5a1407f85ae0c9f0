import { BUILTIN_MODEL } from '../embed/open-builtin-embedder.js';
import { checkQueryText } from '../store/check-search.js';
import type { ChunkStore } from '../store/chunk-store.js';
import { KnowledgeSearchError, SEARCH_BOUNDS } from '../store/chunk-store.js';
import type { KnowledgeFilter } from '../store/knowledge-filter.js';
import { type FusedHit, fuseRanks, type RankedList } from './fuse-ranks.js';

export const SEARCH_MODES = ['hybrid', 'vector', 'lexical'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** Ports of a search. */
export interface SearchPorts {
  readonly store: ChunkStore;
  /** The vector of a query, by an embedding model. */
  embed(model: string, text: string, signal?: AbortSignal): Promise<Float32Array>;
  /**
   * Scores of texts for a query, in the same order, by a rerank model; the higher, the better. Without it there is no
   * reranking.
   */
  readonly rerank?:
    | ((query: string, texts: readonly string[], signal?: AbortSignal) => Promise<readonly number[]>)
    | undefined;
}

/** A knowledge base to search. */
export interface SearchedBase {
  readonly kbId: string;
  readonly generation: number;
  readonly embeddingModel: string;
}

export interface KnowledgeQuery {
  readonly workspaceId: string;
  readonly bases: readonly SearchedBase[];
  readonly text: string;
  /** Default: `hybrid`. */
  readonly mode?: SearchMode | undefined;
  /** Number of results. Default: 10. */
  readonly topK?: number | undefined;
  readonly filter?: KnowledgeFilter | undefined;
  /** True if each result explains its score. */
  readonly explain?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A result as the API answers it. */
export interface KnowledgeResult {
  readonly content: string;
  readonly score: number;
  readonly document_id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly explanation?: ScoreExplanation;
}

interface Placing {
  /** From 1 up. */
  readonly rank: number;
  readonly score: number;
}

/** Explanation of a result's score: its place in each list that has it. */
export interface ScoreExplanation {
  readonly kb_id: string;
  readonly vector?: Placing & { readonly embedding_model: string };
  readonly lexical?: Placing;
  /** In mode `hybrid`, or with several embedding models. */
  readonly fused?: Placing;
  readonly rerank?: Placing;
}

/**
 * The built-in model is small: at full weight, its list would make the best lexical hits worse (docs/knowledge.md#figures has
 * the measurement).
 */
const BUILTIN_WEIGHT = 0.2;

/** Each list is asked for this many times the results, so that fusing and reranking have a choice. */
const CANDIDATES_PER_RESULT = 4;
const FEWEST_CANDIDATES = 50;

/** Chunks that a rerank model gets: more are slow and expensive. */
const MOST_RERANKED = 50;

/**
 * Finds the chunks that answer a query, in one or several knowledge bases of a workspace (docs/contract/knowledge.md#search).
 *
 * @throws KnowledgeSearchError, KnowledgeStoreUnavailable, or what `embed` and `rerank` throw.
 */
export async function searchKnowledge(ports: SearchPorts, query: KnowledgeQuery): Promise<readonly KnowledgeResult[]> {
  const { mode = 'hybrid', signal, text, topK = 10 } = query;
  checkQuery(query, topK);
  const lists = await Promise.all([
    ...(mode === 'lexical' ? [] : findByVectors(ports, query, countCandidates(topK))),
    ...(mode === 'vector' ? [] : [findByText(ports, query, countCandidates(topK))]),
  ]);
  signal?.throwIfAborted();
  const found = fuseRanks(lists);
  const ranked = ports.rerank === undefined ? found : await rerankHits(ports.rerank, text, found, signal);
  return ranked.slice(0, topK).map((hit) => toResult(hit, query.explain ?? false));
}

function checkQuery({ bases, text }: KnowledgeQuery, topK: number): void {
  checkQueryText(text);
  if (!Number.isInteger(topK) || topK < 1 || topK > SEARCH_BOUNDS.topK) {
    throw new KnowledgeSearchError('top_k', `top_k must be between 1 and ${SEARCH_BOUNDS.topK}.`);
  }
  if (bases.length === 0) throw new KnowledgeSearchError('kb_ids', 'Name at least one knowledge base.');
}

const countCandidates = (topK: number): number =>
  Math.min(SEARCH_BOUNDS.topK, Math.max(FEWEST_CANDIDATES, topK * CANDIDATES_PER_RESULT));

/** One list for each embedding model: similarities of different models cannot be compared. */
function findByVectors({ embed, store }: SearchPorts, query: KnowledgeQuery, topK: number): Promise<RankedList>[] {
  const { bases, filter, signal, text, workspaceId } = query;
  const models = new Set(bases.map(({ embeddingModel }) => embeddingModel));
  return Array.from(models, async (model): Promise<RankedList> => {
    const embedded = bases.filter(({ embeddingModel }) => embeddingModel === model);
    const embedding = await embed(model, text, signal);
    const hits = await store.searchVectors({
      scope: { workspaceId, bases: embedded },
      embedding,
      topK,
      filter,
      signal,
    });
    return { kind: 'vector', model, weight: model === BUILTIN_MODEL ? BUILTIN_WEIGHT : 1, hits };
  });
}

async function findByText({ store }: SearchPorts, query: KnowledgeQuery, topK: number): Promise<RankedList> {
  const { bases, filter, signal, text, workspaceId } = query;
  return {
    kind: 'lexical',
    hits: await store.searchText({ scope: { workspaceId, bases }, text, topK, filter, signal }),
  };
}

interface RankedHit extends FusedHit {
  readonly rerank?: Placing;
}

async function rerankHits(
  rerank: NonNullable<SearchPorts['rerank']>,
  query: string,
  hits: readonly FusedHit[],
  signal: AbortSignal | undefined,
): Promise<readonly RankedHit[]> {
  const candidates = hits.slice(0, MOST_RERANKED);
  if (candidates.length === 0) return [];
  const scores = await rerank(
    query,
    candidates.map(({ hit }) => hit.content),
    signal,
  );
  return candidates
    .map((candidate, at) => ({ ...candidate, score: scores[at] ?? Number.NEGATIVE_INFINITY }))
    .filter(({ score }) => Number.isFinite(score))
    .sort((a, b) => b.score - a.score)
    .map((candidate, at) => ({ ...candidate, rerank: { rank: at + 1, score: candidate.score } }));
}

function toResult({ fused, hit, places, rerank, score }: RankedHit, explains: boolean): KnowledgeResult {
  const result = { content: hit.content, score, document_id: hit.documentId, metadata: hit.metadata };
  if (!explains) return result;
  const vector = places.find(({ kind }) => kind === 'vector');
  const lexical = places.find(({ kind }) => kind === 'lexical');
  return {
    ...result,
    explanation: {
      kb_id: hit.kbId,
      ...(vector !== undefined && {
        vector: { rank: vector.rank, score: vector.score, embedding_model: vector.model ?? '' },
      }),
      ...(lexical !== undefined && { lexical: { rank: lexical.rank, score: lexical.score } }),
      ...(fused !== undefined && { fused }),
      ...(rerank !== undefined && { rerank }),
    },
  };
}
