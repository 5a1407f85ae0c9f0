import { identityOf, type JobIdentity, withCause } from '@multilane/auth';
import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import {
  cancelWorkflowRun,
  type Database,
  isId,
  type Page,
  type WorkflowRunDetails,
  type WorkflowRunRecord,
  type WorkflowStepDetails,
} from '@multilane/persistence';
import { checkDefinition } from '@multilane/workflows';
import { Inject, Injectable } from '@nestjs/common';
import { findAccessible } from '../../access/find-accessible.js';
import type { Requester } from '../../access/requester.js';
import type { ListQuery } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { DecisionDto, ListRunsQuery, RerunDto, StartRunDto } from './dto/write-workflow.dto.js';
import { RunStarter } from './run-starter.service.js';
import { refuseProblems, WorkflowsService } from './workflows.service.js';

const READ = 'gateway.workflows.read';
const RUN = 'gateway.workflows.run';

/** Runs of workflows (docs/contract/workflows.md#runs). */
@Injectable()
export class WorkflowRunsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WorkflowsService) private readonly workflows: WorkflowsService,
    @Inject(RunStarter) private readonly starter: RunStarter,
  ) {}

  async start(requester: Requester, id: string, dto: StartRunDto, asked?: string): Promise<WorkflowRunDetails> {
    const workflow = await this.workflows.find(requester, id, asked, RUN);
    const { dry_run: dryRun = false, input = null } = dto;
    const { organizationId, publishedVersion, workspaceId } = workflow;
    const place = { organizationId, workspaceId, workflowId: workflow.id };
    const by = { identity: this.identify(requester, workspaceId), startedBy: requester.actor.name };
    if (dryRun) {
      const { problems } = await this.workflows.examine(
        workflow,
        await checkDefinition(parseBoundedJson(workflow.draft)),
      );
      if (problems.length > 0) throw refuseProblems(problems);
      return this.begin({
        ...place,
        ...by,
        version: null,
        definition: workflow.draft,
        trigger: 'manual',
        input,
        dryRun,
      });
    }
    const version =
      publishedVersion === null ? undefined : await this.database.workflows.findVersion(workflow.id, publishedVersion);
    if (version === undefined) {
      throw new GatewayError('conflict', { message: 'The workflow has no published version. Publish it first.' });
    }
    const { definition } = version;
    return this.begin({ ...place, ...by, version: version.version, definition, trigger: 'manual', input });
  }

  list({ organizationId, workspaceId }: Requester, query: ListRunsQuery): Promise<Page<WorkflowRunRecord>> {
    const { cursor, limit, status, workflow_id: workflowId } = query;
    const filters = { workspaceId, workflowId, status };
    return this.database.workflowRuns.listPage(organizationId, { cursor, limit, filters });
  }

  async find(
    requester: Requester,
    id: string,
    asked?: string,
    toDo: typeof READ | typeof RUN = READ,
  ): Promise<WorkflowRunDetails> {
    const found = await findAccessible(requester, { toSee: READ, toDo, asked }, (organizationId) =>
      this.database.workflowRuns.find(organizationId, id),
    );
    if (found === undefined) throw new GatewayError('not_found', { message: 'The run does not exist.' });
    return found;
  }

  async listSteps(requester: Requester, id: string, query: ListQuery): Promise<Page<WorkflowStepDetails>> {
    const { cursor, limit, workspace_id: asked } = query;
    const run = await this.find(requester, id, asked);
    if (cursor !== undefined && !isId(cursor)) {
      throw new GatewayError('invalid_value', { param: 'cursor', message: '`cursor` is not one of this list.' });
    }
    const rows = await this.database.workflowRuns.listSteps(run.id, { after: cursor, limit: limit + 1 });
    const data = rows.slice(0, limit);
    return { data, nextCursor: rows.length > limit ? (data.at(-1)?.id ?? null) : null };
  }

  /** Does nothing to a run that has ended. */
  async cancel(requester: Requester, id: string, asked?: string): Promise<WorkflowRunDetails> {
    const run = await this.find(requester, id, asked, RUN);
    const { parentStepId, workspaceId } = run;
    await this.starter.whenReady();
    await cancelWorkflowRun(this.database, run, requester.actor.name, async (sql) => {
      if (parentStepId !== null) await this.starter.queueStep(sql, parentStepId, workspaceId);
    });
    await this.starter.wake();
    return this.find(requester, id, asked);
  }

  /** Runs again what a run did, as a new run, from a step or from the beginning. The new run has the version of the old one. */
  async rerun(requester: Requester, id: string, dto: RerunDto, asked?: string): Promise<WorkflowRunDetails> {
    const run = await this.find(requester, id, asked, RUN);
    const { from_step: from } = dto;
    if (run.endedAt === null) {
      throw new GatewayError('conflict', { message: 'The run has not ended. Cancel it first, or wait.' });
    }
    const { nodes } = parseBoundedJson(run.definition) as { readonly nodes: readonly { readonly id: string }[] };
    if (from !== undefined && !nodes.some((node) => node.id === from)) {
      throw new GatewayError('invalid_value', { param: 'from_step', message: '`from_step` names no step of the run.' });
    }
    const { definition, dryRun, organizationId, version, workflowId, workspaceId } = run;
    return this.begin({
      organizationId,
      workspaceId,
      workflowId,
      version,
      definition,
      dryRun,
      trigger: 'rerun',
      identity: this.identify(requester, workspaceId),
      startedBy: requester.actor.name,
      input: dto.input === undefined ? run.input : dto.input,
      rerunOf: run.id,
      rerunFrom: from,
    });
  }

  async decide(
    requester: Requester,
    id: string,
    stepId: string,
    { decision }: DecisionDto,
    asked?: string,
  ): Promise<WorkflowRunDetails> {
    const run = await this.find(requester, id, asked, RUN);
    if (!isId(stepId)) throw new GatewayError('not_found', { message: 'The step does not exist.' });
    await this.starter.whenReady();
    const by = requester.actor.name ?? '';
    const isDecided = await this.database.workflowRuns.decideApproval(run.id, stepId, { decision, by }, (sql) =>
      this.starter.queueStep(sql, stepId, run.workspaceId),
    );
    if (!isDecided) {
      if (!(await this.database.workflowRuns.hasStep(run.id, stepId))) {
        throw new GatewayError('not_found', { message: 'The step does not exist.' });
      }
      throw new GatewayError('conflict', { message: 'The step waits for no decision.' });
    }
    await this.starter.wake();
    return run;
  }

  hasEnded(id: string): Promise<boolean> {
    return this.database.workflowRuns.hasEnded(id);
  }

  private async begin(run: Parameters<RunStarter['start']>[0]): Promise<WorkflowRunDetails> {
    const id = await this.starter.start(run);
    const made = id === undefined ? undefined : await this.database.workflowRuns.find(run.organizationId, id);
    if (made === undefined) throw new GatewayError('conflict', { message: 'The run could not be started.' });
    return made;
  }

  /** A person's run goes on when the person signs out; one that a token started has the token's rights. */
  private identify(requester: Requester, workspaceId: string): JobIdentity {
    const { caller, causeHeaders, organizationId } = requester;
    if (caller.credentialType !== 'session') return identityOf({ caller, headers: causeHeaders });
    return withCause({ by: 'member', organizationId, userId: requester.userId, workspaceId }, causeHeaders);
  }
}
