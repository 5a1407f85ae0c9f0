import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
import { CreateGuardrailDto, GuardrailView, UpdateGuardrailDto } from './dto/guardrail.dto.js';
import { PoliciesService } from './policies.service.js';
import { GUARDRAIL } from './policy-kinds.js';

/** Checks of requests and answers (docs/contract/guardrails.md#guardrails). */
@Controller('admin/gateway/policies/guardrails')
export class GuardrailsController {
  constructor(@Inject(PoliciesService) private readonly policies: PoliciesService) {}

  @Post()
  @RequirePermission(GUARDRAIL.manage, { in: 'anywhere' })
  @Answers(GuardrailView, { status: 201, description: 'The new guardrail.' })
  async create(
    @FromRequester() requester: Requester,
    @Query() query: WorkspaceQuery,
    @Body() dto: CreateGuardrailDto,
  ): Promise<GuardrailView> {
    return GuardrailView.of(await this.policies.create(GUARDRAIL, requester, query, dto));
  }

  @Get()
  @RequirePermission(GUARDRAIL.read, { in: 'anywhere' })
  @AnswersList(GuardrailView)
  async list(@FromRequester() requester: Requester, @Query() query: ListQuery): Promise<ListAnswer<GuardrailView>> {
    return toList(await this.policies.list(GUARDRAIL, requester, query), GuardrailView.of);
  }

  @Get(':id')
  @RequirePermission(GUARDRAIL.read, { in: 'anywhere' })
  @Answers(GuardrailView)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<GuardrailView> {
    return GuardrailView.of(await this.policies.find(GUARDRAIL, requester, id, GUARDRAIL.read, query));
  }

  @Patch(':id')
  @RequirePermission(GUARDRAIL.manage, { in: 'anywhere' })
  @Answers(GuardrailView, { description: 'The guardrail as it is now.' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: UpdateGuardrailDto,
  ): Promise<GuardrailView> {
    return GuardrailView.of(await this.policies.update(GUARDRAIL, requester, id, query, dto));
  }

  @Delete(':id')
  @RequirePermission(GUARDRAIL.manage, { in: 'anywhere' })
  @AnswersNothing()
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<void> {
    await this.policies.remove(GUARDRAIL, requester, id, query);
  }
}
