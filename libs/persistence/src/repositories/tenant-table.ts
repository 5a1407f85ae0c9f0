import {
  And,
  type EntityManager,
  type EntityTarget,
  FindOperator,
  type FindOptionsWhere,
  In,
  IsNull,
  LessThan,
  type ObjectLiteral,
} from 'typeorm';
import type { Access } from '../connection/connection.js';
import { decodeCursor, encodeCursor } from '../ids/cursor.js';
import { isId } from '../ids/new-id.js';
import type { Page, PageRequest } from '../records/page.js';

/** What a row must have to be listed and found. */
export interface TenantRow extends ObjectLiteral {
  id: string;
}

/** Values by column; undefined filters nothing, null finds rows without a value, a list any of its values; TypeORM's operators are kept. */
export type Values = object;

/** The rows of one table as one tenant sees them: every query names the tenant. */
export class TenantTable<Row extends TenantRow, Record extends object> {
  constructor(
    readonly access: Access,
    readonly entity: EntityTarget<Row>,
    readonly toRecord: (row: Row) => Record,
    /** The table of the tenants themselves is keyed by `id`. */
    private readonly tenantColumn: 'organizationId' | 'id' = 'organizationId',
  ) {}

  /** A row by its id. An id of another tenant, or a text that is no id, finds nothing. */
  find(organizationId: string, id: string): Promise<Record | undefined> {
    return this.findBy(organizationId, { id });
  }

  async findBy(organizationId: string, values: Values): Promise<Record | undefined> {
    return this.access.run(async (manager) => {
      const where = this.whereOf(manager, organizationId, values);
      const row = where && (await manager.findOne(this.entity, { where }));
      return row ? this.toRecord(row) : undefined;
    });
  }

  /** Newest first. @throws InvalidCursorError */
  async listPage(organizationId: string, { limit, cursor, filters }: PageRequest): Promise<Page<Record>> {
    const before = cursor === undefined ? undefined : decodeCursor(cursor);
    return this.access.run(async (manager) => {
      const where = this.whereOf(manager, organizationId, (filters ?? {}) as Values);
      if (!where) return { data: [], nextCursor: null };
      const rows = await manager.find(this.entity, {
        where: before === undefined ? where : olderThan(where, before),
        order: { id: 'DESC' } as never,
        take: limit + 1,
      });
      const data = rows.slice(0, limit);
      const last = data.at(-1);
      return { data: data.map(this.toRecord), nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null };
    });
  }

  async listAll(organizationId: string, values: Values = {}): Promise<readonly Record[]> {
    return this.access.run(async (manager) => {
      const where = this.whereOf(manager, organizationId, values);
      if (!where) return [];
      return (await manager.find(this.entity, { where, order: { id: 'ASC' } as never })).map(this.toRecord);
    });
  }

  /** Rows by their place in the list, oldest first: for protocols that page by number. */
  async listRange(organizationId: string, offset: number, limit: number): Promise<readonly Record[]> {
    return this.access.run(async (manager) => {
      const where = this.whereOf(manager, organizationId, {});
      if (!where || limit === 0) return [];
      const order = { id: 'ASC' } as never;
      return (await manager.find(this.entity, { where, order, skip: offset, take: limit })).map(this.toRecord);
    });
  }

  async count(organizationId: string, values: Values = {}): Promise<number> {
    return this.access.run(async (manager) => {
      const where = this.whereOf(manager, organizationId, values);
      return where ? manager.count(this.entity, { where }) : 0;
    });
  }

  /** The conditions, or undefined when no row can meet them: a text that is no id names no row. */
  whereOf(manager: EntityManager, organizationId: string, values: Values): FindOptionsWhere<Row> | undefined {
    return whereOf(manager, this.entity, { ...values, ...this.tenantOf(organizationId, values) });
  }

  private tenantOf(organizationId: string, values: Values): Values {
    if (this.tenantColumn === 'organizationId') return { organizationId };
    return 'id' in values && values.id !== organizationId ? { id: [] } : { id: organizationId };
  }
}

/** Conditions, and an id before which rows were made. */
function olderThan<Row extends TenantRow>(where: FindOptionsWhere<Row>, before: string): FindOptionsWhere<Row> {
  const { id } = where;
  const older = LessThan(before);
  return {
    ...where,
    id: (id as unknown) instanceof FindOperator ? And(id as FindOperator<string>, older) : older,
  } as never;
}

/** Conditions on the columns of any table, as TypeORM wants them; undefined when no row can meet them. */
export function whereOf<Row extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  values: Values,
): FindOptionsWhere<Row> | undefined {
  const { columns } = manager.connection.getMetadata(entity);
  const idColumns = new Set(columns.filter(({ type }) => type === 'uuid').map(({ propertyName }) => propertyName));
  const where: { [column: string]: unknown } = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (idColumns.has(name) && typeof value === 'string' && !isId(value)) return undefined;
    where[name] = value === null ? IsNull() : Array.isArray(value) ? In(value) : value;
  }
  return where as FindOptionsWhere<Row>;
}
