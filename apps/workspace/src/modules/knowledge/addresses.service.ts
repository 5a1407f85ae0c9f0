import { setTimeout as sleep } from 'node:timers/promises';
import { checkUserUrl } from '@multilane/egress';
import { GatewayError } from '@multilane/errors';
import { Documents, type KnowledgeCaller, showDocument } from '@multilane/knowledge-bases';
import type { Database, KnowledgeBasePlace, KnowledgeDocumentRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { type Allowance, Throttle } from '../../access/throttle.js';
import { JobSender } from '../../services/job-sender.js';
import { DATABASE } from '../../services/workspace-services.js';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import type { IngestedPagesView, IngestedView, IngestUrlDto } from './dto/ingest.dto.js';
import type { DocumentView } from './dto/knowledge.view.js';
import { PageListsService } from './page-lists.service.js';

/** Time limit of a request's wait for an ingest, in milliseconds; the ingest goes on afterwards. */
const LONGEST_WAIT_MS = 55_000;
const LOOK_EVERY_MS = 250;
/** Requests that wait at once; those beyond are answered with the document as it is. */
const MOST_WAITING = 100;

/** Allowance of fetches on request for the address of one document, and for those of one workspace together. */
const OF_DOCUMENT: Allowance = { tries: 2, seconds: 60 };
const OF_WORKSPACE: Allowance = { tries: 100, seconds: 60 };

/** Result of an ingest: the document is ready, or it or the pages of a list are still being worked on. */
export type Ingested =
  | { readonly status: 201; readonly body: IngestedView }
  | { readonly status: 202; readonly body: DocumentView | IngestedPagesView };

/** Documents behind addresses, which workers of the gateway fetch (docs/contract/knowledge.md#addresses). */
@Injectable()
export class AddressesService {
  private waiting = 0;
  private readonly ofDocument = new Throttle(OF_DOCUMENT);
  private readonly ofWorkspace = new Throttle(OF_WORKSPACE);

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Documents) private readonly documents: Documents,
    @Inject(JobSender) private readonly jobs: JobSender,
    @Inject(AllowedNetworksService) private readonly networks: AllowedNetworksService,
    @Inject(PageListsService) private readonly lists: PageListsService,
  ) {}

  /** Fails with 400 for an address that may not be fetched, and with 422 where it cannot be read. */
  async ingest(
    caller: KnowledgeCaller,
    { kb_id: kbId, pages, refresh_every_hours: hours, url }: IngestUrlDto,
  ): Promise<Ingested> {
    this.documents.requireKey();
    await this.documents.checkPlace(caller, kbId);
    const problem = checkUserUrl(url, this.networks.allowed);
    if (problem !== undefined)
      throw new GatewayError('invalid_value', { param: 'url', message: `\`url\` ${problem}.` });
    if (pages !== undefined) {
      const list = { kbId, url, pages, refreshEveryHours: hours ?? null };
      return { status: 202, body: await this.lists.ingest(caller, list) };
    }
    const { workspaceId } = caller.place;
    const at = { ...caller.place, kbId };
    const there = await this.database.knowledgeDocuments.findFrom(at, url);
    if (there !== undefined && hours !== undefined) await this.documents.schedule(caller, kbId, there.id, hours);
    if (there?.status === 'ready') {
      await this.refreshIfAllowed(there.id, workspaceId);
      return { status: 201, body: showIngested(there) };
    }
    const id = there?.id ?? (await this.documents.addAddress(caller, kbId, url, hours ?? null));
    if (there?.status === 'failed') await this.documents.retry(caller, kbId, id);
    return this.wait(at, id);
  }

  /**
   * Has the address of a document fetched again. Fails with 409 where it has none, and with 429 where this document, or those of the
   * workspace, were asked for too often.
   */
  async refresh(caller: KnowledgeCaller, kbId: string, id: string): Promise<DocumentView> {
    const document = await this.documents.find(caller, kbId, id);
    if (!/^https?:\/\//i.test(document.source_id ?? '')) {
      const message = 'The document came from an upload and not from an address. Upload it again instead.';
      throw new GatewayError('conflict', { message });
    }
    await this.queueRefresh(id, caller.place.workspaceId);
    return document;
  }

  /** An ingest of an address that is there answers with what was read of it, however recently. */
  private async refreshIfAllowed(id: string, workspaceId: string): Promise<void> {
    try {
      await this.queueRefresh(id, workspaceId);
    } catch (error) {
      if (!(error instanceof GatewayError && error.code === 'rate_limit_exceeded')) throw error;
    }
  }

  private async queueRefresh(id: string, group: string): Promise<void> {
    await this.ofDocument.take(id);
    await this.ofWorkspace.take(group);
    const queues = await this.jobs.queues();
    await queues.enqueue('knowledge.refresh', { document_id: id }, { group });
  }

  private async wait(at: KnowledgeBasePlace, id: string): Promise<Ingested> {
    const deadline = performance.now() + (this.waiting < MOST_WAITING ? LONGEST_WAIT_MS : 0);
    this.waiting += 1;
    try {
      for (let found = id; ; await sleep(LOOK_EVERY_MS)) {
        const document = await this.database.knowledgeDocuments.find(at, found);
        if (document === undefined) throw new GatewayError('not_found', { message: 'The document was deleted.' });
        if (document.status === 'ready') return { status: 201, body: showIngested(document) };
        if (document.sameAs !== null) found = document.sameAs;
        else if (document.status === 'failed') throw refuse(document);
        else if (performance.now() > deadline) return { status: 202, body: showDocument(document) };
      }
    } finally {
      this.waiting -= 1;
    }
  }
}

function showIngested(document: KnowledgeDocumentRecord): IngestedView {
  const { chunkCount, id, kbId, name, sha256, sourceId } = document;
  return { id, kb_id: kbId, name, chunk_count: chunkCount, sha256, source_id: sourceId };
}

function refuse({ error, failure }: KnowledgeDocumentRecord): GatewayError {
  return new GatewayError('source_unreadable', {
    param: 'url',
    message: `${error ?? 'The address could not be read.'} (${failure ?? 'unknown'})`,
  });
}
