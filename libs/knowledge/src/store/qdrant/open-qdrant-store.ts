import { createHash } from 'node:crypto';
import { checkChunks, checkSearch } from '../check-search.js';
import {
  type ChunkStore,
  type DocumentAddress,
  type EmbeddedChunk,
  type GenerationAddress,
  type Hit,
  type KnowledgeScope,
  KnowledgeSearchError,
  type LexicalSearch,
  type VectorSearch,
} from '../chunk-store.js';
import { cleanText, cleanValue } from '../clean-text.js';
import type { KnowledgeFilter } from '../knowledge-filter.js';
import { filterToQdrant, type QdrantFilter, toAttributes } from './filter-to-qdrant.js';
import { QdrantClient, type QdrantOptions } from './qdrant-client.js';
import { queryTerms, weighTerms } from './weigh-terms.js';

/** Collections are named by the size of their vectors, which all vectors of a collection share. */
const PREFIX = 'multilane_chunks_';

/** Fields stored beside the vectors of a chunk. */
interface Payload {
  readonly workspace_id: string;
  readonly kb_id: string;
  readonly generation: number;
  /** Workspace, knowledge base and generation: what every search filters by. */
  readonly scope: string;
  readonly document_id: string;
  readonly index: number;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface ScoredPoint {
  readonly score: number;
  readonly payload: Payload;
}

/** Fields that filters read. The index of a tenant keeps its points together. */
const PAYLOAD_INDEXES = [
  { field_name: 'scope', field_schema: { type: 'keyword', is_tenant: true } },
  { field_name: 'workspace_id', field_schema: { type: 'keyword' } },
  { field_name: 'kb_id', field_schema: { type: 'keyword' } },
  { field_name: 'document_id', field_schema: { type: 'keyword' } },
];

/** Opens a store in Qdrant, over its REST API. Collections are created when the first chunks of their size are added. */
export function openQdrantStore(options: QdrantOptions): ChunkStore {
  return new QdrantStore(new QdrantClient(options));
}

class QdrantStore implements ChunkStore {
  /** Collections that are there, with their indexes. */
  readonly #ready = new Map<string, Promise<void>>();

  constructor(private readonly client: QdrantClient) {}

  async prepare(): Promise<void> {
    await this.#listCollections();
  }

