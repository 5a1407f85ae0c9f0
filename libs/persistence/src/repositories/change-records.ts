import type { Access } from '../connection/connection.js';
import { ChangeEntity } from '../entities/change.entity.js';
import type { ChangeRecord } from '../records/change.js';
import type { Page, PageRequest } from '../records/page.js';
import { TenantTable } from './tenant-table.js';

export interface ChangeFilters {
  readonly action?: string | undefined;
  readonly actorId?: string | undefined;
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
}

/** The audit trail of changes. It is written by `change` alone. */
export class ChangeQueries {
  private readonly table: TenantTable<ChangeEntity, ChangeRecord>;

  constructor(access: Access) {
    this.table = new TenantTable(access, ChangeEntity, (row): ChangeRecord => ({ ...row }));
  }

  listPage(organizationId: string, page: PageRequest<ChangeFilters>): Promise<Page<ChangeRecord>> {
    return this.table.listPage(organizationId, page);
  }
}
