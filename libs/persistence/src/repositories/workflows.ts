import { cancelAgentRuns } from '../agents/cancel-agent-runs.js';
import { type Access, type Sql, sqlWithin } from '../connection/connection.js';
import { NotFoundError } from '../database-error.js';
import { isId, newId } from '../ids/new-id.js';
import type { Page, PageRequest } from '../records/page.js';
import type { HookScheme, WorkflowRecord, WorkflowVersionRecord } from '../records/workflow.js';
import { demandBox, type SecretBox, SecretBoxError } from '../secrets/secret-box.js';
import { command, statement } from '../statements/statement.js';
import { columnsOf } from '../tables/table.js';
import { workflows } from '../tables/workflows.js';
import type { ChangeScope } from './audited-table.js';
import { laterThan } from './rows/later-than.js';
import { pageOf, startOf } from './rows/list-rows.js';
import { recordChange } from './trail/record-change.js';

/** A workspace that has workflows. */
export interface WorkflowPlace {
  readonly organizationId: string;
  readonly workspaceId: string;
}

export interface WorkflowChanges {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly draft?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** Null: none. */
  readonly schedule?:
    | { readonly cron: string; readonly timezone: string; readonly nextRunAt: Date | null }
    | null
    | undefined;
}

/** A workflow that is due by its schedule. */
export interface DueWorkflow extends WorkflowPlace {
  readonly id: string;
  readonly version: number;
  readonly definition: string;
  readonly runAs: unknown;
  readonly cron: string;
  readonly timezone: string;
  readonly dueAt: Date;
}

/** Fields of a workflow for a delivery to its hook. */
export interface HookTarget extends WorkflowPlace {
  readonly id: string;
  readonly version: number;
  readonly definition: string;
  readonly runAs: unknown;
  readonly scheme: HookScheme;
  readonly secrets: readonly string[];
}

const COLUMNS = columnsOf(workflows, 'w', 'runAs', 'hookSecretsSealed');

/** Sealing purpose of a hook's secrets. */
export const hookOf = (id: string): string => `workflow_hook ${id}`;

const FIND = statement<WorkflowRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM workflows w WHERE w.organization_id = $1 AND w.id = $2`,
);
const LIST_PAGE = statement<WorkflowRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM workflows w WHERE w.organization_id = $1 AND w.workspace_id = $2
   AND ($3::uuid IS NULL OR w.id < $3) ORDER BY w.id DESC LIMIT $4`,
);
const COUNT = statement(
  { count: 'integer' },
  'SELECT count(*)::int AS count FROM workflows WHERE organization_id = $1 AND workspace_id = $2',
);
const FIND_VERSION = statement<WorkflowVersionRecord>(
  { version: 'integer', definition: 'text', publishedBy: 'text?', publishedAt: 'timestamptz' },
  `SELECT version, definition, published_by AS "publishedBy", published_at AS "publishedAt" FROM workflow_versions
   WHERE workflow_id = $1 AND version = $2`,
);
const LIST_VERSIONS = statement<WorkflowVersionRecord>(
  { version: 'integer', definition: 'text', publishedBy: 'text?', publishedAt: 'timestamptz' },
  `SELECT version, definition, published_by AS "publishedBy", published_at AS "publishedAt" FROM workflow_versions
   WHERE workflow_id = $1 AND ($2::int IS NULL OR version < $2) ORDER BY version DESC LIMIT $3`,
);
const FIND_PUBLISHED = statement(
  { version: 'integer', definition: 'text' },
  `SELECT v.version, v.definition FROM workflows w
    JOIN workflow_versions v ON v.workflow_id = w.id AND v.version = w.published_version
   WHERE w.organization_id = $1 AND w.workspace_id = $2 AND w.id = $3`,
);
const FIND_HOOK = statement<Omit<HookTarget, 'secrets'> & { sealed: string }>(
  {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid',
    runAs: 'jsonb?',
    scheme: 'text',
    sealed: 'text',
    version: 'integer',
    definition: 'text',
  },
  `SELECT w.id, w.organization_id AS "organizationId", w.workspace_id AS "workspaceId", w.run_as AS "runAs",
         w.hook_scheme AS scheme, w.hook_secrets_sealed AS sealed, v.version, v.definition
    FROM workflows w JOIN workflow_versions v ON v.workflow_id = w.id AND v.version = w.published_version
   WHERE w.id = $1 AND w.enabled AND w.hook_scheme IS NOT NULL AND w.hook_secrets_sealed IS NOT NULL`,
);
const FIND_HOOK_SECRETS = statement(
  { sealed: 'text?' },
  'SELECT hook_secrets_sealed AS sealed FROM workflows WHERE organization_id = $1 AND id = $2',
);
const TAKE_DUE = statement<DueWorkflow>(
  {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid',
    runAs: 'jsonb?',
    cron: 'text',
    timezone: 'text',
    dueAt: 'timestamptz',
    version: 'integer',
    definition: 'text',
  },
  `SELECT w.id, w.organization_id AS "organizationId", w.workspace_id AS "workspaceId", w.run_as AS "runAs", w.cron, w.timezone,
         w.next_run_at AS "dueAt", v.version, v.definition
    FROM workflows w JOIN workflow_versions v ON v.workflow_id = w.id AND v.version = w.published_version
   WHERE w.next_run_at <= now() AND w.enabled ORDER BY w.next_run_at LIMIT 1 FOR UPDATE OF w SKIP LOCKED`,
);
const SET_NEXT_RUN = command('UPDATE workflows SET next_run_at = $2 WHERE id = $1');

