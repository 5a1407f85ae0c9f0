import type { Permission } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Database, Page, WorkspaceRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { type NamedListQuery, toPageRequest } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../workspace-services.js';
import type { CreateWorkspaceDto, UpdateWorkspaceDto } from './dto/write-workspace.dto.js';

@Injectable()
export class WorkspacesService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  create({ actor, organizationId, userId }: Requester, { name }: CreateWorkspaceDto): Promise<WorkspaceRecord> {
    return this.database.change(actor, async ({ memberships, workspaces }) => {
      const workspace = await workspaces.create(organizationId, { name });
      await memberships.set(organizationId, { workspaceId: workspace.id, userId, role: 'admin' });
      return workspace;
    });
  }

  /** Lists all workspaces for readers of the whole organization, and for others those that they have a role in. */
  list(requester: Requester, query: NamedListQuery): Promise<Page<WorkspaceRecord>> {
    const { organizationId, caller } = requester;
    const isEverywhere = requester.can('workspace.read');
    const own = caller.workspaceId
      ? [caller.workspaceId]
      : (caller.memberships ?? []).map((place) => place.workspaceId);
    const filters = isEverywhere ? {} : { id: own };
    return this.database.workspaces.listPage(organizationId, { ...toPageRequest(query), filters });
  }

  /** Fails with 404 for a workspace of another tenant, and for one that the requester has no place in. */
  async find(requester: Requester, id: string): Promise<WorkspaceRecord> {
    const isReached = requester.can('workspace.read', { workspaceId: id });
    const workspace = isReached ? await this.database.workspaces.find(requester.organizationId, id) : undefined;
    if (workspace === undefined) throw new GatewayError('not_found', { message: 'The workspace does not exist.' });
    return workspace;
  }

  /** Finds a workspace, as `find`; fails with 403 if the requester lacks the permission in it. */
  async findFor(requester: Requester, id: string, permission: Permission): Promise<WorkspaceRecord> {
    const workspace = await this.find(requester, id);
    requester.demand(permission, { workspaceId: id });
    return workspace;
  }

  async update(requester: Requester, id: string, { name }: UpdateWorkspaceDto): Promise<WorkspaceRecord> {
    const workspace = await this.findFor(requester, id, 'workspace.manage');
    if (name === undefined) return workspace;
    const { actor, organizationId } = requester;
    return this.database.change(actor, ({ workspaces }) => workspaces.rename(organizationId, id, name));
  }

  async remove({ actor, organizationId }: Requester, id: string): Promise<void> {
    await this.database.change(actor, ({ workspaces }) => workspaces.remove(organizationId, id));
  }
}
