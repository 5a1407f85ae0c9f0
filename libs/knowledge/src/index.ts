export { type Chunk, type ChunkMetadata, toChunkMetadata, toEmbeddedText } from './chunk/chunk.js';
export { type ChunkOptions, chunkDocument } from './chunk/chunk-document.js';
export type {
  Block,
  CodeBlock,
  HeadingBlock,
  ListBlock,
  ListItem,
  ParagraphBlock,
  ParsedDocument,
  TableBlock,
} from './document/parsed-document.js';
export { type RenderedBlock, type RenderedDocument, renderDocument } from './document/render-document.js';
export { type Embedder, EmbedderError, type EmbedderFailure } from './embed/embedder.js';
export {
  BUILTIN_DIMENSIONS,
  BUILTIN_MODEL,
  type BuiltinEmbedderOptions,
  openBuiltinEmbedder,
} from './embed/open-builtin-embedder.js';
export { type DocumentParserOptions, openDocumentParser } from './parse/open-document-parser.js';
export {
  DEFAULT_PARSE_BOUNDS,
  type DocumentFacts,
  type DocumentInput,
  type DocumentParser,
  type OcrOptions,
  PARSE_FAILURES,
  type ParseBounds,
  type ParseFailure,
  type ParseOptions,
  type ParseOutcome,
} from './parse/parse-outcome.js';
export {
  type KnowledgeQuery,
  type KnowledgeResult,
  type ScoreExplanation,
  SEARCH_MODES,
  type SearchedBase,
  type SearchMode,
  type SearchPorts,
  searchKnowledge,
} from './query/search-knowledge.js';
export { type Caption, captionsToDocument } from './source/captions-to-document.js';
export { findRecording, type PageRecording } from './source/find-recording.js';
export { type LinkedPages, type LinkedPagesOptions, listLinkedPages } from './source/list-linked-pages.js';
export { readCaptions } from './source/read-captions.js';
export { checkFilter } from './store/check-search.js';
export {
  ADD_LIMIT,
  type ChunkStore,
  type DocumentAddress,
  type EmbeddedChunk,
  type GenerationAddress,
  type Hit,
  type KnowledgeScope,
  KnowledgeSearchError,
  KnowledgeStoreUnavailable,
  type LexicalSearch,
  SEARCH_BOUNDS,
  type SqlSession,
  type StoredChunk,
  type VectorSearch,
} from './store/chunk-store.js';
export { detectLanguage } from './store/detect-language.js';
export { FILTER_BOUNDS, type FilterValue, type KnowledgeFilter } from './store/knowledge-filter.js';
export { openPostgresStore, type PostgresStoreOptions } from './store/postgres/open-postgres-store.js';
export { openQdrantStore } from './store/qdrant/open-qdrant-store.js';
export type { QdrantOptions } from './store/qdrant/qdrant-client.js';