export class WorkflowQueries {
  constructor(
    protected readonly access: Access,
    private readonly box: Pick<SecretBox, 'open'> | undefined,
  ) {}

  /** Undefined for another tenant's, and for what is no id. */
  async find(organizationId: string, id: string): Promise<WorkflowRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [organizationId, id]);
    return row;
  }

  /** Newest first. @throws InvalidCursorError */
  async listPage({ organizationId, workspaceId }: WorkflowPlace, page: PageRequest): Promise<Page<WorkflowRecord>> {
    const rows = await LIST_PAGE.rows(this.access, [organizationId, workspaceId, startOf(page), page.limit + 1]);
    return pageOf(rows, page.limit);
  }

  async count({ organizationId, workspaceId }: WorkflowPlace): Promise<number> {
    const [row] = await COUNT.rows(this.access, [organizationId, workspaceId]);
    return row?.count ?? 0;
  }

  /** A published version. */
  async findVersion(workflowId: string, version: number): Promise<WorkflowVersionRecord | undefined> {
    const [row] = await FIND_VERSION.rows(this.access, [workflowId, version]);
    return row;
  }

  /** Newest first. */
  listVersions(workflowId: string, before: number | undefined, limit: number): Promise<WorkflowVersionRecord[]> {
    return LIST_VERSIONS.rows(this.access, [workflowId, before ?? null, limit]);
  }

  /** The published version that runs within another workflow of the workspace. */
  async findPublished(
    { organizationId, workspaceId }: WorkflowPlace,
    id: string,
  ): Promise<{ readonly version: number; readonly definition: string } | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND_PUBLISHED.rows(this.access, [organizationId, workspaceId, id]);
    return row;
  }

  /**
   * Finds the workflow and the secrets that check a delivery to a hook. Undefined for a workflow without a hook, and
   * for what is no id. @throws SecretBoxError
   */
  async findHook(id: string): Promise<HookTarget | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND_HOOK.rows(this.access, [id]);
    if (row === undefined) return undefined;
    const { sealed, ...hook } = row;
    if (this.box === undefined) throw new SecretBoxError('There is no encryption key to open hooks with.');
    return { ...hook, secrets: JSON.parse(this.box.open(sealed, hookOf(id))) as string[] };
  }

  /** The secrets that deliveries to a workflow's hook may be signed with now. @throws SecretBoxError */
  async findHookSecrets(organizationId: string, id: string): Promise<readonly string[]> {
    const [row] = await FIND_HOOK_SECRETS.rows(this.access, [organizationId, id]);
    if (!row?.sealed || this.box === undefined) return [];
    return JSON.parse(this.box.open(row.sealed, hookOf(id))) as string[];
  }

  /**
   * Takes a workflow that is due, so that no other process has it until the end of the transaction. Undefined: none is.
   */
  async takeDue(sql: Sql): Promise<DueWorkflow | undefined> {
    const rows = await TAKE_DUE.rows(sql);
    return rows[0];
  }

  async setNextRun(sql: Sql, id: string, nextRunAt: Date | null): Promise<void> {
    await SET_NEXT_RUN.run(sql, [id, nextRunAt]);
  }
}

