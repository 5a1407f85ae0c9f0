import { And, type FindOperator, LessThan, MoreThanOrEqual, Raw } from 'typeorm';
import type { Access } from '../../connection/connection.js';
import { ChangeEntity } from '../../entities/change.entity.js';
import { firstIdOf } from '../../ids/new-id.js';
import type { Actor, ChangeRecord } from '../../records/change.js';
import type { Page, PageRequest } from '../../records/page.js';
import { escapeLike } from '../rows/ordered-page.js';
import { TenantTable } from '../tenant-table.js';

export interface ChangeFilters {
  readonly action?: string | undefined;
  readonly actorType?: Actor['type'] | undefined;
  readonly actorId?: string | undefined;
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly to?: Date | undefined;
}

/** Milliseconds by which the time in an id may differ from the database's: long changes, and clocks that differ. */
const SLACK_MS = 3_600_000;

/** The audit trail of changes. It is written by `change` alone. */
export class ChangeQueries {
  private readonly table: TenantTable<ChangeEntity, ChangeRecord>;

  constructor(access: Access) {
    this.table = new TenantTable(access, ChangeEntity, (row): ChangeRecord => ({ ...row }));
  }

  /** Newest first, or oldest first. A search finds changes of what has a name that begins so. @throws InvalidCursorError */
  listPage(
    organizationId: string,
    { filters = {}, search, ...page }: PageRequest<ChangeFilters>,
  ): Promise<Page<ChangeRecord>> {
    const { from, to, ...values } = filters;
    const targetName = search === undefined ? undefined : beginsWith(search);
    // The range of ids finds the place in the index; the range of times is what was asked.
    const id = range(from && firstIdOf(from.getTime() - SLACK_MS), to && firstIdOf(to.getTime() + SLACK_MS));
    return this.table.listPage(organizationId, {
      ...page,
      filters: { ...values, id, targetName, createdAt: range(from, to) },
    });
  }
}

/** Condition in the form of `ix_changes__target_name`: the trail is long, and a search must not read all of it. */
function beginsWith(search: string): FindOperator<string> {
  const beginning = `${escapeLike(search.toLowerCase())}%`;
  return Raw((column) => `left(lower(${column}), 200) LIKE :beginning`, { beginning });
}

function range<Value>(from: Value | undefined, to: Value | undefined): FindOperator<Value> | undefined {
  if (from === undefined) return to === undefined ? undefined : LessThan(to);
  return to === undefined ? MoreThanOrEqual(from) : And(MoreThanOrEqual(from), LessThan(to));
}
