import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
import { CreatePiiPolicyDto, PiiPolicyView, UpdatePiiPolicyDto } from './dto/pii-policy.dto.js';
import { PoliciesService } from './policies.service.js';
import { PII } from './policy-kinds.js';

/** Redaction of personal data (docs/contract/personal-data.md#policies): one policy a place. */
@Controller('admin/gateway/policies/pii')
export class PiiPoliciesController {
  constructor(@Inject(PoliciesService) private readonly policies: PoliciesService) {}

  @Post()
  @RequirePermission(PII.manage, { in: 'anywhere' })
  @Answers(PiiPolicyView, { status: 201, description: 'The new policy.' })
  async create(
    @FromRequester() requester: Requester,
    @Query() query: WorkspaceQuery,
    @Body() dto: CreatePiiPolicyDto,
  ): Promise<PiiPolicyView> {
    return PiiPolicyView.of(await this.policies.create(PII, requester, query, dto));
  }

  @Get()
  @RequirePermission(PII.read, { in: 'anywhere' })
  @AnswersList(PiiPolicyView)
  async list(@FromRequester() requester: Requester, @Query() query: ListQuery): Promise<ListAnswer<PiiPolicyView>> {
    return toList(await this.policies.list(PII, requester, query), PiiPolicyView.of);
  }

  @Get(':id')
  @RequirePermission(PII.read, { in: 'anywhere' })
  @Answers(PiiPolicyView)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<PiiPolicyView> {
    return PiiPolicyView.of(await this.policies.find(PII, requester, id, PII.read, query));
  }

  @Patch(':id')
  @RequirePermission(PII.manage, { in: 'anywhere' })
  @Answers(PiiPolicyView, { description: 'The policy as it is now.' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
    @Body() dto: UpdatePiiPolicyDto,
  ): Promise<PiiPolicyView> {
    return PiiPolicyView.of(await this.policies.update(PII, requester, id, query, dto));
  }

  @Delete(':id')
  @RequirePermission(PII.manage, { in: 'anywhere' })
  @AnswersNothing()
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: WorkspaceQuery,
  ): Promise<void> {
    await this.policies.remove(PII, requester, id, query);
  }
}