const CREATE = command(
  `INSERT INTO workflows (id, organization_id, workspace_id, name, description, draft) VALUES ($1, $2, $3, $4, $5, $6)`,
);
const UPDATE =
  command(`UPDATE workflows SET name = $2, description = $3, draft = $4, revision = revision + $5, enabled = $6, cron = $7,
   timezone = $8, next_run_at = $9, updated_at = $10 WHERE id = $1`);
const ADD_VERSION = command(
  'INSERT INTO workflow_versions (workflow_id, version, definition, published_by) VALUES ($1, $2, $3, $4)',
);
const PUBLISH = command(
  'UPDATE workflows SET published_version = $2, run_as = $3, next_run_at = $4, updated_at = $5 WHERE id = $1',
);
const SET_HOOK = command(
  `UPDATE workflows SET hook_scheme = $2, hook_secrets_sealed = $3, hook_hints = $4, updated_at = $5 WHERE id = $1`,
);
const FIND_OPEN_AGENT_RUNS = statement(
  { id: 'uuid' },
  `SELECT run.id FROM agent_runs run JOIN workflow_steps step ON step.id = run.workflow_step_id
   JOIN workflow_runs whole ON whole.id = step.run_id WHERE whole.workflow_id = $1 AND run.completed_at IS NULL`,
);
const REMOVE_RUN_EVENTS = command(
  'DELETE FROM run_events WHERE run_id IN (SELECT id FROM workflow_runs WHERE workflow_id = $1)',
);
const REMOVE = command('DELETE FROM workflows WHERE id = $1');
const LOCK = command('SELECT 1 FROM workflows WHERE organization_id = $1 AND id = $2 FOR UPDATE');

export class WorkflowRepository extends WorkflowQueries {
  constructor(
    access: Access,
    private readonly scope: ChangeScope,
    private readonly sealer: Pick<SecretBox, 'seal'> | undefined,
  ) {
    super(access, undefined);
  }

  /** @throws ConflictError `name` */
  async create(
    place: WorkflowPlace,
    { description, draft, name }: Pick<WorkflowRecord, 'name' | 'description' | 'draft'>,
  ): Promise<WorkflowRecord> {
    const id = newId();
    await CREATE.run(this.access, [id, place.organizationId, place.workspaceId, name, description, draft]);
    const made = await this.read(place.organizationId, id);
    recordChange(this.scope, 'workflow.create', place, made, null, shown(made));
    return made;
  }

  /** @throws NotFoundError, ConflictError `name` */
  async update(organizationId: string, id: string, changes: WorkflowChanges): Promise<WorkflowRecord> {
    const before = await this.lock(organizationId, id);
    const { description, draft, enabled, name, schedule } = changes;
    const set = {
      name: name ?? before.name,
      description: description === undefined ? before.description : description,
      draft: draft ?? before.draft,
      enabled: enabled ?? before.enabled,
    };
    const plan = schedule === undefined ? before : (schedule ?? { cron: null, timezone: null, nextRunAt: null });
    await UPDATE.run(this.access, [
      id,
      set.name,
      set.description,
      set.draft,
      set.draft === before.draft ? 0 : 1,
      set.enabled,
      plan.cron,
      plan.timezone,
      plan.nextRunAt,
      laterThan(before.updatedAt),
    ]);
    const after = await this.read(organizationId, id);
    recordChange(this.scope, 'workflow.update', before, after, shown(before), shown(after));
    return after;
  }

