import { setTimeout as sleep } from 'node:timers/promises';
import { AGENT_BOUNDS } from '@multilane/agents';
import { GatewayError, needsEncryptionKey } from '@multilane/errors';
import type { KnowledgeCaller } from '@multilane/knowledge-bases';
import {
  type AgentRunRecord,
  cancelAgentRun,
  type Database,
  newId,
  type Page,
  type Sql,
  TooManyAgentRuns,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { type Requester, refusePermission } from '../../access/requester.js';
import { WaitingRoom } from '../../access/waiting-room.js';
import { JobSender } from '../../services/job-sender.js';
import { DATABASE } from '../../services/workspace-services.js';
import { AgentsService } from './agents.service.js';
import type { DecideAgentCallDto, ListAgentRunsQuery, StartAgentRunDto } from './dto/agent-run.dto.js';
import type { WholeAgentRun } from './dto/agent-run.view.js';

const LOOK_EVERY_MS = 100;
const DEFAULT_WAIT_SECONDS = 55;
const APPROVE = 'gateway.agents.approve';

/** Caller, and the workspace that it asks about. */
export interface RunCaller {
  readonly caller: KnowledgeCaller;
  readonly requester: Requester;
}

/** Runs of agents, which workers of the gateway do (docs/contract/agents.md#runs). */
@Injectable()
export class AgentRunsService {
  private readonly room = new WaitingRoom();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobSender) private readonly jobs: JobSender,
    @Inject(AgentsService) private readonly agents: AgentsService,
  ) {}

  /** Begins a run as the person who asks. Fails with 429 where too many have not ended. */
  async start({ caller, requester }: RunCaller, agentId: string, dto: StartAgentRunDto): Promise<AgentRunRecord> {
    const agent = await this.agents.find(caller, agentId);
    const version = dto.version ?? agent.version;
    if (version > agent.version) {
      throw new GatewayError('invalid_value', {
        param: 'version',
        message: '`version` is not a version of the agent.',
      });
    }
    if (!this.database.agentRuns.isReady) {
      throw new GatewayError('worker_unavailable', { message: needsEncryptionKey('Agents') });
    }
    const queues = await this.jobs.queues();
    await queues.whenReady();
    const id = newId();
    const { organizationId, workspaceId } = caller.place;
    const run = {
      id,
      organizationId,
      workspaceId,
      agentId,
      version,
      userId: requester.userId,
      identity: caller.identity(),
      clientAddress: caller.actor.address ?? null,
      input: dto.input,
    };
    const enqueue = (within: Sql) => queues.enqueue('agent.run', { run_id: id }, { within, group: workspaceId });
    await this.database.agentRuns.create(run, AGENT_BOUNDS.openRuns, enqueue).catch((error: unknown) => {
      if (!(error instanceof TooManyAgentRuns)) throw error;
      const message = `The workspace has ${AGENT_BOUNDS.openRuns} runs of agents that have not ended. Wait for some, or cancel them.`;
      throw new GatewayError('too_many_jobs', { message, headers: { 'retry-after': '10' } });
    });
    queues.wake('agent.run');
    return this.find({ caller, requester }, agentId, id);
  }

  /** The run when it has ended or waits for a person, or as it is after so many seconds. */
  async wait(run: AgentRunRecord, seconds = DEFAULT_WAIT_SECONDS): Promise<AgentRunRecord> {
    if (seconds === 0) return run;
    return this.room.wait(run.workspaceId, async () => {
      const deadline = performance.now() + seconds * 1_000;
      let latest = run;
      while (isMoving(latest) && performance.now() < deadline) {
        await sleep(LOOK_EVERY_MS);
        const found = await this.database.agentRuns.find(run.organizationId, run.id);
        if (found === undefined) throw new GatewayError('not_found', { message: 'The run was deleted.' });
        latest = found;
      }
      return latest;
    });
  }

  /** One's own; with the permission to approve, everybody's in the workspace. */
  async find({ caller, requester }: RunCaller, agentId: string, id: string): Promise<AgentRunRecord> {
    const { organizationId, workspaceId } = caller.place;
    const run = await this.database.agentRuns.find(organizationId, id);
    const isSeen = run !== undefined && (run.userId === requester.userId || requester.can(APPROVE, { workspaceId }));
    if (!isSeen || run.workspaceId !== workspaceId || run.agentId !== agentId) {
      throw new GatewayError('not_found', { message: 'The run does not exist.' });
    }
    return run;
  }

  /** A run with all that it did. */
  async readWhole(run: AgentRunRecord): Promise<WholeAgentRun> {
    const { agentRuns } = this.database;
    const [content, steps, waiting] = await Promise.all([
      agentRuns.readContent(run.id),
      agentRuns.listSteps(run.id),
      run.completedAt === null ? agentRuns.listWaiting(run.rootId) : [],
    ]);
    if (content === undefined) throw new GatewayError('not_found', { message: 'The run was deleted.' });
    return { run, content, steps, waiting };
  }

  async list(
    { caller, requester }: RunCaller,
    agentId: string,
    query: ListAgentRunsQuery,
  ): Promise<Page<AgentRunRecord>> {
    await this.agents.find(caller, agentId);
    const { cursor, limit, status } = query;
    const seesAll = requester.can(APPROVE, { workspaceId: caller.place.workspaceId });
    const filters = { agentId, status, ...(!seesAll && { userId: requester.userId }) };
    return this.database.agentRuns.listPage(caller.place, filters, { cursor, limit });
  }

  /** Ends a run, and those of agents that it called. One that has ended stays as it is. */
  async cancel(as: RunCaller, agentId: string, id: string): Promise<AgentRunRecord> {
    const run = await this.find(as, agentId, id);
    if (run.parentId !== null) {
      throw new GatewayError('conflict', {
        message: `The agent was called by another run: cancel that one, ${run.rootId}.`,
      });
    }
    const { workflowStepId, workspaceId } = run;
    const queues = await this.jobs.queues();
    await queues.whenReady();
    const isCancelled = await cancelAgentRun(this.database, run, async (sql) => {
      if (workflowStepId === null) return;
      await queues.enqueue('workflow.step', { step_id: workflowStepId }, { within: sql, group: workspaceId });
    });
    if (isCancelled) queues.wake('workflow.step');
    return this.find(as, agentId, id);
  }

  /** Approves or rejects a call that waits. Fails with 409 where it does not. */
  async decide(as: RunCaller, agentId: string, id: string, dto: DecideAgentCallDto): Promise<AgentRunRecord> {
    const { workspaceId } = as.caller.place;
    const run = await this.find(as, agentId, id);
    if (!as.requester.can(APPROVE, { workspaceId })) throw refusePermission(APPROVE);
    const { decision, position, reason } = dto;
    const decidedBy = as.caller.actor.name;
    const message = reason ?? 'A person rejected the call. Do not make it again.';
    const rejection =
      decision === 'approve'
        ? undefined
        : JSON.stringify({ text: JSON.stringify({ error: { code: 'rejected', message } }) });
    const queues = await this.jobs.queues();
    await queues.whenReady();
    const { agentRuns, runEvents } = this.database;
    const event = { kind: 'approval.decided', data: { position, decision, decided_by: decidedBy } };
    const isDecided = await agentRuns.decide(
      { runId: id, rootId: run.rootId, position, decidedBy, rejection },
      (sql) => runEvents.appendWithin(sql, { runId: id, workspaceId }, [event]),
      (within) => queues.enqueue('agent.run', { run_id: run.rootId }, { within, group: workspaceId }),
    );
    if (!isDecided) throw new GatewayError('conflict', { message: 'No call at this position waits for approval.' });
    runEvents.announce(id);
    queues.wake('agent.run');
    return this.find(as, agentId, id);
  }

  /** True if a run has ended, or is deleted. */
  async hasEnded({ id, organizationId }: AgentRunRecord): Promise<boolean> {
    const run = await this.database.agentRuns.find(organizationId, id);
    return run === undefined || run.completedAt !== null;
  }
}

const isMoving = ({ status }: AgentRunRecord): boolean => status === 'queued' || status === 'running';
