import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
import { CreateRoutingConfigDto, RoutingConfigView, UpdateRoutingConfigDto } from './dto/routing-config.dto.js';
import { PoliciesService } from './policies.service.js';
import { ROUTING_CONFIG } from './policy-kinds.js';

/** Ways to route that a request asks for with `X-Service-Config` (docs/contract/routing.md#routing-configs). */
@Controller('admin/routing-configs')
export class RoutingConfigsController {
  constructor(@Inject(PoliciesService) private readonly policies: PoliciesService) {}

  @Post()
  @RequirePermission(ROUTING_CONFIG.manage, { in: 'anywhere' })
  @Answers(RoutingConfigView, { status: 201, description: 'The new routing config.' })
  async create(
    @FromRequester() requester: Requester,
    @Query() query: WorkspaceQuery,
    @Body() dto: CreateRoutingConfigDto,
  ): Promise<RoutingConfigView> {
    return RoutingConfigView.of(await this.policies.create(ROUTING_CONFIG, requester, query, dto));
  }

  @Get()
  @RequirePermission(ROUTING_CONFIG.read, { in: 'anywhere' })
  @AnswersList(RoutingConfigView)
  async list(@FromRequester() requester: Requester, @Query() query: ListQuery): Promise<ListAnswer<RoutingConfigView>> {
    return toList(await this.policies.list(ROUTING_CONFIG, requester, query), RoutingConfigView.of);
  }

  @Get(':id')
  @RequirePermission(ROUTING_CONFIG.read, { in: 'anywhere' })
  @Answers(RoutingConfigView)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<RoutingConfigView> {
    return RoutingConfigView.of(await this.policies.find(ROUTING_CONFIG, requester, id, ROUTING_CONFIG.read, query));
  }

  @Patch(':id')
  @RequirePermission(ROUTING_CONFIG.manage, { in: 'anywhere' })
  @Answers(RoutingConfigView, { description: 'The routing config as it is now.' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: UpdateRoutingConfigDto,
  ): Promise<RoutingConfigView> {
    return RoutingConfigView.of(await this.policies.update(ROUTING_CONFIG, requester, id, query, dto));
  }

  @Delete(':id')
  @RequirePermission(ROUTING_CONFIG.manage, { in: 'anywhere' })
  @AnswersNothing()
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<void> {
    await this.policies.remove(ROUTING_CONFIG, requester, id, query);
  }
}
