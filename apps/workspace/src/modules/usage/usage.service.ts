import { type AuditScope, type Database, NO_GROUPS, type Page } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import type { OrganizationUsageQuery, UsageQuery } from './dto/usage.query.js';
import type { ShownUsage } from './dto/usage.view.js';
import type { UsageTagsQuery } from './dto/usage-tags.query.js';
import { findScope } from './find-scope.js';
import { nameFilters } from './name-filters.js';
import { type AskedDimension, readDimension } from './read-dimension.js';
import { readUsageQuery, writeCursor } from './read-usage-query.js';

/** Usage of requests, from the sums of each day. */
@Injectable()
export class UsageService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Lists the usage that the requester may see. */
  async list(requester: Requester, query: UsageQuery): Promise<Page<ShownUsage>> {
    const { workspaces } = this.database;
    const scope = await findScope(requester, 'gateway.usage.read', workspaces, query.workspace_id);
    return this.read(requester.organizationId, scope, query);
  }

  /** All of the organization's. */
  listEverything({ organizationId }: Requester, query: OrganizationUsageQuery): Promise<Page<ShownUsage>> {
    return this.read(organizationId, {}, query);
  }

  /** Names of tags of the requests that the requester may see; at most as many as are counted. */
  async listTags(requester: Requester, { q, workspace_id: asked }: UsageTagsQuery): Promise<readonly string[]> {
    const scope = await findScope(requester, 'gateway.usage.read', this.database.workspaces, asked);
    return this.database.usageDimensions.listTagNames(requester.organizationId, scope, q);
  }

  private async read(
    organizationId: string,
    scope: AuditScope,
    query: OrganizationUsageQuery,
  ): Promise<Page<ShownUsage>> {
    const dimension = readDimension(query);
    if (dimension !== undefined) return this.readDimension(organizationId, scope, query, dimension);
    const asked = readUsageQuery(query, new Date());
    const rows = await this.database.usage.list(organizationId, {
      ...asked,
      ...scope,
      ...(await nameFilters(this.database, this.services.declaredKeys, organizationId, query)),
      userId: query.user_id,
      model: query.model,
      provider: query.provider,
      imported: query.imported,
      limit: asked.limit + 1,
    });
    const isMore = rows.length > asked.limit;
    return { data: rows.slice(0, asked.limit), nextCursor: isMore ? writeCursor(asked.offset + asked.limit) : null };
  }

  private async readDimension(
    organizationId: string,
    scope: AuditScope,
    query: OrganizationUsageQuery,
    asked: AskedDimension,
  ): Promise<Page<ShownUsage>> {
    const { fromDay, limit, offset, toDay } = readUsageQuery({ ...query, group_by: '' }, new Date());
    const { team } = await nameFilters(this.database, this.services.declaredKeys, organizationId, { team: query.team });
    const { imported } = query;
    const found = { ...asked, ...scope, fromDay, imported, limit: limit + 1, offset, team, toDay };
    const rows = await this.database.usageDimensions.list(organizationId, found);
    const data = rows.slice(0, limit).map((row) => ({ ...NO_GROUPS, ...row, dimension: asked.dimension }));
    return { data, nextCursor: rows.length > limit ? writeCursor(offset + limit) : null };
  }
}
