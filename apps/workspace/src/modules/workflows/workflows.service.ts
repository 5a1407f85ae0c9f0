import { randomBytes } from 'node:crypto';
import type { JobIdentity } from '@multilane/auth';
import { parseBoundedJson, readProblem, writeProblem } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Database, HookScheme, Page, WorkflowRecord, WorkflowVersionRecord } from '@multilane/persistence';
import {
  type CheckedDefinition,
  checkDefinition,
  findScheduleProblem,
  nextTime,
  secretsOf,
  type TaskOf,
  type WorkflowDefinition,
  type WorkflowNode,
  type WorkflowProblem,
  type WorkflowTask,
} from '@multilane/workflows';
import { Inject, Injectable } from '@nestjs/common';
import { findAccessible } from '../../access/find-accessible.js';
import type { Requester } from '../../access/requester.js';
import { invalidField } from '../../http/invalid-field.js';
import type { ListQuery } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { CheckWorkflowDto, CreateWorkflowDto, SetHookDto, UpdateWorkflowDto } from './dto/write-workflow.dto.js';

const READ = 'gateway.workflows.read';
const MANAGE = 'gateway.workflows.manage';

/** Workflows of a workspace at most. */
const MOST = 500;
const EMPTY = '{"nodes":[],"edges":[]}';
const SECRET_BYTES = 32;

/** Objects that a definition may name. */
interface WorkflowTables {
  readonly workflows: Pick<Database['workflows'], 'find'>;
  readonly workspaceSecrets: Pick<Database['workspaceSecrets'], 'listNames'>;
  readonly agents: Pick<Database['agents'], 'find'>;
  readonly knowledgeBases: Pick<Database['knowledgeBases'], 'findAll'>;
}

type Need = typeof READ | typeof MANAGE | 'gateway.workflows.run';

