import type { Permission } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { Database, Page, WorkspaceRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { parseTime } from '../../fields/is-time.js';
import { type NamedListQuery, toPageRequest } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { CreateWorkspaceDto, UpdateWorkspaceDto } from './dto/write-workspace.dto.js';

const CAPTURE = 'gateway.payloads.read';

/** Longest time for which payloads of a workspace are captured. */
const LONGEST_CAPTURE_MS = 30 * 86_400_000;

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
    await this.findFor(requester, id, 'workspace.manage');
    const { actor, organizationId } = requester;
    return this.database.change(actor, ({ workspaces }) => workspaces.rename(organizationId, id, name));
  }

  /** Fails with 400 for a time that is past or too far away, and where nothing could be sealed. */
  async capturePayloads(requester: Requester, id: string, text: string): Promise<WorkspaceRecord> {
    await this.findFor(requester, id, CAPTURE);
    const until = parseTime(text);
    const fromNow = until.getTime() - Date.now();
    if (fromNow <= 0 || fromNow > LONGEST_CAPTURE_MS) {
      throw new GatewayError('invalid_value', { param: 'until', message: '`until` must be within the next 30 days.' });
    }
    if (!this.database.auditPayloads.isReady) {
      const message = 'Payloads are stored encrypted. Set `encryption.key` in gateway.yaml first.';
      throw new GatewayError('conflict', { message });
    }
    const { actor, organizationId } = requester;
    return this.database.change(actor, ({ workspaces }) => workspaces.capturePayloads(organizationId, id, until));
  }

  async endCapture(requester: Requester, id: string): Promise<WorkspaceRecord> {
    await this.findFor(requester, id, CAPTURE);
    const { actor, organizationId } = requester;
    return this.database.change(actor, ({ workspaces }) => workspaces.capturePayloads(organizationId, id, null));
  }

  async remove({ actor, organizationId }: Requester, id: string): Promise<void> {
    await this.database.change(actor, ({ workspaces }) => workspaces.remove(organizationId, id));
  }
}
