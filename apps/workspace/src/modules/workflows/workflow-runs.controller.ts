import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { RunEventStreams } from '../../runs/run-event-streams.service.js';
import { WorkflowRunSummaryView, WorkflowRunView, WorkflowStepView } from './dto/workflow-run.view.js';
import { DecisionDto, ListRunsQuery, RerunDto } from './dto/write-workflow.dto.js';
import { WorkflowRunsService } from './workflow-runs.service.js';

const READ = 'gateway.workflows.read';
const RUN = 'gateway.workflows.run';
const HERE = { in: 'workspace', person: true } as const;
const ANYWHERE = { in: 'anywhere', person: true } as const;
const LAST_EVENTS: ReadonlySet<string> = new Set(['run.completed', 'run.failed', 'run.cancelled']);

/** Runs of workflows (docs/contract/workflows.md#runs). */
@Controller('w/workflow-runs')
export class WorkflowRunsController {
  constructor(
    @Inject(WorkflowRunsService) private readonly runs: WorkflowRunsService,
    @Inject(RunEventStreams) private readonly streams: RunEventStreams,
  ) {}

  @Lists(WorkflowRunSummaryView)
  @RequirePermission(READ, HERE)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: ListRunsQuery,
  ): Promise<ListAnswer<WorkflowRunSummaryView>> {
    return toList(await this.runs.list(requester, query), WorkflowRunSummaryView.of);
  }

  @Get(':id')
  @RequirePermission(READ, ANYWHERE)
  @Answers(WorkflowRunView)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<WorkflowRunView> {
    return WorkflowRunView.from(await this.runs.find(requester, id, asked));
  }

  /** Steps and items of `map` steps, in the order in which they were queued. */
  @Get(':id/steps')
  @RequirePermission(READ, ANYWHERE)
  @AnswersList(WorkflowStepView)
  async listSteps(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: ListQuery,
  ): Promise<ListAnswer<WorkflowStepView>> {
    return toList(await this.runs.listSteps(requester, id, query), WorkflowStepView.of);
  }

  /** Server-Sent Events from the beginning of the run, or from behind the event that `Last-Event-ID` names. */
  @Get(':id/events')
  @RequirePermission(READ, ANYWHERE)
  @ApiProduces('text/event-stream')
  @ApiResponse({ status: 200, description: 'The events of the run, until it has ended.', schema: { type: 'string' } })
  async streamEvents(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const run = await this.runs.find(requester, id, asked);
    this.streams.send(reply, {
      runId: run.id,
      organizationId: run.organizationId,
      lastEventId,
      isLast: (kind) => LAST_EVENTS.has(kind),
      hasEnded: () => this.runs.hasEnded(run.id),
    });
  }

  /** Cancels a run, with the runs within it. A run that has ended stays as it is. */
  @Post(':id/cancel')
  @HttpCode(200)
  @RequirePermission(RUN, ANYWHERE)
  @Answers(WorkflowRunView, { description: 'The run as it is now.' })
  async cancel(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<WorkflowRunView> {
    return WorkflowRunView.from(await this.runs.cancel(requester, id, asked));
  }

  /** Repeats a run that has ended, as a new run of the same version. */
  @Post(':id/rerun')
  @RequirePermission(RUN, ANYWHERE)
  @Answers(WorkflowRunView, { status: 202, description: 'The new run.' })
  async rerun(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: RerunDto,
  ): Promise<WorkflowRunView> {
    return WorkflowRunView.from(await this.runs.rerun(requester, id, dto, asked));
  }

  /** Decides about an `approval` step that waits. */
  @Post(':id/steps/:step/decision')
  @HttpCode(202)
  @RequirePermission(RUN, ANYWHERE)
  @Answers(WorkflowRunView, { status: 202, description: 'The run, which a worker goes on with.' })
  async decide(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('step') step: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: DecisionDto,
  ): Promise<WorkflowRunView> {
    return WorkflowRunView.from(await this.runs.decide(requester, id, step, dto, asked));
  }
}
