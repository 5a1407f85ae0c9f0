import { createHash } from 'node:crypto';
import type { JobIdentity } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import { GatewayError } from '@multilane/errors';
import type { JobQueues } from '@multilane/jobs';
import { type DocumentParser, detectLanguage, type ParsedDocument } from '@multilane/knowledge';
import { type DocumentFiles, FileStorageUnavailable } from '@multilane/knowledge-bases';
import {
  type Database,
  type DocumentToIngest,
  type FetchedContent,
  type KnowledgeQuota,
  KnowledgeQuotaExceeded,
  type Sql,
} from '@multilane/persistence';
import type { ModelAsker } from '../../knowledge/ask-model.js';
import type { KnowledgeEngine } from '../../knowledge/knowledge-engine.js';
import { findCaller } from '../job-identity.js';
import type { WorkerServices } from '../worker-services.js';
import { type CutChunk, cutDocument, takeBatch } from './cut-document.js';
import { DocumentLost, DocumentUnusable, DocumentWaits, explainProblem } from './document-problem.js';
import { type FetchedSource, isRecording, SourceFailure } from './sources/fetch-source.js';
import { transcribeDocument } from './transcribe-document.js';

export interface IngesterParts {
  readonly config: GatewayConfig['knowledge'];
  readonly database: Pick<Database, 'knowledge' | 'knowledgeWork'>;
  readonly engine: KnowledgeEngine;
  readonly files: DocumentFiles;
  readonly parser: DocumentParser;
  readonly queues: Pick<JobQueues, 'enqueue' | 'wake'>;
  readonly services: WorkerServices;
  /** Fetches an address; undefined if it has not changed. */
  readonly fetchSource: (
    address: string,
    document: Pick<DocumentToIngest, 'etag' | 'lastModified'> | undefined,
    signal: AbortSignal,
  ) => Promise<FetchedSource | undefined>;
}

export interface IngestOutcome {
  /** Set where the document waits: it is to be taken again after so long. */
  readonly pauseSeconds?: number;
  /** Numbers of a vector, where the document became ready. */
  readonly dimensions?: number | undefined;
}

/** Tokens of the texts of one request; providers take some 300,000, and some far less. */
const TOKENS_PER_REQUEST = 20_000;
/** A parser that ended without an answer may have been unlucky. */
const PARSER_TRIES = 3;
/** A document that was begun so often is given up. */
const MOST_ATTEMPTS = 200;
/** A document that waits for so long is given up, in milliseconds. */
const LONGEST_WAIT_MS = 24 * 3_600_000;
const MIB = 1024 * 1024;
/** Errors of a refresh that are not the document's fault. */
const KEEPS_LAST = [SourceFailure, KnowledgeQuotaExceeded, FileStorageUnavailable];

/**
 * Reads, chunks, embeds and stores documents (docs/contract/knowledge.md#ingest). Every write names the fence of the document, and
 * chunks are stored in the transaction that holds its row: what a killed worker left is taken up at the first chunk that is not
 * stored, and what is deleted meanwhile leaves nothing behind.
 */
export class DocumentIngester {
  constructor(private readonly parts: IngesterParts) {}

  /** Works on a document of this worker's. Rejects where it must be begun again. */
  async ingest(document: DocumentToIngest, signal: AbortSignal): Promise<IngestOutcome> {
    const { knowledgeWork: work } = this.parts.database;
    try {
      return { dimensions: await this.work(document, signal) };
    } catch (thrown) {
      const error = signal.aborted ? thrown : explainProblem(thrown);
      if (error instanceof DocumentLost) return {};
      if (error instanceof DocumentUnusable) {
        await this.fail(document, error.failure, error.message);
        return {};
      }
      if (!(error instanceof DocumentWaits)) throw error;
      if (Date.now() - document.processingSince.getTime() > LONGEST_WAIT_MS) {
        await this.fail(document, 'waited_too_long', `${error.message} It has waited for a day.`);
        return {};
      }
      await work.note(document, error.message);
      return { pauseSeconds: error.seconds };
    }
  }

  /** Fetches a document's address again. */
  async refresh(document: DocumentToIngest, signal: AbortSignal): Promise<void> {
    const { database, queues } = this.parts;
    const address = document.sourceId ?? '';
    try {
      const source = await this.parts.fetchSource(address, document, signal);
      const content = source && describeFetched(source);
      if (source === undefined || content?.sha256 === document.sha256) {
        await database.knowledgeWork.scheduleRefresh(document);
        return;
      }
      await this.storeFetched(document, source);
      queues.wake('knowledge.ingest');
    } catch (error) {
      if (!KEEPS_LAST.some((each) => error instanceof each)) throw error;
      // The earlier text stays.
      await database.knowledgeWork.note(document, `The address could not be refreshed: ${(error as Error).message}`);
      await database.knowledgeWork.scheduleRefresh(document);
    }
  }

