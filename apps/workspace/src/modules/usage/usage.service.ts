import type { AuditScope, Database, Page, UsageRow } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../workspace-services.js';
import type { OrganizationUsageQuery, UsageQuery } from './dto/usage.query.js';
import { findScope } from './find-scope.js';
import { nameFilters } from './name-filters.js';
import { readUsageQuery, writeCursor } from './read-usage-query.js';

/** Usage of requests, from the sums of each day. */
@Injectable()
export class UsageService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Lists the usage that the requester may see. */
  async list(requester: Requester, query: UsageQuery): Promise<Page<UsageRow>> {
    const { workspaces } = this.database;
    const scope = await findScope(requester, 'gateway.usage.read', workspaces, query.workspace_id);
    return this.read(requester.organizationId, scope, query);
  }

  /** All of the organization's. */
  listEverything({ organizationId }: Requester, query: OrganizationUsageQuery): Promise<Page<UsageRow>> {
    return this.read(organizationId, {}, query);
  }

  private async read(
    organizationId: string,
    scope: AuditScope,
    query: OrganizationUsageQuery,
  ): Promise<Page<UsageRow>> {
    const asked = readUsageQuery(query, new Date());
    const rows = await this.database.usage.list(organizationId, {
      ...asked,
      ...scope,
      ...(await nameFilters(this.database, this.services.declaredKeys, organizationId, query)),
      userId: query.user_id,
      model: query.model,
      provider: query.provider,
      limit: asked.limit + 1,
    });
    const isMore = rows.length > asked.limit;
    return { data: rows.slice(0, asked.limit), nextCursor: isMore ? writeCursor(asked.offset + asked.limit) : null };
  }
}
