import { KnowledgeBases, type KnowledgeCaller, type ListAnswer } from '@multilane/knowledge-bases';
import { Body, Controller, Delete, Inject, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { HonoursVersion } from '../../http/versions.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { Creates, Finds, Lists, Updates } from '../../openapi/resource-routes.decorator.js';
import { AnswersQuery } from './answers-query.decorator.js';
import { CreateKnowledgeBaseDto, KnowledgeQueryDto, UpdateKnowledgeBaseDto } from './dto/knowledge.dto.js';
import { DeletedView, KnowledgeBaseView, type QueryResultsView } from './dto/knowledge.view.js';
import { FromKnowledgeCaller } from './from-knowledge-caller.decorator.js';
import { KnowledgeQueriesService } from './knowledge-queries.service.js';

const READ = 'gateway.knowledge.read';
const MANAGE = 'gateway.knowledge.manage';
const HERE = { in: 'knowledge' } as const;

/** Knowledge bases (docs/contract/knowledge.md#knowledge-bases). */
@Controller('w/kb')
export class KnowledgeBasesController {
  constructor(
    @Inject(KnowledgeBases) private readonly bases: KnowledgeBases,
    @Inject(KnowledgeQueriesService) private readonly queries: KnowledgeQueriesService,
  ) {}

  @Creates(KnowledgeBaseView, 'The new knowledge base.')
  @RequirePermission(MANAGE, HERE)
  create(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Query() _query: WorkspaceQuery,
    @Body() dto: CreateKnowledgeBaseDto,
  ): Promise<KnowledgeBaseView> {
    return this.bases.create(caller, dto);
  }

  @Lists(KnowledgeBaseView)
  @RequirePermission(READ, HERE)
  list(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Query() { cursor, limit }: ListQuery,
  ): Promise<ListAnswer<KnowledgeBaseView>> {
    return this.bases.list(caller, { cursor, limit });
  }

  @Finds(KnowledgeBaseView)
  @RequirePermission(READ, HERE)
  find(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<KnowledgeBaseView> {
    return this.bases.find(caller, id);
  }

  /** With another model, the documents are embedded again, beside the embeddings in use. */
  @Updates(KnowledgeBaseView, 'The updated knowledge base.')
  @RequirePermission(MANAGE, HERE)
  update(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
    @Body() dto: UpdateKnowledgeBaseDto,
  ): Promise<KnowledgeBaseView> {
    return this.bases.update(caller, id, dto);
  }

  /** Its documents are deleted with it. */
  @Delete(':id')
  @HonoursVersion()
  @RequirePermission(MANAGE, HERE)
  @Answers(DeletedView, { description: 'What was deleted.' })
  remove(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<DeletedView> {
    return this.bases.remove(caller, id);
  }

  /** A worker of the gateway answers. */
  @AnswersQuery()
  async query(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
    @Body() dto: KnowledgeQueryDto,
  ): Promise<QueryResultsView> {
    const { id: kbId } = await this.bases.find(caller, id);
    return this.queries.ask(caller, [kbId], dto);
  }
}