  /** Resolves to the number of dimensions; undefined where the document was only fetched. */
  private async work(document: DocumentToIngest, signal: AbortSignal): Promise<number | undefined> {
    if (document.sha256 === null) {
      await this.fetchFirst(document, signal);
      return undefined;
    }
    const parsed = await this.parse(document, signal);
    const { chunks, language } = await this.cut(document, parsed, signal);
    const dimensions = await this.store(document, chunks, signal);
    const generation = document.targetGeneration;
    const end = { chunkCount: chunks.length, generation, dimensions, language: language ?? null };
    // Lost: or another generation became the one that is read, and the document is begun again.
    if (await this.parts.database.knowledgeWork.finish(document, { ...end, note: parsed.leftOut })) return dimensions;
    throw new DocumentWaits(1, 'The knowledge base changed its embedding model.');
  }

  private async fetchFirst(document: DocumentToIngest, signal: AbortSignal): Promise<void> {
    const { sourceId } = document;
    if (sourceId === null) throw new DocumentUnusable('corrupt', 'The document has no content. Upload it again.');
    await this.step(document, 'fetch');
    try {
      const source = await this.parts.fetchSource(sourceId, undefined, signal);
      if (source === undefined) throw new Error('a first fetch has an answer');
      await this.storeFetched(document, source);
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      if (error.isPassing && document.fence <= PARSER_TRIES) throw new DocumentWaits(5 * document.fence, error.message);
      throw new DocumentUnusable(error.code, error.message);
    }
    this.parts.queues.wake('knowledge.ingest');
  }

  private async storeFetched(document: DocumentToIngest, source: FetchedSource): Promise<void> {
    const { database, files, queues } = this.parts;
    const { bytes } = source;
    const file = await files.store(bytes.length, async function* () {
      yield bytes;
    });
    let isAttached = false;
    const store = async (sql: Sql): Promise<void> => {
      await file.attach(sql, document.id);
      await queues.enqueue(
        'knowledge.ingest',
        { document_id: document.id },
        { within: sql, group: document.workspaceId },
      );
    };
    try {
      const stored = await database.knowledgeWork.storeFetched(document, describeFetched(source), this.quota, store);
      isAttached = stored === document.id;
      if (stored === undefined) throw new DocumentLost();
    } finally {
      if (!isAttached) await this.parts.services.tasks.run('knowledge_files', () => file.discard());
    }
  }

  private async parse(document: DocumentToIngest, signal: AbortSignal): Promise<ParsedDocument> {
    const { config, database, files, parser } = this.parts;
    await this.step(document, 'parse');
    const isFetched = /^https?:/i.test(document.sourceId ?? '');
    const isPage = isFetched && isHtml(document.contentType);
    const outcome = await parser.parseDocument(
      { size: document.bytes, open: () => files.read(document.id) },
      {
        // The end of an address says nothing about a page or a recording.
        name: isPage ? 'page.html' : isFetched && isRecording(document.contentType ?? '') ? 'recording' : document.name,
        ...(document.contentType !== null && { mediaType: document.contentType }),
        article: isPage,
      },
      { signal, ...(config.ocr.enabled && { ocr: config.ocr }) },
    );
    if (outcome.status === 'parsed') return outcome.document;
    if (outcome.status === 'needs_transcription') {
      const { mediaType } = outcome;
      const findAsker = (): Promise<ModelAsker> => this.findAsker(document, 't', signal);
      const model = config.transcription_model;
      return transcribeDocument({ database, files, model, mediaType, findAsker }, document);
    }
    if (outcome.failure === 'parser_failed' && document.fence < PARSER_TRIES) throw new Error(outcome.reason);
    throw new DocumentUnusable(outcome.failure, outcome.reason);
  }

  private async cut(document: DocumentToIngest, parsed: ParsedDocument, signal: AbortSignal) {
    const { config, engine } = this.parts;
    await this.step(document, 'chunk');
    const count = await engine.loadCounter(document.embeddingModel);
    const sample = parsed.blocks.slice(0, 50).map((block) => ('text' in block ? block.text : ''));
    const language = parsed.language?.slice(0, 2).toLowerCase() ?? (await detectLanguage(sample.join('\n')));
    const chunks = await cutDocument(parsed, {
      tokens: config.chunk_tokens,
      overlap: config.chunk_overlap_tokens,
      count,
      source: document.sourceId ?? document.name,
      metadata: document.metadata,
      language,
      signal,
    });
    if (chunks.length > 0) return { chunks, language };
    throw new DocumentUnusable('no_text', 'The document has no text.');
  }

