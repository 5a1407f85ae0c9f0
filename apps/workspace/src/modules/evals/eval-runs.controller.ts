import type { KnowledgeCaller } from '@multilane/knowledge-bases';
import { Body, Controller, Delete, Get, Header, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiProduces, ApiResponse } from '@nestjs/swagger';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { FromKnowledgeCaller } from '../knowledge/from-knowledge-caller.decorator.js';
import { CompareEvalRunsQuery, ListEvalResultsQuery, ListEvalRunsQuery, StartEvalRunDto } from './dto/eval-run.dto.js';
import { EvalComparisonView, EvalResultView, EvalRunSummaryView, EvalRunView } from './dto/eval-run.view.js';
import { EvalRunsService } from './eval-runs.service.js';

const READ = 'gateway.evals.read';
const RUN = 'gateway.evals.run';
const HERE = { in: 'workspace', person: true } as const;

/** Runs of evaluations (docs/evals.md#runs). */
@Controller('w/evals/runs')
export class EvalRunsController {
  constructor(@Inject(EvalRunsService) private readonly runs: EvalRunsService) {}

  /** Begins a run. Workers of the gateway do it as you, under all policies. */
  @Post()
  @RequirePermission(RUN, HERE)
  @Answers(EvalRunView, { status: 201, description: 'The run as it begins.' })
  async start(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @FromRequester() requester: Requester,
    @Query() _query: WorkspaceQuery,
    @Body() dto: StartEvalRunDto,
  ): Promise<EvalRunView> {
    const run = await this.runs.start(caller, requester.userId, dto);
    return EvalRunView.ofWhole(run, await this.runs.readFigures(run));
  }

  @Lists(EvalRunSummaryView)
  @RequirePermission(READ, HERE)
  async list(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Query() query: ListEvalRunsQuery,
  ): Promise<ListAnswer<EvalRunSummaryView>> {
    return toList(await this.runs.list(caller, query), EvalRunSummaryView.of);
  }

  @Get(':id')
  @RequirePermission(READ, HERE)
  @Answers(EvalRunView, { description: 'The run with its figures so far.' })
  async find(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<EvalRunView> {
    const run = await this.runs.find(caller, id);
    return EvalRunView.ofWhole(run, await this.runs.readFigures(run));
  }

  /** Deletes a run that has ended, with its results. */
  @Delete(':id')
  @RequirePermission('gateway.evals.manage', HERE)
  @AnswersNothing()
  async remove(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<void> {
    await this.runs.remove(caller, id);
  }

  /** Ends a run. Requests that are under way are given up within about a second. */
  @Post(':id/cancel')
  @RequirePermission(RUN, HERE)
  @Answers(EvalRunView, { description: 'The run as it is now.' })
  async cancel(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<EvalRunView> {
    const run = await this.runs.cancel(caller, id);
    return EvalRunView.ofWhole(run, await this.runs.readFigures(run));
  }

  /** Answers with their grades, in the order of targets, cases and repeats. */
  @Get(':id/results')
  @RequirePermission(READ, HERE)
  @AnswersList(EvalResultView)
  async listResults(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() query: ListEvalResultsQuery,
  ): Promise<ListAnswer<EvalResultView>> {
    return toList(await this.runs.listResults(caller, id, query), EvalResultView.of);
  }

  /** The run against a baseline, case by case. */
  @Get(':id/comparison')
  @RequirePermission(READ, HERE)
  @Answers(EvalComparisonView)
  async compare(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() query: CompareEvalRunsQuery,
  ): Promise<EvalComparisonView> {
    return EvalComparisonView.of(await this.runs.compare(caller, id, query));
  }

  /** The run so far as a report of JUnit. */
  @Get(':id/junit')
  @RequirePermission(READ, HERE)
  @Header('content-type', 'application/xml; charset=utf-8')
  @ApiProduces('application/xml')
  @ApiResponse({ status: 200, description: 'XML.' })
  writeReport(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<string> {
    return this.runs.writeReport(caller, id);
  }
}
