import type { SqlRunner } from '@multilane/sql';
import type { KnowledgeFilter } from './knowledge-filter.js';

/** A generation of a knowledge base: the chunks that one embedding model embedded. */
export interface GenerationAddress {
  readonly workspaceId: string;
  readonly kbId: string;
  /** From 1 up. */
  readonly generation: number;
}

/** The chunks of one document in a generation. */
export interface DocumentAddress extends GenerationAddress {
  readonly documentId: string;
}

/** Chunk as it is stored. */
export interface StoredChunk {
  /** Position in the document, from 0. */
  readonly index: number;
  /** The text that results show. */
  readonly content: string;
  /** The text that lexical search reads: usually `toEmbeddedText`, the content with its headings. Default: `content`. */
  readonly searchText?: string | undefined;
  /** Fields that results show and filters read: `source`, `chunk_index`, …, and the metadata of the document. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Language of the document as `detectLanguage` names it, for stemming. Default: none. */
  readonly language?: string | undefined;
}

export interface EmbeddedChunk {
  readonly chunk: StoredChunk;
  readonly embedding: Float32Array;
}

/** The chunks that a search may read. */
export interface KnowledgeScope {
  readonly workspaceId: string;
  /** Not empty; 200 at most. */
  readonly bases: readonly { readonly kbId: string; readonly generation: number }[];
}

interface SearchOptions {
  readonly scope: KnowledgeScope;
  /** Maximum number of hits, from 1 to `SEARCH_BOUNDS.topK`. */
  readonly topK: number;
  readonly filter?: KnowledgeFilter | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface VectorSearch extends SearchOptions {
  /** The vector of the query. Only bases with vectors of the same size have hits. */
  readonly embedding: Float32Array;
}

export interface LexicalSearch extends SearchOptions {
  /** The query, up to `SEARCH_BOUNDS.textLength` characters. */
  readonly text: string;
}

export interface Hit {
  readonly kbId: string;
  readonly documentId: string;
  readonly index: number;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Cosine similarity (-1 to 1) of a vector search; weight of the common terms (above 0) of a lexical search. */
  readonly score: number;
}

/** Bounds of every search, whatever the store. */
export const SEARCH_BOUNDS = { topK: 200, bases: 200, textLength: 8_000, terms: 64 } as const;

/** Chunks that one `add` takes. */
export const ADD_LIMIT = 500;

/** Runs SQL on the connection of an open transaction. */
export type SqlSession = SqlRunner;

/**
 * Stores chunks with their vectors, and finds them. Every method reads and changes the chunks of one workspace only.
 *
 * `within` runs a change on a transaction that is open already, in stores that are in the same database; others ignore it.
 *
 * @throws KnowledgeStoreUnavailable where the store cannot be used; its message says what to do.
 * @throws KnowledgeSearchError for arguments outside of the bounds.
 */
export interface ChunkStore {
  /** Creates the tables or the indexes that are missing. Every other method does so at its first use. */
  prepare(): Promise<void>;
  /** Adds up to `ADD_LIMIT` chunks. A chunk that is stored already, by document, generation and index, is replaced. */
  add(at: DocumentAddress, chunks: readonly EmbeddedChunk[], within?: SqlSession): Promise<void>;
  /** Number of stored chunks of a document: they are added in order, so this is the index of the next one. */
  countDocumentChunks(at: DocumentAddress): Promise<number>;
  /** Number of stored chunks of a generation. */
  countChunks(at: GenerationAddress): Promise<number>;
  /** Deletes the chunks of a document, in one generation or in all. */
  deleteDocument(at: Omit<DocumentAddress, 'generation'> & { generation?: number }, within?: SqlSession): Promise<void>;
  deleteGeneration(at: GenerationAddress, within?: SqlSession): Promise<void>;
  deleteKnowledgeBase(at: Omit<GenerationAddress, 'generation'>, within?: SqlSession): Promise<void>;
  deleteWorkspace(workspaceId: string, within?: SqlSession): Promise<void>;
  /** The nearest chunks, best first. */
  searchVectors(search: VectorSearch): Promise<readonly Hit[]>;
  /** The chunks that share the most telling terms with the query, best first. */
  searchText(search: LexicalSearch): Promise<readonly Hit[]>;
  /**
   * Builds the index for approximate search if the workspace has so many chunks of this size of vector that comparing all of them
   * takes too long. Call it after documents were added. It may take minutes, during which searches and changes go on.
   */
  maintain(at: GenerationAddress, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** The store is missing or unfit. The message says what to install or to change. */
export class KnowledgeStoreUnavailable extends Error {
  override readonly name = 'KnowledgeStoreUnavailable';
}

/** A search, or chunks to add, are outside of the bounds. `param` is the field of the query. */
export class KnowledgeSearchError extends Error {
  override readonly name = 'KnowledgeSearchError';

  constructor(
    readonly param: string,
    message: string,
  ) {
    super(message);
  }
}
