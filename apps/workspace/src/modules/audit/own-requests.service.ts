import { GatewayError } from '@multilane/errors';
import type { AuditRow, Database, Page } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { nameFilters } from '../usage/name-filters.js';
import type { AuditQuery } from './dto/audit.query.js';
import type { ShownRequest } from './dto/audit-record.view.js';
import { filtersOfQuery } from './filters-of-query.js';

const READ = 'workspace.read';

/** Requests of the keys, tokens and sessions of the person who asks, without what others noted about them. */
@Injectable()
export class OwnRequestsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: Pick<WorkspaceServices, 'declaredKeys'>,
  ) {}

  /** Lists those of the workspace that the request means. */
  async list(requester: Requester, { cursor, limit, order, ...query }: AuditQuery): Promise<Page<ShownRequest>> {
    const { organizationId, userId, workspaceId } = requester;
    const named = await nameFilters(this.database, this.services.declaredKeys, organizationId, query);
    const own = { workspaceIds: [workspaceId], userId, ratings: undefined };
    const filters = { ...named, ...filtersOfQuery(query), ...own };
    const page = await this.database.auditRecords.listPage(organizationId, { limit, cursor, order, filters });
    const name = await this.nameOf(requester);
    return { data: page.data.map((row) => shownOf(row, name)), nextCursor: page.nextCursor };
  }

  /** Fails with 404 for another person's request, and for one of a workspace that the person has left. */
  async find(requester: Requester, id: string): Promise<ShownRequest> {
    const row = await this.database.auditRecords.find(requester.organizationId, id);
    const isOwn = row?.userId === requester.userId && row.workspaceId !== null;
    if (row === undefined || !isOwn || !requester.can(READ, { workspaceId: row.workspaceId ?? '' })) {
      throw new GatewayError('not_found', { message: 'The request does not exist.' });
    }
    return shownOf(row, await this.nameOf(requester));
  }

  private async nameOf({ organizationId, userId }: Requester): Promise<string | null> {
    return (await this.database.users.find(organizationId, userId))?.name ?? null;
  }
}

function shownOf(row: AuditRow, user: string | null): ShownRequest {
  return { row, user, annotation: undefined };
}
