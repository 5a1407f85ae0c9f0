import type { WorkspaceAddress } from '../background/knowledge-store.js';
import type { Access } from '../connection/connection.js';
import { NotFoundError } from '../database-error.js';
import { isId, newId } from '../ids/new-id.js';
import type { EvalSuiteRecord } from '../records/eval.js';
import type { Page, PageRequest } from '../records/page.js';
import type { ChangeScope } from './audited-table.js';
import { pageOf, startOf } from './list-rows.js';
import { recordChange } from './record-change.js';

const COLUMNS = `id, organization_id AS "organizationId", workspace_id AS "workspaceId", name, description,
  dataset_id AS "datasetId", definition, created_at AS "createdAt", updated_at AS "updatedAt"`;

type Row = Omit<EvalSuiteRecord, 'definition'> & { readonly definition: string };
export type EvalSuiteValues = Pick<EvalSuiteRecord, 'name' | 'description' | 'datasetId' | 'definition'>;

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
    return rows.map((row) => ({ ...row, definition: JSON.parse(row.definition) as object }));
  }
}

/** Writes suites within a change. */
export class EvalSuiteRepository extends EvalSuiteQueries {
  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
  }

  /** @throws ConflictError for a name that the workspace has */
  async create(place: WorkspaceAddress, values: EvalSuiteValues): Promise<EvalSuiteRecord> {
    const id = newId();
    const { datasetId, definition, description, name } = values;
    await this.scope.manager.query(
      `INSERT INTO eval_suites (id, organization_id, workspace_id, name, description, dataset_id, definition)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, place.organizationId, place.workspaceId, name, description, datasetId, JSON.stringify(definition)],
    );
    const made = await this.read(place, id);
    recordChange(this.scope, 'eval_suite.create', place, made, null, made);
    return made;
  }

  /** Changes what is given. Runs that have begun keep theirs. @throws NotFoundError, ConflictError */
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