  /** Embeds and stores what is not stored yet. Resolves to the number of dimensions. */
  private async store(document: DocumentToIngest, chunks: readonly CutChunk[], signal: AbortSignal): Promise<number> {
    const { engine } = this.parts;
    const { embeddingModel, id: documentId, kbId, targetGeneration: generation, workspaceId } = document;
    const at = { workspaceId, kbId, documentId, generation };
    // Before the transactions that it is used in: the embedded database has one connection.
    await engine.store.prepare();
    let next = await engine.store.countDocumentChunks(at);
    if (document.isStale || (next > 0 && document.chunkCount !== chunks.length)) {
      // They are of other bytes, or were cut by other rules; those of other bytes also where another generation is being built.
      const stale = document.isStale ? { workspaceId, kbId, documentId } : at;
      await this.write(document, 0, (sql) => engine.store.deleteDocument(stale, sql));
      next = 0;
    }
    await this.plan(document, chunks.length);
    let dimensions = document.dimensions ?? 0;
    for (let request = 0; next < chunks.length || dimensions === 0; request += 1) {
      // The last chunk gives the dimensions if all chunks are stored and the dimensions are not known yet.
      const start = Math.min(next, chunks.length - 1);
      const batch = takeBatch(chunks, start, { texts: engine.textsAtOnce, tokens: TOKENS_PER_REQUEST });
      const texts = batch.map(({ embeddedText }) => embeddedText);
      const findAsker = (): Promise<ModelAsker> => this.findAsker(document, request, signal);
      const vectors = await engine.embed(embeddingModel, texts, 'document', findAsker, signal);
      const size = vectors[0]?.length ?? 0;
      if (dimensions !== 0 && size !== dimensions) throw differsInSize(size, dimensions);
      dimensions = size;
      const embedded = batch.flatMap(({ stored: chunk }, position) => {
        const embedding = vectors[position];
        return embedding === undefined ? [] : [{ chunk, embedding }];
      });
      next = start + batch.length;
      await this.write(document, next, (sql) => engine.store.add(at, embedded, sql));
    }
    return dimensions;
  }

  /** Quota of a workspace's documents. */
  private get quota(): KnowledgeQuota {
    const { chunks, max_mb: mostMb } = this.parts.config.quota;
    return { bytes: mostMb * MIB, chunks };
  }

  private async plan(document: DocumentToIngest, chunks: number): Promise<void> {
    if (!(await this.parts.database.knowledgeWork.planChunks(document, chunks, this.quota))) throw new DocumentLost();
  }

  private async step(document: DocumentToIngest, step: Parameters<Database['knowledgeWork']['setStep']>[1]) {
    if (document.attempts > MOST_ATTEMPTS) {
      throw new DocumentUnusable(
        'gave_up',
        `The document was begun ${MOST_ATTEMPTS} times and never ended. Upload it again.`,
      );
    }
    if (!(await this.parts.database.knowledgeWork.setStep(document, step))) throw new DocumentLost();
  }

  private async write(
    document: DocumentToIngest,
    embedded: number,
    work: Parameters<Database['knowledgeWork']['addChunks']>[2],
  ): Promise<void> {
    if (!(await this.parts.database.knowledgeWork.addChunks(document, embedded, work))) throw new DocumentLost();
  }

  /** Ends a document that is not worked on any more. */
  giveUp(document: DocumentToIngest, failure: string, message: string): Promise<void> {
    return this.fail(document, failure, message);
  }

  private async fail(document: DocumentToIngest, failure: string, message: string): Promise<void> {
    const { database, engine } = this.parts;
    const { id: documentId, kbId, status, targetGeneration, workspaceId } = document;
    if (!(await database.knowledgeWork.fail(document, failure, message))) return;
    // Queries find the document in the old generation until a new one that is being built has replaced it.
    const isRebuilt = status === 'ready';
    const at = { workspaceId, kbId, documentId, ...(isRebuilt && { generation: targetGeneration }) };
    await engine.store.deleteDocument(at).catch(() => undefined);
  }

  /** Looks up the uploader of the document as of now. */
  private async findAsker(document: DocumentToIngest, request: number | 't', signal: AbortSignal): Promise<ModelAsker> {
    const { services } = this.parts;
    const snapshot = services.snapshots.current;
    if (snapshot === undefined) throw new GatewayError('overloaded');
    const caller = await findCaller(document.uploadedBy as JobIdentity, snapshot, services.database?.identities);
    return {
      services,
      admission: { caller, snapshot },
      requestId: `kb_${document.id.replaceAll('-', '')}_${document.fence}_${request}`,
      clientAddress: null,
      headers: {},
      job: { id: document.id, wasCounted: false, noteAnswer: () => undefined },
      kbIds: [document.kbId],
      signal,
    };
  }
}

const isHtml = (contentType: string | null): boolean =>
  /^(text\/html|application\/xhtml\+xml)/i.test(contentType ?? '');

function describeFetched({ bytes, etag, lastModified, mediaType, name }: FetchedSource): FetchedContent {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name, contentType: mediaType === '' ? null : mediaType, bytes: bytes.length, sha256, etag, lastModified };
}

function differsInSize(size: number, expected: number): DocumentUnusable {
  return new DocumentUnusable(
    'model_changed',
    `The embedding model answers with ${size} numbers, and the knowledge base has ${expected}. Choose the model again for the knowledge base, which embeds all documents anew.`,
  );
}
