import { parseBoundedJson } from '@multilane/contracts';
import type { WorkspaceAddress } from '../background/knowledge-store.js';
import type { Access } from '../connection/connection.js';
import { NotFoundError } from '../database-error.js';
import { suiteWebhookOf } from '../evals/eval-schedule-store.js';
import { isId, newId } from '../ids/new-id.js';
import type { EvalSuiteRecord } from '../records/eval.js';
import type { Page, PageRequest } from '../records/page.js';
import type { Sealer } from '../secrets/sealed-members.js';
import { SecretBoxError } from '../secrets/secret-box.js';
import { command, statement } from '../statements/statement.js';
import { evalSuites } from '../tables/evals.js';
import { columnsOf } from '../tables/table.js';
import type { ChangeScope } from './audited-table.js';
import { pageOf, startOf } from './rows/list-rows.js';
import { NEXT_TIME } from './rows/next-time.js';
import { recordChange } from './trail/record-change.js';

const COLUMNS = columnsOf(evalSuites, '', 'runAs', 'runAsUserId', 'webhookSealed');

type Row = Omit<EvalSuiteRecord, 'definition'> & { readonly definition: string };

/** Schedule of a suite, and the identity under which it runs. */
export interface NewEvalSchedule {
  readonly cron: string;
  readonly timezone: string;
  readonly maxCostUsd: number | null;
  readonly nextRunAt: Date | null;
  readonly runAs: object;
  readonly userId: string;
}

export interface EvalSuiteValues extends Pick<EvalSuiteRecord, 'name' | 'description' | 'datasetId' | 'definition'> {
  /** Null: it has none. */
  readonly schedule?: NewEvalSchedule | null | undefined;
  readonly baselineRunId?: string | null | undefined;
  /** Address for regressions. It is sealed. */
  readonly webhookUrl?: string | null | undefined;
}

const FIND = statement<Row>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM eval_suites WHERE organization_id = $1 AND id = $2`,
);
const FIND_BY_NAME = statement<Row>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM eval_suites WHERE organization_id = $1 AND workspace_id = $2 AND name = $3`,
);
const COUNT = statement(
  { count: 'integer' },
  'SELECT count(*)::int AS count FROM eval_suites WHERE organization_id = $1 AND workspace_id = $2',
);
const LIST_PAGE = statement<Row>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM eval_suites WHERE organization_id = $1 AND workspace_id = $2
   AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
);

/** Suites of evaluations. An id of another tenant, or a text that is no id, finds nothing. */
export class EvalSuiteQueries {
  constructor(protected readonly access: Access) {}

  async find(organizationId: string, id: string): Promise<EvalSuiteRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [organizationId, id]);
    return row && suiteOf(row);
  }

  async findByName(
    { organizationId, workspaceId }: WorkspaceAddress,
    name: string,
  ): Promise<EvalSuiteRecord | undefined> {
    const [row] = await FIND_BY_NAME.rows(this.access, [organizationId, workspaceId, name]);
    return row && suiteOf(row);
  }

  async count({ organizationId, workspaceId }: WorkspaceAddress): Promise<number> {
    const [row] = await COUNT.rows(this.access, [organizationId, workspaceId]);
    return row?.count ?? 0;
  }

  /** Newest first. @throws InvalidCursorError */
  async listPage({ organizationId, workspaceId }: WorkspaceAddress, page: PageRequest): Promise<Page<EvalSuiteRecord>> {
    const rows = await LIST_PAGE.rows(this.access, [organizationId, workspaceId, startOf(page), page.limit + 1]);
    return pageOf(rows.map(suiteOf), page.limit);
  }
}

function suiteOf(row: Row): EvalSuiteRecord {
  return { ...row, definition: parseBoundedJson(row.definition) as object };
}

const CREATE =
  command(`INSERT INTO eval_suites (id, organization_id, workspace_id, name, description, dataset_id, definition)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`);
const UPDATE = command(`UPDATE eval_suites SET name = $2, description = $3, dataset_id = $4, definition = $5,
   updated_at = ${NEXT_TIME} WHERE id = $1`);
const REMOVE = command('DELETE FROM eval_suites WHERE id = $1');
const SET_SCHEDULE =
  command(`UPDATE eval_suites SET cron = $2, timezone = $3, schedule_max_cost_usd = $4, next_run_at = $5, run_as = $6,
   run_as_user_id = $7, schedule_problem = NULL WHERE id = $1`);
