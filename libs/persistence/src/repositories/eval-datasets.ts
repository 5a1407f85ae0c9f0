import type { WorkspaceAddress } from '../background/knowledge-store.js';
import type { Access } from '../connection/connection.js';
import { NotFoundError } from '../database-error.js';
import { isId, newId } from '../ids/new-id.js';
import type {
  EvalCaseRecord,
  EvalDatasetRecord,
  EvalDatasetSource,
  EvalDatasetVersionRecord,
} from '../records/eval.js';
import type { Page, PageRequest } from '../records/page.js';
import type { Sealer } from '../secrets/sealed-members.js';
import { type SecretBox, SecretBoxError } from '../secrets/secret-box.js';
import { command, statement } from '../statements/statement.js';
import { evalDatasets, evalDatasetVersions } from '../tables/evals.js';
import { columnsOf } from '../tables/table.js';
import type { ChangeScope } from './audited-table.js';
import { pageOf, startOf } from './rows/list-rows.js';
import { NEXT_TIME } from './rows/next-time.js';
import { recordChange } from './trail/record-change.js';

const COLUMNS = columnsOf(evalDatasets, '');
const VERSION_COLUMNS = columnsOf(evalDatasetVersions, '', 'datasetId');
/** Cases that are sealed and written in one turn: some milliseconds. */
const CHUNK = 250;

export interface NewEvalVersion {
  readonly source: EvalDatasetSource;
  readonly createdBy: string;
  readonly characters: number;
  /** In their order. */
  readonly cases: readonly Pick<EvalCaseRecord, 'key' | 'content'>[];
}

