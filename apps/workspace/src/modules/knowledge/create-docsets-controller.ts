import { Docsets, type KnowledgeCaller, type ListAnswer } from '@multilane/knowledge-bases';
import { Body, Controller, Delete, Inject, Param, Put, Query, type Type } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { Creates, Finds, Lists } from '../../openapi/resource-routes.decorator.js';
import { AnswersQuery } from './answers-query.decorator.js';
import { CreateDocsetDto, KnowledgeQueryDto, UpdateDocsetDto } from './dto/knowledge.dto.js';
import { DeletedView, DocsetView, type QueryResultsView } from './dto/knowledge.view.js';
import { FromKnowledgeCaller } from './from-knowledge-caller.decorator.js';
import { KnowledgeQueriesService } from './knowledge-queries.service.js';

const READ = 'gateway.knowledge.read';
const MANAGE = 'gateway.knowledge.manage';
const HERE = { in: 'knowledge' } as const;

/** Document sets (docs/contract/knowledge.md#document-sets), which two paths lead to. */
export function createDocsetsController(path: string): Type {
  @Controller(path)
  class DocsetsController {
    constructor(
      @Inject(Docsets) private readonly docsets: Docsets,
      @Inject(KnowledgeQueriesService) private readonly queries: KnowledgeQueriesService,
    ) {}

    @Creates(DocsetView, 'The new document set.')
    @RequirePermission(MANAGE, HERE)
    create(
      @FromKnowledgeCaller() caller: KnowledgeCaller,
      @Query() _query: WorkspaceQuery,
      @Body() dto: CreateDocsetDto,
    ): Promise<DocsetView> {
      return this.docsets.create(caller, dto);
    }

    @Lists(DocsetView)
    @RequirePermission(READ, HERE)
    list(
      @FromKnowledgeCaller() caller: KnowledgeCaller,
      @Query() { cursor, limit }: ListQuery,
    ): Promise<ListAnswer<DocsetView>> {
      return this.docsets.list(caller, { cursor, limit });
    }

    @Finds(DocsetView)
    @RequirePermission(READ, HERE)
    find(
      @FromKnowledgeCaller() caller: KnowledgeCaller,
      @Param('id') id: string,
      @Query() _query: WorkspaceQuery,
    ): Promise<DocsetView> {
      return this.docsets.find(caller, id);
    }

    /** Updates a document set. Omitted fields keep their value. */
    @Put(':id')
    @SendsVersion()
    @HonoursVersion()
    @RequirePermission(MANAGE, HERE)
    @Answers(DocsetView, { description: 'The updated document set.' })
    update(
      @FromKnowledgeCaller() caller: KnowledgeCaller,
      @Param('id') id: string,
      @Query() _query: WorkspaceQuery,
      @Body() dto: UpdateDocsetDto,
    ): Promise<DocsetView> {
      return this.docsets.update(caller, id, dto);
    }

    @Delete(':id')
    @HonoursVersion()
    @RequirePermission(MANAGE, HERE)
    @Answers(DeletedView, { description: 'What was deleted. Its knowledge bases stay.' })
    remove(
      @FromKnowledgeCaller() caller: KnowledgeCaller,
      @Param('id') id: string,
      @Query() _query: WorkspaceQuery,
    ): Promise<DeletedView> {
      return this.docsets.remove(caller, id);
    }

    /** Searches all its knowledge bases together. */
    @AnswersQuery()
    async query(
      @FromKnowledgeCaller() caller: KnowledgeCaller,
      @Param('id') id: string,
      @Query() _query: WorkspaceQuery,
      @Body() dto: KnowledgeQueryDto,
    ): Promise<QueryResultsView> {
      const { kb_ids: kbIds } = await this.docsets.find(caller, id);
      return this.queries.ask(caller, kbIds, dto);
    }
  }
  Object.defineProperty(DocsetsController, 'name', {
    value: `${path.startsWith('admin') ? 'Admin' : ''}DocsetsController`,
  });
  return DocsetsController;
}