/** Workflows, their drafts and published versions (docs/contract/workflows.md). */
@Injectable()
export class WorkflowsService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async create(requester: Requester, { definition, description, name }: CreateWorkflowDto): Promise<WorkflowRecord> {
    const { actor, organizationId, workspaceId } = requester;
    const place = { organizationId, workspaceId };
    if ((await this.database.workflows.count(place)) >= MOST) {
      throw new GatewayError('conflict', { message: `The workspace has ${MOST} workflows. Delete some first.` });
    }
    const draft = definition === undefined ? EMPTY : JSON.stringify(definition);
    return this.database.change(actor, ({ workflows }) =>
      workflows.create(place, { name, description: description ?? null, draft }),
    );
  }

  list({ organizationId, workspaceId }: Requester, { cursor, limit }: ListQuery): Promise<Page<WorkflowRecord>> {
    return this.database.workflows.listPage({ organizationId, workspaceId }, { cursor, limit });
  }

  async find(requester: Requester, id: string, asked?: string, toDo: Need = READ): Promise<WorkflowRecord> {
    const found = await findAccessible(requester, { toSee: READ, toDo, asked }, (organizationId) =>
      this.database.workflows.find(organizationId, id),
    );
    if (found === undefined) throw new GatewayError('not_found', { message: 'The workflow does not exist.' });
    return found;
  }

  async update(requester: Requester, id: string, dto: UpdateWorkflowDto, asked?: string): Promise<WorkflowRecord> {
    const { organizationId } = await this.find(requester, id, asked, MANAGE);
    const { definition, description, enabled, name, schedule } = dto;
    const problem = schedule ? findScheduleProblem(schedule) : undefined;
    if (problem !== undefined) throw invalidField(`schedule.${problem.field}`, `${problem.message}.`);
    return this.database.change(requester.actor, async ({ workflows }) => {
      const before = await workflows.lock(organizationId, id);
      const isEnabled = enabled ?? before.enabled;
      const plan = schedule === undefined ? scheduleOf(before) : schedule;
      const isActive = isEnabled && before.publishedVersion !== null;
      return workflows.update(organizationId, id, {
        name,
        description,
        enabled,
        ...(definition !== undefined && { draft: JSON.stringify(definition) }),
        schedule: plan === null ? null : { ...plan, nextRunAt: isActive ? (nextTime(plan, new Date()) ?? null) : null },
      });
    });
  }

  async remove(requester: Requester, id: string, asked?: string): Promise<void> {
    const { organizationId } = await this.find(requester, id, asked, MANAGE);
    await this.database.change(requester.actor, ({ workflows }) => workflows.remove(organizationId, id));
  }

  /** Lists the problems for which publication would reject a definition, or the draft. */
  async check(
    requester: Requester,
    id: string,
    dto: CheckWorkflowDto,
    asked?: string,
  ): Promise<readonly WorkflowProblem[]> {
    const workflow = await this.find(requester, id, asked);
    const value: unknown = dto.definition ?? parseBoundedJson(workflow.draft);
    return (await this.examine(workflow, await checkDefinition(JSON.parse(JSON.stringify(value))))).problems;
  }

  /** Makes the draft the version that runs. Fails with 400 that names the first problem and lists all of them. */
  async publish(requester: Requester, id: string, asked?: string): Promise<WorkflowRecord> {
    const found = await this.find(requester, id, asked, MANAGE);
    const { organizationId } = found;
    // Before the transaction: the embedded database serves nobody else meanwhile.
    const checked = await checkDefinition(parseBoundedJson(found.draft));
    const runAs = (workspaceId: string): JobIdentity => ({
      by: 'member',
      organizationId,
      userId: requester.userId,
      workspaceId,
    });
    return this.database.change(requester.actor, async (tables) => {
      const { workflows } = tables;
      const draft = await workflows.lock(organizationId, id);
      const isSame = draft.draft === found.draft;
      const { problems } = await this.examine(
        draft,
        isSame ? checked : await checkDefinition(parseBoundedJson(draft.draft)),
        tables,
      );
      if (problems.length > 0) throw refuseProblems(problems);
      const plan = scheduleOf(draft);
      const nextRunAt = plan === null || !draft.enabled ? null : (nextTime(plan, new Date()) ?? null);
      return workflows.publish(organizationId, id, {
        definition: draft.draft,
        nextRunAt,
        publishedBy: requester.actor.name,
        runAs: runAs(draft.workspaceId),
      });
    });
  }

  async listVersions(
    requester: Requester,
    id: string,
    { cursor, limit, workspace_id: asked }: ListQuery,
  ): Promise<Page<WorkflowVersionRecord>> {
    const workflow = await this.find(requester, id, asked);
    if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) {
      throw new GatewayError('invalid_value', { param: 'cursor', message: '`cursor` is not one of this list.' });
    }
    const before = cursor === undefined ? undefined : Number(cursor);
    const rows = await this.database.workflows.listVersions(workflow.id, before, limit + 1);
    const data = rows.slice(0, limit);
    return { data, nextCursor: rows.length > limit ? String(data.at(-1)?.version) : null };
  }

  /** Sets how requests start the workflow. Resolves also to the secret, if one was generated. */
  async setHook(
    requester: Requester,
    id: string,
    { keep_previous: keepsPrevious = false, scheme = 'standard', secret }: SetHookDto,
    asked?: string,
  ): Promise<{ readonly workflow: WorkflowRecord; readonly secret: string | null }> {
    const { organizationId } = await this.find(requester, id, asked, MANAGE);
    const generated = secret === undefined ? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}` : null;
    const newest = secret ?? generated ?? '';
    const previous = keepsPrevious ? await this.database.workflows.findHookSecrets(organizationId, id) : [];
    const hook: { scheme: HookScheme; secrets: string[] } = { scheme, secrets: [newest, ...previous.slice(0, 1)] };
    const workflow = await this.database.change(requester.actor, ({ workflows }) =>
      workflows.setHook(organizationId, id, hook, keepsPrevious),
    );
    return { workflow, secret: generated };
  }

  async removeHook(requester: Requester, id: string, asked?: string): Promise<void> {
    const { organizationId } = await this.find(requester, id, asked, MANAGE);
    await this.database.change(requester.actor, ({ workflows }) => workflows.setHook(organizationId, id, null, false));
  }

  /** Checks that the workspace has what a definition names. @param tables those of a change, within one */
  async examine(
    { id, organizationId, workspaceId }: WorkflowRecord,
    checked: CheckedDefinition,
    tables: WorkflowTables = this.database,
  ): Promise<{ readonly definition?: WorkflowDefinition; readonly problems: readonly WorkflowProblem[] }> {
    const { definition } = checked;
    if (definition === undefined) return checked;
    const problems: WorkflowProblem[] = [];
    const place = { organizationId, workspaceId };
    const known = await tables.workspaceSecrets.listNames(organizationId, workspaceId);
    for (const [index, node] of definition.nodes.entries()) {
      const [task, prefix] = node.kind === 'map' ? [node.step, 'step.'] : [node, ''];
      for (const secret of secretsOf({ nodes: [node] }).filter((name) => !known.has(name))) {
        const message = writeProblem('missing_secret', { secret });
        problems.push({ node: node.id, path: `nodes[${index}].${prefix}headers`, message });
      }
      const found = await findNameProblem(tables, { ...place, id }, task);
      if (found !== undefined)
        problems.push({ node: node.id, path: `nodes[${index}].${prefix}${found.field}`, message: found.message });
    }
    return problems.length > 0 ? { problems } : checked;
  }
}

type Place = Pick<WorkflowRecord, 'organizationId' | 'workspaceId'>;

/** Reason for which a step cannot run the object that it names. */
interface NameProblem {
  readonly field: string;
  readonly message: string;
}

/** Checks the object that a step names. */
function findNameProblem(
  tables: WorkflowTables,
  place: Place & Pick<WorkflowRecord, 'id'>,
  task: WorkflowNode | WorkflowTask,
): Promise<NameProblem | undefined> {
  switch (task.kind) {
    case 'agent':
      return findAgentProblem(tables, place, task);
    case 'subworkflow':
      return findSubworkflowProblem(tables, place, task.workflow_id, place.id);
    case 'retrieve':
      return findBaseProblem(tables, place, task);
    default:
      return Promise.resolve(undefined);
  }
}

async function findAgentProblem(
  { agents }: WorkflowTables,
  { organizationId, workspaceId }: Place,
  { agent_id: id, version = 1 }: TaskOf<'agent'>,
): Promise<NameProblem | undefined> {
  const agent = await agents.find(organizationId, id);
  if (agent?.workspaceId !== workspaceId) return { field: 'agent_id', message: writeProblem('no_agent') };
  return version > agent.version ? { field: 'version', message: writeProblem('no_agent_version') } : undefined;
}

async function findBaseProblem(
  { knowledgeBases }: WorkflowTables,
  place: Place,
  { kb_ids: ids }: TaskOf<'retrieve'>,
): Promise<NameProblem | undefined> {
  const found = new Set((await knowledgeBases.findAll(place, ids)).map(({ id }) => id));
  const missing = ids.findIndex((id) => !found.has(id));
  if (missing === -1) return undefined;
  return { field: `kb_ids[${missing}]`, message: writeProblem('no_knowledge_base') };
}

async function findSubworkflowProblem(
  { workflows }: WorkflowTables,
  { organizationId, workspaceId }: Place,
  id: string,
  ownId: string,
): Promise<NameProblem | undefined> {
  const field = 'workflow_id';
  if (id === ownId) return { field, message: writeProblem('own_workflow') };
  const other = await workflows.find(organizationId, id);
  const isThere = other?.workspaceId === workspaceId && other.publishedVersion !== null;
  return isThere ? undefined : { field, message: writeProblem('no_published_workflow') };
}

const scheduleOf = ({ cron, timezone }: WorkflowRecord): { readonly cron: string; readonly timezone: string } | null =>
  cron === null || timezone === null ? null : { cron, timezone };

export function refuseProblems(problems: readonly WorkflowProblem[]): GatewayError {
  const [first] = problems;
  const more = problems.length > 1 ? ` There are ${problems.length - 1} more problems: see POST …/check.` : '';
  const param = first === undefined ? 'definition' : `definition.${first.path}`;
  const problem = readProblem(first?.message ?? '');
  return new GatewayError('invalid_value', {
    param,
    message: `\`${param}\` ${first?.message ?? 'is not valid'}.${more}`,
    ...(problem && { details: { problem } }),
  });
}
