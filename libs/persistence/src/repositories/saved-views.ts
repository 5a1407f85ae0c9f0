import type { Access } from '../connection/connection.js';
import { SavedViewEntity } from '../entities/saved-view.entity.js';
import { newId } from '../ids/new-id.js';
import type { Page, PageRequest } from '../records/page.js';
import type { SavedViewRecord } from '../records/saved-view.js';
import { AuditedTable, type ChangeScope } from './audited-table.js';
import { TenantTable } from './tenant-table.js';

export interface SavedViewFilters {
  readonly workspaceId?: string | undefined;
  readonly page?: string | undefined;
}

export type NewSavedView = Pick<SavedViewRecord, 'workspaceId' | 'page' | 'name' | 'search' | 'createdBy'>;
export type SavedViewChanges = Partial<Pick<SavedViewRecord, 'name' | 'search'>>;

export class SavedViewQueries {
  protected readonly table: TenantTable<SavedViewEntity, SavedViewRecord>;

  constructor(access: Access) {
    this.table = new TenantTable(access, SavedViewEntity, (row): SavedViewRecord => ({ ...row }), { name: 'name' });
  }

  find(organizationId: string, id: string): Promise<SavedViewRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest<SavedViewFilters>): Promise<Page<SavedViewRecord>> {
    return this.table.listPage(organizationId, page);
  }

  count(organizationId: string, filters: SavedViewFilters): Promise<number> {
    return this.table.count(organizationId, filters);
  }
}

export class SavedViewRepository extends SavedViewQueries {
  private readonly changing: AuditedTable<SavedViewEntity, SavedViewRecord>;

  constructor(access: Access, scope: ChangeScope) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'saved_view',
      nameOf: ({ name }) => name,
      topicsOf: () => [],
    });
  }

  /** @throws ConflictError `name` */
  create(organizationId: string, values: NewSavedView): Promise<SavedViewRecord> {
    return this.changing.insert({ ...values, id: newId(), organizationId });
  }

  /** @throws NotFoundError; ConflictError `name` */
  update(organizationId: string, id: string, changes: SavedViewChanges): Promise<SavedViewRecord> {
    return this.changing.update(organizationId, id, changes);
  }

  /** @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<SavedViewRecord> {
    return this.changing.remove(organizationId, id);
  }
}
