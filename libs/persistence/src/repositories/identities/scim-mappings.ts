import type { Access } from '../../connection/connection.js';
import { ScimMappingEntity } from '../../entities/people.entity.js';
import { TeamMemberEntity } from '../../entities/team-member.entity.js';
import { newId } from '../../ids/new-id.js';
import type { Page, PageRequest } from '../../records/page.js';
import type { ScimMappingRecord } from '../../records/people.js';
import { AuditedTable, type ChangeScope } from '../audited-table.js';
import { lockTenant } from '../rows/lock-tenant.js';
import { TenantTable } from '../tenant-table.js';
import { applyScimMappings } from './apply-scim-mappings.js';

export interface ScimMappingFilters {
  readonly teamId?: string | undefined;
  readonly workspaceId?: string | undefined;
}

export type NewScimMapping = Pick<ScimMappingRecord, 'teamId' | 'workspaceId' | 'role'>;

export class ScimMappingQueries {
  protected readonly table: TenantTable<ScimMappingEntity, ScimMappingRecord>;

  constructor(protected readonly access: Access) {
    this.table = new TenantTable(access, ScimMappingEntity, (row): ScimMappingRecord => ({ ...row }));
  }

  find(organizationId: string, id: string): Promise<ScimMappingRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest<ScimMappingFilters>): Promise<Page<ScimMappingRecord>> {
    return this.table.listPage(organizationId, page);
  }
}

/** Each change is applied at once to everybody who is in the group. */
export class ScimMappingRepository extends ScimMappingQueries {
  private readonly changing: AuditedTable<ScimMappingEntity, ScimMappingRecord>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'scim_mapping',
      nameOf: () => '',
      topicsOf: () => [],
    });
  }

  /** @throws ConflictError `workspace_id` where the group has a mapping to it; UnknownReferenceError */
  async create(organizationId: string, mapping: NewScimMapping): Promise<ScimMappingRecord> {
    await lockTenant(this.scope.manager, organizationId);
    const made = await this.changing.insert({ ...mapping, id: newId(), organizationId });
    await this.applyTo(made);
    return made;
  }

  /** @throws NotFoundError, ConflictError, UnknownReferenceError */
  async update(
    organizationId: string,
    id: string,
    changes: { readonly [Name in keyof NewScimMapping]?: NewScimMapping[Name] | undefined },
  ): Promise<ScimMappingRecord> {
    await lockTenant(this.scope.manager, organizationId);
    const before = await this.changing.lock(organizationId, id);
    const changed = await this.changing.update(organizationId, id, changes);
    await this.applyTo(before);
    if (changed.teamId !== before.teamId) await this.applyTo(changed);
    return changed;
  }

  /** Takes back what the mapping gave. @throws NotFoundError */
  async remove(organizationId: string, id: string): Promise<ScimMappingRecord> {
    await lockTenant(this.scope.manager, organizationId);
    const removed = await this.changing.remove(organizationId, id);
    await this.applyTo(removed);
    return removed;
  }

  private async applyTo({ organizationId, teamId }: ScimMappingRecord): Promise<void> {
    const members = await this.scope.manager.findBy(TeamMemberEntity, { organizationId, teamId });
    const userIds = members.map(({ userId }) => userId);
    await applyScimMappings(this.scope, organizationId, userIds);
  }
}
