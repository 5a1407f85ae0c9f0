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
