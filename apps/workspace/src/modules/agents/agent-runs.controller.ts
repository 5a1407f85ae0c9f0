import type { KnowledgeCaller } from '@multilane/knowledge-bases';
import type { AgentRunRecord } from '@multilane/persistence';
import { Body, Controller, Get, Headers, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers } from '../../openapi/answers.decorator.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { RunEventStreams } from '../../runs/run-event-streams.service.js';
import { FromKnowledgeCaller } from '../knowledge/from-knowledge-caller.decorator.js';
import { AgentRunsService } from './agent-runs.service.js';
import { DecideAgentCallDto, ListAgentRunsQuery, StartAgentRunDto } from './dto/agent-run.dto.js';
import { AgentRunSummaryView, AgentRunView } from './dto/agent-run.view.js';

const RUN = 'gateway.agents.run';
const HERE = { in: 'workspace', person: true } as const;

/** Runs of agents (docs/contract/agents.md#runs). */
@Controller('w/agents/:id/runs')
export class AgentRunsController {
  constructor(
    @Inject(AgentRunsService) private readonly runs: AgentRunsService,
    @Inject(RunEventStreams) private readonly streams: RunEventStreams,
  ) {}

  /** Begins a run. With `accept: text/event-stream` the response is a stream of its events. Otherwise it is the run, after its end. */
  @Post()
  @RequirePermission(RUN, HERE)
  @ApiProduces('application/json', 'text/event-stream')
  @ApiResponse({ status: 202, description: 'The run, which goes on or waits for a person.', type: AgentRunView })
  @Answers(AgentRunView, { status: 201, description: 'The run, which has ended.' })
  async start(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() _query: WorkspaceQuery,
    @Body() dto: StartAgentRunDto,
    @Headers('accept') accept: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const started = await this.runs.start({ caller, requester }, id, dto);
    reply.header('location', `/w/agents/${id}/runs/${started.id}`);
    if (/\btext\/event-stream\b/i.test(accept ?? '')) {
      this.stream(reply, started, undefined);
      return;
    }
    const run = await this.runs.wait(started, dto.wait_seconds);
    const view = AgentRunView.ofWhole(await this.runs.readWhole(run));
    await reply.status(run.completedAt === null ? 202 : 201).send(view);
  }

  @Lists(AgentRunSummaryView)
  @RequirePermission(RUN, HERE)
  async list(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: ListAgentRunsQuery,
  ): Promise<ListAnswer<AgentRunSummaryView>> {
    return toList(await this.runs.list({ caller, requester }, id, query), AgentRunSummaryView.of);
  }

  @Get(':run_id')
  @RequirePermission(RUN, HERE)
  @Answers(AgentRunView, { description: 'The run with its trace.' })
  async find(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('run_id') runId: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<AgentRunView> {
    const run = await this.runs.find({ caller, requester }, id, runId);
    return AgentRunView.ofWhole(await this.runs.readWhole(run));
  }

  /** The events of a run from its beginning, or behind `Last-Event-ID`. The stream ends with the run. */
  @Get(':run_id/events')
  @RequirePermission(RUN, HERE)
  @ApiProduces('text/event-stream')
  @ApiResponse({ status: 200, description: 'Server-Sent Events.' })
  async streamEvents(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('run_id') runId: string,
    @Query() _query: WorkspaceQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.stream(reply, await this.runs.find({ caller, requester }, id, runId), lastEventId);
  }

  /** Ends a run. Calls of models and tools in progress are given up within about a second. */
  @Post(':run_id/cancel')
  @RequirePermission(RUN, HERE)
  @Answers(AgentRunView, { description: 'The run as it is now.' })
  async cancel(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('run_id') runId: string,
    @Query() _query: WorkspaceQuery,
  ): Promise<AgentRunView> {
    const run = await this.runs.cancel({ caller, requester }, id, runId);
    return AgentRunView.ofWhole(await this.runs.readWhole(run));
  }

  /** Approves or rejects a call that waits for a person. Its run goes on when none waits any more. */
  @Post(':run_id/approvals')
  @RequirePermission('gateway.agents.approve', HERE)
  @Answers(AgentRunView, { description: 'The run as it is now.' })
  async decide(
    @FromKnowledgeCaller() caller: KnowledgeCaller,
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Param('run_id') runId: string,
    @Query() _query: WorkspaceQuery,
    @Body() dto: DecideAgentCallDto,
  ): Promise<AgentRunView> {
    const run = await this.runs.decide({ caller, requester }, id, runId, dto);
    return AgentRunView.ofWhole(await this.runs.readWhole(run));
  }

  private stream(reply: FastifyReply, run: AgentRunRecord, lastEventId: string | undefined): void {
    const { id: runId, organizationId } = run;
    this.streams.send(reply, {
      runId,
      organizationId,
      lastEventId,
      isLast: (kind) => kind === 'run.ended',
      hasEnded: () => this.runs.hasEnded(run),
    });
  }
}
