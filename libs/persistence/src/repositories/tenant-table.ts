import {
  type EntityManager,
  type EntityTarget,
  type FindOperator,
  type FindOptionsWhere,
  In,
  IsNull,
  type ObjectLiteral,
  Or,
} from 'typeorm';
import type { Access } from '../connection/connection.js';
import { isId } from '../ids/new-id.js';
import type { Page, PageRequest } from '../records/page.js';
import { readPage } from './rows/ordered-page.js';
import type { SortedColumn } from './rows/sorted-column.js';

/** Fields that a row needs to be listed and found. */
export interface TenantRow extends ObjectLiteral {
  id: string;
}

/** Values by column; undefined filters nothing, null finds rows without a value, a list any of its values (null in it as well); TypeORM's operators are passed on. */
export type Values = object;

/** Columns of a table that lists use beside its ids. */
export interface TableOptions<Row> {
  /** The table of the tenants themselves is keyed by `id`. */
  readonly tenantColumn?: 'organizationId' | 'id';
  /** Column of the rows' name: lists are ordered by it, and searched in it. */
  readonly name?: keyof Row & string;
  /** Further texts in which a search looks, as SQL over `row`. */
  readonly searched?: readonly string[];
  /** Further columns that lists can be in the order of, as SQL over `row`. */
  readonly sorted?: Readonly<Record<string, SortedColumn>>;
}

/** The rows of one table as one tenant sees them: every query names the tenant. */
export class TenantTable<Row extends TenantRow, Record extends object> {
  constructor(
    readonly access: Access,
    readonly entity: EntityTarget<Row>,
    readonly toRecord: (row: Row) => Record,
    private readonly options: TableOptions<Row> = {},
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

  /** Newest first, unless another order is asked for. @throws InvalidCursorError */
  async listPage(organizationId: string, { filters, ...page }: PageRequest): Promise<Page<Record>> {
    const { name, searched = [], sorted } = this.options;
    const named = name === undefined ? undefined : `row.${name}`;
    const texts = [...(named === undefined ? [] : [named]), ...searched];
    const columns = { id: 'row.id', name: named, searched: texts, sorted };
    return this.access.run(async (manager) => {
      const where = this.whereOf(manager, organizationId, (filters ?? {}) as Values);
      if (!where) return { data: [], nextCursor: null };
      const query = manager.createQueryBuilder(this.entity, 'row').where(where);
      const { data, nextCursor } = await readPage(query, page, columns);
      return { data: data.map(this.toRecord), nextCursor };
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
    if ((this.options.tenantColumn ?? 'organizationId') === 'organizationId') return { organizationId };
    return 'id' in values && values.id !== organizationId ? { id: [] } : { id: organizationId };
  }
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
    where[name] = value === null ? IsNull() : Array.isArray(value) ? anyOf(value) : value;
  }
  return where as FindOptionsWhere<Row>;
}

/** In SQL, nothing equals null. */
function anyOf(values: readonly unknown[]): FindOperator<unknown> {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? In(known) : Or(In(known), IsNull());
}
