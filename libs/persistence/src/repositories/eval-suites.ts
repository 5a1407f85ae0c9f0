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
import type { ChangeScope } from './audited-table.js';
import { pageOf, startOf } from './list-rows.js';
import { recordChange } from './record-change.js';

const COLUMNS = `id, organization_id AS "organizationId", workspace_id AS "workspaceId", name, description,
  dataset_id AS "datasetId", definition, cron, timezone, schedule_max_cost_usd AS "scheduleMaxCostUsd", next_run_at AS "nextRunAt",
  schedule_problem AS "scheduleProblem", baseline_run_id AS "baselineRunId", webhook_receiver AS "webhookReceiver", created_at AS "createdAt", updated_at AS "updatedAt"`;

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

/** Suites of evaluations. An id of another tenant, or a text that is no id, finds nothing. */
export class EvalSuiteQueries {
  constructor(protected readonly access: Access) {}

  async find(organizationId: string, id: string): Promise<EvalSuiteRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await this.query(`SELECT ${COLUMNS} FROM eval_suites WHERE organization_id = $1 AND id = $2`, [
      organizationId,
      id,
    ]);
    return row;
  }

  async findByName(
    { organizationId, workspaceId }: WorkspaceAddress,
    name: string,
  ): Promise<EvalSuiteRecord | undefined> {
    const [row] = await this.query(
      `SELECT ${COLUMNS} FROM eval_suites WHERE organization_id = $1 AND workspace_id = $2 AND name = $3`,
      [organizationId, workspaceId, name],
    );
    return row;
  }

  async count({ organizationId, workspaceId }: WorkspaceAddress): Promise<number> {
    const [row] = await this.access.run((manager) =>
      manager.query<{ count: number }[]>(
        'SELECT count(*)::int AS count FROM eval_suites WHERE organization_id = $1 AND workspace_id = $2',
        [organizationId, workspaceId],
      ),
    );
    return row?.count ?? 0;
  }

  /** Newest first. @throws InvalidCursorError */
  async listPage({ organizationId, workspaceId }: WorkspaceAddress, page: PageRequest): Promise<Page<EvalSuiteRecord>> {
    const rows = await this.query(
      `SELECT ${COLUMNS} FROM eval_suites WHERE organization_id = $1 AND workspace_id = $2
          AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
      [organizationId, workspaceId, startOf(page), page.limit + 1],
    );
    return pageOf(rows, page.limit);
  }

  private async query(text: string, values: unknown[]): Promise<EvalSuiteRecord[]> {
    const rows = await this.access.run((manager) => manager.query<Row[]>(text, values));
    return rows.map((row) => ({ ...row, definition: parseBoundedJson(row.definition) as object }));
  }
}

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
    await this.scope.manager.query(
      `INSERT INTO eval_suites (id, organization_id, workspace_id, name, description, dataset_id, definition)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, place.organizationId, place.workspaceId, name, description, datasetId, JSON.stringify(definition)],
    );
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
    await this.scope.manager.query(
      `UPDATE eval_suites SET name = $2, description = $3, dataset_id = $4, definition = $5,
         updated_at = clock_timestamp() WHERE id = $1`,
      [id, name, description, datasetId, JSON.stringify(definition)],
    );
    await this.writeRest(id, changes);
    const after = await this.read(place, id);
    recordChange(this.scope, 'eval_suite.update', place, after, before, after);
    return after;
  }

  /** Its runs are deleted with it. @throws NotFoundError */
  async remove(place: WorkspaceAddress, id: string): Promise<void> {
    const before = await this.lock(place, id);
    await this.scope.manager.query('DELETE FROM eval_suites WHERE id = $1', [id]);
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
      await manager.query(
        `UPDATE eval_suites SET cron = $2, timezone = $3, schedule_max_cost_usd = $4, next_run_at = $5, run_as = $6,
           run_as_user_id = $7, schedule_problem = NULL WHERE id = $1`,
        [
          id,
          cron ?? null,
          timezone ?? null,
          maxCostUsd ?? null,
          nextRunAt ?? null,
          runAs === undefined ? null : JSON.stringify(runAs),
          userId ?? null,
        ],
      );
    }
    if (baselineRunId !== undefined) {
      await manager.query('UPDATE eval_suites SET baseline_run_id = $2 WHERE id = $1', [id, baselineRunId]);
    }
    if (webhookUrl === undefined) return;
    const { sealer } = this;
    if (webhookUrl !== null && sealer === undefined) {
      throw new SecretBoxError('There is no encryption key to seal addresses of webhooks with.');
    }
    await manager.query('UPDATE eval_suites SET webhook_receiver = $2, webhook_sealed = $3 WHERE id = $1', [
      id,
      webhookUrl === null ? null : new URL(webhookUrl).origin,
      webhookUrl === null ? null : sealer?.seal(webhookUrl, suiteWebhookOf(id)),
    ]);
  }

  private async lock(place: WorkspaceAddress, id: string): Promise<EvalSuiteRecord> {
    if (isId(id)) {
      await this.scope.manager.query('SELECT 1 FROM eval_suites WHERE id = $1 AND workspace_id = $2 FOR UPDATE', [
        id,
        place.workspaceId,
      ]);
    }
    return this.read(place, id);
  }

  private async read({ organizationId, workspaceId }: WorkspaceAddress, id: string): Promise<EvalSuiteRecord> {
    const found = await this.find(organizationId, id);
    if (found?.workspaceId !== workspaceId) throw new NotFoundError('eval_suite');
    return found;
  }
}