  /** Makes the draft the version that runs from now on. @param runAs whose rights runs have that nobody starts */
  async publish(
    organizationId: string,
    id: string,
    {
      definition,
      nextRunAt,
      publishedBy,
      runAs,
    }: {
      readonly definition: string;
      readonly nextRunAt: Date | null;
      readonly publishedBy: string | null;
      readonly runAs: unknown;
    },
  ): Promise<WorkflowRecord> {
    const before = await this.lock(organizationId, id);
    const version = (before.publishedVersion ?? 0) + 1;
    await ADD_VERSION.run(this.access, [id, version, definition, publishedBy]);
    await PUBLISH.run(this.access, [id, version, JSON.stringify(runAs), nextRunAt, laterThan(before.updatedAt)]);
    const after = await this.read(organizationId, id);
    recordChange(this.scope, 'workflow.publish', before, after, null, { version });
    return after;
  }

  /** Sets how deliveries to the hook are signed, and with what: the newest secret first. Null: there is no hook any more. */
  async setHook(
    organizationId: string,
    id: string,
    hook: { readonly scheme: HookScheme; readonly secrets: readonly string[] } | null,
    keep: boolean,
  ): Promise<WorkflowRecord> {
    const before = await this.lock(organizationId, id);
    const seal = (secrets: readonly string[]): string => {
      return demandBox(this.sealer, 'Hooks').seal(JSON.stringify(secrets), hookOf(id));
    };
    await SET_HOOK.run(this.access, [
      id,
      hook?.scheme ?? null,
      hook === null ? null : seal(hook.secrets),
      (hook?.secrets ?? []).map((secret) => `…${secret.slice(-4)}`),
      laterThan(before.updatedAt),
    ]);
    const after = await this.read(organizationId, id);
    const verb = hook === null ? 'remove_hook' : 'set_hook';
    const details = hook === null ? null : { scheme: hook.scheme, keptPrevious: keep };
    recordChange(this.scope, `workflow.${verb}`, before, after, null, details);
    return after;
  }

  /** Deletes it with its versions and runs, and ends what agents do for them. @throws NotFoundError */
  async remove(organizationId: string, id: string): Promise<void> {
    const before = await this.lock(organizationId, id);
    const sql = sqlWithin(this.scope.manager);
    const rows = await FIND_OPEN_AGENT_RUNS.rows(sql, [id]);
    await cancelAgentRuns(
      sql,
      rows.map((run) => run.id),
    );
    await REMOVE_RUN_EVENTS.run(sql, [id]);
    await REMOVE.run(sql, [id]);
    recordChange(this.scope, 'workflow.remove', before, before, shown(before), null);
  }

  /** The workflow, locked until the end of the change. @throws NotFoundError */
  async lock(organizationId: string, id: string): Promise<WorkflowRecord> {
    if (isId(id)) {
      await LOCK.run(this.access, [organizationId, id]);
    }
    const found = await this.read(organizationId, id);
    this.scope.check.compare(found);
    return found;
  }

  private async read(organizationId: string, id: string): Promise<WorkflowRecord> {
    const found = await this.find(organizationId, id);
    if (found === undefined) throw new NotFoundError('workflow');
    return found;
  }
}

/** Two versions of a row differ in their time, though they are made in one millisecond. */

/** Fields of a workflow in the audit trail. Definitions may be large, and are versions of their own. */
function shown({ cron, description, enabled, name, revision, timezone }: WorkflowRecord): object {
  return { name, description, revision, enabled, cron, timezone };
}
