import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError, needsEncryptionKey } from '@multilane/errors';
import {
  type DocumentFilters,
  type KnowledgeBasePlace,
  type KnowledgeDocumentRecord,
  KnowledgeQuotaExceeded,
  type KnowledgeUpload,
  type PageRequest,
  type Sql,
} from '@multilane/persistence';
import { inCallerTerms, notFound } from './explain-error.js';
import type { KnowledgeServices } from './knowledge-bases.js';
import type { KnowledgeCaller } from './knowledge-caller.js';
import type { ReadUpload } from './read-upload.js';
import { type DeletedAnswer, type DocumentAnswer, type ListAnswer, showDocument, showPage } from './views.js';

const MIB = 1024 * 1024;
/** Files up to this size are waited for, as long as a worker takes them at once and is done soon. */
const AWAITED_BYTES = 128 * 1024;
const TAKEN_WITHIN_MS = 600;
const LONGEST_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 200;
/** Uploads that wait at once in this process; those beyond are answered with the document as it is. */
const MOST_WAITING = 50;

/** A file to download. */
export interface DocumentContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Documents of knowledge bases (docs/contract/knowledge.md#documents). */
export class Documents {
  private waiting = 0;

  constructor(private readonly services: KnowledgeServices) {}

  async list(
    { place }: KnowledgeCaller,
    kbId: string,
    page: PageRequest<DocumentFilters>,
  ): Promise<ListAnswer<DocumentAnswer>> {
    const { knowledgeBases, knowledgeDocuments } = this.services.database;
    return inCallerTerms(async () => {
      if ((await knowledgeBases.find(place, kbId)) === undefined) throw notFound('knowledge base');
      return showPage(await knowledgeDocuments.listPage({ ...place, kbId }, page), showDocument);
    });
  }

  async find({ place }: KnowledgeCaller, kbId: string, id: string): Promise<DocumentAnswer> {
    const document = await inCallerTerms(() => this.services.database.knowledgeDocuments.find({ ...place, kbId }, id));
    if (document === undefined) throw notFound('document');
    return showDocument(document);
  }

  /** Fails where the knowledge base is not there, before an upload is read. */
  async checkPlace({ place }: KnowledgeCaller, kbId: string): Promise<void> {
    const base = await inCallerTerms(() => this.services.database.knowledgeBases.find(place, kbId));
    if (base === undefined) throw notFound('knowledge base');
    this.requireKey();
  }

  /** Stores a file and has it processed. The document that has the same bytes is answered instead: `isNew` is false then. */
  async upload(
    { actor, identity, place }: KnowledgeCaller,
    kbId: string,
    { contentType, metadata, name, open, sourceId }: ReadUpload,
  ): Promise<{ readonly document: DocumentAnswer; readonly isNew: boolean }> {
    this.requireKey();
    const { bytes, sha256 } = await this.measure(open());
    const uploadedBy = identity();
    const there = await inCallerTerms(() =>
      this.services.database.knowledgeDocuments.findByHash({ ...place, kbId }, sha256),
    );
    if (there !== undefined) return { document: showDocument(there), isNew: false };
    const { files } = this.services;
    await this.checkRoom(place, bytes);
    const file = await inCallerTerms(() => files.store(bytes, open));
    let isAttached = false;
    try {
      const made = await this.add(
        { actor, place },
        { kbId, name, contentType, bytes, sha256, sourceId, metadata, uploadedBy },
        (within, id) => file.attach(within, id),
      );
      isAttached = made.isNew;
      const at = { ...place, kbId };
      const document = made.isNew && bytes <= AWAITED_BYTES ? await this.wait(at, made.document) : made.document;
      return { document: showDocument(document), isNew: made.isNew };
    } finally {
      // A file that belongs to nothing is removed with the expired ones.
      if (!isAttached) await file.discard().catch(() => undefined);
    }
  }

  /** Before the file goes anywhere. That several at once stay within the quota is checked when they are added. */
  private async checkRoom(place: KnowledgeCaller['place'], bytes: number): Promise<void> {
    const { database, settings } = this.services;
    await inCallerTerms(async () => {
      const used = await database.knowledgeDocuments.measure(place);
      if (used.bytes + bytes > settings.quota.max_mb * MIB) throw new KnowledgeQuotaExceeded('bytes');
    });
  }

  /** A small document as it is once a worker has ended it, or as it is when none does so soon. */
  private async wait(at: KnowledgeBasePlace, made: KnowledgeDocumentRecord): Promise<KnowledgeDocumentRecord> {
    if (this.waiting >= MOST_WAITING) return made;
    this.waiting += 1;
    const began = performance.now();
    try {
      for (;;) {
        await sleep(LOOK_EVERY_MS);
        // The document is stored: a database that is away now only means that it is not seen to end.
        const document = await this.services.database.knowledgeDocuments.find(at, made.id).catch(() => undefined);
        // Deleted at once, or the database is away: what is answered was stored.
        if (document === undefined) return made;
        const waited = performance.now() - began;
        if (document.status !== 'processing' || waited > LONGEST_WAIT_MS) return document;
        // No worker is free.
        if (document.step === null && waited > TAKEN_WITHIN_MS) return document;
      }
    } finally {
      this.waiting -= 1;
    }
  }

  /** Has an address fetched and processed. Resolves to the id of its document. */
  async addAddress(
    { actor, identity, place }: KnowledgeCaller,
    kbId: string,
    address: string,
    refreshEveryHours: number | null,
  ): Promise<string> {
    const content = { name: address, contentType: null, bytes: 0, sha256: null, sourceId: address, metadata: {} };
    const { document } = await this.add(
      { actor, place },
      { ...content, kbId, refreshEveryHours, uploadedBy: identity() },
      async () => undefined,
    );
    return document.id;
  }

  /** Has a document processed again from its file, in the name of whoever asks for it. Fails with 409 while it is being processed. */
  async retry({ actor, identity, place }: KnowledgeCaller, kbId: string, id: string): Promise<DocumentAnswer> {
    const queues = await this.services.queues();
    const uploadedBy = identity();
    const before = await inCallerTerms(() => this.services.database.knowledgeDocuments.find({ ...place, kbId }, id));
    if (before === undefined) throw notFound('document');
    if (before.status === 'processing') {
      const message = 'The document is being processed. It can be processed again when it is `ready` or `failed`.';
      throw new GatewayError('conflict', { message });
    }
    if (before.sameAs !== null) {
      throw new GatewayError('conflict', { message: 'Another document has the same content. Process that one again.' });
    }
    return inCallerTerms(async () => {
      await queues.whenReady();
      const document = await this.services.database.change(actor, ({ knowledgeDocuments }) =>
        knowledgeDocuments.retry({ ...place, kbId }, id, uploadedBy, (within) =>
          queues.enqueue('knowledge.ingest', { document_id: id }, { within, group: place.workspaceId }),
        ),
      );
      queues.wake('knowledge.ingest');
      return showDocument(document);
    });
  }

  /** Ends the processing of a document, which is `failed` then. Fails with 409 where it is not being processed. */
  async cancel({ actor, place }: KnowledgeCaller, kbId: string, id: string): Promise<DocumentAnswer> {
    const queues = await this.services.queues();
    const before = await inCallerTerms(() => this.services.database.knowledgeDocuments.find({ ...place, kbId }, id));
    if (before === undefined) throw notFound('document');
    if (before.status !== 'processing') {
      const message = `The document is not being processed: it is \`${before.status}\`.`;
      throw new GatewayError('conflict', { message });
    }
    const data = { workspace_id: place.workspaceId, kb_id: kbId, document_id: id };
    return inCallerTerms(async () => {
      await queues.whenReady();
      const document = await this.services.database.change(actor, ({ knowledgeDocuments }) =>
        knowledgeDocuments.cancel({ ...place, kbId }, id, (within, { fence }) =>
          queues.enqueue('knowledge.delete', { ...data, fence }, { within, group: place.workspaceId }),
        ),
      );
      queues.wake('knowledge.delete');
      return showDocument(document);
    });
  }

  /** Has the address of a document fetched again every so many hours; null: only on request. */
  async schedule({ actor, place }: KnowledgeCaller, kbId: string, id: string, hours: number | null): Promise<void> {
    await inCallerTerms(() =>
      this.services.database.change(actor, ({ knowledgeDocuments }) =>
        knowledgeDocuments.schedule({ ...place, kbId }, id, hours),
      ),
    );
  }

  async remove({ actor, place }: KnowledgeCaller, kbId: string, id: string): Promise<DeletedAnswer> {
    const queues = await this.services.queues();
    const data = { workspace_id: place.workspaceId, kb_id: kbId, document_id: id };
    return inCallerTerms(async () => {
      await queues.whenReady();
      await this.services.database.change(actor, ({ knowledgeDocuments }) =>
        knowledgeDocuments.remove({ ...place, kbId }, id, (within) =>
          queues.enqueue('knowledge.delete', data, { within, group: place.workspaceId }),
        ),
      );
      queues.wake('knowledge.delete');
      return { id, deleted: true };
    });
  }

  /** Within the quota, with whatever `store` stores of it, and with its job. */
  private add(
    { actor, place }: Pick<KnowledgeCaller, 'actor' | 'place'>,
    document: KnowledgeUpload,
    store: (within: Sql, id: string) => Promise<void>,
  ) {
    const { database, settings } = this.services;
    const quota = { bytes: settings.quota.max_mb * MIB, chunks: settings.quota.chunks };
    return inCallerTerms(async () => {
      const queues = await this.services.queues();
      await queues.whenReady();
      const made = await database.change(actor, ({ knowledgeDocuments }) =>
        knowledgeDocuments.add(place, document, quota, async (within, { id }) => {
          await store(within, id);
          await queues.enqueue('knowledge.ingest', { document_id: id }, { within, group: place.workspaceId });
        }),
      );
      if (made.isNew) queues.wake('knowledge.ingest');
      return made;
    });
  }

  /** The bytes as they were uploaded. Browsers save them, and show or run nothing. */
  async download(caller: KnowledgeCaller, kbId: string, id: string): Promise<DocumentContent> {
    const { bytes, name, sha256 } = await this.find(caller, kbId, id);
    this.requireKey();
    const plain = name.replaceAll(/[^\w.-]/g, '_');
    return {
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(bytes),
        'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeFilename(name)}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
      body: await begin(this.readVersion(id, bytes, sha256)),
    };
  }

  /** The bytes of one version. Rejects if the document is refreshed or deleted meanwhile: its beginning must not pass for the whole. */
  private async *readVersion(id: string, bytes: number, sha256: string | null): AsyncGenerator<Uint8Array> {
    let left = bytes;
    if (sha256 === null) return;
    for await (const piece of this.services.files.read(id, sha256)) {
      left -= piece.length;
      yield piece;
    }
    if (left === 0) return;
    throw new GatewayError('conflict', { message: 'The document changed or was deleted while it was read.' });
  }

  private async measure(content: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
    const { max_mb: most } = this.services.settings.files;
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of content) {
      bytes += piece.length;
      if (bytes > most * MIB) throw refuseSize(most);
      hash.update(piece);
    }
    if (bytes === 0) throw new GatewayError('invalid_value', { param: 'file', message: '`file` is empty.' });
    return { bytes, sha256: hash.digest('hex') };
  }

  /** Fails with 503 where documents cannot be sealed. */
  requireKey(): void {
    if (this.services.database.knowledge.isReady) return;
    throw new GatewayError('knowledge_unavailable', { message: needsEncryptionKey('Documents') });
  }
}

/** The same bytes, whose first piece is there: what fails at once is answered as an error instead of a broken download. */
async function begin(content: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await inCallerTerms(() => content.next());
  return (async function* () {
    try {
      if (first.done !== true) yield first.value;
      yield* content;
    } finally {
      await content.return(undefined);
    }
  })();
}

/** 413 for a file. */
export function refuseSize(mostMb: number): GatewayError {
  const message = `The file is larger than ${mostMb} MB (\`knowledge.files.max_mb\`).`;
  return new GatewayError('payload_too_large', { param: 'file', message, headers: { connection: 'close' } });
}

/** RFC 8187. */
function encodeFilename(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
