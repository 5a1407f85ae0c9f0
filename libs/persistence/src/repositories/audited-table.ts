import type { DeepPartial, EntityManager, QueryDeepPartialEntity } from 'typeorm';
import type { ChangeLog } from '../changes/change-log.js';
import type { ConditionCheck } from '../changes/condition-check.js';
import { type Differences, findDifferences } from '../changes/find-differences.js';
import type { RoomCheck } from '../changes/room-check.js';
import { NotFoundError } from '../database-error.js';
import type { Topic } from '../records/change.js';
import { laterThan } from './rows/later-than.js';
import type { TenantRow, TenantTable, Values } from './tenant-table.js';

/** Description of a table's rows in the audit trail, and the caches that are invalidated when one changes. */
export interface AuditDescription<Record> {
  /** `team`, `credential`, …: the target's type and the first half of the action. */
  readonly noun: string;
  nameOf(record: Record): string;
  topicsOf(record: Record, verb: string): Topic[];
  /** Leaves out of the trail what needs not be told of a change. Default: the fields that differ are recorded whole. */
  narrow?(differences: Differences<Record>): Differences<Record>;
}

/** A transaction, and what is recorded of it. */
export interface ChangeScope {
  readonly manager: EntityManager;
  readonly log: ChangeLog;
  /** Compares each row that is locked to be changed with the condition of the change's author. */
  readonly check: ConditionCheck;
  /** Counts what an organization has in the end, of what the change added to. */
  readonly room: RoomCheck;
}

interface Tenant {
  readonly id: string;
  readonly organizationId?: string;
}

/** Inserts, updates and removes rows of one table; each change is recorded in the audit trail, with the row before and after. */
export class AuditedTable<Row extends TenantRow, Record extends Tenant> {
  constructor(
    private readonly scope: ChangeScope,
    private readonly table: TenantTable<Row, Record>,
    private readonly description: AuditDescription<Record>,
  ) {}

  async insert(values: DeepPartial<Row> & { id: string }, verb = 'create'): Promise<Record> {
    const { manager } = this.scope;
    await manager.insert(this.table.entity, values as QueryDeepPartialEntity<Row>);
    const row = await manager.findOneByOrFail(this.table.entity, { id: values.id } as never);
    const record = this.table.toRecord(row);
    this.scope.room.note({
      entity: this.table.entity,
      noun: this.description.noun,
      organizationId: record.organizationId ?? record.id,
    });
    this.recordChange(verb, record, null, record);
    return record;
  }

  /**
   * Changes the given columns; undefined leaves one as it is. An update that changes nothing writes nothing, unless it
   * is `evenIfSame`.
   *
   * @throws NotFoundError
   */
  async update(
    organizationId: string,
    id: string,
    values: Values,
    { verb = 'update', evenIfSame = false }: { verb?: string; evenIfSame?: boolean } = {},
  ): Promise<Record> {
    const row = await this.lock(organizationId, id);
    const before = this.table.toRecord(row);
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    const after = this.table.toRecord({ ...row, ...given });
    const difference = findDifferences(before, after);
    if (!difference && !evenIfSame) return before;
    const changed = await this.write(row, given);
    const told = difference && (this.description.narrow?.(difference) ?? difference);
    this.recordChange(verb, changed, told?.before ?? null, told?.after ?? null, before);
    return changed;
  }

  /** Changes columns that no record shows, such as a secret's; the audit trail records that it happened, and `details`. */
  async updateHidden(
    organizationId: string,
    id: string,
    values: Values,
    verb: string,
    details: object | null = null,
  ): Promise<Record> {
    const row = await this.lock(organizationId, id);
    const changed = await this.write(row, values);
    this.recordChange(verb, changed, null, details);
    return changed;
  }

  /** @throws NotFoundError; ConflictError when something still refers to the row. */
  async remove(organizationId: string, id: string, verb = 'remove'): Promise<Record> {
    const record = this.table.toRecord(await this.lock(organizationId, id));
    await this.scope.manager.delete(this.table.entity, { id } as never);
    this.recordChange(verb, record, record, null);
    return record;
  }

  /** The row, locked until the end of the change, which fails unless the row meets the author's condition. @throws NotFoundError */
  async lock(organizationId: string, id: string): Promise<Row> {
    const { manager } = this.scope;
    const where = this.table.whereOf(manager, organizationId, { id });
    const row = where && (await manager.findOne(this.table.entity, { where, lock: { mode: 'pessimistic_write' } }));
    if (!row) throw new NotFoundError(this.description.noun);
    this.scope.check.compare(row);
    return row;
  }

  private async write(row: Row, values: object): Promise<Record> {
    const { manager } = this.scope;
    const revision = 'revision' in row ? { revision: (row.revision as number) + 1 } : {};
    // Later than the last time, so that it tells two versions of a row apart though they are made in one millisecond.
    const time = 'updatedAt' in row ? { updatedAt: laterThan(row.updatedAt) } : {};
    const stamped = { ...values, ...revision, ...time };
    await manager.update(this.table.entity, { id: row.id } as never, stamped as unknown as QueryDeepPartialEntity<Row>);
    return this.table.toRecord(await manager.findOneByOrFail(this.table.entity, { id: row.id } as never));
  }

  private recordChange(verb: string, record: Record, before: object | null, after: object | null, was = record): void {
    const { noun, nameOf, topicsOf } = this.description;
    const entry = {
      organizationId: record.organizationId ?? record.id,
      action: `${noun}.${verb}`,
      targetType: noun,
      targetId: record.id,
      targetName: nameOf(record),
      before,
      after,
    };
    const renamed = nameOf(was) !== nameOf(record) ? topicsOf(record, 'rename') : [];
    this.scope.log.record(entry, ...topicsOf(record, verb), ...renamed);
  }
}
