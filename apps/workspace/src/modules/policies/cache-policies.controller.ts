import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
import { CachePolicyView, CreateCachePolicyDto, UpdateCachePolicyDto } from './dto/cache-policy.dto.js';
import { PoliciesService } from './policies.service.js';
import { CACHE } from './policy-kinds.js';

/** Whose answers are cached, and for how long (docs/contract/cache.md#opt-in). */
@Controller('admin/gateway/policies/cache')
export class CachePoliciesController {
  constructor(@Inject(PoliciesService) private readonly policies: PoliciesService) {}

  @Post()
  @RequirePermission(CACHE.manage, { in: 'anywhere' })
  @Answers(CachePolicyView, { status: 201, description: 'The new policy.' })
  async create(
    @FromRequester() requester: Requester,
    @Query() query: WorkspaceQuery,
    @Body() dto: CreateCachePolicyDto,
  ): Promise<CachePolicyView> {
    return CachePolicyView.of(await this.policies.create(CACHE, requester, query, dto));
  }

  @Get()
  @RequirePermission(CACHE.read, { in: 'anywhere' })
  @AnswersList(CachePolicyView)
  async list(@FromRequester() requester: Requester, @Query() query: ListQuery): Promise<ListAnswer<CachePolicyView>> {
    return toList(await this.policies.list(CACHE, requester, query), CachePolicyView.of);
  }

  @Get(':id')
  @RequirePermission(CACHE.read, { in: 'anywhere' })
  @Answers(CachePolicyView)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<CachePolicyView> {
    return CachePolicyView.of(await this.policies.find(CACHE, requester, id, CACHE.read, query));
  }

  @Patch(':id')
  @RequirePermission(CACHE.manage, { in: 'anywhere' })
  @Answers(CachePolicyView, { description: 'The policy as it is now.' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: UpdateCachePolicyDto,
  ): Promise<CachePolicyView> {
    return CachePolicyView.of(await this.policies.update(CACHE, requester, id, query, dto));
  }

  @Delete(':id')
  @RequirePermission(CACHE.manage, { in: 'anywhere' })
  @AnswersNothing()
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<void> {
    await this.policies.remove(CACHE, requester, id, query);
  }
}
