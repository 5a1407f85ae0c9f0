import { checkUserUrl } from '@multilane/egress';
import { Documents, type KnowledgeCaller } from '@multilane/knowledge-bases';
import type { Database, KnowledgeBasePlace } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../../services/workspace-services.js';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import type { IngestedPagesView, PagesDto } from './dto/ingest.dto.js';
import { WorkerQuestionsService } from './worker-questions.service.js';

const DEFAULT_PAGES = 50;

interface PageList {
  readonly kbId: string;
  readonly url: string;
  readonly pages: PagesDto;
  readonly refreshEveryHours: number | null;
}

/** Feeds and sitemaps, each page of which becomes a document (docs/contract/knowledge.md#feeds-and-sitemaps). */
@Injectable()
export class PageListsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Documents) private readonly documents: Documents,
    @Inject(AllowedNetworksService) private readonly networks: AllowedNetworksService,
    @Inject(WorkerQuestionsService) private readonly workers: WorkerQuestionsService,
  ) {}

  /** Has the pages of a list processed. Fails with 422 for what is no list. The caller checked the address and the knowledge base. */
  async ingest(
    caller: KnowledgeCaller,
    { kbId, pages: asked, refreshEveryHours, url }: PageList,
  ): Promise<IngestedPagesView> {
    const { enclosures = false, max: most = DEFAULT_PAGES, other_hosts = false } = asked;
    const question = { url, most, other_hosts, enclosures };
    const { workspaceId } = caller.place;
    const listed = (await this.workers.ask('knowledge.list_pages', workspaceId, question)) as {
      readonly pages: readonly string[];
      readonly complete: boolean;
    };
    const data: IngestedPagesView['data'] = [];
    for (const page of listed.pages) {
      // They are guarded once more when they are fetched.
      if (checkUserUrl(page, this.networks.allowed) !== undefined) continue;
      data.push({ source_id: page, ...(await this.add(caller, { ...caller.place, kbId }, page, refreshEveryHours)) });
    }
    return { kb_id: kbId, url, complete: listed.complete, data };
  }

  /** A page that is there already stays as it is, unless it failed: then it is tried again. */
  private async add(
    caller: KnowledgeCaller,
    at: KnowledgeBasePlace,
    page: string,
    refreshEveryHours: number | null,
  ): Promise<Omit<IngestedPagesView['data'][number], 'source_id'>> {
    const there = await this.database.knowledgeDocuments.findFrom(at, page);
    if (there === undefined) {
      return { id: await this.documents.addAddress(caller, at.kbId, page, refreshEveryHours), status: 'processing' };
    }
    if (there.status !== 'failed') return { id: there.id, status: there.status };
    const { id, status } = await this.documents.retry(caller, at.kbId, there.id);
    return { id, status };
  }
}
