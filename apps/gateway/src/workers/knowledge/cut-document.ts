import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Chunk,
  chunkDocument,
  type ParsedDocument,
  renderDocument,
  type StoredChunk,
  toChunkMetadata,
  toEmbeddedText,
} from '@multilane/knowledge';

export interface CutOptions {
  readonly tokens: number;
  readonly overlap: number;
  readonly count: (text: string) => number;
  /** The name of the document, or its address. */
  readonly source: string;
  /** Metadata that the caller gave the document. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly language?: string | undefined;
  readonly signal?: AbortSignal;
}

/** A chunk as it is embedded and stored. */
export interface CutChunk {
  readonly stored: StoredChunk;
  readonly embeddedText: string;
  readonly tokens: number;
}

/** Chunks are cut in turns of the event loop of about this time, in milliseconds. */
const TURN_MS = 20;

/** The chunks of a document, the same ones however often it is cut with the same options. */
export async function cutDocument(document: ParsedDocument, options: CutOptions): Promise<CutChunk[]> {
  const { count, language, metadata, overlap, signal, source, tokens } = options;
  const chunks: CutChunk[] = [];
  let turnEndsAt = performance.now() + TURN_MS;
  for (const chunk of chunkDocument(renderDocument(document), {
    tokens,
    overlap: Math.min(overlap, tokens - 1),
    count,
  })) {
    chunks.push(toCutChunk(chunk, document.title, { ...metadata, ...toChunkMetadata(chunk, source) }, language));
    if (performance.now() < turnEndsAt) continue;
    await nextTurn();
    signal?.throwIfAborted();
    turnEndsAt = performance.now() + TURN_MS;
  }
  return chunks;
}

function toCutChunk(
  chunk: Chunk,
  title: string | undefined,
  metadata: Readonly<Record<string, unknown>>,
  language: string | undefined,
): CutChunk {
  const embeddedText = toEmbeddedText(chunk, title);
  const stored = { index: chunk.index, content: chunk.text, searchText: embeddedText, metadata, language };
  return { stored, embeddedText, tokens: chunk.tokens };
}

/** The next chunks that go into one request, from `start` on: bounded in number and in tokens, one at least. */
export function takeBatch(
  chunks: readonly CutChunk[],
  start: number,
  most: { readonly texts: number; readonly tokens: number },
): readonly CutChunk[] {
  let tokens = 0;
  let end = start;
  for (let chunk = chunks[end]; chunk !== undefined && end - start < most.texts; chunk = chunks[end]) {
    tokens += chunk.tokens;
    if (end > start && tokens > most.tokens) break;
    end += 1;
  }
  return chunks.slice(start, end);
}
