import type { KnowledgeCaller } from '@multilane/knowledge-bases';
import { Body, Controller, Inject, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { FromKnowledgeCaller } from '../knowledge/from-knowledge-caller.decorator.js';
import { CreateEvalSuiteDto, EstimateEvalDto, UpdateEvalSuiteDto } from './dto/eval-suite.dto.js';
import { EvalEstimateView, EvalSuiteView } from './dto/eval-suite.view.js';
import { EvalSuitesService } from './eval-suites.service.js';

const READ = 'gateway.evals.read';
const MANAGE = 'gateway.evals.manage';
const HERE = { in: 'workspace', person: true } as const;

/** Suites of evaluations (docs/evals.md#suites). */
@Controller('w/evals/suites')
export class EvalSuitesController {
  constructor(@Inject(EvalSuitesService) private readonly suites: EvalSuitesService) {}

  @Creates(EvalSuiteView, 'The new suite.')
  @RequirePermission(MANAGE, HERE)
  async create(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @FromRequester() requester: Requester,
    @Query() _query: WorkspaceQuery,
    @Body() dto: CreateEvalSuiteDto,
  ): Promise<EvalSuiteView> {
    return EvalSuiteView.of(await this.suites.create(caller, requester.userId, dto));
  }

  @Lists(EvalSuiteView)
  @RequirePermission(READ, HERE)
  async list(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Query() query: ListQuery,
  ): Promise<ListAnswer<EvalSuiteView>> {
    return toList(await this.suites.list(caller, query), EvalSuiteView.of);
  }

  @Finds(EvalSuiteView)
  @RequirePermission(READ, HERE)
  async find(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<EvalSuiteView> {
    return EvalSuiteView.of(await this.suites.find(caller, id));
  }

  /** Runs that have begun keep the suite as it was. */
  @Updates(EvalSuiteView, 'The updated suite.')
  @RequirePermission(MANAGE, HERE)
  async update(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
    @Body() dto: UpdateEvalSuiteDto,
  ): Promise<EvalSuiteView> {
    return EvalSuiteView.of(await this.suites.update(caller, requester.userId, id, dto));
  }

  /** Its runs are deleted with it. */
  @Removes()
  @RequirePermission(MANAGE, HERE)
  async remove(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<void> {
    await this.suites.remove(caller, id);
  }

  /** Estimates the cost of a run. Nothing is started. */
  @Post(':id/estimate')
  @RequirePermission(READ, HERE)
  @Answers(EvalEstimateView, { description: 'The estimate.' })
  async estimate(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
    @Body() dto: EstimateEvalDto,
  ): Promise<EvalEstimateView> {
    return EvalEstimateView.of(await this.suites.estimate(caller, id, dto));
  }
}