const SET_BASELINE = command('UPDATE eval_suites SET baseline_run_id = $2 WHERE id = $1');
const SET_WEBHOOK = command('UPDATE eval_suites SET webhook_receiver = $2, webhook_sealed = $3 WHERE id = $1');
const LOCK = command('SELECT 1 FROM eval_suites WHERE id = $1 AND workspace_id = $2 FOR UPDATE');

/** Writes suites within a change. */
export class EvalSuiteRepository extends EvalSuiteQueries {
  constructor(
    access: Access,
    private readonly scope: ChangeScope,
    private readonly sealer: Sealer | undefined,
  ) {
    super(access);
  }

  /** @throws ConflictError for a name that the workspace has, SecretBoxError for an address without an encryption key */
  async create(place: WorkspaceAddress, values: EvalSuiteValues): Promise<EvalSuiteRecord> {
    const id = newId();
    const { datasetId, definition, description, name } = values;
    await CREATE.run(this.scope.manager, [
      id,
      place.organizationId,
      place.workspaceId,
      name,
      description,
      datasetId,
      JSON.stringify(definition),
    ]);
    await this.writeRest(id, values);
    const made = await this.read(place, id);
    recordChange(this.scope, 'eval_suite.create', place, made, null, made);
    return made;
  }

  /** Changes what is given. Runs that have begun keep theirs. @throws NotFoundError, ConflictError, SecretBoxError */
  async update(place: WorkspaceAddress, id: string, changes: Partial<EvalSuiteValues>): Promise<EvalSuiteRecord> {
    const before = await this.lock(place, id);
    const {
      datasetId = before.datasetId,
      definition = before.definition,
      description = before.description,
      name = before.name,
    } = changes;
    await UPDATE.run(this.scope.manager, [id, name, description, datasetId, JSON.stringify(definition)]);
    await this.writeRest(id, changes);
    const after = await this.read(place, id);
    recordChange(this.scope, 'eval_suite.update', place, after, before, after);
    return after;
  }

  /** Its runs are deleted with it. @throws NotFoundError */
  async remove(place: WorkspaceAddress, id: string): Promise<void> {
    const before = await this.lock(place, id);
    await REMOVE.run(this.scope.manager, [id]);
    recordChange(this.scope, 'eval_suite.remove', place, before, before, null);
  }

  private async writeRest(
    id: string,
    { baselineRunId, schedule, webhookUrl }: Partial<EvalSuiteValues>,
  ): Promise<void> {
    const { manager } = this.scope;
    if (schedule !== undefined) {
      const given: Partial<NewEvalSchedule> = schedule ?? {};
      const { cron, maxCostUsd, nextRunAt, runAs, timezone, userId } = given;
      await SET_SCHEDULE.run(manager, [
        id,
        cron ?? null,
        timezone ?? null,
        maxCostUsd ?? null,
        nextRunAt ?? null,
        runAs === undefined ? null : JSON.stringify(runAs),
        userId ?? null,
      ]);
    }
    if (baselineRunId !== undefined) {
      await SET_BASELINE.run(manager, [id, baselineRunId]);
    }
    if (webhookUrl === undefined) return;
    const { sealer } = this;
    if (webhookUrl !== null && sealer === undefined) {
      throw new SecretBoxError('There is no encryption key to seal addresses of webhooks with.');
    }
    await SET_WEBHOOK.run(manager, [
      id,
      webhookUrl === null ? null : new URL(webhookUrl).origin,
      webhookUrl === null ? null : sealer?.seal(webhookUrl, suiteWebhookOf(id)),
    ]);
  }

  private async lock(place: WorkspaceAddress, id: string): Promise<EvalSuiteRecord> {
    if (isId(id)) {
      await LOCK.run(this.scope.manager, [id, place.workspaceId]);
    }
    const found = await this.read(place, id);
    this.scope.check.compare(found);
    return found;
  }

  private async read({ organizationId, workspaceId }: WorkspaceAddress, id: string): Promise<EvalSuiteRecord> {
    const found = await this.find(organizationId, id);
    if (found?.workspaceId !== workspaceId) throw new NotFoundError('eval_suite');
    return found;
  }
}
