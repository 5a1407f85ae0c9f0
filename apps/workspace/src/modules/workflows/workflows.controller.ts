import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { ListQuery } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import {
  ChangedHookView,
  WorkflowCheckView,
  WorkflowProblemView,
  WorkflowVersionView,
  WorkflowView,
} from './dto/workflow.view.js';
import { WorkflowRunView } from './dto/workflow-run.view.js';
import {
  CheckWorkflowDto,
  CreateWorkflowDto,
  SetHookDto,
  StartRunDto,
  UpdateWorkflowDto,
} from './dto/write-workflow.dto.js';
import { WorkflowRunsService } from './workflow-runs.service.js';
import { WorkflowsService } from './workflows.service.js';

const READ = 'gateway.workflows.read';
const RUN = 'gateway.workflows.run';
const MANAGE = 'gateway.workflows.manage';
const HERE = { in: 'workspace', person: true } as const;
const ANYWHERE = { in: 'anywhere', person: true } as const;

/** Workflows (docs/contract/workflows.md). */
@Controller('w/workflows')
export class WorkflowsController {
  constructor(
    @Inject(WorkflowsService) private readonly workflows: WorkflowsService,
    @Inject(WorkflowRunsService) private readonly runs: WorkflowRunsService,
  ) {}

  @Creates(WorkflowView, 'The new workflow. It runs once it is published.')
  @RequirePermission(MANAGE, HERE)
  async create(
    @FromRequester() requester: Requester,
    @Query() _query: WorkspaceQuery,
    @Body() dto: CreateWorkflowDto,
  ): Promise<WorkflowView> {
    return WorkflowView.of(await this.workflows.create(requester, dto));
  }

  @Lists(WorkflowView)
  @RequirePermission(READ, HERE)
  async list(@FromRequester() requester: Requester, @Query() query: ListQuery): Promise<ListAnswer<WorkflowView>> {
    return toList(await this.workflows.list(requester, query), WorkflowView.of);
  }

  @Finds(WorkflowView)
  @RequirePermission(READ, ANYWHERE)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<WorkflowView> {
    return WorkflowView.of(await this.workflows.find(requester, id, asked));
  }

  @Updates(WorkflowView, 'The updated workflow. The published version stays as it is.')
  @RequirePermission(MANAGE, ANYWHERE)
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: UpdateWorkflowDto,
  ): Promise<WorkflowView> {
    return WorkflowView.of(await this.workflows.update(requester, id, dto, asked));
  }

  /** Deletes the workflow with its versions and runs. */
  @Removes()
  @RequirePermission(MANAGE, ANYWHERE)
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<void> {
    await this.workflows.remove(requester, id, asked);
  }

  /** Finds what publication would reject, step by step. */
  @Post(':id/check')
  @HttpCode(200)
  @RequirePermission(READ, ANYWHERE)
  @Answers(WorkflowCheckView, { description: 'The problems.' })
  async check(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: CheckWorkflowDto,
  ): Promise<WorkflowCheckView> {
    const problems = await this.workflows.check(requester, id, dto, asked);
    return { object: 'workflow.check', valid: problems.length === 0, problems: problems.map(WorkflowProblemView.of) };
  }

  /** Makes the draft the version that runs from now on. Runs that have begun keep theirs. */
  @Post(':id/publish')
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission(MANAGE, ANYWHERE)
  @Answers(WorkflowView, { description: 'The workflow with its new version.' })
  async publish(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<WorkflowView> {
    return WorkflowView.of(await this.workflows.publish(requester, id, asked));
  }

  @Get(':id/versions')
  @RequirePermission(READ, ANYWHERE)
  @AnswersList(WorkflowVersionView)
  async listVersions(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() query: ListQuery,
  ): Promise<ListAnswer<WorkflowVersionView>> {
    return toList(await this.workflows.listVersions(requester, id, query), WorkflowVersionView.of);
  }

  /** Starts a run of the published version, with the rights of whoever asks. A dry run runs the draft. */
  @Post(':id/runs')
  @RequirePermission(RUN, ANYWHERE)
  @Answers(WorkflowRunView, { status: 202, description: 'The run, which a worker begins.' })
  async start(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: StartRunDto,
  ): Promise<WorkflowRunView> {
    return WorkflowRunView.from(await this.runs.start(requester, id, dto, asked));
  }

  /** Lets signed requests to the hook start the workflow, with the rights of whoever published it. */
  @Put(':id/hook')
  @RequirePermission(MANAGE, ANYWHERE)
  @Answers(ChangedHookView, { description: 'The hook, with its secret if one was generated.' })
  @HonoursVersion()
  async setHook(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: SetHookDto,
  ): Promise<ChangedHookView> {
    const { secret, workflow } = await this.workflows.setHook(requester, id, dto, asked);
    return ChangedHookView.from(workflow, secret);
  }

  @Delete(':id/hook')
  @RequirePermission(MANAGE, ANYWHERE)
  @HonoursVersion()
  @AnswersNothing()
  async removeHook(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<void> {
    await this.workflows.removeHook(requester, id, asked);
  }
}
