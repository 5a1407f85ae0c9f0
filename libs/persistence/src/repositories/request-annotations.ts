import type { Access } from '../connection/connection.js';
import { RequestAnnotationEntity } from '../entities/request-annotation.entity.js';
import type { RequestAnnotationRecord } from '../records/requests/request-annotation.js';
import { inBatches } from '../statements/in-batches.js';
import { command } from '../statements/statement.js';
import { AuditedTable, type ChangeScope } from './audited-table.js';
import { TenantTable } from './tenant-table.js';

/** Rows in one statement: some milliseconds of work. */
const BATCH = 1_000;

const REMOVE = command(
  `DELETE FROM request_annotations
    WHERE id IN (SELECT id FROM request_annotations WHERE time < $1 ORDER BY time LIMIT ${BATCH})`,
);

export type NewRequestAnnotation = Omit<RequestAnnotationRecord, 'organizationId' | 'createdAt' | 'updatedAt'>;
export type RequestAnnotationChanges = Pick<
  RequestAnnotationRecord,
  'rating' | 'note' | 'annotatedById' | 'annotatedBy'
>;

/** Marks and notes of requests, by the ids of their audit records. */
export class RequestAnnotationQueries {
  protected readonly table: TenantTable<RequestAnnotationEntity, RequestAnnotationRecord>;

  constructor(private readonly access: Access) {
    this.table = new TenantTable(access, RequestAnnotationEntity, (row): RequestAnnotationRecord => ({ ...row }));
  }

  find(organizationId: string, id: string): Promise<RequestAnnotationRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  /** Finds those of some records, at most one for each. */
  async findMany(
    organizationId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, RequestAnnotationRecord>> {
    if (ids.length === 0) return new Map();
    const found = await this.table.listAll(organizationId, { id: ids });
    return new Map(found.map((annotation) => [annotation.id, annotation]));
  }

  count(organizationId: string): Promise<number> {
    return this.table.count(organizationId);
  }

  /** Removes those of requests from before a moment, in small statements. Resolves to their number. */
  removeBefore(before: Date, isStopped: () => boolean = () => false): Promise<number> {
    return inBatches(BATCH, isStopped, () => REMOVE.count(this.access, [before.toISOString()]));
  }
}

export class RequestAnnotationRepository extends RequestAnnotationQueries {
  private readonly changing: AuditedTable<RequestAnnotationEntity, RequestAnnotationRecord>;

  constructor(access: Access, scope: ChangeScope) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'request_annotation',
      nameOf: ({ requestId }) => requestId,
      topicsOf: () => [],
    });
  }

  /** @throws ConflictError if the request has one */
  create(organizationId: string, values: NewRequestAnnotation): Promise<RequestAnnotationRecord> {
    return this.changing.insert({ ...values, organizationId });
  }

  /** @throws NotFoundError */
  update(organizationId: string, id: string, changes: RequestAnnotationChanges): Promise<RequestAnnotationRecord> {
    return this.changing.update(organizationId, id, changes);
  }

  /** @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<RequestAnnotationRecord> {
    return this.changing.remove(organizationId, id);
  }
}
