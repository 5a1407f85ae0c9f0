/** A piece of a document that is embedded and found as one. */
export interface Chunk {
  /** Text that a query returns as `content`. Starts with the header rows if the chunk continues a table. */
  readonly text: string;
  /** Position among the chunks of the document, from 0. */
  readonly index: number;
  /** The page on which the chunk starts. */
  readonly page?: number;
  /** The headings above the chunk, the highest first. */
  readonly headings: readonly string[];
  /** Offsets in the document's text (`renderDocument`), in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
}

/** Fields that a query returns of a chunk beside its content. The specification requires `source` and `chunk_index`. */
export interface ChunkMetadata {
  /** The name of the document, or the address it came from. */
  readonly source: string;
  readonly chunk_index: number;
  readonly page?: number;
  readonly headings?: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** The metadata of a chunk, without the members that do not apply. */
export function toChunkMetadata(chunk: Chunk, source: string): ChunkMetadata {
  return {
    source,
    chunk_index: chunk.index,
    ...(chunk.page !== undefined && { page: chunk.page }),
    ...(chunk.headings.length > 0 && { headings: chunk.headings }),
    start: chunk.start,
    end: chunk.end,
  };
}

/** The text to embed: the title and the headings above a chunk say what it is about, so they come first. */
export function toEmbeddedText(chunk: Chunk, title?: string): string {
  const lines = `${chunk.text}\n`;
  const above = chunk.headings.filter((heading) => !lines.includes(`# ${heading}\n`));
  const context = title === undefined || chunk.headings.includes(title) ? above : [title, ...above];
  return context.length === 0 ? chunk.text : `${context.join(' > ')}\n\n${chunk.text}`;
}