  async add(at: DocumentAddress, chunks: readonly EmbeddedChunk[]): Promise<void> {
    checkChunks(chunks);
    const dimensions = chunks[0]?.embedding.length;
    if (dimensions === undefined) return;
    const name = `${PREFIX}${dimensions}`;
    const others = (await this.#listCollections()).filter((other) => other !== name);
    if ((await this.#count(scopeFilter(scopeOf(at)), others)) > 0) {
      throw new KnowledgeSearchError(
        'chunks',
        `The vectors have ${dimensions} dimensions, others of the knowledge base do not. Embed it again with one model.`,
      );
    }
    await this.#create(name, dimensions);
    const points = chunks.map((chunk) => toPoint(at, chunk));
    await this.client.call('PUT', `/collections/${name}/points?wait=true`, { points });
  }

  async countDocumentChunks(at: DocumentAddress): Promise<number> {
    return this.#count({ must: [...scopeFilter(scopeOf(at)).must, matches('document_id', at.documentId)] });
  }

  async countChunks(at: GenerationAddress): Promise<number> {
    return this.#count(scopeFilter(scopeOf(at)));
  }

  async deleteDocument(at: Omit<DocumentAddress, 'generation'> & { generation?: number }): Promise<void> {
    const { documentId, generation, kbId, workspaceId } = at;
    const base = [matches('workspace_id', workspaceId), matches('kb_id', kbId), matches('document_id', documentId)];
    const scope = generation === undefined ? [] : scopeFilter(scopeOf({ workspaceId, kbId, generation })).must;
    await this.#delete({ must: [...base, ...scope] });
  }

  async deleteGeneration(at: GenerationAddress): Promise<void> {
    await this.#delete(scopeFilter(scopeOf(at)));
  }

  async deleteKnowledgeBase({ kbId, workspaceId }: Omit<GenerationAddress, 'generation'>): Promise<void> {
    await this.#delete({ must: [matches('workspace_id', workspaceId), matches('kb_id', kbId)] });
  }

  async deleteWorkspace(workspaceId: string): Promise<void> {
    await this.#delete({ must: [matches('workspace_id', workspaceId)] });
  }

  async searchVectors(search: VectorSearch): Promise<readonly Hit[]> {
    checkSearch(search);
    const { embedding } = search;
    return this.#query(`${PREFIX}${embedding.length}`, 'dense', Array.from(embedding), search);
  }

  async searchText(search: LexicalSearch): Promise<readonly Hit[]> {
    checkSearch(search);
    const terms = queryTerms(search.text);
    if (terms.indices.length === 0) return [];
    const collections = await this.#listCollections(search.signal);
    const found = await Promise.all(collections.map((name) => this.#query(name, 'lexical', terms, search)));
    return found
      .flat()
      .sort((a, b) => b.score - a.score)
      .slice(0, search.topK);
  }

  /** Qdrant builds its indexes by itself. */
  maintain(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #query(
    collection: string,
    using: 'dense' | 'lexical',
    query: unknown,
    {
      filter,
      scope,
      signal,
      topK,
    }: { scope: KnowledgeScope; filter?: KnowledgeFilter; topK: number; signal?: AbortSignal },
  ): Promise<Hit[]> {
    const conditions = filter === undefined ? [] : [filterToQdrant(filter)];
    const found = await this.client.call<{ points: readonly ScoredPoint[] }>(
      'POST',
      `/collections/${collection}/points/query`,
      { query, using, filter: { must: [...scopeFilter(scope).must, ...conditions] }, limit: topK, with_payload: true },
      signal,
    );
    return (found?.points ?? []).map(({ payload, score }) => ({
      kbId: payload.kb_id,
      documentId: payload.document_id,
      index: payload.index,
      content: payload.content,
      metadata: payload.metadata,
      score,
    }));
  }

  async #count(filter: QdrantFilter, collections?: readonly string[]): Promise<number> {
    const names = collections ?? (await this.#listCollections());
    const counts = await Promise.all(
      names.map((name) =>
        this.client.call<{ count: number }>('POST', `/collections/${name}/points/count`, { filter, exact: true }),
      ),
    );
    return counts.reduce((sum, result) => sum + (result?.count ?? 0), 0);
  }

  async #delete(filter: QdrantFilter): Promise<void> {
    const names = await this.#listCollections();
    await Promise.all(
      names.map((name) => this.client.call('POST', `/collections/${name}/points/delete?wait=true`, { filter })),
    );
  }

  async #listCollections(signal?: AbortSignal): Promise<string[]> {
    const listed = await this.client.call<{ collections: readonly { name: string }[] }>(
      'GET',
      '/collections',
      undefined,
      signal,
    );
    return (listed?.collections ?? []).map(({ name }) => name).filter((name) => name.startsWith(PREFIX));
  }

  #create(name: string, dimensions: number): Promise<void> {
    const creating = this.#ready.get(name) ?? this.#createNow(name, dimensions);
    this.#ready.set(name, creating);
    return creating.catch((error: unknown) => {
      this.#ready.delete(name);
      throw error;
    });
  }

  /** Each step may have been taken by another process. */
  async #createNow(name: string, dimensions: number): Promise<void> {
    const isThere = async (): Promise<boolean> => (await this.#listCollections()).includes(name);
    if (!(await isThere())) {
      const definition = {
        vectors: { dense: { size: dimensions, distance: 'Cosine', datatype: 'float16' } },
        sparse_vectors: { lexical: { modifier: 'idf' } },
        // An index for each tenant in place of one for all: searches always name their tenants.
        hnsw_config: { m: 0, payload_m: 16 },
      };
      await this.client.call('PUT', `/collections/${name}`, definition).catch(async (error: unknown) => {
        if (!(await isThere())) throw error;
      });
    }
    for (const index of PAYLOAD_INDEXES) await this.client.call('PUT', `/collections/${name}/index?wait=true`, index);
  }
}

const matches = (key: string, value: string) => ({ key, match: { value } });

const scopeOf = ({ generation, kbId, workspaceId }: GenerationAddress): KnowledgeScope => ({
  workspaceId,
  bases: [{ kbId, generation }],
});

const scopeKey = (workspaceId: string, kbId: string, generation: number): string =>
  `${workspaceId}/${kbId}/${generation}`;

/** The condition of every read: workspace and generations. */
function scopeFilter({ bases, workspaceId }: KnowledgeScope) {
  const scopes = bases.map(({ generation, kbId }) => scopeKey(workspaceId, kbId, generation));
  return { must: [matches('workspace_id', workspaceId), { key: 'scope', match: { any: scopes } }] };
}

function toPoint({ documentId, generation, kbId, workspaceId }: DocumentAddress, { chunk, embedding }: EmbeddedChunk) {
  const scope = scopeKey(workspaceId, kbId, generation);
  const metadata = cleanValue(chunk.metadata) as Payload['metadata'];
  const payload: Payload = {
    workspace_id: workspaceId,
    kb_id: kbId,
    generation,
    scope,
    document_id: documentId,
    index: chunk.index,
    content: cleanText(chunk.content),
    metadata,
    attributes: toAttributes(metadata),
  };
  const vector = { dense: Array.from(embedding), lexical: weighTerms(chunk.searchText ?? chunk.content) };
  return { id: toPointId(`${scope}/${documentId}/${chunk.index}`), vector, payload };
}

/** The same chunk has the same id, so that adding it again replaces it. */
function toPointId(key: string): string {
  const hash = createHash('sha256').update(key).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