const FIND = statement<EvalDatasetRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM eval_datasets WHERE organization_id = $1 AND id = $2`,
);
const COUNT = statement(
  { count: 'integer' },
  'SELECT count(*)::int AS count FROM eval_datasets WHERE organization_id = $1 AND workspace_id = $2',
);
const LIST_PAGE = statement<EvalDatasetRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM eval_datasets WHERE organization_id = $1 AND workspace_id = $2
   AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
);
const LIST_VERSIONS = statement<EvalDatasetVersionRecord>(
  VERSION_COLUMNS.types,
  `SELECT ${VERSION_COLUMNS.sql} FROM eval_dataset_versions WHERE dataset_id = $1 AND version < $2
   ORDER BY version DESC LIMIT $3`,
);
const LIST_CASES = statement<Omit<EvalCaseRecord, 'content'> & { readonly sealed: string }>(
  { position: 'integer', key: 'text', sealed: 'text' },
  `SELECT position, case_key AS key, content_sealed AS sealed FROM eval_cases
   WHERE dataset_id = $1 AND version = $2 AND position >= $3 AND ($5::text IS NULL OR case_key = $5)
   ORDER BY position LIMIT $4`,
);

/** Datasets of evaluations. An id of another tenant, or a text that is no id, finds nothing. */
export class EvalDatasetQueries {
  constructor(
    protected readonly access: Access,
    private readonly box: Pick<SecretBox, 'open'> | undefined,
  ) {}

  /** True if there is a key to seal with; without one nothing can be stored. */
  get isReady(): boolean {
    return this.box !== undefined;
  }

  async find(organizationId: string, id: string): Promise<EvalDatasetRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [organizationId, id]);
    return row;
  }

  async count({ organizationId, workspaceId }: WorkspaceAddress): Promise<number> {
    const [row] = await COUNT.rows(this.access, [organizationId, workspaceId]);
    return row?.count ?? 0;
  }

  /** Newest first. @throws InvalidCursorError */
  async listPage(
    { organizationId, workspaceId }: WorkspaceAddress,
    page: PageRequest,
  ): Promise<Page<EvalDatasetRecord>> {
    const rows = await LIST_PAGE.rows(this.access, [organizationId, workspaceId, startOf(page), page.limit + 1]);
    return pageOf(rows, page.limit);
  }

  /** The newest versions first, below a number. */
  listVersions(id: string, below: number, limit: number): Promise<EvalDatasetVersionRecord[]> {
    return LIST_VERSIONS.rows(this.access, [id, below, limit]);
  }

  async findVersion(id: string, version: number): Promise<EvalDatasetVersionRecord | undefined> {
    const [row] = await this.listVersions(id, version + 1, 1);
    return row?.version === version ? row : undefined;
  }

  /** Cases from a position on, in their order; with a key only the one that has it. @throws SecretBoxError where the key that sealed them is gone */
  async listCases(id: string, version: number, from: number, limit: number, key?: string): Promise<EvalCaseRecord[]> {
    const rows = await LIST_CASES.rows(this.access, [id, version, from, limit, key ?? null]);
    const { box } = this;
    if (box === undefined) throw noKey();
    return rows.map(({ key, position, sealed }) => ({
      key,
      position,
      content: box.open(sealed, caseOf(id, version, position)),
    }));
  }
}

const CREATE = command(
  'INSERT INTO eval_datasets (id, organization_id, workspace_id, name, description) VALUES ($1, $2, $3, $4, $5)',
);
const UPDATE = command(`UPDATE eval_datasets SET name = $2, description = $3, updated_at = ${NEXT_TIME} WHERE id = $1`);
const ADD_VERSION =
  command(`INSERT INTO eval_dataset_versions (dataset_id, version, case_count, characters, source, created_by)
   VALUES ($1, $2, $3, $4, $5, $6)`);
const ADD_CASES = command(`INSERT INTO eval_cases (dataset_id, version, position, case_key, content_sealed)
   SELECT $1, $2, given.position, given.case_key, given.sealed
     FROM unnest($3::int[], $4::text[], $5::text[]) AS given (position, case_key, sealed)`);
const SET_VERSION = command(`UPDATE eval_datasets SET version = $2, updated_at = ${NEXT_TIME} WHERE id = $1`);
const REMOVE = command('DELETE FROM eval_datasets WHERE id = $1');
const LOCK = command('SELECT 1 FROM eval_datasets WHERE id = $1 AND workspace_id = $2 FOR UPDATE');

/** Writes datasets within a change. */
export class EvalDatasetRepository extends EvalDatasetQueries {
  constructor(
    access: Access,
    private readonly scope: ChangeScope,
    private readonly sealer: Sealer | undefined,
  ) {
    super(access, undefined);
  }

  /** @throws ConflictError for a name that the workspace has */
  async create(
    place: WorkspaceAddress,
    { description, name }: Pick<EvalDatasetRecord, 'name' | 'description'>,
  ): Promise<EvalDatasetRecord> {
    const id = newId();
    await CREATE.run(this.scope.manager, [id, place.organizationId, place.workspaceId, name, description]);
    const made = await this.read(place, id);
    recordChange(this.scope, 'eval_dataset.create', place, made, null, made);
    return made;
  }

  /** Changes what is given. @throws NotFoundError, ConflictError */
  async update(
    place: WorkspaceAddress,
    id: string,
    changes: Partial<Pick<EvalDatasetRecord, 'name' | 'description'>>,
  ): Promise<EvalDatasetRecord> {
    const before = await this.lock(place, id);
    const { description = before.description, name = before.name } = changes;
    await UPDATE.run(this.scope.manager, [id, name, description]);
    const after = await this.read(place, id);
    recordChange(this.scope, 'eval_dataset.update', place, after, before, after);
    return after;
  }

  /** The cases become the newest version. @throws NotFoundError, SecretBoxError */
  async addVersion(place: WorkspaceAddress, id: string, given: NewEvalVersion): Promise<EvalDatasetRecord> {
    const { sealer } = this;
    if (sealer === undefined) throw noKey();
    const before = await this.lock(place, id);
    const version = before.version + 1;
    const { cases, characters, createdBy, source } = given;
    await ADD_VERSION.run(this.scope.manager, [id, version, cases.length, characters, source, createdBy]);
    for (let from = 0; from < cases.length; from += CHUNK) {
      const chunk = cases.slice(from, from + CHUNK);
      await ADD_CASES.run(this.scope.manager, [
        id,
        version,
        chunk.map((_, at) => from + at),
        chunk.map(({ key }) => key),
        chunk.map(({ content }, at) => sealer.seal(content, caseOf(id, version, from + at))),
      ]);
    }
    await SET_VERSION.run(this.scope.manager, [id, version]);
    const after = await this.read(place, id);
    recordChange(this.scope, 'eval_dataset.update', place, after, before, after);
    return after;
  }

  /** Its versions, suites and runs are deleted with it. @throws NotFoundError */
  async remove(place: WorkspaceAddress, id: string): Promise<void> {
    const before = await this.lock(place, id);
    await REMOVE.run(this.scope.manager, [id]);
    recordChange(this.scope, 'eval_dataset.remove', place, before, before, null);
  }

  private async lock(place: WorkspaceAddress, id: string): Promise<EvalDatasetRecord> {
    if (isId(id)) {
      await LOCK.run(this.scope.manager, [id, place.workspaceId]);
    }
    const found = await this.read(place, id);
    this.scope.check.compare(found);
    return found;
  }

  private async read({ organizationId, workspaceId }: WorkspaceAddress, id: string): Promise<EvalDatasetRecord> {
    const found = await this.find(organizationId, id);
    if (found?.workspaceId !== workspaceId) throw new NotFoundError('eval_dataset');
    return found;
  }
}

const noKey = (): SecretBoxError => new SecretBoxError('There is no encryption key to seal cases of datasets with.');

/** Sealing purpose of a case. */
export const caseOf = (datasetId: string, version: number, position: number): string =>
  `eval_case ${datasetId} ${version} ${position}`;
